"""Changes to a character's memory, applied by code: removed, updated, added, in this order."""

from collections.abc import Sequence

from echoes.core.text.plain_text import clean
from echoes.games.story.agents.forms import MemoryUpdate
from echoes.games.story.state import CharacterMemory

MOST_FACTS = 10
_LONGEST_FACT, _LONGEST_SUMMARY = 240, 900
_TOLD = 12
"""Facts of one reply that are looked at; what is more is noise."""


def empty_memory() -> CharacterMemory:
    """Return the memory of a character that has witnessed nothing."""
    return CharacterMemory(summary="", facts=[])


def remember_changes(memory: CharacterMemory, update: MemoryUpdate) -> CharacterMemory:
    """Return a memory after an update; what matches no fact is ignored.

    Args:
        memory: before; left as it was.
        update: as a model gave it.
    """
    gone = {_plain(fact) for fact in update.remove}
    facts = [fact for fact in memory["facts"] if _plain(fact) not in gone]
    for change in update.update[:_TOLD]:
        new, at = _fact(change.new), _index(facts, change.old)
        if new and at is not None:
            facts[at] = new
    for fact in map(_fact, update.add[:_TOLD]):
        facts += [fact] if fact else []
    summary = clean(update.summary)[:_LONGEST_SUMMARY] or memory["summary"]
    return CharacterMemory(summary=summary, facts=_kept(facts))


def remember_fact(memory: CharacterMemory, fact: str) -> CharacterMemory:
    """Return a memory with one more fact, which no model wrote."""
    return CharacterMemory(summary=memory["summary"], facts=_kept([*memory["facts"], _fact(fact)]))


def _kept(facts: Sequence[str]) -> list[str]:
    """Return facts without repetitions; the oldest go."""
    latest = {_plain(fact): fact for fact in facts}
    return [*latest.values()][-MOST_FACTS:]


def _index(facts: Sequence[str], wanted: str) -> int | None:
    plain = _plain(wanted)
    return next((n for n, fact in enumerate(facts) if _plain(fact) == plain), None)


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def _fact(text: str) -> str:
    return " ".join(clean(text).split())[:_LONGEST_FACT]
