"""Stories without an engine: a pack, a state, and moves by their keys."""

from functools import lru_cache
from pathlib import Path

from tests.support import ROOT
from tests.words import READER, finished

from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import STORY_FILES, StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.reading import read_in_story

STORIES = ROOT / "data" / "stories"

SEAL = ("do:carry_wood", "go:sorting_room", "do:open_bag", "do:count_letters", "go:landing", "look:crates")
HITCH = ("go:parlour", "ask:sunniva:knot")
CONFESSION = ("go:kitchen", "do:dry_pots", "take:knife", "show:tove:knife", "ask:tove:tove_cut")
MEDICINE = ("go:parlour", "ask:doctor:crates", "go:loft", "ask:sunniva:crates")
"""Moves of *Last Ferry Before the Ice* to what must be known."""


@lru_cache
def story_in(language: str, name: str = "last_ferry", folder: Path = STORIES) -> StoryPack:
    """Return a bundled story in a language."""
    for report in STORY_FILES.read(folder / name):
        assert not report.error, report.error
        if isinstance(report.scenario, StoryPack) and report.scenario.language == language:
            return report.scenario
    raise AssertionError(f"no {name} in {language}")


def after(story: StoryPack, *keys: str, state: StoryState | None = None) -> StoryState:
    """Return the state after moves."""
    state = state or begun_story(story)
    for key in keys:
        play = StoryPlay(story, state)
        perform(play, key, key)
        state = play.state
    return state


def story_intent(play: StoryPlay, message: str) -> StoryIntent:
    """Return what a message means."""
    return finished(lambda: read_in_story(READER, play, message))


def read_after(language: str, message: str, *moves: str, name: str = "last_ferry") -> StoryIntent:
    """Return what a message means after moves."""
    story = story_in(language, name)
    return story_intent(StoryPlay(story, after(story, *moves)), message)


def waited(story: StoryPack, state: StoryState, chapter: str) -> StoryState:
    """Return the state once a chapter has come, or the story has ended."""
    for _ in range(60):
        if state["chapter"] == chapter or state["ended"]:
            break
        state = after(story, "wait:", state=state)
    return state
