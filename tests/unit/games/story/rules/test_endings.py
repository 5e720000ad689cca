"""Endings: the first that fits, and progress that grows with what was learned."""

from typing import Any

import pytest
from tests.unit.games.story.playing import after, story_in, waited

from echoes.core.log.entries import Entry
from echoes.core.log.records import GameFacts
from echoes.core.views.blocks import Ending
from echoes.games.resources import PlayerMemory
from echoes.games.story.events import StoryEnded
from echoes.games.story.opening import endings_reached, story_opening
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.endings import end_story, ending_that_fits, give_up, last_ending, progress_in
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState, new_story
from echoes.games.story.view.blocks import blocks_of_story

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


def test_any_ending_is_all_of_a_story_and_giving_up_leaves_it_where_it_was():
    play = StoryPlay(STORY, STATE)
    before = progress_in(STORY, play.state)
    end_story(play, "lamp")
    assert progress_in(STORY, play.state) == ended(play).progress_made == 1.0
    given_up = StoryPlay(STORY, STATE)
    give_up(given_up)
    assert progress_in(STORY, given_up.state) == before < 1.0
    assert ended(given_up).progress_made is None


@pytest.mark.parametrize(
    ("before", "reached"),
    [(None, 0), ([], 1), (["lamp"], 1), (["five", "tove_stays"], 3), (["five", "older"], 2)],
)
def test_an_ending_tells_how_many_were_reached_where_that_is_remembered(
    before: list[str] | None, reached: int
):
    play = StoryPlay(STORY, {**STATE, "reached": before})
    end_story(play, "lamp")
    told = ended(play).details
    assert (told.reached, told.endings) == (reached, 0 if before is None else len(STORY.endings))
    *_, ending = blocks_of_story(ended(play), "en") or ()
    assert isinstance(ending, Ending)
    assert (f"{reached} of {len(STORY.endings)}" in ending.tally) == (reached > 0)


def test_endings_of_other_stories_and_of_whoever_is_not_remembered_do_not_count():
    games = [
        GameFacts.model_validate({"story": story, "ending": ending})
        for story, ending in [
            ("last_ferry", "lamp"),
            ("last_ferry", ""),
            ("missing_lead", "five"),
            ("", "five"),
        ]
    ]
    assert endings_reached(STORY, PlayerMemory(counted=(*games,), is_kept=True)) == ["lamp"]
    assert endings_reached(STORY, PlayerMemory(counted=(*games,))) is None


def test_a_fork_does_not_count_endings_since_it_does_not_know_that_of_its_origin():
    started, trace = story_opening(STORY, "story", reached=["five"])
    assert story_after(new_story(), Entry(started, trace)).get("reached") == ["five"]
    forked = trace.model_copy(update={"shared_turns": 4})
    assert story_after(new_story(), Entry(started, forked)).get("reached") is None


def test_who_says_before_all_that_he_cannot_read_is_not_said_never_to_have_told():
    story = story_in("en", "missing_lead")
    known = ("do:check_props", "go:wardrobe", "do:thread_needles", "do:play_tape", "ask:auntie:tape")
    state = after(story, *known, "ask:auntie:flask", "ask:auntie:lead", "go:yard", "do:feel_saddle")
    state = waited(story, waited(story, state, "search"), "nine")
    knows = {**state["knows"], "player": [*state["knows"]["player"], "in_loft"], "director": ["own_words"]}
    ready: StoryState = {**state, "knows": knows, "trust": {**state["trust"], "lead": 2}}
    assert "cannot_read" not in ready["knows"]["player"]
    ended = after(story, "do:fetch_lead", state=ready)
    assert ended["ended"] == "full_house" and "cannot_read" in ended["knows"]["player"]
