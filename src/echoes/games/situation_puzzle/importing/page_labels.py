"""Labels and headings of a page: the field that each stands for, and the number or name of its puzzle."""

import re
import unicodedata
from dataclasses import dataclass

from echoes.games.situation_puzzle.puzzle.field_names import field_named, plain_name

_MARK, _CLOSE = r"^\s*(?:[-*+]\s+)?(?:\*\*|__|\*)?\s*", r"\s*(?:\*\*|__|\*)?\s*"
_LABELLED = re.compile(rf"{_MARK}([^:：*_【】\[\]]{{1,24}}?){_CLOSE}[:：]{_CLOSE}(.*)$")
_BRACKETED = re.compile(rf"{_MARK}[【\[「]([^】\]」]{{1,24}})[】\]」]{_CLOSE}[:：]?{_CLOSE}(.*)$")
_FACES = "汤面|湯面|谜面|謎面"
_GROUNDS = "汤底|湯底|谜底|謎底"
_SPACED = re.compile(rf"{_MARK}((?:{_FACES}|{_GROUNDS})\d{{0,6}}){_CLOSE}(?:\s(.*))?$")
_ALONE = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_]{1,24})(?:\*\*|__)\s*$")
_ALONE_PLAIN = re.compile(
    r"^\s*((?:(?:the )?(?:answer|solution|puzzle|riddle|story|truth)s?|答案|真相|故事|谜题|题目|解答)"
    r"\s*#?\d{0,6})\s*$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"(?<=[^\s*_【\[「#>])\s*(?=(?:\*\*)?【(?:{_GROUNDS})】)|(?<=[。！？!?…”」.])\s*(?=(?:{_GROUNDS})\d*[:：])"
)
_BEHIND_STORY = re.compile(
    r"(?<=\S)\s*(?=(?:\*\*)?(?:\b(?:A|Answer|Solution)\s?\d{0,6}\s?:|(?:答案|答|真相)\d*[:：]))"
)
_OPENS = re.compile(
    rf"^\W*(?:\d{{1,3}}\W+)?(?:Q|Question|Puzzle|Riddle|Story|问|问题|题目|{_FACES})\s?\d{{0,6}}\W{{0,3}}[:：]",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"^\s*(?:#+\s*)?(?:\*\*)?第?([A-Za-z0-9._-]*)[题则個个]?[、.．:：)）\s]*《([^》]+)》(?:\*\*)?\s*$"
)
_NUMBER_ALONE = re.compile(
    r"^\s*(?:\*\*)?(?:第[一二三四五六七八九十百\d]+[题題则則个個篇回案道]|[#＃№【\[]\s*\d{1,6}[】\]]?|no\.\s*\d{1,6}|\d{1,6}[.、)]?)"
    r"(?:[:：]\s*([^:：]{1,24}))?(?:\*\*)?\s*$",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"^(\s*)(?:\*\*)?[(（]?(\d{1,6})(?:[）、．]|[.)](?=\s|\*|[一-鿿“《]))(?:\*\*)?\s*(\S.*)$", re.DOTALL
)
_SHORT = {
    "q": "statement",
    "a": "answer",
    "key": "answer",
    "keys": "answer",
    "问": "statement",
    "答": "answer",
}
_CODE = re.compile(
    r"第[一二三四五六七八九十百\d]+[题題则則个個篇回案道]?|[#＃№]\s*\d{1,6}|\b(?:no\.?|nr\.?)\s*\d{1,6}|"
    r"(?<![A-Za-z\d])[A-Za-z]?\d{1,6}(?!\w)|\d{1,6}|[一二三四五六七八九十]+\s*$|^\s*[一二三四五六七八九十]+(?=\s*[、.．])",
    re.IGNORECASE,
)
_BARE = re.compile(r"[第题題则則个個篇回案道#＃№\s.]|no\.?|nr\.?", re.IGNORECASE)
_NUMERALS = {c: n for n, c in enumerate("一二三四五六七八九十", 1)}


@dataclass(frozen=True)
class PageLabel:
    """A label.

    Attributes:
        field: for which it stands.
        name: as it is written, without what tells one puzzle from another.
        key: what does tell it, such as the number; empty for none.
        rest: what stands behind it on its line.
    """

    field: str
    name: str
    key: str = ""
    rest: str = ""


def label_of(words: str, rest: str = "") -> PageLabel | None:
    """Return the label that words are, such as `Story`, `汤面1`, `Q2` or `A1 - Key`; None for none."""
    words = unicodedata.normalize("NFKC", words).strip(" \t*_:-–—.")
    if found := re.fullmatch(r"([QA])\s*[.#-]?\s*(\d{1,6})", words, re.IGNORECASE):
        return PageLabel(_SHORT[found[1].casefold()], found[1], found[2], rest)
    if field := _field(words):
        return PageLabel(field, words, "", rest)
    code = _CODE.search(words)
    name = _CODE.sub(" ", words, count=1).strip(" -–—:.、()#") if code else ""
    if code and (field := _field(name)) and field not in ("hints", "facts"):
        return PageLabel(field, name, key_of(code[0]), rest)
    return None


def _field(words: str) -> str | None:
    plain = re.sub(r"^(?:the|full)\s+", "", words, flags=re.IGNORECASE)
    found = field_named(plain) or _SHORT.get(plain_name(plain))
    return found or (field_named(plain[:-1]) if plain[-1:] in ("s", "S") else None)


def key_of(code: str) -> str:
    """Return the number or name of a puzzle in one form: `1` for `第一题` and `#1`."""
    bare = _BARE.sub("", code).casefold()
    return str(_NUMERALS[bare]) if bare in _NUMERALS else bare


def label_in(line: str) -> PageLabel | None:
    """Return the label with which a line begins; None for none."""
    for pattern in (_SPACED, _BRACKETED, _LABELLED):
        if (found := pattern.match(line)) and (label := label_of(found[1], (found[2] or "").strip("* "))):
            return label
    if found := re.match(rf"{_MARK}([QA问答]){_CLOSE}[:：]{_CLOSE}(.*)$", line, re.IGNORECASE):
        return PageLabel(_SHORT[found[1].casefold()], found[1], "", found[2])
    alone = _ALONE.match(line) or _ALONE_PLAIN.match(line)
    return label_of(alone[1]) if alone else None


def split_labels(line: str) -> list[str]:
    """Return the parts of a line on which the answer stands behind the story."""
    parts = _BEHIND.split(line)
    return _BEHIND_STORY.split(line, maxsplit=1) if len(parts) == 1 and _OPENS.match(line) else parts


def title_in(line: str) -> tuple[str, str] | None:
    """Return the title in 《》 that a line is, and the number before it; None for none.

    A number alone, such as `第一题`, is one without words.
    """
    if found := _TITLE.match(line):
        return found[2], found[1].strip("._-")
    found = _NUMBER_ALONE.match(line)
    return (found[1] or "", "") if found else None


def is_bold(line: str) -> str:
    """Return the words of a line that is nothing but them, in bold; empty for another line."""
    found = _ALONE.match(line)
    return found[1].strip() if found else ""


def item_in(line: str) -> tuple[int, int, str] | None:
    """Return indentation, number and text of an item of a numbered list; None for another line."""
    found = _ITEM.match(line)
    return (len(found[1]), int(found[2]), found[3]) if found else None
