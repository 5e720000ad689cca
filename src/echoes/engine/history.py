"""What follows from a session's log."""

from collections.abc import Sequence

from echoes.core.events import Draft, LogEntry
from echoes.core.history import active, draft_of
from echoes.core.protocols import EventLog, JsonObject
from echoes.games.base import GameType, Scenario


def fold(game: GameType, scenario: Scenario, entries: Sequence[LogEntry]) -> JsonObject:
    """The game's state after a log."""
    state = game.initial_state(scenario)
    for entry in active(entries):
        state = game.evolve(state, draft_of(entry))
    return state


class LogHistory:
    """A session's history, read from its log when asked.

    Args:
        log: the event log.
        session_id: of which session.
    """

    def __init__(self, log: EventLog, session_id: str) -> None:
        self._log = log
        self._session_id = session_id

    def drafts(self) -> Sequence[Draft]:
        """Event and trace of each entry that counts, in order."""
        return [draft_of(entry) for entry in active(self._log.read(self._session_id))]
