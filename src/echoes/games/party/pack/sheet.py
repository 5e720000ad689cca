"""The sheet of a character or a foe: numbers by which code rolls, words by which it is played."""

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from echoes.core.errors import BadInput
from echoes.games.packs.parts import Id, Lines, PackPart, Text
from echoes.games.party.rules.abilities import (
    HIGHEST_LEVEL,
    HIGHEST_SCORE,
    LOWEST_SCORE,
    Ability,
    Skill,
    modifier,
    proficiency,
)
from echoes.games.party.rules.dice import parse
from echoes.games.party.rules.impairments import ConditionName

AbilityScore = Annotated[int, Field(ge=LOWEST_SCORE, le=HIGHEST_SCORE)]
Temperament = Literal["bold", "careful", "kind", "curious", "sly", "dutiful"]
Situation = Literal[
    "arrives",
    "agrees",
    "disagrees",
    "hurt",
    "wins",
    "loses",
    "fails",
    "searches",
    "speaks",
    "waits",
    "fights",
    "helps",
    "flees",
    "secret",
]
"""When a character without a model speaks a line of its own."""


def is_roll(text: str) -> str:
    """Check dice that stand in a file."""
    try:
        parse(text)
    except BadInput as error:
        raise ValueError(error.problem) from None
    return text


class Abilities(PackPart):
    """The six scores; 10 is what most people have."""

    strength: AbilityScore = 10
    dexterity: AbilityScore = 10
    constitution: AbilityScore = 10
    intelligence: AbilityScore = 10
    wisdom: AbilityScore = 10
    charisma: AbilityScore = 10


class Weapon(PackPart):
    """A weapon or another way to do harm.

    Attributes:
        ability: on which attack and damage rest.
        damage: dice, without the ability's modifier.
        far: whether it reaches further than an arm.
        label: its name.
    """

    ability: Ability = "strength"
    damage: str
    far: bool = False
    label: Text

    _damage_is_dice = field_validator("damage")(is_roll)


class Spell(PackPart):
    """A spell.

    Attributes:
        level: 0 costs nothing, any other a slot of its level or above.
        save: the ability by which it is resisted, for half of the damage; None where it can't be.
        damage, healing: dice; empty for none.
        condition: that it brings, unless it is resisted.
        label, text: its name, and what it does.
    """

    level: Annotated[int, Field(ge=0, le=9)] = 0
    save: Ability | None = None
    damage: str = ""
    healing: str = ""
    condition: ConditionName | None = None
    label: Text
    text: Text

    @field_validator("damage", "healing")
    @classmethod
    def _dice(cls, text: str) -> str:
        return is_roll(text) if text else text


class CharacterSheet(PackPart):
    """A character.

    Attributes:
        people, calling: words for what it is, without meaning for the rules.
        skills: what it has learnt; `expert`: of these, what counts twice.
        saves: abilities whose saving throws it has learnt.
        armour: the number that an attack has to reach.
        hit_points: the most.
        speed: in metres a round.
        slots: spell slots by level.
        temperament: by which it chooses where nobody plays it.
        facts: that its companions may know; `wants`, `secret`: its own.
        lines: what it says where nobody plays it, by situation.
    """

    level: Annotated[int, Field(ge=1, le=HIGHEST_LEVEL)] = 1
    abilities: Abilities = Abilities()
    skills: tuple[Skill, ...] = ()
    expert: tuple[Skill, ...] = ()
    saves: tuple[Ability, ...] = ()
    armour: Annotated[int, Field(ge=5, le=30)] = 10
    hit_points: Annotated[int, Field(ge=1, le=500)] = 8
    speed: Annotated[int, Field(ge=0, le=60)] = 9
    slots: dict[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=0, le=9)]] = Field(
        default_factory=dict[int, int]
    )
    coins: Annotated[int, Field(ge=0, le=100_000)] = 0
    temperament: Temperament = "careful"
    name: Text
    people: Text
    calling: Text
    looks: Text
    weapons: dict[Id, Weapon] = Field(default_factory=dict[str, Weapon])
    spells: dict[Id, Spell] = Field(default_factory=dict[str, Spell])
    inventory: dict[Id, Text] = Field(default_factory=dict[str, str])
    traits: Lines = ()
    ideal: str = ""
    bond: str = ""
    flaw: str = ""
    facts: Lines = ()
    wants: str = ""
    secret: str = ""
    lines: dict[Situation, Lines] = Field(default_factory=dict[Situation, Lines])

    @model_validator(mode="after")
    def _is_whole(self) -> "CharacterSheet":
        if unlearnt := sorted({*self.expert} - {*self.skills}):
            raise ValueError(f"'{unlearnt[0]}' counts twice, but is not among the skills")
        return self

    def ability(self, ability: Ability) -> int:
        """Return the modifier of an ability."""
        return modifier(getattr(self.abilities, ability))

    @property
    def learnt(self) -> int:
        """The bonus of what it has learnt."""
        return proficiency(self.level)
