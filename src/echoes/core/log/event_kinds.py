"""The kinds of events, the platform's and each game's, by which a log is read."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from pydantic import ConfigDict

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Narrated,
    SessionEnded,
    SessionStarted,
    TurnFailed,
    TurnsUndone,
)
from echoes.core.log.lineage import MainLineChosen
from echoes.core.seats.events import SeatLeft, SeatTaken


class UnknownEvent(Event, frozen=True):
    """An event of a game type that is not installed: kept, listed and exported unchanged."""

    model_config = ConfigDict(extra="allow", frozen=True)


PLATFORM_EVENTS: tuple[type[Event], ...] = (
    SessionStarted,
    ClarificationAsked,
    TurnsUndone,
    Narrated,
    CommandResult,
    TurnFailed,
    SeatTaken,
    SeatLeft,
    MainLineChosen,
    SessionEnded,
)


def kind_of(event_type: type[Event]) -> str:
    """Return the tag of a class of events, as it is in JSON."""
    return str(event_type.model_fields["event"].default)


@cache
def _lenient(kind: type[Event]) -> type[Event]:
    """Return a class of events that keeps unknown keys and traces, so that a fork can copy them."""
    own = {"model_config": ConfigDict(extra="allow", frozen=True), "__module__": __name__}
    trace = type(kind.trace_type.__name__, (kind.trace_type,), own)
    return type(kind.__name__, (kind,), {**own, "trace_type": trace})


_LENIENT = {kind_of(kind): _lenient(kind) for kind in PLATFORM_EVENTS}
"""The kinds by which the log of a game that is not installed is read."""
_UNKNOWN = _lenient(UnknownEvent)


class EventKinds:
    """The kinds of events by which logs are read.

    Args:
        added: returns the kinds that a game type adds, and None for one that is not installed; one with the
            tag of a platform's kind replaces it.
    """

    def __init__(self, added: Callable[[str], Sequence[type[Event]] | None]) -> None:
        self._added = added
        self._by_game: dict[str, Mapping[str, type[Event]] | None] = {}

    def read(self, data: Mapping[str, Any], game_type: str, is_earlier: bool = False) -> Event:
        """Read one event of a log.

        Args:
            data: its JSON form, including the envelope.
            game_type: the game type of the session.
            is_earlier: whether an earlier build wrote it.
        Raises:
            ValueError: it is not a valid event (pydantic's ValidationError is one).
        """
        tag = data.get("event")
        if not (tag and data.get("event_id") and data.get("session_id") and data.get("timestamp")):
            raise ValueError("no envelope")
        if is_earlier:
            return self._read_earlier(data, game_type)
        kinds = self._kinds(game_type)
        kind = (kinds or _LENIENT).get(str(tag))
        if kind is None and kinds is None:
            kind = _UNKNOWN
        if kind is None:
            raise ValueError(f"no event of '{game_type}': {tag!r}")
        return kind.model_validate(data)

    def _read_earlier(self, data: Mapping[str, Any], game_type: str) -> Event:
        """Read an event of an earlier build: with all that it says, whatever it is today."""
        tag = str(data["event"])
        own = (self._kinds(game_type) or {}).get(tag)
        for kind in (own and _lenient(own), _LENIENT.get(tag)):
            with suppress(ValueError):
                if kind:
                    return kind.model_validate(data)
        return _UNKNOWN.model_validate(data)

    def _kinds(self, game_type: str) -> Mapping[str, type[Event]] | None:
        """Return the kinds of a game type by tag; None where it is not installed."""
        if game_type not in self._by_game:
            added = self._added(game_type)
            kinds = None if added is None else (*PLATFORM_EVENTS, *added)
            self._by_game[game_type] = None if kinds is None else {kind_of(one): one for one in kinds}
        return self._by_game[game_type]
