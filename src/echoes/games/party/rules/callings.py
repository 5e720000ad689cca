"""Callings of characters that players make, and the bounds of what they may choose.

After the System Reference Document 5.1 (see NOTICE): scores are bought from a budget, and hit points, armour
and saving throws follow from calling and level.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

from echoes.games.party.rules.abilities import Ability, Skill, modifier

ABILITIES: tuple[Ability, ...] = get_args(Ability)
SKILLS_TO_CHOOSE = 2
BUDGET = 27
PRICES: Mapping[int, int] = {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 7, 15: 9}
"""What each score costs of the budget; there are no others."""
_SPREAD = (15, 14, 13, 12, 10, 8)
_EVEN = (13, 13, 13, 12, 12, 12)


@dataclass(frozen=True)
class Calling:
    """Numbers that a calling brings along.

    Attributes:
        order: the abilities that count most for it first.
        die: of its hit points.
        armour: the number to be hit, before dexterity.
        nimble: the most that dexterity adds to it.
        saves: of which it has learnt the throws.
        skills: of which two are chosen, the most suitable first.
        weapon: the ability on which its weapon rests, and the damage.
        far: whether the weapon reaches far.
        coins: in its purse.
        heals: whether it knows the mending touch, with slots of the first level.
    """

    order: tuple[Ability, ...]
    die: int
    armour: int
    nimble: int
    saves: tuple[Ability, Ability]
    skills: tuple[Skill, ...]
    weapon: tuple[Ability, str]
    far: bool = False
    coins: int = 6
    heals: bool = False


CALLINGS: Mapping[str, Calling] = {
    "guard": Calling(
        ("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence"),
        10, 14, 1, ("strength", "constitution"),
        ("athletics", "perception", "intimidation", "survival"), ("strength", "1d8"),
    ),
    "wayfarer": Calling(
        ("dexterity", "wisdom", "constitution", "strength", "intelligence", "charisma"),
        10, 12, 2, ("strength", "dexterity"),
        ("survival", "perception", "nature", "stealth"), ("dexterity", "1d6"), far=True,
    ),
    "rogue": Calling(
        ("dexterity", "charisma", "intelligence", "constitution", "wisdom", "strength"),
        8, 11, 5, ("dexterity", "intelligence"),
        ("stealth", "sleight_of_hand", "deception", "investigation"), ("dexterity", "1d6"), coins=4,
    ),
    "scholar": Calling(
        ("intelligence", "wisdom", "dexterity", "constitution", "charisma", "strength"),
        6, 10, 5, ("intelligence", "wisdom"),
        ("investigation", "history", "arcana", "insight"), ("strength", "1d6"), coins=12,
    ),
    "healer": Calling(
        ("wisdom", "charisma", "constitution", "intelligence", "dexterity", "strength"),
        8, 10, 5, ("wisdom", "charisma"),
        ("medicine", "insight", "nature", "religion"), ("strength", "1d6"), heals=True,
    ),
    "minstrel": Calling(
        ("charisma", "dexterity", "wisdom", "constitution", "intelligence", "strength"),
        8, 11, 5, ("dexterity", "charisma"),
        ("performance", "persuasion", "insight", "deception"), ("dexterity", "1d4"), coins=8,
    ),
}  # fmt: skip


def suitable_scores(calling: str) -> dict[Ability, int]:
    """Return the scores that suit a calling: what counts most for it is highest."""
    return dict(zip(CALLINGS[calling].order, _SPREAD, strict=True))


def even_scores(calling: str) -> dict[Ability, int]:
    """Return scores without weakness, for the same price."""
    return dict(zip(CALLINGS[calling].order, _EVEN, strict=True))


def price_of_scores(scores: Mapping[Ability, int]) -> int | None:
    """Return the cost of scores; None where one of them can't be bought, or one lacks."""
    if {*scores} != {*ABILITIES} or any(score not in PRICES for score in scores.values()):
        return None
    return sum(PRICES[score] for score in scores.values())


def skill_pairs(calling: str) -> list[tuple[Skill, Skill]]:
    """Return the skills that go with a calling, two by two, the most suitable first."""
    return [*combinations(CALLINGS[calling].skills, SKILLS_TO_CHOOSE)]


def hit_points_of(calling: str, constitution: int, level: int) -> int:
    """Return the most hit points: the whole die at first, then half of it and one more at each level."""
    die, tough = CALLINGS[calling].die, modifier(constitution)
    return die + tough + (level - 1) * max(1, die // 2 + 1 + tough)


def armour_of(calling: str, dexterity: int) -> int:
    """Return the number that an attack has to reach."""
    spec = CALLINGS[calling]
    return spec.armour + min(modifier(dexterity), spec.nimble)
