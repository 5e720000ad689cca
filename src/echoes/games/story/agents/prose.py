"""Prose as it comes from a model: what stands before it is held back, the rest is heard at once."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from echoes.core.text.plain_text import strip_controls
from echoes.games.context_window import beginning_of, estimate_tokens
from echoes.games.story.agents.prompts import MOODS

_LONGEST_HEADER = 160
_COUNTED_AT_ONCE = 60
"""Characters; counted one by one, each would round up to a token."""
_HEADER = re.compile(r"^[\s*\[(]*([^|｜\n]*?)\s*[|｜]\s*\W*(\w+)\W*$")
_NOBODY = frozenset({"", "-", "–", "—", "none", "nobody", "no one", "无", "没有人", "没有"})
_FORMS = ("{", "[", "<", "`")


@dataclass(frozen=True)
class Header:
    """The first line of a narration.

    Attributes:
        answers: the ids of who answers, in order.
        mood: of the scene; empty if it is none that there is.
    """

    answers: tuple[str, ...]
    mood: str


def read_header(line: str, names: Mapping[str, Collection[str]]) -> Header | None:
    """Return a header line as it was meant; None where it is none.

    Args:
        line: the line.
        names: the names of each character, by id; a name is taken for the id.
    """
    found = _HEADER.match(line.strip())
    if not found:
        return None
    ids = {plain.casefold(): who for who, each in names.items() for plain in (who, *each)}
    said = [one.strip(" *`\"'[]").casefold() for one in re.split(r"[,，、;；]| and |和", found.group(1))]
    mood = found.group(2).casefold()
    strangers = not any(one in ids or one in _NOBODY for one in said)
    if strangers and mood not in MOODS:
        return None
    return Header(tuple(dict.fromkeys(ids[one] for one in said if one in ids)), mood if mood in MOODS else "")


class ProseReader:
    """Reads a reply while it comes, and hands on what is prose.

    Args:
        on_text: gets each piece of the prose.
        longest: tokens of a reply, as they are estimated, after which it is cut off.
        names: those that may stand in a header, by id; None where no header is expected.
        label: the name that the reply may repeat before it begins.
    """

    def __init__(
        self,
        on_text: Callable[[str], None],
        longest: int,
        names: Mapping[str, Collection[str]] | None = None,
        label: str = "",
    ) -> None:
        self._on_text, self._longest, self._names = on_text, longest, names
        self._label = re.compile(rf"^[\s*\[]*{re.escape(label)}[\]*]*\s*[:：]\s*") if label else None
        self._held, self._begun, self._mute = "", False, False
        self._tokens, self._uncounted = 0, ""

    def hear(self, chunk: str) -> bool:
        """Take a piece; return whether the reply is long enough."""
        self._count(chunk)
        if self._begun:
            self._hand_on(strip_controls(chunk))
        else:
            self._held += strip_controls(chunk)
            if self._is_decided():
                self._begin()
        return self._tokens >= self._longest

    def _count(self, chunk: str) -> None:
        self._uncounted += chunk
        if len(self._uncounted) >= _COUNTED_AT_ONCE:
            self._tokens += estimate_tokens(self._uncounted)
            self._uncounted = ""

    def _is_decided(self) -> bool:
        held = self._held.lstrip()
        if self._names is not None:
            line, broken, rest = held.partition("\n")
            return len(line) > _LONGEST_HEADER or bool(broken and rest.strip())
        return len(held) > _LONGEST_HEADER // 4 or "\n" in held

    def _begin(self) -> None:
        self._begun = True
        text = self.parts(self._held)[1]
        self._mute = text.startswith(_FORMS)
        self._hand_on(text)

    def _hand_on(self, text: str) -> None:
        if text and not self._mute:
            self._on_text(text)

    def parts(self, text: str) -> tuple[Header | None, str]:
        """Return the header of a reply, if it has one, and its prose, cut to its bound."""
        text = text.lstrip()
        header = None
        if self._names is not None:
            line, _, rest = text.partition("\n")
            if len(line) <= _LONGEST_HEADER and (header := read_header(line, self._names)):
                text = rest.lstrip()
        if self._label:
            text = self._label.sub("", text)
        return header, beginning_of(text, self._longest)

    def finish(self) -> None:
        """Hand on what was held back to the end."""
        if not self._begun:
            self._begin()
