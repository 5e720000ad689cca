"""The collector of cycles is paused while logs are read, and misses nothing in the long run."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from echoes.core.operation.gc_pause import gc_paused


@pytest.fixture(autouse=True)
def collector_on() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.enable()
    yield
    if not was_on:
        gc.disable()


class _Cycle:
    """Garbage that only the collector finds."""

    alive = 0

    def __init__(self) -> None:
        _Cycle.alive += 1
        self.own = self

    def __del__(self) -> None:
        _Cycle.alive -= 1


def test_no_cycles_are_looked_for_meanwhile():
    with gc_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_last_of_several_pauses_ends_them():
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(gc_paused())
        second.enter_context(gc_paused())
        first.close()
        assert not gc.isenabled()
        second.close()
        assert gc.isenabled()


def test_a_pause_leaves_a_collector_off_that_was_off():
    gc.disable()
    with gc_paused():
        pass
    assert not gc.isenabled()


def test_cycles_between_many_pauses_are_found_all_the_same():
    made, before = 20_000, _Cycle.alive
    for _ in range(made // 100):
        for _ in range(100):
            _Cycle()
        with gc_paused():
            pass
    assert _Cycle.alive - before < made / 2
