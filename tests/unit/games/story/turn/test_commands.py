"""Commands of a story: each replies with what the player may know, and only deeds take a turn."""

import pytest
from tests.unit.games.story.playing import SEAL, after, story_in
from tests.unit.games.story.turn.context import context_of

from echoes.games.story.events import (
    CharacterMuted,
    PlayerActed,
    StoryEnded,
    StoryReplied,
    SuggestionsOffered,
)
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.commands import StoryTurn, notes_of, run_story_command, story_so_far, who_text

STORY = story_in("en")
START = begun_story(STORY)


async def run(name: str, argument: str = "", state: StoryState = START, turns: int = 0) -> StoryTurn:
    return await run_story_command(context_of(STORY, turns=turns), StoryPlay(STORY, state), name, argument)


def text_of(turn: StoryTurn) -> str:
    [entry] = turn.get("outbox", ())
    assert isinstance(entry.event, StoryReplied)
    return entry.event.text


@pytest.mark.parametrize(
    "name", ["help", "recap", "notebook", "who", "status", "again", "quit", "range", "?jump"]
)
async def test_a_command_that_tells_something_takes_no_turn(name: str):
    turn = await run(name)
    assert text_of(turn)
    assert "undo" not in turn


async def test_a_word_that_is_no_command_is_named_as_it_was_typed():
    assert "/jump" in text_of(await run("", "jump"))


async def test_who_is_here_is_seen_from_outside_and_whoever_is_muted_is_marked():
    text = who_text(StoryPlay(STORY, {**START, "muted": ["doctor"]}))
    lines = dict(zip(("doctor", "sunniva"), text.split("\n"), strict=True))
    assert all(STORY.cast[who].public.role in line for who, line in lines.items())
    assert STORY.cast["doctor"].private.wants not in text
    alone = StoryPlay(STORY, {**START, "at": {**START["at"], "player": "loft"}})
    assert who_text(alone) == alone.say("nobody_here")


def test_a_note_that_was_refuted_is_marked_as_untrue():
    knows = {**START["knows"], "player": ["eskil_slept"]}
    [before] = notes_of(STORY, {**START, "knows": knows})
    lie, _ = notes_of(STORY, {**START, "knows": {**knows, "player": ["eskil_slept", "ferry_hitch"]}})
    assert before == STORY.secrets["eskil_slept"].text
    assert lie == f"{before} (not true)"


def test_the_story_so_far_is_past_chapters_the_goal_the_newest_three_notes_and_the_place():
    known = ["seal_cut", "ferry_hitch", "missing_letter", "tove_cut"]
    over = {"chapter": "evening", "title": "Evening", "summary": "It was dark."}
    play = StoryPlay(STORY, {**START, "knows": {"player": known}, "chapters": [over]})  # type: ignore[typeddict-item]
    lines = story_so_far(play).split("\n")
    assert "It was dark." in lines[0]
    assert STORY.chapters["evening"].goal in lines[1]
    assert lines[2:5] == [f"– {STORY.secrets[key].text}" for key in known[1:]]
    parlour = STORY.places["parlour"]
    assert lines[5] == f"The stove parlour: {parlour.again}"
    assert all(STORY.places[exit].name in lines[6] for exit in parlour.exits)


async def test_looking_around_describes_the_place_and_costs_no_turn():
    turn = await run("look")
    events = [entry.event for entry in turn.get("outbox", ())]
    assert [event.event for event in events] == ["command_result", "suggestions_offered"]
    assert STORY.places["parlour"].again in getattr(events[0], "text", "")


async def test_going_somewhere_by_name_is_a_move_and_by_nothing_lists_the_ways():
    turn = await run("go", "the lamp loft")
    acted = next(entry.event for entry in turn.get("outbox", ()) if isinstance(entry.event, PlayerActed))
    assert acted.act == "go"
    text = text_of(await run("go"))
    assert all(STORY.places[place].name in text for place in STORY.places["parlour"].exits)


@pytest.mark.parametrize("name", ["address", "mute", "unmute"])
async def test_only_who_is_here_can_be_addressed_or_muted(name: str):
    text = text_of(await run(name, "Tove"))
    assert STORY.cast["doctor"].name in text and STORY.cast["tove"].name not in text


async def test_somebody_is_muted_by_any_of_their_names():
    for name in ("Doctor Rask", "rask", "physician"):
        [entry] = (await run("mute", name)).get("outbox", ())
        assert isinstance(entry.event, CharacterMuted)
        assert (entry.event.character, entry.event.muted) == ("doctor", True)


async def test_giving_up_ends_the_story():
    turn = await run("giveup", state=after(STORY, *SEAL))
    assert any(isinstance(entry.event, StoryEnded) for entry in turn.get("outbox", ()))


@pytest.mark.parametrize(
    ("argument", "turns", "undone"),
    [("", 3, 1), ("2", 3, 2), ("9", 3, 3), ("", 0, 0), ("0", 3, 0), ("all", 3, 0), ("-1", 3, 0)],
)
async def test_as_many_turns_are_taken_back_as_there_are(argument: str, turns: int, undone: int):
    assert (await run("undo", argument, turns=turns)).get("undo", 0) == undone


async def test_after_an_undo_the_place_and_what_can_be_done_there_are_shown():
    """Those of before the turn, wherever it led."""
    elsewhere = {**START, "at": {**START["at"], "player": "loft"}}
    said, offered = (await run("undo", state=elsewhere, turns=1)).get("outbox", ())  # type: ignore[arg-type]
    assert STORY.places["parlour"].again in getattr(said.event, "text", "")
    assert isinstance(offered.event, SuggestionsOffered)
    assert any(STORY.places["sorting_room"].name in option.text for option in offered.event.options)
