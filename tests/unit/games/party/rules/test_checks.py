"""Checks and attacks: what is learnt, what hampers, what a natural 20 or 1 decides."""

import pytest

from echoes.games.party.pack.sheet import Abilities, CharacterSheet, Weapon
from echoes.games.party.rules.checks import (
    Attack,
    RollCheck,
    attack_roll,
    best_weapon,
    damage_roll,
    is_helpless,
    skill_roll,
)
from echoes.games.party.rules.dice import Sum, roll_dice

SHEET = CharacterSheet(
    level=5,
    abilities=Abilities(dexterity=16, wisdom=7),
    skills=("stealth", "acrobatics", "insight"),
    expert=("stealth",),
    saves=("dexterity",),
    name="Wren",
    people="human",
    calling="scout",
    looks="small, in grey",
)
KNIFE = Weapon(ability="dexterity", damage="1d4+1", label="knife")
BOW = Weapon(ability="dexterity", damage="1d8", far=True, label="bow")


def fell(formula: Sum, *faces: int) -> RollCheck:
    return RollCheck(roll_dice(formula, lambda count, _: faces[:count]), 15)


def test_the_weapon_that_does_the_most_harm_is_chosen_whatever_its_dice_look_like():
    club, axe = Weapon(damage="9", label="club"), Weapon(damage="2d6", label="axe")
    worst = Weapon(ability="dexterity", damage="1d4-1", label="fork")
    armed = SHEET.model_copy(update={"weapons": {"club": club, "axe": axe, "fork": worst}})
    assert best_weapon(armed) == club
    assert best_weapon(armed.model_copy(update={"weapons": {"axe": axe, "fork": worst}})) == axe
    assert best_weapon(SHEET) is None


@pytest.mark.parametrize(
    ("skill", "written"),
    [("stealth", "1d20+9"), ("acrobatics", "1d20+6"), ("sleight_of_hand", "1d20+3"), ("perception", "1d20-2"),
     ("insight", "1d20+1")],
)  # fmt: skip
def test_a_skill_adds_the_ability_and_what_was_learnt_once_or_twice(skill: str, written: str):
    assert str(skill_roll(SHEET, skill)) == written  # pyright: ignore


@pytest.mark.parametrize(
    ("edge", "conditions", "dice"),
    [
        (1, (), "2d20kh1"),
        (-1, (), "2d20kl1"),
        (0, ("poisoned",), "2d20kl1"),
        (1, ("poisoned", "frightened"), "1d20"),
    ],
)
def test_advantage_and_disadvantage_cancel_each_other_out(edge: int, conditions: tuple[str, ...], dice: str):
    assert str(skill_roll(SHEET, "stealth", conditions, edge)) == f"{dice}+9"  # pyright: ignore


def test_a_check_succeeds_by_its_total_and_its_luck_decides_nothing():
    formula = skill_roll(SHEET, "perception")
    assert fell(formula, 17).succeeds and not fell(formula, 16).succeeds
    assert (fell(formula, 20).luck, fell(formula, 1).luck, fell(formula, 2).luck) == ("heroic", "unlucky", "")
    assert not RollCheck(roll_dice(formula, lambda *_: (20,)), 30).succeeds
    assert not RollCheck(roll_dice(formula, lambda *_: (20,)), 5, fails=True).succeeds


@pytest.mark.parametrize(
    ("weapon", "own", "target", "dice"),
    [
        (KNIFE, (), ("prone",), "2d20kh1"),
        (BOW, (), ("prone",), "2d20kl1"),
        (KNIFE, ("blinded",), ("restrained",), "1d20"),
        (BOW, ("prone",), (), "2d20kl1"),
    ],
)
def test_conditions_of_both_count_in_an_attack(
    weapon: Weapon, own: tuple[str, ...], target: tuple[str, ...], dice: str
):
    assert str(attack_roll(SHEET, weapon, own, target)) == f"{dice}+6"  # pyright: ignore


def attack(face: int, armour: int, **more: bool) -> Attack:
    return Attack(roll_dice(attack_roll(SHEET, KNIFE), lambda *_: (face,)), armour, **more)


def test_a_natural_20_hits_and_is_critical_and_a_natural_1_misses():
    assert attack(20, 99).critical and not attack(1, 2).succeeds
    assert attack(9, 15).succeeds and not attack(8, 15).succeeds and not attack(19, 15).critical


def test_a_hit_from_near_on_who_is_helpless_is_critical():
    assert is_helpless(("unconscious",)) and not is_helpless(("prone",))
    assert attack(9, 15, helpless=True).critical
    assert not attack(9, 15, helpless=True, from_near=False).critical


def test_a_critical_hit_doubles_the_dice_and_not_what_is_added():
    assert str(damage_roll(SHEET, KNIFE, critical=False)) == "1d4+1+3"
    assert str(damage_roll(SHEET, KNIFE, critical=True)) == "2d4+1+3"
