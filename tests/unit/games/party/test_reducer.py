"""The fold of a table's log: who has acted, who knows what, and what is known of others."""

from typing import Any

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote, PartyTrace
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.fight_state import guard_mark
from echoes.games.party.state import PartyState

START = Table().state
PARTY = [*MODULES["en"].party]


def fold(event: Event, trace: PartyTrace | None = None, **before: Any) -> PartyState:
    return table_after({**START, **before}, Entry(event, trace))  # type: ignore[typeddict-item]


def noted(note: PartyNote, **before: Any) -> PartyState:
    return fold(Event(event="noted"), PartyTrace(notes=(note,)), **before)


def test_whoever_takes_a_turn_has_acted_and_their_guard_and_their_numbers_are_over():
    asked = {"ilse": ["wait:"], "pip": ["go:loft"]}
    state = fold(happened.TurnTaken(seat="ilse", name="I"), acted=[guard_mark("ilse")], asked=asked)
    assert (state["acted"], state["turns"]) == (["ilse"], START["turns"] + 1)
    assert state["asked"] == {"ilse": [], "pip": ["go:loft"]}


def test_a_suggestion_stands_until_the_master_acts():
    state = fold(happened.TurnTaken(seat="ilse", name="I"), suggestion="Rain.")
    assert state["suggestion"] == "Rain."
    assert table_after(state, Entry(happened.MasterActed(seat=MASTER, text="-")))["suggestion"] == ""


def test_a_person_in_the_masters_seat_leads_from_the_next_round_on():
    taken = fold(SeatTaken(seat=MASTER, holder="person", by="kim"))
    assert taken["master"] and MASTER in taken["acted"]
    assert not table_after(taken, Entry(SeatLeft(seat=MASTER, by="kim")))["master"]


def test_a_host_begins_a_guests_character_anew():
    sheet = {
        "name": "Bo",
        "people": "-",
        "calling": "-",
        "scores": {},
        "skills": [],
        "trait": "",
        "want": "",
        "secret": "",
    }
    making = {"pip": {"step": "name", "draft": sheet}}
    casting = {**START["casting"], "making": making, "owner": ["ann"], "guests": ["pip"]}
    state = fold(SeatTaken(seat="pip", by="ann"), casting=casting)
    assert not state["casting"]["making"]


def test_those_who_meet_tell_each_other_what_they_know_of():
    at = {**dict.fromkeys(PARTY, "square"), "pip": "loft"}
    arrived = happened.PartyArrived(scene="loft", seats=["ilse"], names=["I"], title="-", text="-", map=[])
    state = fold(arrived, at=at, flags={"dust": ["pip"], "crowd": ["tobit"]})
    assert {*state["flags"]["dust"]} == {"pip", "ilse"}
    assert state["flags"]["crowd"] == ["tobit"], "he is elsewhere"
    assert "loft" in state["been"]["ilse"]


def test_a_round_that_ends_clears_who_has_acted():
    state = fold(happened.RoundEnded(round=3, progress=0.0), acted=PARTY)
    assert (state["round"], state["acted"]) == (4, [])


def test_a_thing_is_held_once_and_let_go_of():
    moved = {"item": "deed", "seat": "ilse", "name": "I", "label": "-", "text": "-"}
    state = fold(happened.ItemMoved(**moved, got=True), items={**START["items"], "ilse": ["deed"]})
    assert state["items"]["ilse"] == ["deed"]
    assert table_after(state, Entry(happened.ItemMoved(**moved, got=False)))["items"]["ilse"] == []


def test_a_secret_that_is_told_is_known_to_have_been_told_by_those_who_were_there():
    at = {**dict.fromkeys(PARTY, "square"), "pip": "loft"}
    told = happened.SecretTold(secret="burn", seat="tobit", name="T", title="-", text="-")
    assert fold(told, at=at)["flags"]["burn_told"] == ["ilse", "tobit", "marek"]


def test_votes_are_one_a_seat_and_are_gone_once_counted():
    cast = fold(
        happened.VoteCast(seat="ilse", name="I", suspect="hale", suspect_name="H"), votes={"ilse": "reth"}
    )
    assert cast["votes"] == {"ilse": "hale"}
    counted = happened.VotesCounted.model_construct(event="votes_counted", votes=[], suspect_name="H")
    after = table_after(cast, Entry(counted))
    assert (after["votes"], after["ballots"]) == ({}, 1)


@pytest.mark.parametrize(("before", "by", "after"), [(1, 1, 2), (2, 1, 2), (-2, -2, -2), (0, -1, -1)])
def test_an_attitude_stays_within_its_bounds(before: int, by: int, after: int):
    state = noted(PartyNote(attitudes={"hale": by}), attitudes={**START["attitudes"], "hale": before})
    assert state["attitudes"]["hale"] == after


def test_what_was_done_stays_done_whatever_fails_later():
    state = noted(PartyNote(tried={"loft.bolt": "failed"}), tried={"loft.bolt": "done"})
    assert state["tried"] == {"loft.bolt": "done"}


def test_what_was_tried_and_told_is_witnessed_by_those_who_were_there():
    note = PartyNote(seats=("ilse",), tried={"loft.bolt": "done"}, told=("hale.night",))
    state = noted(note)
    assert (state["seen"]["ilse"], state["seen"]["pip"]) == ({"loft.bolt": "done"}, {})
    assert (state["heard"]["ilse"], state["heard"]["pip"]) == (["hale.night"], [])
    assert noted(PartyNote(told=("x",)))["heard"] == {seat: ["x"] for seat in PARTY}, (
        "to nobody in particular: to all"
    )


def test_what_is_over_is_no_longer_so():
    state = noted(PartyNote(flags=("lamp",), ended=("crowd",), seats=("ilse",)), flags={"crowd": PARTY})
    assert state["flags"] == {"lamp": ["ilse"]}


def test_a_spell_takes_a_slot_of_its_level_and_a_cantrip_none():
    slots = {"ilse": {"1": 2}}
    for level, left in ((1, 1), (0, 2)):
        cast = happened.SpellCast(seat="ilse", name="I", label="-", level=level)
        assert fold(cast, slots=slots)["slots"]["ilse"]["1"] == left


def test_numbers_that_a_seat_is_asked_by_are_that_seats_alone():
    state = fold(Event(event="noted"), PartyTrace(asked="ilse", keys=("a", "b")), asked={"pip": ["c"]})
    assert state["asked"] == {"ilse": ["a", "b"], "pip": ["c"]}


def test_a_game_that_is_over_asks_nobody():
    details: Any = happened.PartyEnded.model_fields["details"].annotation
    ended = happened.PartyEnded.model_construct(
        event="session_ended", details=details.model_construct(ending=""), seat=""
    )
    state = fold(ended, asked={"ilse": ["a"]})
    assert (state["ended"], state["asked"]) == ("given_up", {})
