"""The context of a role: one builder, a visibility matrix, and a budget that holds.

A game lays out all there is as sections. The builder leaves out what the role may not see,
and then, while the rest does not fit, trims it in a fixed order. What a role can't do
without is never trimmed: an error says so where even that does not fit.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import ceil
from string import ascii_letters
from typing import Literal

from echoes.core.errors import BadSetting


class Part(StrEnum):
    """The parts of a context, in the order in which they are shown unless a game has another."""

    SCENARIO = "scenario"
    SECRET = "secret"
    EVIDENCE = "evidence"
    PLAYER = "player"
    MEMORY = "memory"
    NOTES = "notes"
    SUMMARY = "summary"
    TURNS = "turns"
    MESSAGE = "message"


Visibility = Literal["all", "own"]
"""`own` shows only sections of the viewer itself, such as a character's own memories."""

VisibilityMatrix = Mapping[str, Mapping[Part, Visibility]]
"""Who sees what; what is missing is not seen."""

TRIM_ORDER: tuple[tuple[Part, int], ...] = (
    (Part.TURNS, 3),
    (Part.PLAYER, 0),
    (Part.EVIDENCE, 3),
    (Part.NOTES, 0),
    (Part.SUMMARY, 0),
    (Part.TURNS, 1),
    (Part.EVIDENCE, 0),
    (Part.TURNS, 0),
)
"""Which part gives way next, and how many of its items stay at this step."""
_LETTERS = f"{ascii_letters} ".encode()

Notes = Sequence[tuple[str, str]]
"""What was noted beside a session, each after the name of who noted it."""


@dataclass(frozen=True)
class Section:
    """One thing that could be shown.

    Attributes:
        part: what it is.
        items: its texts; each stays or gives way as a whole.
        owner: whose it is, where it belongs to somebody (a character, an AI player).
        gives_way: from which end: the oldest turn is first, the weakest evidence last.
    """

    part: Part
    items: tuple[str, ...]
    owner: str | None = None
    gives_way: Literal["first", "last"] = "first"


@dataclass(frozen=True)
class Window:
    """The context that a role is shown.

    Attributes:
        sections: what was left, in the order in which it is shown.
        tokens: what it comes to, as `estimate_tokens` counts.
        left_out: how many items of each part gave way.
    """

    sections: tuple[Section, ...]
    tokens: int
    left_out: Mapping[Part, int]

    def items(self, part: Part) -> list[str]:
        """All items of one part, in order."""
        return [item for section in self.sections if section.part is part for item in section.items]

    def text(self, part: Part) -> str:
        """All items of one part, a line each; empty where nothing is shown."""
        return "\n".join(self.items(part))


def build_window(
    role: str,
    name: str | None,
    sections: Sequence[Section],
    visibility: VisibilityMatrix,
    budget: int,
    trim_order: Sequence[tuple[Part, int]] = TRIM_ORDER,
    shown_order: Sequence[Part] = tuple(Part),
) -> Window:
    """Choose what a role is shown.

    Args:
        role: who looks.
        name: as whom, where a role is played by several.
        sections: all there is.
        visibility: who sees what.
        budget: in tokens; hard.
        trim_order: which part gives way next, and how many of its items stay.
        shown_order: all parts that are shown, in order.
    Returns:
        What is shown; it fits.
    Raises:
        BadSetting: what can't give way is more than the budget.
    """
    seen = sorted(
        (section for section in sections if _sees(role, name, section, visibility)),
        key=lambda section: shown_order.index(section.part),
    )
    left_out: dict[Part, int] = {}
    tokens = sum(_tokens(section) for section in seen)
    for part, kept in trim_order:
        for index, section in enumerate(seen):
            while tokens > budget and section.part is part and len(section.items) > kept:
                first = section.gives_way == "first"
                gone = section.items[0] if first else section.items[-1]
                section = replace(section, items=section.items[1:] if first else section.items[:-1])
                seen[index] = section
                tokens -= line_tokens(gone)
                left_out[part] = left_out.get(part, 0) + 1
    if tokens > budget:
        raise BadSetting(
            f"the {role} needs {tokens} tokens for what can't be left out, and has {budget}",
            "Raise its budget in config/agents.yaml, or shorten the puzzle.",
        )
    return Window(tuple(section for section in seen if section.items), tokens, left_out)


def _sees(role: str, name: str | None, section: Section, visibility: VisibilityMatrix) -> bool:
    sight = visibility.get(role, {}).get(section.part)
    return sight == "all" or (sight == "own" and section.owner is not None and section.owner == name)


def _tokens(section: Section) -> int:
    return sum(map(line_tokens, section.items))


@lru_cache(maxsize=1024)  # a story is counted with every message
def line_tokens(item: str) -> int:
    """Return about how many tokens a line is, with its end."""
    return estimate_tokens(f"{item}\n")


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is, rather too many than too few.

    English has about four letters a token and is counted with three; Chinese has about one
    character a token and is counted with two thirds; each digit and mark counts as a token.
    """
    plain = text.encode("ascii", "ignore")
    marks = len(plain.translate(None, _LETTERS))
    others = len(text.encode()) - len(plain)
    return ceil((len(plain) - marks) / 3) + marks + ceil(others / 2)


def beginning_of(text: str, tokens: int) -> str:
    """Return the longest beginning of a text that is estimated at no more than so many tokens."""
    longest = text[: 3 * tokens]  # three letters are a token, and nothing weighs less
    fits = bisect_right(range(1, len(longest) + 1), tokens, key=lambda size: estimate_tokens(longest[:size]))
    return longest[:fits]
