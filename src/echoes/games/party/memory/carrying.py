"""Characters, and memories of characters, that go from a finished adventure to the party's next."""

from collections.abc import Sequence
from contextlib import suppress

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from echoes.core.log.entries import Entry
from echoes.core.log.records import GameFacts
from echoes.games.party.events import (
    CharacterJoined,
    CharacterMade,
    KeptCharacter,
    PartyEnded,
    PartyStarted,
    PartyStartTrace,
    PartyTrace,
)
from echoes.games.party.memory.summaries import within_words
from echoes.games.party.pack.schema import Module

MOST_KEPT = 6
"""As many characters of a player are kept; the oldest give way."""
_KEPT = TypeAdapter(tuple[KeptCharacter, ...])


class ModuleMemories(BaseModel, frozen=True):
    """The memories of a module's own characters, by name; `module`: that was played.

    Of those who were made, each has its own (see `KeptCharacter`).
    """

    module: str = ""
    remembered: dict[str, str] = Field(default_factory=dict[str, str])


def kept_memories(entries: Sequence[Entry]) -> ModuleMemories:
    """Return the memories that a module's own characters have of a finished game; none of an open one."""
    started, summaries = entries[0].event, _summaries(entries)
    if not isinstance(started, PartyStarted):
        return ModuleMemories()
    made = {one.event.seat for one in entries if isinstance(one.event, CharacterJoined)}
    own = [one for one in started.party if one.seat in summaries and one.seat not in made]
    return ModuleMemories(module=started.puzzle_id, remembered={one.name: summaries[one.seat] for one in own})


def _summaries(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the memories of each seat of a finished game; nothing of one that did not end."""
    ended = next((one for one in reversed(entries) if isinstance(one.event, PartyEnded)), None)
    notes = ended.traced(PartyTrace).notes if ended else ()
    return {seat: text for note in notes for seat, text in note.summaries.items() if text}


def carried_memories(module: Module, last: GameFacts | None) -> dict[str, str]:
    """Return the memories of a module's characters of the party's last adventure, by seat.

    Nobody remembers an adventure that is about to be played again.

    Args:
        module: that begins.
        last: the facts of the adventure before it; None for none.
    """
    try:
        kept = ModuleMemories.model_validate((last.model_extra or {}) if last else {})
    except ValidationError:  # of another version of the program
        return {}
    if kept.module == module.id:
        return {}
    found = {seat: kept.remembered.get(sheet.name, "") for seat, sheet in module.party.items()}
    return {seat: within_words(text) for seat, text in found.items() if text}


def characters_to_keep(entries: Sequence[Entry]) -> Sequence[KeptCharacter]:
    """Return the characters that a player keeps after a game, the latest first: its own, and those before.

    Args:
        entries: of the game.
    """
    started, summaries = entries[0].event, _summaries(entries)
    before = entries[0].traced(PartyStartTrace).kept
    seated = {one.event.seat: one.event for one in entries if isinstance(one.event, CharacterMade)}
    made = [
        KeptCharacter(
            character=one.character,
            module=started.puzzle_id if isinstance(started, PartyStarted) else "",
            remembered=within_words(summaries.get(seat, one.remembered)),
        )
        for seat, one in seated.items()
        if one.keeps
    ]
    return _latest([*made, *before])


def _latest(characters: Sequence[KeptCharacter]) -> Sequence[KeptCharacter]:
    """Return the first of each name, as many as are kept."""
    by_name = {one.character.name.casefold(): one for one in reversed(characters)}
    firsts = dict.fromkeys(one.character.name.casefold() for one in characters)
    return [by_name[name] for name in firsts][:MOST_KEPT]


def kept_characters(module: Module, games: Sequence[GameFacts]) -> Sequence[KeptCharacter]:
    """Return the characters that a player kept, the latest first, each as it was last played.

    None remembers an adventure that is about to be played again; those of another version of the program are
    left out.

    Args:
        module: that begins.
        games: the facts of all adventures before, in the order in which they ended.
    """
    played, waited = list[KeptCharacter](), list[KeptCharacter]()
    for game in reversed(games):
        figures = game.model_extra or {}
        with suppress(ValidationError):
            for one in _KEPT.validate_python(figures.get("characters", ())):
                # A game that began before another ended knows nothing of what its characters did there.
                (played if one.module == figures.get("module") else waited).append(one)
    return [
        one.model_copy(update={"remembered": ""}) if one.module == module.id else one
        for one in _latest([*played, *waited])
    ]
