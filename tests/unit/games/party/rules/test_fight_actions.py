"""Moves in a fight: each rolls what its rule says, costs what it costs, and changes nobody else."""

from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party import events as happened
from echoes.games.party.pack.sheet import Spell
from echoes.games.party.rules.effects import change_life
from echoes.games.party.rules.fight_actions import perform_in_fight, slot_for
from echoes.games.party.rules.fight_state import guard_mark, parley_key
from echoes.games.party.rules.fight_turns import begin_encounter, change_condition
from echoes.games.party.rules.play import PartyPlay

EN = BUNDLED["low_water", "en"]


def fighting(seat: str = "jory", seed: str = "seed", away: tuple[str, ...] = ()) -> PartyPlay:
    state = Table(EN, seed).state
    at = {one: "ford" if one in away else "crypt" for one in EN.party}
    play = PartyPlay(EN, {**state, "at": at}, "jory")
    play.tell("They are here.", ())
    begin_encounter(play, "boats")
    play.seat = seat
    return play


def foe_of(play: PartyPlay) -> str:
    fight = play.state["fight"]
    assert fight is not None
    return next(name for name in fight["order"] if name not in EN.party)


def seed_where(seat: str, kind: str, what: str, works: bool) -> PartyPlay:
    """Return the play of a move that worked, or did not, by the first seed for which it did."""
    for number in range(60):
        play = fighting(seat, f"seed {number}")
        perform_in_fight(play, kind, what or foe_of(play))
        checked = [entry.event for entry in play.entries() if isinstance(entry.event, happened.Checked)]
        if checked and checked[-1].succeeds is works:
            return play
    raise AssertionError("sixty seeds alike")


def test_outside_a_fight_and_for_other_moves_nothing_is_done():
    play = PartyPlay(EN, Table(EN).state, "jory")
    assert not perform_in_fight(play, "guard", "")
    assert not perform_in_fight(fighting(), "go", "ford")


def test_whoever_lies_stands_up_first():
    play = fighting()
    change_condition(play, "jory", "prone", gained=True)
    perform_in_fight(play, "guard", "")
    assert "prone" not in play.state["conditions"]["jory"]
    assert guard_mark("jory") in play.state["acted"]


def test_whoever_is_shoved_lies_and_whoever_stands_firm_does_not():
    for works in (True, False):
        play = seed_where("jory", "shove", "", works)
        assert ("prone" in play.state["conditions"].get(foe_of(play), [])) is works


def test_whoever_tends_to_the_dying_makes_them_stable_and_heals_nothing():
    for number in range(40):
        play = fighting("neve", f"seed {number}")
        change_life(play, "ash", -play.state["vitals"]["ash"]["hit_points"], ())
        perform_in_fight(play, "tend", "ash")
        if play.state["vitals"]["ash"]["stable"]:
            assert play.state["vitals"]["ash"]["hit_points"] == 0
            return
    raise AssertionError("forty tries")


def test_whoever_flees_leaves_the_fight_where_their_feet_carry_them():
    for works in (True, False):
        play = seed_where("corin", "flee", "-", works)
        fight: Any = play.state["fight"]
        assert fight["fighters"]["corin"]["out"] is works


def test_terms_are_offered_once_and_end_the_fight_where_they_are_taken():
    for works in (True, False):
        play = seed_where("neve", "parley", "-", works)
        assert play.state["tried"][parley_key("boats")] == ("done" if works else "failed")
        assert (play.state["fight"] is None) is works


def test_whoever_was_elsewhere_joins_with_an_initiative_of_their_own():
    play = fighting(away=("ash",))
    fight: Any = play.state["fight"]
    assert "ash" not in fight["fighters"]
    play.state = {**play.state, "at": {**play.state["at"], "ash": "crypt"}}
    play.seat = "ash"
    perform_in_fight(play, "join", "")
    fight = play.state["fight"]
    assert "ash" in fight["fighters"] and "ash" in fight["order"]


def test_a_spell_that_heals_costs_a_slot_and_heals():
    play = fighting("ash")
    change_life(play, "jory", -5, ())
    before = play.state["vitals"]["jory"]["hit_points"]
    perform_in_fight(play, "cast", "balm.jory")
    assert play.state["vitals"]["jory"]["hit_points"] > before
    level = EN.party["ash"].spells["balm"].level
    assert play.state["slots"]["ash"]["1"] == 3 - (level > 0)


def test_a_spell_that_is_resisted_brings_no_condition():
    spell = EN.party["ash"].spells["hush"]
    assert spell.condition and spell.save
    for works in (True, False):
        foe = foe_of(fighting())
        play = seed_where("ash", "cast", f"hush.{foe}", works)
        assert (spell.condition in play.state["conditions"].get(foe, [])) is not works


@pytest.mark.parametrize(
    ("slots", "level", "slot"),
    [
        ({}, 0, 0),
        ({"1": 0}, 1, None),
        ({"1": 2, "2": 1}, 1, 1),
        ({"1": 0, "2": 1}, 1, 2),
        ({"1": 3}, 2, None),
    ],
)
def test_a_spell_takes_the_lowest_slot_that_holds_it(slots: dict[str, int], level: int, slot: int | None):
    spell = EN.party["ash"].spells["balm"].model_copy(update={"level": level})
    assert isinstance(spell, Spell)
    assert slot_for(slots, spell) == slot
