"""The cloze: the solution as a text with gaps, each of which takes one of its choices."""

import re
from collections.abc import Sequence
from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field, model_validator

from echoes.core.protocols import JsonObject
from echoes.core.text.bilingual import Bilingual
from echoes.games.situation_puzzle.puzzle.part import NonEmptyText, PuzzlePart

MAX_GAPS, MAX_CHOICES = 12, 9
_GAP = re.compile(r"\{([^{}]*)\}")


def _or_text(schema: JsonObject) -> None:
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [whole, {"type": "string"}]


class ClozeChoice(PuzzlePart):
    """One choice of a gap. Written as a bare text, it is a wrong one."""

    model_config = ConfigDict(json_schema_extra=_or_text)

    text: NonEmptyText = Field(description="What stands in the gap; it fits into the sentence.")
    right: bool = Field(default=False, description="Exactly one choice of a gap is right.")

    @model_validator(mode="before")
    @classmethod
    def _bare_text(cls, data: object) -> object:
        return {"text": data} if isinstance(data, str) else data


class ClozeGap(PuzzlePart):
    """One gap, with its choices, of which one is right; `facts` are those that the right one tells."""

    id: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,40}$", description="Its name in the text, there in braces: {who}."
    )
    choices: tuple[ClozeChoice, ...] = Field(
        max_length=MAX_CHOICES,
        description="Four or five, of one form and about equally long; their order tells nothing.",
    )
    facts: tuple[str, ...] = Field(default=(), description="The ids of facts that the right choice tells.")

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The texts of the choices in the order in which they are offered, which tells nothing."""
        return tuple(sorted(choice.text for choice in self.choices))

    @cached_property
    def right(self) -> int:
        """The number of the right choice as it is offered, from 1."""
        return self.shown.index(self.right_text) + 1

    @property
    def right_text(self) -> str:
        """The right choice."""
        return next(choice.text for choice in self.choices if choice.right)

    @property
    def wrong_texts(self) -> tuple[str, ...]:
        """The wrong choices, in their author's order."""
        return tuple(choice.text for choice in self.choices if not choice.right)


class Cloze(PuzzlePart):
    """The solution as a text, in which `{id}` stands for the gap of that id.

    An unconfirmed one was proposed by a model, and is not played.
    """

    text: NonEmptyText = Field(
        description="Three to six sentences; what stands outside the gaps gives nothing away."
    )
    gaps: tuple[ClozeGap, ...] = Field(
        min_length=2,
        max_length=MAX_GAPS,
        description="In the order of the text, as many in each language of a puzzle.",
    )
    unconfirmed: bool = Field(
        default=False, description="Whether a model proposed it, and nobody has confirmed it."
    )

    @model_validator(mode="after")
    def _consistent(self) -> "Cloze":
        named = _GAP.findall(self.text)
        ids = [gap.id for gap in self.gaps]
        for name in named:
            if name not in ids:
                known = ", ".join(ids)
                raise _error(
                    f"text: there is no gap '{name}'; known: {known}",
                    f"文中的空“{name}”没有写；写了的有：{known}",
                )
        for number, gap in enumerate(self.gaps, 1):
            where, right = f"gaps[{number}]", sum(choice.right for choice in gap.choices)
            texts = [choice.text for choice in gap.choices]
            if (stands := named.count(gap.id)) != 1:
                raise _error(
                    f"{where}: '{{{gap.id}}}' stands {stands} times in the text, not once",
                    f"“{{{gap.id}}}”在文中出现了 {stands} 次，应该正好一次",
                )
            if len(texts) < 2:
                raise _error(f"{where}.choices: at least two are needed", f"第 {number} 个空至少要有两个选项")
            if right != 1:
                raise _error(
                    f"{where}.choices: {right or 'none'} of them right; exactly one has to be",
                    f"第 {number} 个空应该正好有一个正确的选项，现在有 {right} 个",
                )
            if repeated := [text for text in texts if texts.count(text) > 1]:
                raise _error(
                    f"{where}.choices: '{repeated[0]}' stands twice",
                    f"第 {number} 个空的“{repeated[0]}”写了两次",
                )
            if not gap.facts:
                raise _error(
                    f"{where}.facts: no fact is told by its right choice",
                    f"没有写第 {number} 个空的正确选项说出了哪条事实",
                )
        if named != ids:
            order = ", ".join(named)
            raise _error(
                f"gaps: they stand in another order than in the text: {order}",
                f"空的顺序和文中的不一样：{order}",
            )
        return self

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The texts before, between and after the gaps."""
        return tuple(_GAP.split(self.text)[::2])

    @cached_property
    def key(self) -> tuple[int, ...]:
        """The number of the right choice of each gap, as it is offered."""
        return tuple(gap.right for gap in self.gaps)

    @cached_property
    def combinations(self) -> int:
        """The number of ways to fill it."""
        count = 1
        for gap in self.gaps:
            count *= len(gap.choices)
        return count

    def filled(self, picks: Sequence[int]) -> str:
        """Return the text with the picked choices, numbered from 1 as they are offered; 0 leaves "…"."""
        texts = [gap.shown[pick - 1] if pick else "…" for gap, pick in zip(self.gaps, picks, strict=True)]
        return "".join(part for pair in zip(self.parts, [*texts, ""], strict=True) for part in pair)


def _error(message: str, zh: str) -> ValueError:
    return ValueError(Bilingual(message, zh))


class GapForm(BaseModel, frozen=True):
    """A gap as a player sees it; `pick` is the number of the choice that fills it, 0 for none yet."""

    choices: list[str]
    pick: int = 0


class ClozeForm(BaseModel, frozen=True):
    """A cloze as a player sees it.

    Attributes:
        parts: the texts before, between and after the gaps.
        gap: the number of the gap that is asked for, from 1; 0 once all are filled.
    """

    parts: list[str]
    gaps: list[GapForm]
    gap: int = 0
