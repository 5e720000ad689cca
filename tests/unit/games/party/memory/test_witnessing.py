"""Witnessing: what is worth a line, who has heard it, and what of it is kept."""

from tests.unit.games.party.table import MODULES

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.party import events as happened
from echoes.games.party.memory.witnessing import (
    NO_LONGER,
    is_remembered,
    line_of_event,
    lines_since,
    worth_keeping,
)

PARTY = {seat: sheet.name for seat, sheet in MODULES["en"].party.items()}


def said(text: str, *audience: str, name: str = "", by: str = "") -> Event:
    return happened.Said(by=by, name=name, text=text, audience=audience)


def kept(event: Event, seat: str = "ilse") -> list[tuple[str, str]]:
    return [*worth_keeping(event, seat, PARTY)]


def test_what_was_said_is_remembered_with_who_said_it():
    assert line_of_event(said("It rains.")) == "It rains."
    assert line_of_event(said("“No.”", name="Hale")) == "Hale: “No.”"


def test_what_changes_nothing_that_one_sees_is_not_remembered():
    assert not is_remembered(happened.RoundEnded(round=1, progress=0.0))
    assert is_remembered(said("It rains."))


def test_a_seat_remembers_what_it_heard_the_newest_last():
    entries = [Entry(said("one")), Entry(said("two", "pip")), Entry(said("three", "ilse", "pip"))]
    assert lines_since(entries, "ilse", 9) == ["one", "three"]
    assert lines_since(entries, "pip", 2) == ["two", "three"]


def test_more_lines_are_remembered_while_there_is_room_for_them():
    entries = [Entry(said(f"line {n} " + "word " * 20)) for n in range(30)]
    few, more = lines_since(entries, "ilse", 1), lines_since(entries, "ilse", 1, tokens=200)
    assert len(few) == 1 < len(more) < 30
    assert more[-1] == few[0]


def test_only_ones_own_things_and_conditions_are_kept_and_what_is_gone_is_marked():
    moved = {"item": "deed", "name": "-", "label": "the deed", "text": ""}
    assert kept(happened.ItemMoved(seat="ilse", got=True, **moved)) == [("inventory", "the deed")]
    assert kept(happened.ItemMoved(seat="ilse", got=False, **moved)) == [
        ("inventory", f"{NO_LONGER}the deed")
    ]
    assert kept(happened.ItemMoved(seat="pip", got=True, **moved)) == []
    cured = happened.ConditionChanged(who="ilse", name="-", condition="poisoned", gained=False)
    assert kept(cured) == [("conditions", f"{NO_LONGER}poisoned")]


def test_a_quest_that_is_done_is_no_longer_open():
    done = happened.QuestMoved(quest="deed", title="The deed", text="-", done=True)
    assert kept(done) == [("quests", "The deed ✓"), ("quests", f"{NO_LONGER}The deed")]


def test_who_is_met_is_kept_but_not_oneself():
    assert kept(said("Hello.", name="Hale", by="hale")) == [("people", "Hale")]
    assert kept(said("Hello.", name="Pip Larkin", by="pip")) == [("names", "Pip Larkin")]
    assert kept(said("Hello.", name="Ilse Varn", by="ilse")) == []


def test_places_are_kept_by_those_who_come_and_people_by_those_who_see_them_come():
    arrived = happened.PartyArrived(
        scene="loft", seats=["pip"], names=["Pip Larkin"], title="The loft", text="-", map=[]
    )
    assert kept(arrived, "pip") == [("places", "The loft")]
    assert kept(arrived, "ilse") == [("names", "Pip Larkin")]
    assert kept(arrived, "master") == [("places", "The loft"), ("names", "Pip Larkin")]
