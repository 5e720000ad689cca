"""A seeded random walk through a story: what went wrong, and what was never reached."""

import random
from collections.abc import Set

from echoes.games.story.events import StoryEnded, StoryTrace
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.goals import move_towards
from echoes.games.story.pack.lint import can_be_said
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import find_line
from echoes.games.story.state import StoryState, refusal_mark
from echoes.games.story.turn.moves import all_moves, suggested_moves
from echoes.games.world.play import Play
from echoes.games.world.walk import Walk, walk_often

_STORY_WALKS = 200
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
        return _StoryWalk(story, seed, goal).run(reached, is_shy)

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


class _StoryWalk(Walk[StoryState, StoryTrace]):
    """One walk, towards a goal if there is one."""

    def __init__(self, story: StoryPack, seed: str, goal: str) -> None:
        super().__init__(seed, begun_story(story))
        self._story, self._goal = story, goal
        self._guided = self.chance.random()  # some take what is at hand, some try anything

    def choose(self, reached: Set[str]) -> str:
        """Return a move towards the goal, or any."""
        play, chance = StoryPlay(self._story, self.state), self.chance
        key = move_towards(play, self._goal, chance) if self._goal and chance.random() < _STEADY else ""
        if key:
            return key
        known = reached if chance.random() < _NOVEL else _NOTHING
        is_guided = chance.random() < self._guided
        return chance.choice(suggested_moves(play) if is_guided else _worthwhile(play, known))

    def make(self, key: str) -> StoryPlay:
        """Return the play of a move."""
        play = StoryPlay(self._story, self.state)
        perform(play, key, "-")
        return play

    def reached_by(self, play: Play[StoryState, StoryTrace]) -> set[str]:
        """Return all that was reached so far, and the ending."""
        ends = {f"ending {one.details.ending}" for one in play.events() if isinstance(one, StoryEnded)}
        return _reached_in(play.state) | ends

    def where(self) -> str:
        """Return the chapter."""
        return self.state["chapter"]


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
