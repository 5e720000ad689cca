"""The sentences of an answer, each of which may stand for a fact of the solution."""

import re
import unicodedata
from collections.abc import Iterator

from echoes.core.text.plain_text import capitalized

LIST_MARK = re.compile(
    r"^\s*(?:\(?\d{1,3}\s*[.)、．:：](?!\d)|[一二三四五六七八九十]{1,3}、|[-*•·]|[①-⑳])\s*"
)
"""A number or bullet before an entry of a list."""

_MARK = re.compile(r"([.!?。！？…．]+)([\"”’'」』）)\]】]*)(\s*)")
_WIDE = "。！？．"
_QUOTES = "\"”’'」』"
_SAID = re.compile(r"\w{0,5}[说道问喊叫答想]")
_SHORT = re.compile(
    r"(?:^|\W)(?:mr|mrs|ms|dr|prof|st|mt|capt|col|gen|lt|sgt|rev|hon|jr|sr|vs|no|approx|cf|viz"
    r"|(?P<inner>etc|[ap]\.m)|(?!i\b)[a-z])$",
    re.IGNORECASE,
)
"""Words that end with a full stop in the middle of a sentence; the inner ones may also end it."""
_HALVES = re.compile(r"[;；]\s*")
_PAIRS = ("“”", "「」", "『』", "（）", "()", "[]", "【】", "《》")
_LINE = {True: 20, False: 60}
"""Characters from which on a line may be one of a text that was wrapped: Chinese, or not."""


def answer_sentences(answer: str, statement: str = "") -> list[str]:
    """Return the sentences of an answer that tell something.

    Questions, and what the statement says in the same words, are left out, unless nothing else is told.

    Args:
        answer: the hidden truth, in one paragraph, in several, or as a list.
        statement: what players know from the start.
    """
    sentences = (one for paragraph in _paragraphs(answer) for one in _split(paragraph))
    told = [part for one in sentences for part in _halves(one) if part] or [answer.strip()]
    known = f" {_words(statement)} "
    new = [one for one in told if not one.endswith(("?", "？")) and f" {_words(one)} " not in known]
    return list(dict.fromkeys(filter(None, new or told)))


def _words(text: str) -> str:
    """Return a text without case and punctuation."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs and entries of a text; lines that were only wrapped are put together."""
    together, last = "", ""
    for line in (line.strip() for line in text.splitlines()):
        if together and not (line and _goes_on(last, line)):
            yield together
            together = ""
        glue = "" if _is_wide(line[:1]) else " "
        bare = LIST_MARK.sub("", line)
        together, last = f"{together}{glue}{bare}" if together else bare, line
    if together:
        yield together


def _goes_on(last: str, line: str) -> bool:
    """Return whether a line continues the one before it."""
    if LIST_MARK.match(line) or last[-1] in ".!?。！？…．":
        return False
    return line[0].islower() or last[-1] in ",，、:：;；-—" or len(last) >= _LINE[_is_wide(last[-1])]


def _split(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph; quotations and brackets stay whole where they are closed."""
    if (
        paragraph[-1:] in _QUOTES
        and f"{paragraph[:1]}{paragraph[-1:]}" in _PAIRS
        and not any(quote in paragraph[1:-1] for quote in (paragraph[0], paragraph[-1]))
    ):
        paragraph = paragraph[1:-1]  # all of it is told by somebody
    start, closed = 0, _balanced(paragraph)
    for found in _MARK.finditer(paragraph):
        sentence = paragraph[start : found.end()].strip()
        after = paragraph[found.end() :]
        if not after or (_ends(sentence, found, after) and (_balanced(sentence) or not closed)):
            yield LIST_MARK.sub("", sentence)
            start = found.end()
    if rest := paragraph[start:].strip():
        yield LIST_MARK.sub("", rest)


def _ends(sentence: str, found: re.Match[str], after: str) -> bool:
    """Return whether a mark ends a sentence, and does not only stand in it."""
    mark, closers, space = found.groups()
    before = sentence[: -len(found[0].strip())]
    if not re.search(r"[^\W\d_]", before):
        return False  # the number of an entry
    quoted = any(quote in closers for quote in _QUOTES)
    if mark[-1] in _WIDE or _is_wide(before[-1]):
        return not (mark[-1] == "…" or (quoted and (mark[-1] not in "。." or _SAID.match(after))))
    if not space:
        return mark == "." and before[-1].islower() and after[0].isupper()
    lower, trails = after[0].islower(), mark.endswith(("…", ".."))
    if closers or trails:
        return not lower and (trails or not quoted or mark[-1] == ".")
    short = _SHORT.search(before) if mark == "." else None
    return not short or (bool(short["inner"]) and not lower)


def _balanced(text: str) -> bool:
    """Return whether all quotations and brackets in a text are closed in it."""
    return text.count('"') % 2 == 0 and all(text.count(one) == text.count(other) for one, other in _PAIRS)


def _halves(sentence: str) -> list[str]:
    """Return the parts of a sentence between semicolons, where each can be a sentence."""
    parts = _HALVES.split(sentence)
    whole = len(parts) == 1 or ":" in sentence or "：" in sentence
    if whole or not all(_balanced(part) and _is_long_enough(part) for part in parts):
        return [sentence]
    end = "。" if _is_wide(parts[0][-1]) else "."
    return [*(f"{capitalized(part)}{end}" for part in parts[:-1]), capitalized(parts[-1])]


def _is_long_enough(part: str) -> bool:
    return sum(map(_is_wide, part)) >= 3 or len(part.split()) >= 3


def _is_wide(character: str) -> bool:
    return "⺀" <= character <= "鿿"
