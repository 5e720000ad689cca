"""The registry of model providers: one client an endpoint, settings that can't hold refused at once."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.models.fakes import FakeCompletion

from echoes.core.errors import BadSetting, UnknownName
from echoes.core.operation.spending import LimitSettings
from echoes.models.completion import Completion
from echoes.models.provider_registry import MODEL_PROVIDERS, ModelProviderRegistry
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.models.settings import ModelSettings, TokenPrices


class Provider:
    """A provider that has any model that is named; it needs no server and no library."""

    def __init__(self, settings: ModelSettings) -> None:
        self._named = settings.llm_model_name

    def completion(self) -> Completion | None:
        return FakeCompletion() if self._named else None

    def embeddings(self) -> None:
        return None


@pytest.fixture(autouse=True)
def provider(monkeypatch: pytest.MonkeyPatch) -> None:
    targets = MODEL_PROVIDERS._targets  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setitem(targets, "near", f"{__name__}:Provider")


def settings(**more: Any) -> ModelSettings:
    return ModelSettings.model_validate({"provider": "near", "llm_model_name": "m", **more})


def test_without_a_model_there_is_none_and_the_embedded_embedder_embeds():
    registry = ModelProviderRegistry(ModelSettings())
    assert registry.llm("referee") is None
    assert isinstance(registry.embeddings(), EmbeddedEmbeddings)


def test_roles_that_share_an_endpoint_share_its_client():
    registry = ModelProviderRegistry(settings(roles={"narrator": {"llm_model_name": "other"}}))
    assert registry.llm("referee") is registry.llm("player")
    assert registry.llm("narrator") is not registry.llm("referee")
    assert registry.llm("narrator") is registry.llm("narrator")


@pytest.mark.parametrize(
    ("wanted", "error", "said"),
    [
        ({"provider": "nobody"}, UnknownName, "unknown model provider 'nobody'"),
        ({"llm_model_name": None}, BadSetting, "no model is named"),
        ({"roles": {"narrator": {"provider": "nobody"}}}, UnknownName, "nobody"),
    ],
)
def test_what_cannot_be_opened_is_refused_before_a_game_begins(wanted: Any, error: Any, said: str):
    with pytest.raises(error, match=said):
        ModelProviderRegistry(settings(**wanted))


def test_money_is_bounded_only_where_prices_are_known():
    limits = LimitSettings.model_validate({"session": {"money": 1}})
    with pytest.raises(BadSetting, match=r"no price of 'm'"):
        ModelProviderRegistry(settings(), limits=limits)
    priced = settings(prices={"m": TokenPrices()})
    assert ModelProviderRegistry(priced, limits=limits).llm("referee")


async def test_a_benchmark_may_take_the_place_of_each_roles_model():
    seen: list[str] = []

    def intercept(role: str, completion: Completion) -> Completion:
        seen.append(role)
        return FakeCompletion()

    registry = ModelProviderRegistry(settings(), intercept=intercept)
    assert (await registry.llm("referee").generate("s", "p"))[0] == "fine"  # type: ignore[union-attr]
    assert registry.llm("player") is not registry.llm("referee"), "each role is looked at by itself"
    assert seen == ["referee", "player"]


async def test_what_was_recorded_is_played_back_without_a_server(tmp_path: Path):
    recording = str(tmp_path / "calls.jsonl")
    recorded = ModelProviderRegistry(settings(record=recording), intercept=lambda _, __: FakeCompletion())
    await recorded.llm("referee").generate("s", "p")  # type: ignore[union-attr]
    replayed = ModelProviderRegistry(
        settings(replay=recording), intercept=lambda _, __: FakeCompletion("broken")
    )
    assert (await replayed.llm("referee").generate("s", "p"))[0] == "fine"  # type: ignore[union-attr]
