"""Handouts: each comes to those whom it is for, once, and to nobody else."""

from tests.unit.games.party.table import MODULES, Table

from echoes.games.party.events import Handout
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import deal_sheets, table_opening
from echoes.games.party.pack.parts import ModuleEffects
from echoes.games.party.rules.effects import apply
from echoes.games.party.rules.play import PartyPlay

EVERYBODY = ("ilse", "tobit", "marek", "pip")


def handouts(table: Table, key: str) -> list[Handout]:
    return [one.event for one in table.move(key).entries() if isinstance(one.event, Handout)]


def keys(handout: Handout) -> list[str]:
    return [card.key for card in handout.cards]


def test_the_first_page_is_there_from_the_beginning():
    assert Table().state["pages"] == {
        "ilse": ["evening"],
        "tobit": ["daybook"],
        "marek": ["fee"],
        "pip": ["roof"],
    }


def test_the_first_pages_are_dealt_with_what_each_wants_and_each_sees_its_own():
    module = MODULES["en"]
    dealt = [
        entry.event
        for entry in deal_sheets(module, *table_opening(module, "party", PartyStartTrace(seed="seed")))
    ]
    pages = [event for event in dealt if isinstance(event, Handout)]
    assert [{*page.audience} for page in pages] == [{"master", seat} for seat in EVERYBODY]
    assert "What you want: The river stays everybody's." in pages[0].cards[0].text


def test_a_page_comes_when_it_is_due_and_only_once():
    table = Table()
    [page] = handouts(table, "go:landing")
    assert (page.kind, keys(page), {*page.audience}) == ("page", ["ring"], {"master", "ilse"})
    for _ in range(3):
        table.move("wait:")
    assert handouts(table, "wait:") == []


def test_a_clue_comes_to_those_who_know_of_it_and_later_to_those_whom_they_meet():
    table = Table()
    at = {"ilse": "loft", "tobit": "square", "marek": "square", "pip": "square"}
    table.state = {**table.state, "at": at, "flags": {"bolt_seen": ["ilse"]}}
    [clue] = handouts(table, "wait:")
    assert (clue.kind, keys(clue), {*clue.audience}) == ("clue", ["bolt_seen"], {"master", "ilse"})
    for _ in range(3):
        assert handouts(table, "wait:") == []
    [clue] = handouts(table, "go:square")
    assert {*clue.seats} == {"tobit", "marek", "pip"} and "ilse" not in clue.audience
    assert {*table.state["clues"]["pip"]} == {"bolt_seen"}


def test_what_one_has_found_comes_to_others_at_once():
    table = Table()
    at = {"ilse": "loft", "tobit": "square", "marek": "square", "pip": "square"}
    flags = {"bolt_seen": ["ilse"], "spill_seen": ["ilse"]}
    table.state = {**table.state, "at": at, "flags": flags}
    table.move("wait:")
    for _ in range(3):
        table.move("wait:")
    [clues] = handouts(table, "go:square")
    assert keys(clues) == ["bolt_seen", "spill_seen"]


def test_a_trigger_of_one_place_is_heard_by_nobody_else():
    table = Table()
    at = {"ilse": "landing", "tobit": "square", "marek": "square", "pip": "square"}
    flags = {"button_found": ["ilse"], "button_missing": ["ilse"]}
    table.state = {**table.state, "at": at, "flags": flags}
    told = [
        one.event for one in table.move("wait:").entries() if "blue thread" in one.event.model_dump_json()
    ]
    assert told and all({*event.audience} == {"master", "ilse"} for event in told)


def test_a_quest_that_is_done_is_not_opened_again():
    table = Table()
    table.state = {**table.state, "quests": {"deed": "open", "proof": "done"}}
    play = PartyPlay(table.module, table.state, "ilse")
    apply(play, ModuleEffects(quests=("proof",)), (), "test")
    assert play.entries() == [] and play.state["quests"]["proof"] == "done"
