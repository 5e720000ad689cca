"""Denials: what is not wanted, and refusals, which say nothing else."""

import re
from collections.abc import Sequence
from functools import lru_cache

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.exits import DENIED
from echoes.games.heist.turn.matching import bare_of
from echoes.games.heist.turn.open_move import OpenMove

_NOT = re.compile(
    r"\b(?:not|never|rather not|instead of|avoid)\b|n['’]t\b|(?<![特区个告分级性])别(?!的|人|处|墅|致|扭)"
    r"|不要|不想|不去|不用|不打算",
    re.IGNORECASE,
)

_MOST_DENIALS = 3
"""More of them in one message turn nothing down any more, and may mean anything."""


def denies(state: HeistState, moves: Sequence[OpenMove], message: str) -> bool:
    """Return whether a message says what is not wanted.

    Where each move has its price, any "not" is one; but a word of an option may be a "not" itself.

    Args:
        state: before the message.
        moves: that are open.
        message: what the player sent, or a part of it.
    """
    bare = bare_of(message)
    if state["mood"] in ("", "scene") and state["phase"] != "between_scenes":
        return bool(_NOT.search(bare))
    for words in (bare_of(word) for move in moves for word in (*move.cues, move.label)):
        if words and DENIED.search(words):
            bare = bare.replace(words, "…")
    return bool(_NOT.search(bare) or DENIED.search(bare))


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
