"""The moves of a fight: who can strike whom, who may be helped, and which ways lead out."""

from typing import Any

import pytest
from tests.unit.games.party.rules.test_fight_turns import EN, fighting

from echoes.games.party.rules.fight_state import parley_key
from echoes.games.party.turn.fight_moves import fight_beside, is_fighting, joining, moves_in_fight

PLAY = fighting()


def moves(seat: str = "jory", **changes: Any) -> dict[str, Any]:
    state = {**PLAY.state, **changes}
    return {move.key: move for move in moves_in_fight(EN, state, seat)}  # type: ignore[arg-type]


def hurt(seat: str, hit_points: int) -> dict[str, Any]:
    vitals = PLAY.state["vitals"]
    return {"vitals": {**vitals, seat: {**vitals[seat], "hit_points": hit_points}}}


def foes() -> list[str]:
    assert PLAY.state["fight"] is not None
    return [who for who in PLAY.state["fight"]["fighters"] if who not in EN.party]


def test_every_weapon_meets_every_foe_who_stands_and_the_best_is_offered():
    found = moves()
    strikes = [key for key in found if key.startswith("attack:")]
    assert len(strikes) == len(EN.party["jory"].weapons) * len(foes())
    assert sum(found[key].offered for key in strikes) == len(foes())


def test_who_is_out_is_struck_no_more():
    fight = PLAY.state["fight"]
    assert fight is not None
    gone = foes()[0]
    fighters = {**fight["fighters"], gone: {**fight["fighters"][gone], "out": True}}
    assert not any(key.endswith(gone) for key in moves(fight={**fight, "fighters": fighters}))


def test_whoever_dies_can_be_tended():
    other = next(seat for seat in EN.party if seat != "jory")
    assert f"tend:{other}" not in moves()
    assert f"tend:{other}" in moves(**hurt(other, 0))


def test_healing_is_offered_for_the_hurt_and_harm_for_foes():
    healers = [
        seat for seat, sheet in EN.party.items() if any(spell.healing for spell in sheet.spells.values())
    ]
    if not healers:
        pytest.skip("nobody heals in this module")
    spells = lambda **changes: [key for key in moves(healers[0], **changes) if key.startswith("cast:")]  # noqa: E731
    assert len(spells(**hurt("jory", 1))) > len(spells())
    assert not any(key.startswith("cast:") for key in moves(healers[0], slots={}, **hurt("jory", 1)))


def test_terms_are_offered_once_in_a_fight():
    encounter = EN.encounters["boats"]
    if encounter.parley is None:
        pytest.skip("these foes do not talk")
    tried = [*PLAY.state["tried"], parley_key("boats")]
    assert "parley:" not in moves(tried=tried)


def test_a_flight_is_ready_when_little_life_is_left():
    found = moves()
    if "flee:" in found:
        assert not found["flee:"].ready
        assert moves(**hurt("jory", 1))["flee:"].ready


def test_whoever_comes_to_a_fight_may_join_it():
    one = fighting(away=("ash",))
    assert not is_fighting(one.state, "ash") and fight_beside(EN, one.state, "ash") is None
    assert [*joining(EN, one.state, "ash")] == []
    there = {**one.state, "at": {**one.state["at"], "ash": "crypt"}}
    assert fight_beside(EN, there, "ash") is EN.encounters["boats"]  # type: ignore[arg-type]
    assert [move.key for move in joining(EN, there, "ash")] == ["join:"]  # type: ignore[arg-type]
    assert [*joining(EN, PLAY.state, "jory")] == [], "who fights has joined"
