"""The stance of a speaker to a deed that they name: whether they mean to do it at all."""

import re
from dataclasses import dataclass

from echoes.language.chinese.stance import CHINESE_STANCE
from echoes.language.english.stance import ENGLISH_STANCE
from echoes.language.stance_patterns import StancePatterns

_QUOTED = re.compile(r'"([^"]*)"|[“「『]([^”」』]*)[”」』]')
_SAYING = re.compile(r"\w .*\w|[\u4e00-\u9fff]{3}")
"""Words that are said beside what is done; one word in quotation marks is a name."""
_PATTERNS = {"en": ENGLISH_STANCE, "zh": CHINESE_STANCE}


@dataclass(frozen=True)
class Stance:
    """The stance of a message to the deed that it names.

    Attributes:
        denies: it says what is not done, or not so.
        muses: it only thinks of it: *should I*, *what if*, 要是.
        of_others: somebody else is to do it, or has done it.
        quotes: words are quoted in it, which may name anything.
    """

    denies: bool
    muses: bool
    of_others: bool
    quotes: bool


def read_stance(language: str, plain: str) -> Stance:
    """Read the stance of a message.

    Args:
        language: `en` or `zh`.
        plain: the message in one case and width.
    """
    patterns = _PATTERNS[language]
    return Stance(
        denies_something(language, plain),
        bool(patterns.musing.search(plain)),
        bool(patterns.of_others.search(plain)),
        any(_SAYING.search("".join(found)) for found in _QUOTED.findall(plain)),
    )


def denies_something(language: str, plain: str) -> bool:
    """Return whether a text denies something; *isn't it?* and 是不是 ask, and *why not?* proposes."""
    patterns: StancePatterns = _PATTERNS[language]
    return bool(patterns.denial.search(patterns.no_denial.sub(" ", plain)))
