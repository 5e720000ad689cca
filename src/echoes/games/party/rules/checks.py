"""Checks, saving throws and attacks: which dice are rolled, and what they come to.

After the System Reference Document 5.1 (see NOTICE), with one change: a natural 20 or 1 of a check is marked
as heroic or unlucky, for whoever tells of it, and decides nothing by itself.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol

from echoes.games.party.pack.sheet import CharacterSheet, Weapon
from echoes.games.party.rules.abilities import ABILITY_OF, Ability, Skill, d20, edge_of
from echoes.games.party.rules.dice import DiceTerm, Roll, Sum, parse
from echoes.games.party.rules.impairments import ConditionName, impairments

Luck = Literal["heroic", "unlucky", ""]


class Combatant(Protocol):
    """Somebody who attacks: a character by its sheet, or a foe by its numbers."""

    def ability(self, ability: Ability) -> int:
        """Return the modifier of an ability."""
        ...

    @property
    def learnt(self) -> int:
        """The bonus of what it has learnt."""
        ...


@dataclass(frozen=True)
class RollCheck:
    """The outcome of a roll of a twenty-sided die.

    Attributes:
        fails: whatever the die shows, as of who is helpless.
    """

    roll: Roll
    against: int
    fails: bool = False

    @property
    def succeeds(self) -> bool:
        """Return whether it reaches what it is rolled against."""
        return not self.fails and self.roll.total >= self.against

    @property
    def luck(self) -> Luck:
        """The luck of the die itself."""
        return "heroic" if self.roll.natural == 20 else "unlucky" if self.roll.natural == 1 else ""


@dataclass(frozen=True)
class Attack(RollCheck):
    """An attack: a natural 20 always hits, and a natural 1 never.

    Attributes:
        from_near: against somebody within an arm's length.
        helpless: against somebody whom a hit from near is critical for.
    """

    from_near: bool = True
    helpless: bool = False

    @property
    def succeeds(self) -> bool:
        """Return whether it hits."""
        return self.roll.natural != 1 and (self.roll.natural == 20 or self.roll.total >= self.against)

    @property
    def critical(self) -> bool:
        """Return whether it hits with all its dice doubled."""
        return self.succeeds and (self.roll.natural == 20 or (self.helpless and self.from_near))


def skill_roll(
    sheet: CharacterSheet, skill: Skill, conditions: Collection[ConditionName] = (), edge: int = 0
) -> Sum:
    """Return the dice of a check of a skill.

    Args:
        sheet: of who tries.
        skill: what is tried.
        conditions: that who tries is under.
        edge: 1 for advantage by the circumstances, -1 for disadvantage.
    """
    learnt = sheet.learnt * (2 if skill in sheet.expert else skill in sheet.skills)
    return d20(sheet.ability(ABILITY_OF[skill]) + learnt, _edge(edge, hampered=_checks(conditions)))


def ability_roll(
    sheet: CharacterSheet, ability: Ability, conditions: Collection[ConditionName] = (), edge: int = 0
) -> Sum:
    """Return the dice of a check of an ability alone, such as for the initiative."""
    return d20(sheet.ability(ability), _edge(edge, hampered=_checks(conditions)))


def attack_roll(
    sheet: Combatant,
    weapon: Weapon,
    own: Collection[ConditionName] = (),
    target: Collection[ConditionName] = (),
    edge: int = 0,
) -> Sum:
    """Return the dice of an attack.

    Args:
        sheet: of who attacks.
        weapon: with which; whoever has it on the sheet has learnt it.
        own, target: the conditions of the two.
        edge: 1 for advantage by the circumstances, -1 for disadvantage.
    """
    theirs, ours = impairments(target), impairments(own)
    advantages = (edge > 0) + sum(one.exposed or (one.low and not weapon.far) for one in theirs)
    disadvantages = (edge < 0) + sum(one.hampered for one in ours)
    disadvantages += sum(one.low and weapon.far for one in theirs)
    return d20(sheet.ability(weapon.ability) + sheet.learnt, edge_of(advantages, disadvantages))


def best_weapon(sheet: CharacterSheet) -> Weapon | None:
    """Return the weapon by which somebody does the most harm on average; None for whoever has none."""

    def harm(weapon: Weapon) -> float:
        return parse(weapon.damage).middle + sheet.ability(weapon.ability)

    return max(sheet.weapons.values(), key=harm, default=None)


def is_helpless(target: Collection[ConditionName]) -> bool:
    """Return whether a hit from near is a critical one."""
    return any(one.struck for one in impairments(target))


def damage_roll(sheet: Combatant, weapon: Weapon, critical: bool) -> Sum:
    """Return the dice of the damage; a critical hit doubles the dice and not what is added."""
    formula, added = parse(weapon.damage), sheet.ability(weapon.ability)
    terms = _doubled(formula).terms if critical else formula.terms
    return Sum((*terms, (1 if added > 0 else -1, abs(added)))) if added else Sum(terms)


def _doubled(formula: Sum) -> Sum:
    """Return a roll with twice as many of all its dice."""

    def twice(term: DiceTerm | int | Sum) -> DiceTerm | int | Sum:
        if isinstance(term, Sum):
            return _doubled(term)
        if isinstance(term, int):
            return term
        return DiceTerm(2 * term.count, term.sides, term.pick, 2 * term.amount)

    return Sum(tuple((sign, twice(term)) for sign, term in formula.terms))


def _checks(conditions: Collection[ConditionName]) -> bool:
    return any(one.checks for one in impairments(conditions))


def _edge(edge: int, hampered: bool) -> int:
    return edge_of(edge > 0, (edge < 0) or hampered)
