"""Memories that characters take from a finished adventure to the party's next."""

from collections.abc import Sequence

from pydantic import BaseModel, Field, ValidationError

from echoes.core.entries import Entry
from echoes.core.records import GameFacts
from echoes.games.party.events import PartyEnded, PartyStarted, PartyTrace
from echoes.games.party.memory.summaries import within_words
from echoes.games.party.pack.schema import Module


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
    kept = {one.name: summaries[one.seat] for one in started.party if one.seat in summaries}
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
