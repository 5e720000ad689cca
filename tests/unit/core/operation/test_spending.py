"""What is spent is counted in one place, to the last turn, whoever spends it at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from echoes.core.errors import StorageFailed
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.operation.spending import LimitSettings, Spender, Spending
from echoes.storage.sqlite.counters import SqliteCounters

ANN, BO = Spender("s1", "ann"), Spender("s2", "bo")


def limits(**scopes: dict[str, float]) -> LimitSettings:
    return LimitSettings.model_validate(scopes)


def test_each_limit_holds_by_itself_and_what_exceeds_one_is_not_spent():
    spending = Spending(
        limits(session={"turns": 2}, player={"hints": 1}, day={"turns": 3}), InMemoryCounters()
    )
    assert spending.claim(ANN, {"turns": 1, "hints": 1}) is None
    refused = spending.claim(ANN, {"turns": 1, "hints": 1})
    assert refused and (refused.what, refused.scope, refused.limit) == ("hints", "player", 1)
    assert spending.claim(ANN, {"turns": 1, "hints": 0}) is None  # the refused turn was not spent
    refused = spending.claim(ANN, {"turns": 1})
    assert refused and refused.scope == "session"
    assert spending.claim(BO, {"turns": 1, "hints": 1}) is None
    refused = spending.claim(BO, {"turns": 1})
    assert refused and refused.scope == "day"
    spending.give_back(BO, {"turns": 1})
    assert spending.used_up(BO, "turns") is None


def test_a_day_ends_for_players_and_not_for_sessions():
    day = "2025-01-01"
    found = limits(session={"tokens": 100}, player={"tokens": 50}, day={"money": 1.0})
    spending = Spending(found, InMemoryCounters(), lambda: day)
    spending.add(ANN, {"tokens": 60, "money": 1.5})
    assert [spending.used_up(ANN, what) is None for what in ("tokens", "money")] == [False, False]
    day = "2025-01-02"
    assert [spending.used_up(ANN, what) is None for what in ("tokens", "money")] == [True, True]
    spending.add(ANN, {"tokens": 40})
    reached = spending.used_up(ANN, "tokens")
    assert reached and reached.scope == "session"
    assert spending.used_up(None, "tokens") is None  # outside of sessions only the day's limits hold


def test_processes_on_one_storage_never_spend_more_than_there_is(tmp_path: Path):
    def worker(_: int) -> int:
        counters = SqliteCounters(tmp_path / "counters.sqlite")
        spending = Spending(limits(player={"turns": 7}), counters)
        granted = sum(spending.claim(ANN, {"turns": 1}) is None for _ in range(10))
        counters.close()
        return granted

    with ThreadPoolExecutor(3) as workers:
        assert sum(workers.map(worker, range(3))) == 7


class OutOfReach(InMemoryCounters):
    """Counters that are out of reach now and then."""

    away = False

    def add(self, name: str, amount: float, period_s: float) -> float:
        if self.away:
            raise StorageFailed("the database hangs", "Try again.")
        return super().add(name, amount, period_s)


def test_what_could_not_be_given_back_is_given_back_as_soon_as_it_can_be():
    counters = OutOfReach()
    spending = Spending(limits(session={"turns": 1}), counters)
    assert spending.claim(ANN, {"turns": 1}) is None
    counters.away = True
    spending.give_back(ANN, {"turns": 1})
    counters.away = False
    assert spending.claim(ANN, {"turns": 1}) is None
    assert spending.claim(ANN, {"turns": 1}) is not None, "it is given back once"


def test_a_counter_s_name_tells_nobody_s_name():
    counters = InMemoryCounters()
    Spending(limits(player={"turns": 9}, session={"turns": 9}), counters).claim(ANN, {"turns": 1})
    assert not [name for name in counters.matching("") if "ann" in name or "s1" in name]
