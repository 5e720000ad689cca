"""Matches of a message with moves: by cues, which decide, and by ideas, which ask back."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from echoes.games.party.turn.party_move import PartyMove
from echoes.language.readers import reader_for

_WORD = re.compile(r"[a-z0-9']+|[^\W\d_a-z]")
_POSSIBLE = 0.34
_AHEAD = 0.75
_WEAK_IDEAS = frozenset(
    "go take get put look see say tell ask know have make let come give keep want think thing person back "
    "try walk head search examine inspect study check read use speak talk bit little again carefully "
    "other others somewhere anywhere elsewhere away 大家 别处 "
    "去 拿 看 看看 说 问 有 要 来 到 走 做 事 人 东西 知道 告诉 想 让 给 在 放 自己 里面".split()
)
"""Ideas so general that they mean nothing alone."""
_DIRECTIONS = frozenset("up down in out back under 上去 下去 进去 出去 回去 上楼 下楼 上坡".split())
"""Cues that mean a move only where a message says nothing else."""


@lru_cache(maxsize=4096)
def meaningful_ideas(language: str, text: str) -> frozenset[str]:
    """Return the ideas of a text that mean something alone."""
    found = reader_for(language).ideas(text) - _WEAK_IDEAS
    return frozenset(one for one in found if not one.isdecimal() and (language != "zh" or len(one) > 1))


def ideas_of_move(language: str, move: PartyMove) -> frozenset[str]:
    """Return the ideas of the words by which a move is offered or meant."""
    return frozenset(idea for text in (move.text, *move.cues) for idea in meaningful_ideas(language, text))


def near_by_ideas(language: str, message: str, moves: Sequence[PartyMove]) -> list[str]:
    """Return the moves that share ideas with a message, the nearest first; none that share too little."""
    said = meaningful_ideas(language, message)
    shared = {move.key: ideas_of_move(language, move) & said for move in moves}
    carriers = Counter(idea for found in shared.values() for idea in found)
    scores = {key: fsum(1 / carriers[idea] for idea in found) for key, found in shared.items()}
    best = max(scores.values(), default=0.0)
    near = [key for key, score in scores.items() if score >= max(_POSSIBLE, _AHEAD * best)]
    return sorted(near, key=lambda key: -scores[key])


def weight_of(language: str, message: str, move: PartyMove) -> int:
    """Return the match of a message with a move: the letters of its cues that stand there as whole words.

    A mere direction counts where nothing else is said: "down" in "down on my knees" is no way.
    """
    said, cues = f" {plain_words(message)} ", {cue: plain_words(cue) for cue in move.cues}
    found = {cue: plain for cue, plain in cues.items() if f" {plain} " in said}
    if (
        _DIRECTIONS & {*found}
        and meaningful_ideas(language, message) - ideas_of_move(language, move) - _DIRECTIONS
    ):
        found = {cue: plain for cue, plain in found.items() if cue not in _DIRECTIONS}
    return sum(len(plain) for plain in {*found.values()})


def plain_words(text: str) -> str:
    """Return the words of a text in small letters, Chinese characters each by itself."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
