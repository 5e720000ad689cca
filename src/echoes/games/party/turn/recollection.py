"""A seat reads what it remembers, puts it right, and takes that back."""

from collections.abc import Callable

from echoes.games.party.events import PartyNote, PartyReplied
from echoes.games.party.memory.summaries import (
    MOST_WORDS,
    SeatMemory,
    count_words,
    merged_summary,
)
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay

_RESTORE = ("restore", "恢复", "还原")


def keep_memory(play: PartyPlay, argument: str) -> str:
    """Show the memory of whoever asks, put it right, or restore it; return the reply where nothing changes.

    Args:
        play: of the message.
        argument: empty to read it, `restore`, or the words that take its place.
    """
    memory = play.state["memory"]["seats"].get(play.seat)
    if memory is None:
        return table_phrase(play.module.language, "memory_of_seats")
    if not argument:
        return _told(play, memory)
    restores = argument.casefold() in _RESTORE
    if restores and not memory["before"]:
        return table_phrase(play.module.language, "memory_nothing_before")
    if not restores and count_words(argument) >= MOST_WORDS:
        return table_phrase(play.module.language, "memory_too_long", limit=MOST_WORDS)
    said = table_phrase(play.module.language, "memory_restored" if restores else "memory_corrected")
    play.add(PartyReplied(command="memory", text=said, audience=(play.seat,)))
    play.note(PartyNote(corrected={play.seat: memory["before"] if restores else argument}))
    return ""


def _told(play: PartyPlay, memory: SeatMemory) -> str:
    """Return the summary, and the newest lines to be remembered."""
    language = play.module.language
    phrase: Callable[[str], str] = lambda key: table_phrase(language, key)  # noqa: E731
    newest = merged_summary(language, "", memory["noted"])
    parts = [memory["summary"], f"{phrase('memory_newest')}\n{newest}" if newest else ""]
    return "\n\n".join(filter(None, parts)) or phrase("memory_empty")
