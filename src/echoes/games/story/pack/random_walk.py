"""A seeded random walk through a story: what went wrong, and what was never reached."""

import random
from collections.abc import Set

from echoes.core.errors import EchoesError
from echoes.games.story.events import StoryEnded
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.goals import move_towards
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import find_line
from echoes.games.story.state import StoryState, refusal_mark
from echoes.games.story.turn.moves import all_moves, suggested_moves

_STORY_WALKS, _LONGEST_WALK = 200, 400
_NOVEL, _WEIGHT, _STEADY = 0.3, 6, 0.9
"""The share of moves that look for what no walk has reached, the words that one act outweighs,
and the share of moves towards a goal."""
_NOTHING: frozenset[str] = frozenset()


def walk_story(story: StoryPack, seed: int, walks: int = _STORY_WALKS) -> list[str]:
    """Play a story at random, again and again.

    Args:
        story: that is played.
        seed: of all that is left to chance.
        walks: how often.
    Returns:
        What went wrong, and the places, chapters, beats, secrets, acts, lines and endings that were never
        reached, a line each.
    """
    reached: set[str] = set()
    found: list[str] = []
    wanted = _all_of(story)
    for number in range(walks):
        missing = [one for one in wanted if one not in reached]
        goal = random.Random(f"{seed}/{number}/goal").choice(missing) if number % 4 and missing else ""
        if problem := _walk_once(story, f"{seed}/{number}", reached, goal):
            found.append(f"walk {number}: {problem}")
    return [*found[:5], *(f"never reached: {one}" for one in wanted if one not in reached)]


def _all_of(story: StoryPack) -> list[str]:
    wanted = [f"{kind} {key}" for kind, keys in (
        ("place", story.places), ("chapter", story.chapters), ("secret", story.secrets),
        ("act", story.acts), ("ending", story.endings),
    ) for key in keys]  # fmt: skip
    wanted += [f"beat {beat}" for chapter in story.chapters.values() for beat in chapter.beats]
    wanted += [f"act {refusal_mark(key)}" for key, act in story.acts.items() if act.refusal]
    return wanted + [f"line {who}.{key}" for who, member in story.cast.items() for key in member.lines]


def _walk_once(story: StoryPack, seed: str, reached: set[str], goal: str) -> str:
    """Play one game, towards a goal if there is one; return what went wrong, or nothing."""
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
        state = play.state
        reached |= _reached_in(state)
        if state["ended"]:
            ends = [one for one in play.events() if isinstance(one, StoryEnded)]
            reached |= {f"ending {one.details.ending}" for one in ends}
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
