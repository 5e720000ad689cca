"""Whoever has given a password is let in until they leave, or until it changes."""

import pytest
from pydantic import SecretStr

from echoes.core.errors import StorageFailed
from echoes.core.operation.counters import InMemoryCounters
from echoes.interfaces.web.passes import Passes
from echoes.interfaces.web.visitors import COOKIE_S

PASSWORD, SECRET = SecretStr("open sesame"), "a secret of the server"


class FailingCounters(InMemoryCounters):
    """Counters that fail until they are `mended`."""

    mended = False

    def add(self, name: str, amount: float, period_s: float) -> float:
        self._check()
        return super().add(name, amount, period_s)

    def value(self, name: str) -> float:
        self._check()
        return super().value(name)

    def _check(self) -> None:
        if not self.mended:
            raise StorageFailed("it is full")


def test_a_pass_that_was_ended_is_good_at_no_worker_and_others_go_on():
    shared = InMemoryCounters()
    here, elsewhere = Passes(SECRET, shared), Passes(SECRET, shared)
    mine, theirs = here.give(PASSWORD), here.give(PASSWORD)
    assert elsewhere.is_good(mine, PASSWORD) and elsewhere.is_good(theirs, PASSWORD)
    here.end(mine)
    assert [elsewhere.is_good(one, PASSWORD) for one in (mine, theirs)] == [False, True]


def test_a_pass_is_good_for_its_own_password_and_server_alone():
    mark = Passes(SECRET, InMemoryCounters()).give(PASSWORD)
    assert not Passes(SECRET, InMemoryCounters()).is_good(mark, SecretStr("another"))
    assert not Passes("another secret", InMemoryCounters()).is_good(mark, PASSWORD)
    assert PASSWORD.get_secret_value() not in mark


def test_nothing_else_is_a_pass():
    passes = Passes(SECRET, InMemoryCounters())
    mark = passes.give(PASSWORD)
    for other in (None, 7, "", ".", "é.é", mark[:-1], f"x{mark}", mark.rpartition(".")[2]):
        assert not passes.is_good(other, PASSWORD)
    passes.end(None)
    assert passes.is_good(mark, PASSWORD)


def test_while_the_counters_fail_a_worker_knows_what_it_ended_itself():
    passes = Passes(SECRET, FailingCounters())
    mark = passes.give(PASSWORD)
    assert passes.is_good(mark, PASSWORD)
    assert not passes.end(mark)
    assert not passes.is_good(mark, PASSWORD)


def test_an_ending_that_failed_is_logged_and_told_to_all_workers_once_the_counters_work(
    caplog: pytest.LogCaptureFixture,
):
    shared = FailingCounters()
    here, elsewhere = Passes(SECRET, shared), Passes(SECRET, shared)
    mine, theirs = here.give(PASSWORD), here.give(PASSWORD)
    here.end(mine)
    assert "it is full" in caplog.text
    shared.mended = True
    assert here.is_good(theirs, PASSWORD)
    assert not elsewhere.is_good(mine, PASSWORD)


def test_a_pass_is_refused_once_its_time_is_over_and_its_ending_is_known_until_then():
    now = [1_000_000.0]
    shared = InMemoryCounters(lambda: now[0])
    passes = Passes(SECRET, shared, lambda: now[0])
    ended, kept = passes.give(PASSWORD), passes.give(PASSWORD)
    passes.end(ended)
    now[0] += COOKIE_S - 1
    assert [passes.is_good(one, PASSWORD) for one in (ended, kept)] == [False, True]
    now[0] += 2
    assert [passes.is_good(one, PASSWORD) for one in (ended, kept)] == [False, False]


def test_a_pass_that_is_renewed_is_good_for_longer_and_ends_with_all_its_copies():
    now = [1_000_000.0]
    passes = Passes(SECRET, InMemoryCounters(lambda: now[0]), lambda: now[0])
    first = passes.give(PASSWORD)
    now[0] += COOKIE_S - 1
    second = passes.renewed(first, PASSWORD)
    assert passes.renewed(second, PASSWORD) is None, "twice a day is not needed"
    now[0] += COOKIE_S - 1
    assert [passes.is_good(one, PASSWORD) for one in (first, second)] == [False, True]
    third = passes.renewed(second, PASSWORD)
    passes.end(second)
    assert not passes.is_good(third, PASSWORD)


def test_a_pass_that_was_renewed_where_its_ending_was_not_known_never_comes_back():
    now = [1_000_000.0]
    shared, cut_off = InMemoryCounters(lambda: now[0]), FailingCounters(lambda: now[0])
    here, elsewhere = (Passes(SECRET, counters, lambda: now[0]) for counters in (shared, cut_off))
    mine = here.give(PASSWORD)
    here.end(mine)
    now[0] += COOKIE_S - 1
    assert elsewhere.is_good(mine, PASSWORD), "it can't know"
    copy = elsewhere.renewed(mine, PASSWORD)
    for _ in range(20):
        now[0] += COOKIE_S / 10
        assert not here.is_good(copy, PASSWORD)


def test_whoever_ended_a_pass_remembers_it_when_the_counters_are_lost():
    counters = InMemoryCounters()
    passes = Passes(SECRET, counters)
    assert passes.end(mark := passes.give(PASSWORD))
    vars(counters)["_values"].clear()
    assert not passes.is_good(mark, PASSWORD)
