"""The projection of a session: the same whether its log is read or followed, and of bounded size."""

import json
from typing import Any

import pytest
from tests.support import entry

from echoes.core.log.entries import Cause, Entry
from echoes.core.seats.seating import Holder
from echoes.engine.log.projection import SessionProjection
from echoes.games.base import AnyGame

CHANGES: dict[str, dict[str, Any]] = {
    "ended": {"event": "session_ended", "status": "ABORTED", "score": 0, "questions": 0, "hints": 0},
    "private": {"event": "command_result", "command": "x", "text": "x", "audience": ["red"]},
    "seating": {"event": "seat_taken", "seat": "red", "by": "Ada"},
}


class Counting:
    """A game that counts its turns, and fails at a `boom`."""

    trim_order = ()

    def initial_state(self, scenario: object) -> dict[str, int]:
        return {"turns": 0}

    def evolve(self, state: dict[str, int], one: Entry) -> dict[str, int]:
        if getattr(one.event, "text", "") == "boom":
            raise RuntimeError("boom")
        return {"turns": state["turns"] + one.event.makes_turn}

    def line_of(self, event: object) -> None:
        return None

    def amends(self, event: object) -> None:
        return None


@pytest.fixture
def projection() -> SessionProjection:
    game: Any = Counting()
    found: AnyGame = game
    return SessionProjection(found, game)


def turns(count: int) -> list[Entry]:
    hint = {"event": "hint_given", "level": 1, "text": "x", "remaining": 0}
    return [entry(event_id=f"s-{turn}", turn=turn, **hint) for turn in range(1, count + 1)]


def test_a_log_that_is_followed_comes_to_the_same_as_one_that_is_read(projection: SessionProjection):
    entries = turns(5)
    projection.read(entries)
    whole = projection.state
    projection.read(entries[:2])
    projection.follow(entries[2:])
    assert projection.state == whole
    assert (projection.turn, whole.get("game")) == (5, {"turns": 5})


def test_it_does_not_grow_with_the_log(projection: SessionProjection):
    sizes: list[int] = []
    for count in (100, 900):
        projection.read(turns(count))
        sizes.append(len(json.dumps(projection.state)))
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize("change", CHANGES)
def test_it_knows_end_seats_and_secrets_of_a_log_and_forgets_those_of_another(
    projection: SessionProjection, change: str
):
    before = getattr(projection, change)
    projection.read([*turns(1), entry(event_id="s-2", turn=1, **CHANGES[change])])
    assert getattr(projection, change) != before
    assert projection.seating.holders in ({}, {"red": Holder("Ada")})
    projection.read(turns(1))
    assert getattr(projection, change) == before


def test_senders_with_names_make_a_session_shared(projection: SessionProjection):
    [first] = turns(1)
    projection.read([first])
    assert not projection.shared
    projection.follow([Entry(first.event, cause=Cause(message="x", by="Ada"))])
    assert projection.shared


def test_what_was_private_stays_so_while_a_log_can_not_be_folded(projection: SessionProjection):
    projection.read([*turns(1), entry(event_id="s-2", turn=1, **CHANGES["private"])])
    broken = [entry(event_id="s-3", turn=1, event="command_result", command="x", text="boom")]
    for take_note in (projection.read, projection.follow):
        with pytest.raises(RuntimeError):
            take_note(broken)
        assert projection.private
