"""The context of a role: one builder, a visibility matrix, and a budget that holds.

A game lays out all there is as sections. The builder leaves out what the role may not see,
and then, while what is left does not fit, lets things give way in a fixed order. What a
role can't do without never gives way: where even that does not fit, it is said.

After the token budgets of seeds 2 (narrator and characters), the memory isolation of seed
3 (a character sees its own memories, the dungeon master everybody's) and the lean history
of seed 5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import ceil
from typing import Literal

from echoes.core.errors import BadSetting


class Part(StrEnum):
    """The parts of a context, in the order in which they are shown."""

    SCENARIO = "scenario"
    SECRET = "secret"
    EVIDENCE = "evidence"
    PLAYER = "player"
    NOTES = "notes"
    SUMMARY = "summary"
    TURNS = "turns"
    MESSAGE = "message"


Sight = Literal["all", "own"]
"""`own` shows only sections of the viewer itself, such as a character's own memories."""

VisibilityMatrix = Mapping[str, Mapping[Part, Sight]]
"""Who sees what; what is missing is not seen."""

GIVES_WAY: tuple[tuple[Part, int], ...] = (
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
        sections: what was left, in the order of `Part`.
        tokens: what it comes to, as `estimate_tokens` counts.
        left_out: how many items of each part gave way.
    """

    sections: tuple[Section, ...]
    tokens: int
    left_out: Mapping[Part, int]

    def text(self, part: Part) -> str:
        """All items of one part, a line each; empty where nothing is shown."""
        return "\n".join(item for s in self.sections if s.part is part for item in s.items)


def build_window(
    role: str, name: str | None, sections: Sequence[Section], sight: VisibilityMatrix, budget: int
) -> Window:
    """Choose what a role is shown.

    Args:
        role: who looks.
        name: as whom, where a role is played by several.
        sections: all there is.
        sight: who sees what.
        budget: in tokens; hard.
    Returns:
        What is shown; it fits.
    Raises:
        BadSetting: what can't give way is more than the budget.
    """
    order = list(Part)
    seen = sorted(
        (section for section in sections if _sees(role, name, section, sight)),
        key=lambda section: order.index(section.part),
    )
    left_out: dict[Part, int] = {}
    tokens = sum(_tokens(section) for section in seen)
    for part, kept in GIVES_WAY:
        for index, section in enumerate(seen):
            while tokens > budget and section.part is part and len(section.items) > kept:
                first = section.gives_way == "first"
                gone = section.items[0] if first else section.items[-1]
                section = replace(section, items=section.items[1:] if first else section.items[:-1])
                seen[index] = section
                tokens -= _line(gone)
                left_out[part] = left_out.get(part, 0) + 1
    if tokens > budget:
        raise BadSetting(
            f"the {role} needs {tokens} tokens for what can't be left out, and has {budget}",
            "Raise its budget in config/agents.yaml, or shorten the puzzle.",
        )
    return Window(tuple(section for section in seen if section.items), tokens, left_out)


def _sees(role: str, name: str | None, section: Section, sight: VisibilityMatrix) -> bool:
    how = sight.get(role, {}).get(section.part)
    return how == "all" or (how == "own" and section.owner is not None and section.owner == name)


def _tokens(section: Section) -> int:
    return sum(map(_line, section.items))


@lru_cache(maxsize=1024)  # a story is counted with every message
def _line(item: str) -> int:
    return estimate_tokens(f"{item}\n")


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is, rather too many than too few.

    English has about four letters a token and is counted with three; Chinese has about one
    character a token and is counted with two thirds; each digit and mark counts as a token.
    """
    letters = sum(c.isalpha() or c == " " for c in text if c.isascii())
    marks = sum(c.isascii() for c in text) - letters
    others = sum(len(c.encode()) for c in text if not c.isascii())
    return ceil(letters / 3) + marks + ceil(others / 2)
