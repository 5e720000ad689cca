"""Difficulties as people write them: words of either language, stars, numbers and shares of a scale."""

import re
import unicodedata

from echoes.core.text.plain_text import simplified

DEFAULT = 3
_WORDS = {
    "en": {
        1: "beginner|novice|starter|newbie|trivial|introductory|very easy|super easy|easiest",
        2: "easy|simple|elementary|basic|low|light|junior|not hard|not difficult",
        3: "medium|normal|moderate|intermediate|average|regular|standard|mid",
        4: "hard|difficult|challenging|advanced|high|tough|tricky|not easy|senior",
        5: "expert|extreme|insane|hell|hellish|nightmare|impossible|master|brutal|hardcore|evil|hardest"
        "|very hard|very difficult|extremely hard|extremely difficult|super hard",
    },
    "zh": {
        1: "入门|新手|极易|很易|极简|很简单|非常简单|超简单|最简单|送分",
        2: "易|低|简单|容易|初级|初阶|基础|不难|轻松",
        3: "中|中等|中级|中阶|普通|一般|进阶|适中|标准|正常",
        4: "难|高|困难|较难|偏难|高级|高阶|有难度|不易|不简单|不容易|挑战",
        5: "极难|很难|非常难|超难|最难|特难|极其困难|非常困难|地狱|烧脑|专家|噩梦|大师|变态|骨灰|魔鬼|疯狂",
    },
}
_LEVELS = {
    word: level for words in _WORDS.values() for level, all_ in words.items() for word in all_.split("|")
}
_WORD = re.compile(
    "|".join(
        rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
        for word in sorted(_LEVELS, key=len, reverse=True)
    )
)
_NUMERAL = {**{c: n for n, c in enumerate("一二三四五六七八九十", 1)}, "两": 2, "半": 0.5}
_FULL, _HOLLOW = "★⭐✦✭✪●■◆🔥💀🌶*", "☆✩○□◇"
_SHARE = re.compile(r"(-?\d{1,6}(?:\.\d+)?)\s*(?:(?:/|out of|of)\s*(\d{1,6})|(%))?")


def difficulty_of(given: str) -> int | None:
    """Return the difficulty from 1 to 5 that a text names; None where it names none."""
    text = simplified(unicodedata.normalize("NFKC", given)).casefold().replace("_", " ")
    text = re.sub(r"(\d+)分之(\d+)", r"\2/\1", text.replace("难度", "").strip(" :"))
    found = _SHARE.search(text)
    if found and (found[2] or found[3]):
        return _level(5 * float(found[1]) / (float(found[2] or 100) or 5))
    if text and text[0] in _FULL + _HOLLOW:
        full = sum(c in _FULL for c in text)
        return _level(full or sum(c in _HOLLOW for c in text))
    if named := [_LEVELS[word] for word in _WORD.findall(text)]:
        return _level(sum(named) / len(named))
    if found:
        return _level(float(found[1]))
    numerals = [_NUMERAL[c] for c in text if c in _NUMERAL]
    return _level(sum(numerals)) if numerals else None


def _level(number: float) -> int:
    """Return the nearest difficulty; between two of them the harder one."""
    return int(max(1.0, min(5.0, number)) + 0.5)
