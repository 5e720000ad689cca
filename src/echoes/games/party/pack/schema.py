"""The module: all that a pack says in one language, version 1."""

from typing import Annotated

from pydantic import Field

from echoes.games.packs.parts import Id, Lines, PackScenario, Text
from echoes.games.party.pack.parts import Encounter, ModulePerson, ModuleScene
from echoes.games.party.pack.plot import (
    Accusation,
    ModuleClock,
    ModuleEnding,
    ModuleItem,
    ModuleSecret,
    ModuleThread,
    OracleTable,
    Quest,
    Trigger,
)
from echoes.games.party.pack.scripts import Clue, PrivateScript
from echoes.games.party.pack.sheet import CharacterSheet

MASTER = "master"
"""The seat of whoever leads the table; no character may have this id."""
MOST_CHARACTERS = 6


class Module(PackScenario):
    """An adventure or a scripted mystery in one language.

    Attributes:
        party: the characters by seat, in the order of their turns.
        first: the scene in which everybody begins.
        start: of single characters who begin elsewhere.
        scripts: what single characters alone read, and want for themselves, by seat.
        clues: what can be found out, by the flag that stands for it.
        improvised: what the master says where nothing in the module answers, for each situation.
        threads: what else a story may come back to; people, things, scenes, quests and clocks do anyway.
        oracles: answers of chance to questions of whoever leads the table.
        lines: topics that the module touches, which a table may veil.
    """

    party: Annotated[dict[Id, CharacterSheet], Field(min_length=1, max_length=MOST_CHARACTERS)]
    first: Id
    start: dict[Id, Id] = Field(default_factory=dict[str, str])
    scenes: Annotated[dict[Id, ModuleScene], Field(min_length=1, max_length=24)]
    people: dict[Id, ModulePerson] = Field(default_factory=dict[str, ModulePerson], max_length=40)
    encounters: dict[Id, Encounter] = Field(default_factory=dict[str, Encounter], max_length=12)
    secrets: dict[Id, ModuleSecret] = Field(default_factory=dict[str, ModuleSecret], max_length=40)
    scripts: dict[Id, PrivateScript] = Field(default_factory=dict[str, PrivateScript])
    clues: dict[Id, Clue] = Field(default_factory=dict[str, Clue], max_length=60)
    items: dict[Id, ModuleItem] = Field(default_factory=dict[str, ModuleItem], max_length=60)
    quests: dict[Id, Quest] = Field(default_factory=dict[str, Quest], max_length=24)
    clocks: dict[Id, ModuleClock] = Field(default_factory=dict[str, ModuleClock], max_length=12)
    triggers: dict[Id, Trigger] = Field(default_factory=dict[str, Trigger], max_length=60)
    oracles: dict[Id, OracleTable] = Field(default_factory=dict[str, OracleTable], max_length=12)
    threads: dict[Id, ModuleThread] = Field(
        default_factory=dict[str, ModuleThread], max_length=24, exclude_if=lambda threads: not threads
    )
    improvised: Lines = ()
    lines: dict[Id, Text] = Field(default_factory=dict[str, str])
    accusation: Accusation | None = None
    endings: Annotated[dict[Id, ModuleEnding], Field(min_length=1, max_length=12)]
