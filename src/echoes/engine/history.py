"""What follows from a session's log."""

from collections.abc import Sequence
from typing import Any

from echoes.core.events import Draft
from echoes.core.history import active, draft_of
from echoes.core.log_entries import LogEntry
from echoes.core.protocols import EventLog
from echoes.core.usage import Usage
from echoes.games.base import GameType, Scenario, TurnState
from echoes.games.rolling import close_turn, usage_of


def fold(game: GameType, scenario: Scenario, entries: Sequence[LogEntry]) -> TurnState:
    """The graph's state after a log: the game's own, and its history."""
    drafts = [draft_of(entry) for entry in active(entries)]
    start = TurnState(game=game.initial_state(scenario))
    spent = usage_of([draft_of(entry) for entry in entries], Usage())
    return {**close_turn(start, drafts, game.evolve), "spent": spent, "outbox": [], "entries": len(entries)}


def follow(game: GameType, state: TurnState, entries: Sequence[LogEntry]) -> TurnState:
    """The state after entries that were appended and take nothing back; without the graph's history.

    Args:
        game: whose state it is.
        state: before, as `fold` made it.
        entries: behind it in the log.
    """
    own, drafts = state.get("game", {}), [draft_of(entry) for entry in entries]
    for draft in drafts:
        own = game.evolve(own, draft)
    before: Any = state.get("spent", {})
    return {**state, "game": own, "spent": usage_of(drafts, Usage(**before))}


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
