"""A seeded random walk through a score: what went wrong, and what was never reached."""

from collections.abc import Set
from functools import partial

from echoes.core.chance import roll
from echoes.core.log.entries import Entry
from echoes.games.heist.events import HeistEnded, HeistStarted, HeistStartTrace, HeistTrace
from echoes.games.heist.pack.schema import SCORE_FILES, Score
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState, new_heist
from echoes.games.heist.turn.options import open_moves
from echoes.games.world.play import Play
from echoes.games.world.walk import Walk, walk_often

_WALKS = 300


class PlainDice:
    """Dice that follow from seed and key, and are kept nowhere."""

    def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the dice."""
        return roll(seed, key, count, sides)


def begun_heist(score: Score, seed: str) -> HeistState:
    """Return the state of a new game with a seed."""
    started = HeistStarted(
        puzzle_id=score.id, title=score.title, lang=score.language, puzzle_hash="", statement="",
        seed_hash="", dice=score.dice, prompt="", options=[], licence="",
    )  # fmt: skip
    return heist_after(new_heist(), Entry(started, HeistStartTrace(seed=seed)))


def walk_score(score: Score, seed: int, walks: int = _WALKS) -> list[str]:
    """Play a score at random, as `walk_often` does."""
    wanted = [f"scene {key}" for key in score.scenes]
    wanted += [f"obstacle {key}.{name}" for key, scene in score.scenes.items() for name in scene.obstacles]
    usual = str(SCORE_FILES.defaults_in(score.language))  # which a small score has no room for
    wanted += [f"ending {key}" for key, one in score.endings.items() if one.text not in usual]
    return walk_often(partial(_walk, score), wanted, seed, walks)


class _ScoreWalk(Walk[HeistState, HeistTrace]):
    """One walk; some walk the straight way, some stray."""

    longest = 600

    def __init__(self, score: Score, seed: str) -> None:
        super().__init__(seed, begun_heist(score, seed))
        self._score, self._texts = score, dict[str, str]()
        self._careless = self.chance.random()

    def choose(self, reached: Set[str]) -> str:
        """Return a move; to walk away is rare."""
        options = open_moves(self._score, self.state)
        self._texts = {one.key: one.text for one in options}
        ahead = [one.key for one in options if one.key.startswith(("exit:", "die:", "approach:", "go"))]
        fair = [one.key for one in options if one.key != "walk_away" or self.chance.random() < 0.02]
        if not options:
            return ""
        return self.chance.choice(
            ahead if ahead and self.chance.random() > self._careless else fair or [*self._texts]
        )

    def make(self, key: str) -> HeistPlay:
        """Return the play of a move."""
        play = HeistPlay(self._score, self.state, PlainDice())
        make_heist_move(play, key, self._texts[key])
        return play

    def reached_by(self, play: Play[HeistState, HeistTrace]) -> set[str]:
        """Return the scene, the obstacles that were passed, and the ending."""
        state, ends = play.state, (one for one in play.events() if isinstance(one, HeistEnded))
        passed = {f"obstacle {key}" for key in state["full"] if "." in key}
        scene = {f"scene {state['scene']}"} | passed if state["scene"] else set[str]()
        return scene | {f"ending {one.details.ending}" for one in ends}

    def where(self) -> str:
        """Return the scene."""
        return self.state["scene"]


def _walk(score: Score, seed: str, reached: set[str], is_shy: bool) -> str:
    return _ScoreWalk(score, seed).run(reached, is_shy)
