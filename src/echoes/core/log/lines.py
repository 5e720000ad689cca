"""Lines of a log, read as entries: those of this form, and those of earlier builds as far as they are known.

An event names the version of its form (`schema`). Stored lines are never rewritten.
"""

from contextlib import suppress
from typing import Any

from echoes.core.log.entries import Cause, Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.events import SCHEMA_VERSION, Event, SessionStarted, Trace

JsonLine = dict[str, Any]


class NewerLog(ValueError):
    """A line was written by a newer version of the game."""


def read_entry(data: JsonLine, kinds: EventKinds, game_type: str) -> Entry:
    """Read one line of a log.

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
    trace, cause, rest = data.get("trace"), data.get("cause"), int(data.get("rest", 0))
    event = kinds.read(data["event"], game_type, is_earlier=version < SCHEMA_VERSION)
    if version < SCHEMA_VERSION:
        if isinstance(event, SessionStarted) and not event.lineage:  # the first form had none
            event = event.model_copy(update={"lineage": event.session_id})
        return Entry(event, _as_far_as_known(event, trace), _said_in(cause), rest)
    return Entry(
        event,
        None if trace is None else event.trace_type.model_validate(trace),
        None if cause is None else Cause.model_validate(cause),
        rest,
    )


def _as_far_as_known(event: Event, trace: JsonLine | None) -> Trace | None:
    with suppress(ValueError):
        return None if trace is None else event.trace_type.model_validate(trace)
    return None


def _said_in(cause: JsonLine | None) -> Cause | None:
    """Return the cause of a write of an earlier build, which nobody runs again: who said what."""
    if cause is None:
        return None
    return Cause.model_validate({key: cause[key] for key in ("message", "by", "seat") if key in cause})


def game_type_of(data: JsonLine) -> str:
    """Return the game type of the session that a line opens; empty for any other line."""
    event = _event(data)
    return str(event.get("game_type", DEFAULT_GAME)) if event.get("event") == "session_started" else ""


DEFAULT_GAME = str(SessionStarted.model_fields["game_type"].default)
"""The game type of a session that names none."""


def _event(data: Any) -> JsonLine:
    if not isinstance(data, dict) or not isinstance(data.get("event"), dict):  # pyright: ignore[reportUnknownMemberType]
        raise ValueError("no event")
    return data["event"]  # pyright: ignore[reportUnknownVariableType]
