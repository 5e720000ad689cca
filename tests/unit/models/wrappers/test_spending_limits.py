"""No model is called once a session, a player or a day has cost what it may."""

from pathlib import Path

import pytest
from tests.unit.models.fakes import REQUEST, FakeCompletion, outcome_of

from echoes.core.errors import BadSetting, ModelFailed
from echoes.core.log.events import SessionStarted
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.operation.spending import LimitSettings, Spending, spending_for
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import ModelSettings, TokenPrices
from echoes.models.wrappers.spending_limits import LimitedCompletion
from echoes.storage.sqlite.counters import SqliteCounters

COST = Usage(model_calls=1, prompt_tokens=30_000, completion_tokens=10_000)
PRICES = TokenPrices(prompt=10, completion=20)  # 0.5 a reply


def limited(inner: FakeCompletion, counters: object = None, **scopes: dict[str, float]) -> LimitedCompletion:
    settings = LimitSettings.model_validate(scopes)
    return LimitedCompletion(inner, Spending(settings, counters or InMemoryCounters()), PRICES)  # pyright: ignore[reportArgumentType]


def session(session_id: str, player_id: str) -> SessionStarted:
    return SessionStarted(
        session_id=session_id, puzzle_id="p", title="P", lang="en", puzzle_hash="x", player_id=player_id
    )


@pytest.mark.parametrize("limit", [{"money": 0.9}, {"tokens": 50_000}])
@pytest.mark.parametrize("scope", ["session", "player", "day"])
async def test_calls_stop_at_each_limit(scope: str, limit: dict[str, float]):
    model = limited(FakeCompletion(Reply("fine", usage=COST)), **{scope: limit})
    with spending_for(session("s1", "ann")):
        assert [await outcome_of(model) for _ in range(3)] == ["fine", "fine", "budget"]
        with pytest.raises(ModelFailed, match=f"Raise limits.{scope}."):
            await model.complete(REQUEST)
    others = {"s2": "ann", "s3": "bo"}
    free = []
    for session_id, player in others.items():
        with spending_for(session(session_id, player)):
            free.append(await outcome_of(model))
    assert free == {"session": ["fine"] * 2, "player": ["budget", "fine"], "day": ["budget"] * 2}[scope]


async def test_processes_share_what_is_left_and_failures_that_cost_count(tmp_path: Path):
    one = limited(
        FakeCompletion("unreadable", spent=COST), SqliteCounters(tmp_path / "c"), day={"money": 0.5}
    )
    other = limited(FakeCompletion(), SqliteCounters(tmp_path / "c"), day={"money": 0.5})
    assert [await outcome_of(one), await outcome_of(other)] == ["unreadable", "budget"]


async def test_where_nothing_can_be_counted_no_model_is_called(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    inner = FakeCompletion()
    model = limited(inner, SqliteCounters(tmp_path / "file" / "c"), day={"money": 0.5})
    assert (await outcome_of(model), inner.calls) == ("budget", 0)


def test_a_limit_of_money_needs_the_price_of_each_model():
    bound = LimitSettings.model_validate({"day": {"money": 1}})
    found = ModelSettings(provider="ollama", llm_model_name="m")
    with pytest.raises(BadSetting, match="no price of 'm'"):
        ModelProviderRegistry(found, limits=bound)
    ModelProviderRegistry(found.model_copy(update={"prices": {"m": TokenPrices()}}), limits=bound)
