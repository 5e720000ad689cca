"""A log is read by the kinds of its game; one of a game that is gone keeps all that it holds."""

from typing import Any, Literal

import pytest

from echoes.core.log.event_kinds import EventKinds, UnknownEvent, kind_of
from echoes.core.log.events import CommandResult, Event

ENVELOPE = {"event_id": "s-1", "session_id": "s", "timestamp": "2026-01-01T00:00:00Z", "turn": 1}


class Rolled(Event, frozen=True):
    """A throw of a die."""

    event: Literal["rolled"] = "rolled"
    pips: int


class LouderResult(CommandResult, frozen=True):
    """A game's own form of an event of the platform."""

    volume: int = 11


KINDS = EventKinds({"dice": [Rolled, LouderResult], "chess": []}.get)


def written(kind: str, **fields: Any) -> dict[str, Any]:
    return {"event": kind, **ENVELOPE, **fields}


def test_a_game_reads_its_own_kinds_and_those_of_the_platform():
    assert KINDS.read(written("rolled", pips=4), "dice") == Rolled(**ENVELOPE, pips=4)
    result = KINDS.read(written("command_result", command="x", text="y"), "dice")
    assert isinstance(result, LouderResult)


def test_no_game_reads_the_kinds_of_another():
    with pytest.raises(ValueError, match="rolled"):
        KINDS.read(written("rolled", pips=4), "chess")


def test_a_log_of_a_game_that_is_gone_is_kept_as_it_is():
    event = KINDS.read(written("rolled", pips=4, odd={"a": [1]}), "gone")
    assert isinstance(event, UnknownEvent)
    assert {**event.model_dump(), **(event.model_extra or {})}.items() >= {
        "pips": 4,
        "odd": {"a": [1]},
    }.items()


@pytest.mark.parametrize("missing", ["event", "event_id", "session_id", "timestamp"])
def test_what_has_no_envelope_is_no_event(missing: str):
    data = written("rolled", pips=4)
    del data[missing]
    with pytest.raises(ValueError, match="envelope"):
        KINDS.read(data, "dice")


def test_a_class_knows_its_tag():
    assert kind_of(Rolled) == "rolled"
