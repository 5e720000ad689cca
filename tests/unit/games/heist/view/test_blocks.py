"""Blocks of heists: each event is shown by the same words in terminal, transcript and page."""

import pytest

from echoes.core.log.events import Event
from echoes.core.views.blocks import Choices, Dice, Line, Outcome, Sheet
from echoes.games.heist import events as happened
from echoes.games.heist.view.blocks import blocks_of_heist


def options(*groups: str) -> list[happened.HeistOption]:
    return [
        happened.HeistOption(n=n, text=f"option {n}", key="wait", group=group)
        for n, group in enumerate(groups, 1)
    ]


def test_a_heading_stands_before_the_first_option_of_each_group():
    offered = happened.OptionsOffered(prompt="What now?", options=options("Ways", "Ways", "Dice", "Dice", ""))
    [shown] = blocks_of_heist(offered, "en") or []
    assert isinstance(shown, Choices) and shown.headings == {1: "Ways", 3: "Dice"} and shown.free


def test_an_empty_offer_shows_nothing():
    assert blocks_of_heist(happened.OptionsOffered(prompt="?", options=[]), "en") == []


def test_a_scene_is_a_sheet_with_those_who_are_there_below_it():
    entered = happened.SceneEntered(
        scene="quay", title="The Quay", text="Fog.", variant="", people=("Ines", "Tam")
    )
    sheet, here = blocks_of_heist(entered, "en") or []
    assert isinstance(sheet, Sheet) and sheet.title == "The Quay"
    assert isinstance(here, Line) and "Ines" in here.text and "Tam" in here.text


def test_a_scene_that_was_told_before_is_named_only():
    entered = happened.SceneEntered(scene="quay", title="The Quay", text="", variant="", people=())
    assert blocks_of_heist(entered, "en") == [Line("The Quay", "notice")]


@pytest.mark.parametrize(("tier", "tone"), [("critical", "good"), ("partial", "mixed"), ("disaster", "bad")])
def test_an_outcome_has_the_tone_of_its_tier(tier: str, tone: str):
    spent = happened.DieSpent.model_validate({**DIE, "tier": tier, "turn": 3})
    [shown] = blocks_of_heist(spent, "zh") or []
    assert isinstance(shown, Outcome) and shown.badge.tone == tone and shown.turn == 3


DIE = {
    "obstacle": "gate",
    "pool": [],
    "position": "risky",
    "effect": "standard",
    "attribute": "prowess",
    "die": 4,
    "tier": "partial",
    "text": "You are seen.",
}


def test_segments_of_a_clock_are_drawn():
    ticked = happened.ClockTicked(clock="alarm", name="Alarm", old=1, filled=2, segments=4, reason="noise")
    assert blocks_of_heist(ticked, "en") == [Line("Alarm ●●○○ 2/4", "quiet")]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_that_changes_is_shown_with_its_reason(language: str):
    [line] = blocks_of_heist(happened.StressChanged(old=2, new=4, reason="pushed"), language) or []
    assert isinstance(line, Line) and all(part in line.text for part in ("2", "4", "pushed"))


def test_the_author_says_who_speaks_in_a_line_of_theirs():
    authored = happened.PersonSpoke(person="ines", name="Ines", text="“Go.”", line="ines:0", asked="why?")
    free = authored.model_copy(update={"line": ""})
    shown = [(blocks_of_heist(one, "en") or [])[0] for one in (authored, free)]
    assert [block.plain().startswith("Ines") for block in shown] == [False, True]


def test_a_throw_shows_the_die_that_counts():
    [shown] = blocks_of_heist(happened.DiceThrown(purpose="?", dice=[2, 5], best=5), "en") or []
    assert isinstance(shown, Dice) and shown.total == 5 and shown.rolled == [2, 5]


def test_what_the_platform_shows_is_left_to_it():
    assert blocks_of_heist(Event(event="hint_asked"), "en") is None
