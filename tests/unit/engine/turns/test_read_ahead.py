"""A game begins before its scenario is read; its first turn waits for that, and only once."""

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest

from echoes.core.protocols import JsonObject
from echoes.engine.turns.read_ahead import ReadAhead
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules import analysis_cache
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.referee import read_ahead

BELL: JsonObject = {
    "id": "bell", "title": "The bell", "language": "en", "statement": "The bell is silent.", "answer": "It is cracked.",
    "rulings": [{"texts": ["Is the bell broken?"], "ruling": "YES"}],
}  # fmt: skip


class SlowGame:
    name = "slow"

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.read: list[str] = []

    def read_ahead(self, scenario: Any) -> None:
        self.begun.set()
        assert self.go_on.wait(60)
        self.read.append(scenario.id)


def scenario(name: str) -> Any:
    return cast("Any", SimpleNamespace(id=name, language="en", content_hash="v1"))


async def test_sessions_of_one_scenario_share_what_is_read_and_wait_for_it():
    game, reading = SlowGame(), ReadAhead()
    for _ in range(2):
        reading.start(cast("Any", game), scenario("bell"))
    waiting = [asyncio.create_task(reading.finished(cast("Any", game), scenario("bell"))) for _ in range(2)]
    await asyncio.to_thread(game.begun.wait)
    assert not any(one.done() for one in waiting)
    game.go_on.set()
    await asyncio.gather(*waiting)
    assert game.read == ["bell"]
    await reading.finished(cast("Any", game), scenario("another"))


async def test_a_game_that_cannot_be_read_fails_in_its_turn_and_not_here():
    class Broken(SlowGame):
        def read_ahead(self, scenario: Any) -> None:
            raise ValueError("torn")

    reading = ReadAhead()
    reading.start(cast("Any", Broken()), scenario("bell"))
    await reading.finished(cast("Any", Broken()), scenario("bell"))
    await reading.aclose()


async def test_closing_waits_for_no_scenario():
    game, reading = SlowGame(), ReadAhead()
    task = reading.start(cast("Any", game), scenario("bell"))
    await reading.aclose()
    assert task.cancelled()
    game.go_on.set()


def test_a_puzzle_is_analysed_once_even_if_two_threads_want_it(monkeypatch: pytest.MonkeyPatch):
    puzzle, made = Puzzle.model_validate({**BELL, "id": "bell_of_two_threads"}), list[str]()
    inner = analysis_cache.RulingIndex

    def counted(one: Puzzle) -> Any:
        made.append(one.id)
        return inner(one)

    monkeypatch.setattr(analysis_cache, "RulingIndex", counted)
    threads = [threading.Thread(target=analysis_of, args=(puzzle,)) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert made == ["bell_of_two_threads"]


def test_a_puzzle_that_was_read_ahead_is_not_analysed_again(monkeypatch: pytest.MonkeyPatch):
    puzzle = Puzzle.model_validate({**BELL, "id": "bell_read_ahead"})
    read_ahead(puzzle)
    monkeypatch.setattr(analysis_cache, "RulingIndex", None)
    assert analysis_of(puzzle).ruling_index.exact_matches("is the bell broken") == {0}
