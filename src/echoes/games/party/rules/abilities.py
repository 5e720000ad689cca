"""Abilities, skills and what they add to a roll.

Mechanics after the System Reference Document 5.1 (see NOTICE): modifiers, proficiency, advantage.
"""

from collections.abc import Mapping
from typing import Literal

from echoes.games.party.rules.dice import DiceTerm, Sum

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
Skill = Literal[
    "acrobatics",
    "animal_handling",
    "arcana",
    "athletics",
    "deception",
    "history",
    "insight",
    "intimidation",
    "investigation",
    "medicine",
    "nature",
    "perception",
    "performance",
    "persuasion",
    "religion",
    "sleight_of_hand",
    "stealth",
    "survival",
]
ABILITY_OF: Mapping[Skill, Ability] = {
    "acrobatics": "dexterity",
    "animal_handling": "wisdom",
    "arcana": "intelligence",
    "athletics": "strength",
    "deception": "charisma",
    "history": "intelligence",
    "insight": "wisdom",
    "intimidation": "charisma",
    "investigation": "intelligence",
    "medicine": "wisdom",
    "nature": "intelligence",
    "perception": "wisdom",
    "performance": "charisma",
    "persuasion": "charisma",
    "religion": "intelligence",
    "sleight_of_hand": "dexterity",
    "stealth": "dexterity",
    "survival": "wisdom",
}
"""The ability on which each skill rests."""
LOWEST_SCORE, HIGHEST_SCORE = 1, 30
HIGHEST_LEVEL = 20


def modifier(score: int) -> int:
    """Return the modifier of an ability's score: half of what it is over ten, rounded down."""
    return (score - 10) // 2


def proficiency(level: int) -> int:
    """Return the bonus of what somebody has learnt: 2 at the first level, one more every four levels."""
    return 2 + (level - 1) // 4


def d20(bonus: int, edge: int = 0) -> Sum:
    """Return the roll of a twenty-sided die with a bonus.

    Args:
        bonus: what is added.
        edge: above 0 with advantage, below with disadvantage; several of a kind count once, and the two
            cancel each other out before they come here (see `edge_of`).
    """
    die = DiceTerm(2, 20, "kh" if edge > 0 else "kl", 1) if edge else DiceTerm(1, 20)
    return Sum(((1, die), (1 if bonus >= 0 else -1, abs(bonus)))) if bonus else Sum(((1, die),))


def edge_of(advantages: int, disadvantages: int) -> int:
    """Return 1 for advantage, -1 for disadvantage, 0 for neither or for both, whatever the numbers."""
    return bool(advantages) - bool(disadvantages)
