"""A block of the conversation that asks for what belongs in the gaps of a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from echoes.core.log.events import Option


@dataclass(frozen=True)
class TextGap:
    """A gap of a text with the choices for it; `pick` is the number of the one that fills it, 0 for none."""

    choices: Sequence[str]
    pick: int = 0

    @property
    def text(self) -> str:
        """The choice that fills it; empty for none."""
        return self.choices[self.pick - 1] if self.pick else ""


@dataclass(frozen=True)
class GappedText:
    """A text with gaps, to be filled one after the other by numbers.

    Attributes:
        parts: the texts before, between and after the gaps.
        gap: the number of the gap that is asked for, from 1; 0 once all are filled.
        options: what the numbers pick now.
        said: the message that led to it.
        decline: what 0 says.
    """

    prompt: str
    parts: Sequence[str]
    gaps: Sequence[TextGap]
    gap: int
    options: Sequence[Option]
    said: str = ""
    decline: str = ""

    def pieces(self) -> Iterator[tuple[str, int]]:
        """Yield the text in pieces, each with the number of the gap that it stands in; 0 for none."""
        for number, part in enumerate(self.parts, 1):
            yield part, 0
            if number <= len(self.gaps):
                yield self.gaps[number - 1].text or "…", number

    def plain(self) -> str:
        """Return the prompt, the text with its gaps, and the numbered options."""
        text = "".join(f"[{text}]" if number else text for text, number in self.pieces())
        return "\n".join([self.prompt, text, *(f"  {one.n}  {one.text}" for one in self.options)])
