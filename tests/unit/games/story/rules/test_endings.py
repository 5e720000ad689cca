"""Endings: the first that fits, and progress that grows with what was learned."""

from typing import Any

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.events import StoryEnded
from echoes.games.story.rules.endings import end_story, ending_that_fits, give_up, last_ending, progress_in
from echoes.games.story.rules.play import StoryPlay

STORY = story_in("en")
STATE = after(STORY)


def ended(play: StoryPlay) -> StoryEnded:
    [event] = [entry.event for entry in play.entries() if isinstance(entry.event, StoryEnded)]
    return event


@pytest.mark.parametrize(
    ("done", "ending"),
    [
        (("unload", "name_tove"), "five"),
        (("name_tove",), "tove_stays"),
        (("name_tove", "name_doctor"), "doctor_stays"),
    ],
)
def test_the_first_ending_whose_condition_holds_is_it_and_else_the_last(done: tuple[str, ...], ending: str):
    assert ending_that_fits(STORY, {**STATE, "done": [*done]}) == ending
    assert ending_that_fits(STORY, STATE) == last_ending(STORY) == "you_stay"


def test_an_ending_counts_what_was_learned():
    play = StoryPlay(STORY, {**STATE, "knows": {**STATE["knows"], "player": ["seal_cut"]}})
    end_story(play, "lamp")
    event = ended(play)
    assert (event.status, event.details.ending, event.details.learned) == ("COMPLETED", "lamp", 1)
    assert event.details.text.startswith(STORY.endings["lamp"].text)
    assert event.details.secrets == len(STORY.secrets)


def test_giving_up_is_no_ending_and_tells_nothing():
    play = StoryPlay(STORY, STATE)
    give_up(play)
    event = ended(play)
    assert (event.status, event.details.ending, event.details.text) == ("ABORTED", "", "")


def test_progress_grows_with_chapters_and_secrets_and_is_whole_at_the_end_only():
    def at(chapters: int, secrets: int, over: str = "") -> float:
        state: Any = {
            **STATE, "chapters": [*STORY.chapters][:chapters], "ended": over,
            "knows": {**STATE["knows"], "player": [*STORY.secrets][:secrets]},
        }  # fmt: skip
        return progress_in(STORY, state)

    made = [at(0, 0), at(1, 0), at(1, 4), at(3, 4), at(3, len(STORY.secrets))]
    assert made == sorted({*made}) and made[0] == 0 and made[-1] == 0.95
    assert at(0, 0, "lamp") == 1.0
