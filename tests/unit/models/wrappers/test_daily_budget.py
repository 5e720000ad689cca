"""The tokens of a day are counted in one place, whatever the outcome of a call."""

from pathlib import Path

from tests.unit.models.fakes import FakeCompletion, outcome_of

from echoes.core.operation.counters import InMemoryCounters
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply
from echoes.models.wrappers.daily_budget import DailyTokenBudget
from echoes.storage.sqlite.counters import SqliteCounters

COST = Usage(model_calls=1, prompt_tokens=30, completion_tokens=10)


async def test_calls_stop_when_the_tokens_are_spent_and_go_on_the_next_day():
    day = "2025-01-01"
    budget = DailyTokenBudget(FakeCompletion(Reply("fine", usage=COST)), 80, InMemoryCounters(), lambda: day)
    assert [await outcome_of(budget) for _ in range(3)] == ["fine", "fine", "budget"]
    day = "2025-01-02"
    assert await outcome_of(budget) == "fine"


async def test_two_endpoints_share_the_day(tmp_path: Path):
    one, other = (  # as two processes do
        DailyTokenBudget(FakeCompletion(Reply("fine", usage=COST)), 40, SqliteCounters(tmp_path / "counters"))
        for _ in range(2)
    )
    assert [await outcome_of(one), await outcome_of(other)] == ["fine", "budget"]


async def test_a_failure_that_cost_tokens_is_counted():
    inner = FakeCompletion("unreadable", spent=COST)
    budget = DailyTokenBudget(inner, 40, InMemoryCounters())
    assert [await outcome_of(budget) for _ in range(2)] == ["unreadable", "budget"]


async def test_a_damaged_file_counts_as_an_unspent_day(tmp_path: Path):
    path = tmp_path / "counters"
    path.write_bytes(b"this is no database" * 40)
    budget = DailyTokenBudget(FakeCompletion(Reply("fine", usage=COST)), 40, SqliteCounters(path))
    assert [await outcome_of(budget) for _ in range(2)] == ["fine", "budget"]


async def test_a_reply_is_returned_even_if_its_cost_can_t_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    budget = DailyTokenBudget(FakeCompletion(), 40, SqliteCounters(tmp_path / "file" / "counters"))
    assert await outcome_of(budget) == "fine"
