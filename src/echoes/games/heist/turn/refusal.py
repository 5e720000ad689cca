"""Refusals: messages that turn down what is offered, and say nothing else."""

import re
from functools import lru_cache

from echoes.games.heist.narration.phrases import phrases_in

_MOST_DENIALS = 3
"""More of them in one message turn nothing down any more, and may mean anything."""


def refuses(language: str, plain: str) -> bool:
    """Return whether a message turns down what is offered, and says nothing else.

    Args:
        language: of the session.
        plain: the message without case and marks around it.
    """
    denying, either = _refusals(language)
    said = plain.replace("’", "'")
    is_plain = 1 <= len(denying.findall(said)) <= _MOST_DENIALS
    return is_plain and not re.sub(r"[\s,.;!，。！、…]", "", either.sub("", said))


@lru_cache(maxsize=2)
def _refusals(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a word that turns something down, and for any word of a refusal."""
    words = phrases_in(language).list_groups["refusals"]
    start, end = ("", "") if language == "zh" else (r"(?<![a-z'])", r"(?![a-z'])")
    denying, beside = "|".join(words["denying"]), "|".join(words["beside"])
    return re.compile(f"{start}(?:{denying}){end}"), re.compile(f"{start}(?:{denying}|{beside}){end}")
