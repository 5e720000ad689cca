"""Line breaks for the terminal in text without spaces: no line begins with 。 or ends with “."""

from rich.cells import cell_len
from rich.console import Console, JustifyMethod, OverflowMethod
from rich.containers import Lines
from rich.text import Text

_NOT_FIRST = frozenset("，。、；：？！）》」』】〉”’…—％,.;:?!)%")
_NOT_LAST = frozenset("（《「『【〈“‘(")


def line_breaks(text: str, width: int) -> list[int]:
    """Return the positions at which lines of a text begin, but for the first.

    Args:
        text: without line ends.
        width: of a line, in cells: a Chinese character takes two.
    """
    breaks: list[int] = []
    start = possible = 0
    for end, character in enumerate(text):
        if end > start and _may_break(text[end - 1], character):
            possible = end
        while character != " " and start < end and cell_len(text[start : end + 1]) > width:
            start = possible if possible > start else end
            breaks.append(start)
    return breaks


def _may_break(before: str, after: str) -> bool:
    if after in _NOT_FIRST or before in _NOT_LAST or after == " ":
        return False
    return before == " " or cell_len(before) > 1 or cell_len(after) > 1


class ChineseText(Text):
    """Text that is broken as Chinese is."""

    def wrap(
        self,
        console: Console,
        width: int,
        *,
        justify: JustifyMethod | None = None,
        overflow: OverflowMethod | None = None,
        tab_size: int = 8,
        no_wrap: bool | None = None,
    ) -> Lines:
        """Return the lines of the text."""
        if no_wrap:
            return super().wrap(
                console, width, justify=justify, overflow=overflow, tab_size=tab_size, no_wrap=True
            )
        lines = Lines()
        for line in self.split(allow_blank=True):
            pieces = line.divide(line_breaks(line.plain, width))
            for piece in pieces:
                piece.rstrip_end(width)
            lines.extend(pieces)
        return lines


def text_in(language: str, text: str, style: str = "") -> Text:
    """Return a text that is broken as its language is."""
    return ChineseText(text, style=style) if language == "zh" else Text(text, style=style)


def padded(text: str, width: int) -> str:
    """Return a text filled up with spaces to a width in cells."""
    return text + " " * max(0, width - cell_len(text))
