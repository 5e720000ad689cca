"""A finished game beside those of others, for the screen at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionStarted
from echoes.core.seats.visibility import seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.of_the_day import day_of
from echoes.engine.sessions.queries import read_entries, unblocked
from echoes.memory.records import GameRecord


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, as one viewer may see it.

    Attributes:
        entries: of its whole log, as the seat sees them.
        others: the first tries of other players at the same version of the scenario.
        stars: that the viewer gave the scenario, 1 to 5; 0 for none yet.
        languages: the other languages in which it can be played.
        day: the date whose scenario it was when it was begun; empty for any other.
    """

    entries: Sequence[Entry]
    others: Sequence[GameRecord] = ()
    stars: int = 0
    languages: Sequence[str] = ()
    day: str = ""


async def finished_game(engine: GameEngine, started: SessionStarted, seat: str, viewer: str) -> FinishedGame:
    """Return a finished game.

    Args:
        engine: that played it.
        started: its opening.
        seat: from which it is looked at.
        viewer: the player who looks at it.
    """
    log = await unblocked(engine, read_entries, started.session_id)
    memory, scenario = await engine.players.memory(), started.puzzle_id
    tries = await memory.ledger.first_tries_of(scenario, started.puzzle_hash)
    return FinishedGame(
        entries=seen_by(log, seat),
        others=[record for record in tries if record.player_id != started.player_id],
        stars=(await memory.ratings(scenario)).get(scenario, {}).get(viewer, 0),
        languages=[one for one in engine.scenarios.languages(scenario) if one != started.lang],
        day=day_of(engine, started),
    )
