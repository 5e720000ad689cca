"""The fold of a story's log: what each entry changes, shown or hidden, and what it leaves alone."""

from typing import Any

import pytest
from tests.unit.games.story.playing import story_in

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.opening import begun_story
from echoes.games.story.reducer import story_after
from echoes.games.story.state import ChapterSummary, StoryState

START = begun_story(story_in("en"))


def fold(event: Event, noted: StoryTrace | None = None, **before: Any) -> StoryState:
    return story_after({**START, **before}, Entry(event, noted))  # type: ignore[typeddict-item]


def hidden(noted: StoryTrace, **before: Any) -> StoryState:
    return fold(Event(event="noted"), noted, **before)


def test_a_turn_is_counted_and_whom_it_spoke_to_is_spoken_to_until_one_leaves():
    asked = fold(happened.PlayerActed(act="ask", text="-", character="doctor"), turns=3, chapter_turns=1)
    assert (asked["turns"], asked["chapter_turns"], asked["addressee"]) == (4, 2, "doctor")
    assert asked["asked"] == [], "what was offered before is no longer meant by a number"
    looked = fold(happened.PlayerActed(act="look", text="-"), addressee="doctor")
    assert looked["addressee"] == "doctor"
    assert fold(happened.PlayerActed(act="go", text="-"), addressee="doctor")["addressee"] == ""


def test_who_leaves_is_no_longer_spoken_to_and_who_comes_has_been_met():
    left = happened.CharacterCame(character="doctor", name="D", came=False, text="-")
    assert fold(left, addressee="doctor")["addressee"] == ""
    assert fold(left, addressee="sunniva")["addressee"] == "sunniva"
    came = fold(happened.CharacterCame(character="tove", name="T", came=True, text="-"))
    assert "tove" in came["met"] and "tove" in came["heard"]


def test_a_secret_is_learned_once():
    learned = happened.SecretLearned(secret="seal_cut", title="-", text="-")
    twice = story_after(fold(learned), Entry(learned))
    assert twice["knows"]["player"] == ["seal_cut"]


def test_muting_and_unmuting_leave_others_as_they_are():
    def muted(who: str, on: bool, *before: str) -> list[str]:
        return fold(happened.CharacterMuted(character=who, name="-", muted=on, text="-"), muted=[*before])[
            "muted"
        ]

    assert muted("doctor", True, "tove", "doctor") == ["tove", "doctor"]
    assert muted("doctor", False, "tove", "doctor") == ["tove"]


def test_a_chapter_that_closes_keeps_its_beats_as_past_ones_and_waits_for_a_summary():
    closed = happened.ChapterClosed(chapter="evening", title="Evening", summary="It was dark.")
    state = fold(closed, beats=["found"], past_beats=["old"])
    assert (state["beats"], state["past_beats"], state["unsummed"]) == ([], ["old", "found"], ["evening"])
    summed = story_after(state, Entry(Event(event="noted"), StoryTrace(summaries={"evening": "Darker."})))
    assert summed["chapters"] == [ChapterSummary(chapter="evening", title="Evening", summary="Darker.")]
    assert summed["unsummed"] == []


@pytest.mark.parametrize(("before", "by", "after"), [(0, 2, 2), (2, 2, 3), (-2, -3, -3)])
def test_trust_never_leaves_its_bounds(before: int, by: int, after: int):
    assert hidden(StoryTrace(trust={"tove": by}), trust={"tove": before})["trust"]["tove"] == after


def test_a_line_that_is_said_again_becomes_the_latest():
    assert hidden(StoryTrace(line="a"), told=["a", "b"])["told"] == ["b", "a"]


def test_whereabouts_holders_and_deeds_add_to_what_was_there():
    state = hidden(StoryTrace(at={"tove": "loft"}, holds={"knife": "tove"}, done=("x", "y")), done=["y"])
    assert state["at"] == {**START["at"], "tove": "loft"}
    assert (state["holds"], state["done"]) == ({"knife": "tove"}, ["y", "x"])


def test_a_turn_by_a_model_is_unsettled_until_its_follow_up_work_is_done():
    state = hidden(StoryTrace(by_model=True))
    assert state["unsettled"]
    assert not story_after(state, Entry(happened.TurnSettled()))["unsettled"]


def test_a_summary_of_the_story_keeps_only_the_turns_that_came_after_it():
    turns: Any = [{"to": "", "by_model": True, "lines": []} for _ in range(4)]
    assert len(hidden(StoryTrace(kept=1, summary="So far."), recent=turns)["recent"]) == 1


def test_an_event_of_no_consequence_changes_nothing():
    assert fold(happened.StoryReplied(command="help", text="-")) == START
