"""Characters, and memories of characters, that go from a finished adventure to the party's next."""

from collections.abc import Sequence

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from echoes.core.entries import Entry
from echoes.core.records import GameFacts
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


class PartyMemories(BaseModel, frozen=True):
    """The memories of the characters of a finished game, by name; `module`: that was played."""

    module: str = ""
    remembered: dict[str, str] = Field(default_factory=dict[str, str])


def kept_memories(entries: Sequence[Entry]) -> PartyMemories:
    """Return what the characters of a finished game remember; nothing of one that did not end."""
    started = entries[0].event
    ended = next((one for one in reversed(entries) if isinstance(one.event, PartyEnded)), None)
    if ended is None or not isinstance(started, PartyStarted):
        return PartyMemories()
    notes = ended.traced(PartyTrace).notes
    summaries = {seat: text for note in notes for seat, text in note.summaries.items() if text}
    joined = [one.event.character for one in entries if isinstance(one.event, CharacterJoined)]
    sat = {one.seat: one.name for one in (*started.party, *joined)}
    kept = {name: summaries[seat] for seat, name in sat.items() if seat in summaries}
    return PartyMemories(module=started.puzzle_id, remembered=kept)


def carried_memories(module: Module, last: GameFacts | None) -> dict[str, str]:
    """Return what the characters of a module remember of the party's last adventure, by seat.

    Nobody remembers an adventure that is about to be played again.

    Args:
        module: that begins.
        last: the facts of the adventure before it; None for none.
    """
    try:
        kept = PartyMemories.model_validate((last.model_extra or {}) if last else {})
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
    memories, before = kept_memories(entries), entries[0].traced(PartyStartTrace).kept
    seated = {one.event.seat: one.event for one in entries if isinstance(one.event, CharacterMade)}
    made = [
        KeptCharacter(
            character=one.character,
            module=memories.module,
            remembered=within_words(memories.remembered.get(one.character.name, one.remembered)),
        )
        for one in seated.values()
        if one.keeps
    ]
    latest = {one.character.name: one for one in [*reversed(before), *reversed(made)]}
    again = [latest.pop(one.character.name) for one in made]
    return [*again, *reversed(latest.values())][:MOST_KEPT]


def kept_characters(module: Module, last: GameFacts | None) -> Sequence[KeptCharacter]:
    """Return the characters that a player kept; those of another version of the program are left out.

    None remembers an adventure that is about to be played again.

    Args:
        module: that begins.
        last: the facts of the adventure before; None for none.
    """
    try:
        kept = _KEPT.validate_python(((last.model_extra or {}) if last else {}).get("characters", ()))
    except ValidationError:
        return ()
    return [one.model_copy(update={"remembered": ""}) if one.module == module.id else one for one in kept]
