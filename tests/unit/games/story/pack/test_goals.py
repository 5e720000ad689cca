"""Walks with a goal: every ending is reached by going for it."""

import random

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.opening import begun_story
from echoes.games.story.pack.goals import move_towards
from echoes.games.story.rules.play import StoryPlay


@pytest.mark.parametrize(
    ("name", "ending"),
    [("last_ferry", "five"), ("missing_lead", "full_house"), ("missing_lead", "two_kings")],
)
def test_the_endings_that_ask_most_are_reached_by_going_for_them(name: str, ending: str):
    story = story_in("en", name)
    for seed in range(12):
        chance, state = random.Random(seed), begun_story(story)
        for _ in range(120):
            move = move_towards(StoryPlay(story, state), f"ending {ending}", chance) or "wait:"
            state = after(story, move, state=state)
            if state["ended"]:
                break
        if state["ended"] == ending:
            return
    raise AssertionError(f"no walk came to {ending}")
