"""Games of heists without an engine: the rules, seeded dice, and nothing written."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.words import READER, finished

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.pack.schema import SCORE_FILES, Score
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.options import OpenMove, open_moves
from echoes.games.heist.turn.reading import read_in_heist

PACKS = Path(__file__).parents[4] / "data" / "heists"


@lru_cache
def score_in(language: str, name: str = "tidewater_ledger") -> Score:
    [found] = [
        one.scenario
        for one in SCORE_FILES.read(PACKS / name)
        if one.scenario and one.scenario.language == language
    ]
    assert isinstance(found, Score)
    return found


@dataclass
class Game:
    """One game; `before` is the state in which its entries begin."""

    score: Score
    before: HeistState
    state: HeistState
    entries: list[Entry] = field(default_factory=list[Entry])

    @property
    def moves(self) -> list[OpenMove]:
        return open_moves(self.score, self.state)

    def make(self, key: str) -> list[Event]:
        play = HeistPlay(self.score, self.state, PlainDice())
        make_heist_move(play, key, key)
        self.entries += play.entries()
        self.state = play.state
        return [entry.event for entry in play.entries()]

    def first(self, *kinds: str) -> list[Event]:
        """Make the first open move of the first of these kinds that is open."""
        for kind in kinds:
            for move in self.moves:
                if move.key.startswith(kind):
                    return self.make(move.key)
        raise AssertionError(f"none of {kinds} in {[move.key for move in self.moves]}")


def begun(seed: str = "seed", language: str = "en", name: str = "tidewater_ledger", **changes: Any) -> Game:
    score = score_in(language, name)
    state = begun_heist(score.model_copy(update=changes), seed)
    return Game(score, state, state)


def in_play(seed: str = "seed", language: str = "en", name: str = "tidewater_ledger", **changes: Any) -> Game:
    """A game whose first scene has begun."""
    game = begun(seed, language, name, **changes)
    for kind in ("ready", "plan:", "detail:"):
        game.first(kind)
    return game


def read(game: Game, message: str) -> HeistIntent:
    """Return what a message means."""
    return finished(lambda: read_in_heist(READER, game.score, game.state, game.moves, message))
