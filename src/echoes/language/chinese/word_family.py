"""Chinese word families: words that share most characters, and words made of known ones."""

import re
from functools import lru_cache

from echoes.language.chinese.lexicon import FUNCTION_WORDS

_ADDED = re.compile(r"^[很太挺下](?=.)|(?<=.)[到掉完好住着了过起走出上下来去光坏沉没色子见边里中数]$")


def same_family(idea: str, known: frozenset[str]) -> bool:
    """Return whether a word is of the family of a known one: 邮票册 and 邮票, 很胖 and 胖."""
    if len(idea) > 1 and any(len({*idea} & {*other}) * 2 > len(idea) for other in known):
        return True
    return _core(idea) in map(_core, known) or _is_composed(idea, known)


@lru_cache(maxsize=20_000)
def _core(word: str) -> str:
    """Return a word without what adds a degree, a direction or an end to it: 很胖, 撞上, 红色."""
    return _ADDED.sub("", word) or word


def _is_composed(idea: str, known: frozenset[str]) -> bool:
    """Return whether a word is made of known ones, and of characters that bring in no idea: 救人, 灯油."""
    rest = idea
    for word in sorted({_core(one) for one in known}, key=lambda one: (-len(one), one)):
        rest = rest.replace(word, "") if word in rest else rest
    return len(rest) < len(idea) and all(one in FUNCTION_WORDS for one in rest)
