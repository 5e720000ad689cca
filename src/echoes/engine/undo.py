"""Undo: the entry that takes back the last turns of a session."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.events import TurnsUndone
from echoes.core.log_queries import effective_entries, last_turns
from echoes.engine.projection import fold
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario


def undo_entry(game: AnyGame, scenario: Scenario, entries: Sequence[Entry], count: int) -> Entry:
    """Return the entry that takes back the last turns, with the progress that remains."""
    turns, before = last_turns(entries, count), effective_entries(entries)
    left = [entry for entry in before if entry.event.turn not in turns]
    was, state = (fold(game, scenario, part).get("game") for part in (before, left))
    last = max(entry.event.turn for entry in entries)
    undone = TurnsUndone(turns=turns, progress=game.progress(scenario, state), turn=last)
    return Entry(undone, game.kept(was))
