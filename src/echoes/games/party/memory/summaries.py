"""Summaries of what a seat has witnessed, made by rules: what was kept, under its headings, and no gap."""

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from echoes.core.log.events import Event
from echoes.games.context_window import line_tokens
from echoes.games.party.memory.witnessing import HEADINGS, NO_LONGER, line_of_event, worth_keeping
from echoes.games.party.phrases import TABLE_PHRASES, table_phrase

KEPT_LINES = 3
"""The newest lines that stand in no summary."""
MOST_WORDS = 500
_MOST_NOTED, _MOST_OF_A_KIND = 24, 14
_SEPARATOR = {"en": "; ", "zh": "；"}
_WORD = re.compile(r"[\u3400-\u9fff]{1,2}|[^\W\u3400-\u9fff]+")


class SeatMemory(TypedDict):
    """The memory of a seat; what it witnessed is in the summary up to a line, and from there on in the log.

    Attributes:
        summary: of the older lines; `before`: the one before it, which may be restored.
        heard: lines that it has witnessed; `upto`: how many of them the summary holds.
        tail: the size of those that it does not hold, in tokens.
        newest: the sizes of the latest lines.
        noted: what is worth keeping of them, by heading.
    """

    summary: str
    before: str
    heard: int
    upto: int
    tail: int
    newest: list[int]
    noted: dict[str, list[str]]


def empty_seat_memory(summary: str = "") -> SeatMemory:
    """Return the memory of a seat that has witnessed nothing yet; `summary`: of earlier sessions."""
    return SeatMemory(summary=summary, before="", heard=0, upto=0, tail=0, newest=[], noted={})


def memory_after(memory: SeatMemory, event: Event, seat: str, party: dict[str, str]) -> SeatMemory:
    """Return the memory of a seat after an event that it witnessed.

    Args:
        memory: before; left as it was.
        event: that it saw.
        seat: whose memory.
        party: the names of the characters by seat.
    """
    line, noted = line_of_event(event), memory["noted"]
    for heading, words in worth_keeping(event, seat, party):
        kept = [one for one in noted.get(heading, ()) if one != words]
        noted = {**noted, heading: [*kept, words][-_MOST_NOTED:]}
    if not line:
        return memory if noted is memory["noted"] else {**memory, "noted": noted}
    size = line_tokens(line)
    return {
        **memory,
        "heard": memory["heard"] + 1,
        "tail": memory["tail"] + size,
        "newest": [*memory["newest"], size][-KEPT_LINES:],
        "noted": noted,
    }


def memory_summed_up(memory: SeatMemory, summary: str) -> SeatMemory:
    """Return a memory whose lines but the newest are held by a new summary."""
    return {
        **memory,
        "summary": summary,
        "before": memory["summary"],
        "upto": max(memory["upto"], memory["heard"] - KEPT_LINES),
        "tail": sum(memory["newest"]),
        "noted": {},
    }


def merged_summary(language: str, summary: str, noted: Mapping[str, Sequence[str]]) -> str:
    """Return a summary with what was noted since, within its bound; a seat's own sentences stay longest.

    Args:
        language: of the module.
        summary: so far.
        noted: by heading, in order.
    """
    own, kept = _read(language, summary)
    for heading in HEADINGS:
        items = kept.get(heading, [])
        for words in noted.get(heading, ()):
            gone = words.removeprefix(NO_LONGER)
            items = [one for one in items if one != gone]
            items += [] if words.startswith(NO_LONGER) else [words]
        kept[heading] = items[-_MOST_OF_A_KIND:]
    while count_words(_written(language, own, kept)) >= MOST_WORDS and any(kept.values()):
        longest = max(kept, key=lambda heading: len("".join(kept[heading])))
        kept[longest] = kept[longest][1:]
    return within_words(_written(language, own, kept))


def within_words(text: str) -> str:
    """Return the beginning of a text that is under the bound of a summary."""
    found = [*_WORD.finditer(text)]
    return text if len(found) < MOST_WORDS else text[: found[MOST_WORDS - 2].end()].rstrip()


def count_words(text: str) -> int:
    """Return the number of words; two Chinese characters count as one."""
    return sum(1 for _ in _WORD.finditer(text))


def _read(language: str, summary: str) -> tuple[list[str], dict[str, list[str]]]:
    """Return the lines of a summary that stand under no heading, and the items of each heading."""
    colon, own, kept = table_phrase(language, "colon"), list[str](), dict[str, list[str]]()
    names = {TABLE_PHRASES.name_of(language, "memory_headings", key): key for key in HEADINGS}
    for line in summary.splitlines():
        title, found, rest = line.partition(colon)
        if found and title in names:
            items = [one.strip() for one in rest.split(_SEPARATOR[language].strip()) if one.strip()]
            kept[names[title]] = [*kept.get(names[title], []), *items]
        elif line.strip():
            own.append(line.strip())
    return own, kept


def _written(language: str, own: Sequence[str], kept: Mapping[str, Sequence[str]]) -> str:
    colon = table_phrase(language, "colon")
    shown = [(key, _SEPARATOR[language].join(kept[key])) for key in HEADINGS if kept.get(key)]
    lines = [
        f"{TABLE_PHRASES.name_of(language, 'memory_headings', key)}{colon}{items}" for key, items in shown
    ]
    return "\n".join([*own, *lines])
