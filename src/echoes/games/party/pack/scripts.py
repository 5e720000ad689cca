"""Private scripts with aims of their own, and clues: what a mystery needs beside its plot."""

from typing import Annotated

from pydantic import Field

from echoes.games.conditions import Condition
from echoes.games.packs.parts import Id, PackPart, Text
from echoes.games.party.pack.parts import Short


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
    aims: Annotated[dict[Id, Aim], Field(max_length=4)] = Field(default_factory=dict[str, Aim])


class Clue(PackPart):
    """Something that was found out, in a sentence. Its id is a flag: whoever knows of that has the clue."""

    title: Short
    text: Text
