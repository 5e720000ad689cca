"""A module as it is played at one table: with the characters that were made there, and by their names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import JsonValue

from echoes.games.party.events.characters import MadeCharacter
from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.sheet import Abilities, CharacterSheet, Spell, Weapon
from echoes.games.party.phrases import CREATION_PHRASES, creation_phrase
from echoes.games.party.rules.callings import CALLINGS, armour_of, hit_points_of
from echoes.games.party.state import PartyState

_HAN = re.compile(r"[\u3400-\u9fff]")
_MOST_CASTS = 32
_PARTS = (
    "secrets", "clues", "scenes", "people", "scripts", "quests", "triggers", "encounters", "endings",
    "accusation",
)  # fmt: skip
"""The parts of a module whose texts may name its characters."""


@dataclass(frozen=True)
class _Cast:
    """A module and its cast, told apart by their contents."""

    version: tuple[str, str, str]
    cast: tuple[tuple[str, str], ...]
    module: Module = field(compare=False)


def at_table(module: Module, state: PartyState) -> Module:
    """Return a module as it is played at a table.

    Args:
        module: as it was written.
        state: with the characters that were made.
    """
    if not state["casting"]["made"]:
        return module
    cast = {seat: MadeCharacter.model_validate(one) for seat, one in state["casting"]["made"].items()}
    plain = tuple((seat, one.model_dump_json()) for seat, one in cast.items())
    return _cast_once(_Cast((module.id, module.language, module.content_hash), plain, module))


@lru_cache(maxsize=_MOST_CASTS)
def _cast_once(of: _Cast) -> Module:
    cast = {seat: MadeCharacter.model_validate_json(one) for seat, one in of.cast}
    return cast_module(of.module, cast)


def cast_module(module: Module, cast: Mapping[str, MadeCharacter]) -> Module:
    """Return a module with other characters in some seats; its texts call them by their names.

    They take the place of those whom the story has there: what these know, and their scripts.

    Args:
        module: as it was written.
        cast: the characters that were made, by seat.
    """
    names = dict[str, str]()
    for seat, character in cast.items():
        names |= _names(module.party[seat].name, character.name)
    party = {
        seat: made_sheet(cast[seat], sheet.level, module.language) if seat in cast else sheet
        for seat, sheet in module.party.items()
    }
    pattern = re.compile("|".join(_pattern(name) for name in sorted(names, key=len, reverse=True)))
    plain = module.to_json()
    again = Module.model_validate(plain | {part: _renamed(plain[part], pattern, names) for part in _PARTS})
    texts = {part: getattr(again, part) for part in _PARTS}
    # Finders and hashes are those of the module, as its people, things and places keep their names.
    return module.model_copy(update={**texts, "party": party})


def made_sheet(character: MadeCharacter, level: int, language: str) -> CharacterSheet:
    """Return the sheet of a character that was made: all its numbers follow from the rules.

    Args:
        character: that was checked.
        level: of the one whose place it takes.
        language: of the module.
    """
    calling, words = CALLINGS[character.calling], CREATION_PHRASES.of_language(language)
    scores = Abilities(**character.scores)
    (ability, damage), arm = calling.weapon, words.names["weapons"][character.calling]
    label, text = words.lists["mend"]
    looks = creation_phrase(language, "looks", people=character.people, trait=character.trait).strip()
    return CharacterSheet(
        level=level,
        abilities=scores,
        skills=character.skills,
        saves=calling.saves,
        armour=armour_of(character.calling, scores.dexterity),
        hit_points=hit_points_of(character.calling, scores.constitution, level),
        slots=slots_of(character, level),
        coins=calling.coins,
        name=character.name,
        people=character.people,
        calling=words.names["callings"][character.calling],
        looks=f"{looks[:1].upper()}{looks[1:]}",
        weapons={"own": Weapon(ability=ability, damage=damage, far=calling.far, label=arm)},
        spells={"mend": Spell(level=1, healing="1d8+2", label=label, text=text)} if calling.heals else {},
        inventory={"pack": words.names["packs"][character.calling]},
        traits=(character.trait,) if character.trait else (),
        wants=character.want,
        secret=character.secret,
    )


def slots_of(character: MadeCharacter, level: int) -> dict[int, int]:
    """Return the spell slots of a character by level."""
    return {1: min(4, level + 1)} if CALLINGS[character.calling].heals else {}


def _names(was: str, now: str) -> dict[str, str]:
    """Return the names to be replaced: the whole one, and that by which one calls somebody."""
    if _HAN.search(was):
        return {was: now}
    return {was: now, was.split()[0]: now.split()[0]}


def _pattern(name: str) -> str:
    if _HAN.search(name):
        return re.escape(name)
    # A first name that another name follows belongs to somebody else, as a title may.
    return rf"\b{re.escape(name)}\b" + ("" if " " in name else r"(?! [A-Z])")


def _renamed(value: JsonValue, pattern: re.Pattern[str], names: Mapping[str, str]) -> JsonValue:
    match value:
        case str():
            return pattern.sub(lambda found: names[found[0]], value)
        case list():
            return [_renamed(one, pattern, names) for one in value]
        case dict():
            return {key: _renamed(one, pattern, names) for key, one in value.items()}
        case _:
            return value
