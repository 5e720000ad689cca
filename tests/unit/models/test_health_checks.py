"""Health checks: each endpoint once, with the server's own words where it fails, and a wrong reply said so."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from echoes.core.errors import ModelFailed
from echoes.models.health_checks import HealthCheck, check_models, detect_models, list_models
from echoes.models.providers.scripted import ScriptedClient
from echoes.models.settings import ModelSettings
from echoes.testing import serving

RAIN = {"weather": "rain", "signs": ["clouds"], "confidence": 1}


class Registry:
    """A registry whose every endpoint lists these names and replies so."""

    def __init__(self, names: Sequence[str] | ModelFailed, *replies: Any) -> None:
        self._names, self._llm = names, ScriptedClient([*replies], "m") if replies else None

    def llm(self, role: str) -> ScriptedClient | None:
        return self._llm

    def provider(self, role: str) -> Any:
        async def models() -> Sequence[str]:
            if isinstance(self._names, ModelFailed):
                raise self._names
            return self._names

        return SimpleNamespace(models=models)


async def checked(names: Sequence[str] | ModelFailed, *replies: Any, **settings: Any) -> list[HealthCheck]:
    wanted = ModelSettings.model_validate({"provider": "ollama", "llm_model_name": "m", **settings})
    registry: Any = Registry(names, *replies)
    return await check_models(wanted, registry)


async def test_a_model_that_is_listed_and_replies_is_well():
    listing, reply = await checked(["m:latest"], RAIN)
    assert listing.ok and "has 'm'" in listing.detail
    assert reply.ok and "'m' answers" in reply.detail


async def test_a_server_that_does_not_list_the_model_is_no_failure_and_names_what_it_lists():
    listing, _ = await checked(["other"], RAIN)
    assert listing.ok and "does not list 'm'; it lists: other" in listing.detail


async def test_a_wrong_reply_is_a_warning():
    _, reply = await checked(["m"], {**RAIN, "weather": "sun"})
    assert reply.ok and "its reply was wrong" in reply.detail


async def test_a_failure_is_told_in_the_servers_own_words():
    away = ModelFailed("denied", "the key is refused", "Check it.", detail="401: no such key")
    listing, reply = await checked(away, away)
    assert not listing.ok and not reply.ok
    assert "401: no such key" in listing.detail


async def test_roles_that_share_a_model_are_checked_once():
    assert len(await checked(["m"], RAIN, roles={"narrator": {"temperature": 0.7}})) == 2


async def test_without_a_model_that_is_said():
    [check] = await checked(["m"])
    assert not check.ok and "no model is named" in check.detail


async def test_the_embedded_referee_needs_no_check():
    assert await checked(["m"], RAIN, provider="embedded") == []


def test_a_key_in_the_environment_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "zzkey")
    found = "\n".join(detect_models())
    assert "OPENAI_API_KEY is set" in found and "zzkey" not in found


@pytest.mark.parametrize(("provider", "path"), [("api", "/v1"), ("ollama", "")])
async def test_where_no_model_is_named_those_of_the_server_are_listed(provider: str, path: str):
    with serving(lambda asked: "") as server:
        [check] = await list_models(ModelSettings(provider=provider, base_url=f"{server.url}{path}"))
    assert not check.ok and "has: stub-1, stub-2. Name one in models.llm_model_name" in check.detail


async def test_a_role_without_a_model_lists_those_of_its_own_server():
    with serving(lambda asked: "") as server:
        server.models = [f"m{number:02}" for number in range(60)]
        own = {"narrator": {"provider": "ollama", "base_url": server.url, "llm_model_name": None}}
        [check] = await list_models(ModelSettings.model_validate({"roles": own}))
    assert check.name == "model (narrator)"
    assert "m49 and 10 more. Name one in models.roles.narrator.llm_model_name" in check.detail


async def test_a_server_that_lists_nothing_is_told_with_its_reason():
    [check] = await list_models(ModelSettings(provider="api", base_url="http://127.0.0.1:1/v1"))
    assert check.detail.startswith(
        "no model is named, and none can be listed: http://127.0.0.1:1/v1: the server"
    )
    assert "model ''" not in check.detail


async def test_where_all_is_named_there_is_nothing_to_list():
    assert await list_models(ModelSettings()) == []
    assert await list_models(ModelSettings(provider="api", llm_model_name="m")) == []
    assert await list_models(ModelSettings(provider="api", embedding_model_name="e")) == []
