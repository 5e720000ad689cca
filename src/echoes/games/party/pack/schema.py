"""The module: all that a pack says in one language, version 1."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from echoes.games.conditions import Condition
from echoes.games.packs.fields import parts_in
from echoes.games.packs.parts import Id, Lines, PackPart, PackScenario, Text, first_of
from echoes.games.packs.references import Named, SceneId
from echoes.games.party.pack.parts import Encounter, Feature, ModulePerson, ModuleScene, Short, Topic
from echoes.games.party.pack.plot import (
    Accusation,
    ModuleClock,
    ModuleEnding,
    ModuleItem,
    ModuleSecret,
    ModuleThread,
    OracleTable,
    Quest,
    SeatId,
    Trigger,
)
from echoes.games.party.pack.sheet import CharacterSheet

MASTER = "master"
"""The seat of whoever leads the table; no character may have this id."""
MOST_CHARACTERS = 6


class ScriptPage(PackPart):
    """A page that one character alone reads; `when`: from when on, from the beginning without it."""

    title: Short
    text: Text
    when: Condition | None = None


class Aim(PackPart):
    """Something that a character wants for itself; `when`: what must be so at the end."""

    text: Text
    when: Condition


class PrivateScript(PackPart):
    """The private part of one character."""

    pages: Annotated[dict[Id, ScriptPage], Field(min_length=1, max_length=8)]
    aims: Annotated[dict[Id, Aim], Field(max_length=4), Field(default_factory=dict)]


class Clue(PackPart):
    """Something that was found out, in a sentence. Its id is a flag: whoever knows of that has the clue."""

    title: Short
    text: Text


class Module(PackScenario):
    """An adventure or a scripted mystery in one language.

    Attributes:
        party: the characters by seat, in the order of their turns.
        first: the scene in which everybody begins; the first one if left out.
        start: of single characters who begin elsewhere.
        scripts: what single characters alone read, and want for themselves, by seat.
        clues: what can be found out, by the flag that stands for it.
        improvised: what the master says where nothing in the module answers, for each situation.
        threads: what else a story may come back to; people, things, scenes, quests and clocks do anyway.
        oracles: answers of chance to questions of whoever leads the table.
        lines: topics that the module touches, which a table may veil.
    """

    party: Annotated[
        dict[Id, CharacterSheet],
        Named("seat", reserved=(MASTER,)),
        Field(min_length=1, max_length=MOST_CHARACTERS),
    ]
    start: Annotated[dict[SeatId, SceneId], Field(default_factory=dict)]
    scenes: Annotated[dict[Id, ModuleScene], Named("scene"), Field(min_length=1, max_length=24)]
    first: SceneId = Field(default_factory=first_of("scenes"))
    people: Annotated[dict[Id, ModulePerson], Named("person"), Field(default_factory=dict, max_length=40)]
    encounters: Annotated[dict[Id, Encounter], Named("encounter"), Field(default_factory=dict, max_length=12)]
    secrets: Annotated[dict[Id, ModuleSecret], Named("secret"), Field(default_factory=dict, max_length=40)]
    scripts: Annotated[dict[SeatId, PrivateScript], Field(default_factory=dict)]
    clues: Annotated[dict[Id, Clue], Named("clue"), Field(default_factory=dict, max_length=60)]
    items: Annotated[dict[Id, ModuleItem], Named("item"), Field(default_factory=dict, max_length=60)]
    quests: Annotated[dict[Id, Quest], Named("quest"), Field(default_factory=dict, max_length=24)]
    clocks: Annotated[dict[Id, ModuleClock], Named("clock"), Field(default_factory=dict, max_length=12)]
    triggers: Annotated[dict[Id, Trigger], Field(default_factory=dict, max_length=60)]
    oracles: Annotated[dict[Id, OracleTable], Field(default_factory=dict, max_length=12)]
    threads: dict[Id, ModuleThread] = Field(
        default_factory=dict[str, ModuleThread], max_length=24, exclude_if=lambda threads: not threads
    )
    improvised: Lines = ()
    lines: Annotated[dict[Id, Text], Named("line"), Field(default_factory=dict)]
    accusation: Accusation | None = None
    endings: Annotated[dict[Id, ModuleEnding], Named("ending"), Field(min_length=1, max_length=12)]


def touched_lines(module: Module) -> Iterator[tuple[str, str]]:
    """Yield the lines of a module that its features, topics and fights touch, each after its field."""
    for form in (Feature, Topic, Encounter):
        yield from ((field, line) for field, part in parts_in(module, form) for line in part.touches)
