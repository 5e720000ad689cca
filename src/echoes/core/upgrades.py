"""Upgrades of old logs: each step turns one version of an entry into the next.

An event names the version of its form (`schema`). Stored lines are never rewritten; they are upgraded each
time they are read, like the upcasters of event sourcing (Axon, Marten).
"""

from collections.abc import Callable
from typing import Any

from echoes.core.entries import Cause, Entry
from echoes.core.event_kinds import EventKinds
from echoes.core.events import SCHEMA_VERSION

JsonLine = dict[str, Any]


class NewerLog(ValueError):
    """A line was written by a newer version of the game."""


def read_entry(data: JsonLine, kinds: EventKinds, game_type: str) -> Entry:
    """Read one line of a log, of any version so far.

    Args:
        data: the line's JSON object.
        kinds: the kinds of events.
        game_type: the game type of the session; a line that opens a session names its own.
    Raises:
        NewerLog: its version is newer than this program.
        ValueError: it is not a valid entry (pydantic's ValidationError is one).
    """
    version = _event(data).get("schema")
    if not isinstance(version, int) or version < 1:
        raise ValueError(f"no version {version!r}")
    if version > SCHEMA_VERSION:
        raise NewerLog(f"version {version}")
    for step in range(version, SCHEMA_VERSION):
        data = _STEPS[step](data)
        data["event"]["schema"] = step + 1
    event = kinds.read(data["event"], game_type)
    trace, cause = data.get("trace"), data.get("cause")
    return Entry(
        event,
        None if trace is None else event.trace_type.model_validate(trace),
        None if cause is None else Cause.model_validate(_with_operation(cause)),
        int(data.get("rest", 0)),
    )


def _with_operation(cause: Any) -> Any:
    """Return a cause whose correction, as older logs name it, is an operation like any other."""
    if not isinstance(cause, dict) or "correction" not in cause:
        return cause  # pyright: ignore[reportUnknownVariableType]
    named: JsonLine = {**cause}
    corrected = named.pop("correction")
    return {**named, "operation": {"name": "correct", "arguments": corrected}} if corrected else named


def game_type_of(data: JsonLine) -> str:
    """Return the game type of the session that a line opens; empty for any other line."""
    event = _event(data)
    return str(event.get("game_type", OLDEST)) if event.get("event") == "session_started" else ""


OLDEST = "situation_puzzle"
"""The game type of sessions from before there were others."""


def _event(data: Any) -> JsonLine:
    if not isinstance(data, dict) or not isinstance(data.get("event"), dict):  # pyright: ignore[reportUnknownMemberType]
        raise ValueError("no event")
    return data["event"]  # pyright: ignore[reportUnknownVariableType]


def _from_1(data: JsonLine) -> JsonLine:
    """Upgrade to version 2, in which a session names its lineage and a write has an end and a cause."""
    event = data["event"]
    if event.get("event") == "session_started":
        event = {**event, "lineage": event.get("session_id")}
    return {**data, "event": {**event}}


_STEPS: dict[int, Callable[[JsonLine], JsonLine]] = {1: _from_1}
