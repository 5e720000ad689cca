"""Removal of thinking from a text or a stream of chunks, by the marks around it."""

import re
from collections.abc import Callable
from functools import lru_cache

from echoes.core.protocols import OnChunk

MARKS: tuple[str, ...] = (
    *("think", "thinking", "thought", "thoughts", "reasoning", "reason", "reflection", "analysis"),
    *("scratchpad", "inner_monologue", "monologue", "rationale", "deliberation", "seed:think"),
    "<|channel|>analysis…<|channel|>final<|message|>",
    "<|channel|>commentary…<|channel|>final<|message|>",
    '<details type="reasoning"…</details>',
    "<unused94>…<unused95>",
    "Here is my thought process:…Here is my response:",
    *("<answer>", "</answer>", "<|begin_of_solution|>", "<|end_of_solution|>", "<|begin_of_answer|>"),
    *("<|end_of_answer|>", "<|start|>assistant", "<|channel|>final<|message|>", "<|return|>", "<|end|>"),
    *("<|im_end|>", "<|eot_id|>", "<|endoftext|>"),
)
"""The marks that are known. `OPENING…CLOSING` stand around thinking; a name stands for the pairs of marks
that are made of it; a mark alone is left out, and what follows it stays."""

_STYLES = (
    ("<{}>", "</{}>"),
    ("<|{}|>", "<|/{}|>"),
    ("<|begin_of_{}|>", "<|end_of_{}|>"),
    ("<|start_{}|>", "<|end_{}|>"),
    ("◁{}▷", "◁/{}▷"),
    ("[{}]", "[/{}]"),
)


@lru_cache(maxsize=8)
def _pairs(marks: tuple[str, ...]) -> dict[str, str]:
    """Return the closing mark of each opening one; that of a mark that opens nothing is empty."""
    pairs: dict[str, str] = {}
    for mark in marks:
        opening, ellipsis, closing = mark.partition("…")
        if ellipsis:
            pairs[opening] = closing
        elif re.fullmatch(r"[\w:-]+", mark):
            for before, after in _STYLES:
                # Players write [thinking] too; what a model writes around its thinking is in capitals.
                name = mark.upper() if before.startswith("[") else mark
                pairs[before.format(name)] = after.format(name)
        else:
            pairs[mark] = ""
    return {closing: "" for closing in pairs.values() if closing} | {**pairs}


@lru_cache(maxsize=512)
def _any_of(marks: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds the longest of some marks; those in square brackets by their case."""
    words = map(re.escape, sorted(marks, key=len, reverse=True))
    return re.compile("|".join(one if one.startswith(r"\[") else f"(?i:{one})" for one in words), re.ASCII)


@lru_cache(maxsize=512)
def _beginnings(marks: tuple[str, ...]) -> frozenset[str]:
    return frozenset(mark[:size].lower() for mark in marks for size in range(1, len(mark)))


def split_thinking(text: str, marks: tuple[str, ...] = MARKS) -> tuple[str, bool]:
    """Return a text without thinking, and whether some of that was not opened by a mark.

    Some chat templates leave the opening mark out, so all that stands before a closing one is thinking.
    """
    kept: list[str] = []
    visible = ThinkingFilter(kept.append, marks=marks, on_unopened=kept.clear)
    visible(text)
    visible.finish()
    return "".join(kept), visible.unopened


class ThinkingFilter:
    """Passes on the chunks of a text without its thinking.

    A possible beginning of a mark is held back until the next chunk decides.

    Args:
        on_chunk: called with each chunk that is passed on; returns True for enough.
        starts_inside: True if the text begins inside thinking that no mark opens.
        marks: as in `MARKS`.
        on_unopened: called when all that was passed on turns out to be thinking.

    Attributes:
        unopened: whether a closing mark came that no opening one preceded.
    """

    def __init__(
        self,
        on_chunk: OnChunk,
        starts_inside: bool = False,
        marks: tuple[str, ...] = MARKS,
        on_unopened: Callable[[], object] | None = None,
    ) -> None:
        self._on_chunk, self._on_unopened = on_chunk, on_unopened
        self._pairs = _pairs(marks)
        self._opening = {mark.lower(): mark for mark in self._pairs}
        self._closings = frozenset(filter(None, self._pairs.values()))
        self._all = (*self._pairs,) or ("\0",)
        self._awaited = (*self._closings,) if starts_inside and self._closings else self._all
        self._buffer, self._stopped, self.unopened = "", False, False

    @property
    def _is_inside(self) -> bool:
        return self._awaited is not self._all

    def __call__(self, chunk: str) -> bool:
        """Take a chunk; return True once the receiver has had enough."""
        self._buffer += chunk
        while self._consume():
            pass
        return self._stopped

    def finish(self) -> None:
        """End the text: pass on the rest, which turned out to be no mark."""
        self._pass_on(len(self._buffer))

    def _consume(self) -> bool:
        """Consume the buffer up to the next mark; return True if one was found, since more may follow."""
        found = _any_of(self._awaited).search(self._buffer)
        if not found:
            self._pass_on(len(self._buffer) - self._held())
            return False
        self._pass_on(found.start())
        self._buffer = self._buffer[len(found.group()) :]
        mark = self._opening[found.group().lower()]
        closing = "" if self._is_inside else self._pairs[mark]
        if not self._is_inside and mark in self._closings:
            self.unopened = True
            if self._on_unopened:
                self._on_unopened()
        self._awaited = (closing,) if closing else self._all
        return True

    def _held(self) -> int:
        """Return the length of the end of the buffer with which a mark may begin."""
        begun, longest = _beginnings(self._awaited), max(map(len, self._awaited))
        sizes = range(min(longest, len(self._buffer)), 0, -1)
        return next((size for size in sizes if self._buffer[-size:].lower() in begun), 0)

    def _pass_on(self, end: int) -> None:
        if end and not self._is_inside:
            self._stopped = bool(self._on_chunk(self._buffer[:end])) or self._stopped
        self._buffer = self._buffer[end:]
