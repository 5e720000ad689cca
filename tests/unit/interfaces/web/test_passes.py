"""Whoever has given a password is let in until they leave, or until it changes."""

from pydantic import SecretStr

from echoes.core.counters import InMemoryCounters
from echoes.core.errors import StorageFailed
from echoes.interfaces.web.passes import Passes

PASSWORD, SECRET = SecretStr("open sesame"), "a secret of the server"


class FailingCounters(InMemoryCounters):
    def add(self, name: str, amount: float, period_s: float) -> float:
        raise StorageFailed("it is full")

    def value(self, name: str) -> float:
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
    passes.end(mark)
    assert not passes.is_good(mark, PASSWORD)
