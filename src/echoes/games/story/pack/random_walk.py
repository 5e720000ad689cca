"""A seeded random walk through a story: what went wrong, and what was never reached."""

import random
from collections.abc import Set

from echoes.core.errors import EchoesError
from echoes.games.packs.random_walk import walk_often
from echoes.games.story.events import StoryEnded
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.goals import move_towards
from echoes.games.story.pack.lint import can_be_said
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import find_line
from echoes.games.story.state import StoryState, refusal_mark
from echoes.games.story.turn.moves import all_moves, suggested_moves

_STORY_WALKS, _LONGEST_WALK = 200, 400
_NOVEL, _WEIGHT, _STEADY, _AIMLESS = 0.3, 6, 0.9, 4
"""The share of moves that look for what no walk has reached, the words that one act outweighs,
the share of moves towards a goal, and of how many walks one has none."""
_NOTHING: frozenset[str] = frozenset()


def walk_story(story: StoryPack, seed: int, walks: int = _STORY_WALKS) -> list[str]:
    """Play a story at random, as `walk_often` does; three of four walks head for what none has reached."""
    wanted = _all_of(story)

    def walk(seed: str, reached: set[str], is_shy: bool) -> str:
        missing = [one for one in wanted if one not in reached]
        aims = int(seed.rpartition("/")[2]) % _AIMLESS and missing
        goal = random.Random(f"{seed}/goal").choice(missing) if aims else ""
        return _walk_once(story, seed, reached, goal, is_shy)

    return walk_often(walk, wanted, seed, walks)


def _all_of(story: StoryPack) -> list[str]:
    wanted = [f"{kind} {key}" for kind, keys in (
        ("place", story.places), ("chapter", story.chapters), ("secret", story.secrets),
        ("act", story.acts), ("ending", story.endings),
    ) for key in keys]  # fmt: skip
    wanted += [f"beat {beat}" for chapter in story.chapters.values() for beat in chapter.beats]
    wanted += [f"act {refusal_mark(key)}" for key, act in story.acts.items() if act.refusal]
    lines = [(who, key, line) for who, member in story.cast.items() for key, line in member.lines.items()]
    return wanted + [f"line {who}.{key}" for who, key, line in lines if can_be_said(story, line)]


def _walk_once(story: StoryPack, seed: str, reached: set[str], goal: str, is_shy: bool) -> str:
    """Play one game, towards a goal if there is one."""
    chance, state = random.Random(seed), begun_story(story)
    guided = chance.random()  # some take what is at hand, some try anything
    for _ in range(_LONGEST_WALK):
        play = StoryPlay(story, state)
        key = move_towards(play, goal, chance) if goal and chance.random() < _STEADY else ""
        if not key:
            known = reached if chance.random() < _NOVEL else _NOTHING
            key = chance.choice(
                suggested_moves(play) if chance.random() < guided else _worthwhile(play, known)
            )
        try:
            perform(play, key, "-")
        except (EchoesError, KeyError, ValueError, StopIteration) as error:
            return f"{key} in '{state['chapter']}': {error!r}"
        ends = {f"ending {one.details.ending}" for one in play.events() if isinstance(one, StoryEnded)}
        if is_shy and ends & reached:
            continue
        state = play.state
        reached |= _reached_in(state) | ends
        if state["ended"]:
            return ""
    return f"it did not end within {_LONGEST_WALK} moves"


def _worthwhile(play: StoryPlay, reached: Set[str]) -> list[str]:
    """Return acts and words that lead to something, and ways to elsewhere; all moves where there is none.

    Args:
        play: before the move.
        reached: what is left out, as earlier walks had it.
    """
    found: list[str] = []
    ways: list[str] = []
    every = [*all_moves(play)]
    for key in every:
        kind, _, rest = key.partition(":")
        who, _, topic = rest.partition(":")
        if kind in ("ask", "tell", "show", "greet"):
            line = find_line(play, who, kind, topic)
            found += [key] if line and f"line {who}.{line}" not in reached else []
        elif kind == "do":
            found += [key] * (_WEIGHT if f"act {rest}" not in reached else 0)
        elif kind in ("go", "take"):
            ways.append(key)
    return [*found, *ways] if found else every


def _reached_in(state: StoryState) -> set[str]:
    groups = {
        "place": state["visited"],
        "chapter": [*(one["chapter"] for one in state["chapters"]), state["chapter"]],
        "beat": [*state["beats"], *state["past_beats"]],
        "secret": state["knows"]["player"],
        "act": state["done"],
        "line": state["told"],
    }
    return {f"{kind} {key}" for kind, keys in groups.items() for key in keys}
