"""A seeded random walk through a score: what went wrong, and what was never reached."""

import random
from functools import partial

from echoes.core.chance import roll
from echoes.core.errors import EchoesError
from echoes.core.log.entries import Entry
from echoes.games.heist.events import HeistEnded, HeistStarted, HeistStartTrace
from echoes.games.heist.pack.schema import SCORE_FILES, Score
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState, new_heist
from echoes.games.heist.turn.options import open_moves
from echoes.games.packs.random_walk import walk_often

_WALKS, _LONGEST = 300, 600


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


def _walk(score: Score, seed: str, reached: set[str], is_shy: bool) -> str:
    chance, state, moves = random.Random(seed), begun_heist(score, seed), 0
    careless = chance.random()  # some walk the straight way, some stray
    while not state["ended"]:
        options = open_moves(score, state)
        if not options:
            return f"no move is open in '{state['scene']}'"
        ahead = [one for one in options if one.key.startswith(("exit:", "die:", "approach:", "go"))]
        fair = [one for one in options if one.key != "walk_away" or chance.random() < 0.02]
        chosen = chance.choice(ahead if ahead and chance.random() > careless else fair or options)
        play = HeistPlay(score, state, PlainDice())
        try:
            make_heist_move(play, chosen.key, chosen.text)
        except (EchoesError, KeyError, AssertionError) as error:
            return f"{chosen.key} in '{state['scene']}': {error!r}"
        moves += 1
        if moves > _LONGEST:
            return f"it did not end within {_LONGEST} moves"
        ends = (one.event for one in play.entries() if isinstance(one.event, HeistEnded))
        found = {f"ending {one.details.ending}" for one in ends}
        if is_shy and found & reached:
            continue
        state = play.state
        if state["scene"]:
            found |= {f"scene {state['scene']}", *(f"obstacle {key}" for key in state["full"] if "." in key)}
        reached |= found
    return ""
