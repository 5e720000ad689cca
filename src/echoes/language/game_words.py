"""Words for the game and not for the case: a call for a hint or the rules, giving up, thanks.

A message is one of these only if each of its clauses is: a request of the player's own ("could I have", 给我)
for a thing of the game, or a word by itself. A subject of the story, or a deed in the past, fits no pattern.
What fits none is read by its ideas (`game_vocabulary`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from echoes.language.chinese.game_vocabulary import CHINESE_GAME_VOCABULARY
from echoes.language.chinese.game_words import CHINESE_GAME_WORDS
from echoes.language.english.game_vocabulary import ENGLISH_GAME_VOCABULARY
from echoes.language.english.game_words import ENGLISH_GAME_WORDS, expanded
from echoes.language.game_vocabulary import GameVocabulary
from echoes.language.game_word_patterns import GameWordPatterns
from echoes.language.replies import yes_or_no
from echoes.language.speech_act import plain_message

GameIntent = Literal[
    "giveup", "restart", "quit", "declined", "hint", "answer", "undo", "challenge", "story", "recap",
    "status", "help", "stuck", "greeting", "talk",
]  # fmt: skip
"""What a player may want of the game; of several in one message the first holds."""


@dataclass(frozen=True)
class GameWords:
    """A message for the game.

    Attributes:
        intent: what it wants.
        is_certain: whether it can't be a question about the story as well.
    """

    intent: GameIntent
    is_certain: bool


_OF_IDEAS: Mapping[str, GameIntent] = {
    "giveup": "giveup", "solution": "giveup", "restart": "restart", "hint": "hint", "help": "help",
    "stuck": "stuck", "guidance": "stuck", "telling": "giveup", "review": "challenge", "standing": "status",
}  # fmt: skip
"""The intent of each idea; a hint costs points, so that only the word for it is taken for it."""

_ORDER: Sequence[GameIntent] = get_args(GameIntent)
_SAYS_NOTHING = GameWords("talk", is_certain=False)
"""A clause that says nothing by itself; beside one for the game it is for the game, too."""
_DECLINED = GameWords("declined", is_certain=True)
"""No hint is wanted, or nobody gives up."""
_CHINESE = re.compile("[\u4e00-\u9fff]")
_ENDS = re.compile(r"(?<=[?？])|[.!,;:~。！，；：、…—]+|\s-+\s")


def read_game_words(text: str) -> GameWords | None:
    """Read a message that is for the game, in English or Chinese; None for any other."""
    plain = plain_message(text)
    chinese = bool(_CHINESE.search(plain))
    clauses = _clauses(plain, chinese)
    found = [_read(clause, chinese) for clause in clauses]
    if len(clauses) > 1 and yes_or_no(clauses[-1]) is False and any(map(_may_be_taken_back, found)):
        return _DECLINED
    read = [words for words in found if words is not None and words is not _SAYS_NOTHING]
    if not read or None in found:
        return None
    first = min(read, key=lambda words: _ORDER.index(words.intent))
    return GameWords(first.intent, all(one.is_certain for one in read if one.intent == first.intent))


def subjects_of(text: str, language: str) -> frozenset[str]:
    """Return of what a message speaks: the `players` of the game, the `game`, `others`."""
    vocabulary = CHINESE_GAME_VOCABULARY if language == "zh" else ENGLISH_GAME_VOCABULARY
    return vocabulary.subjects(plain_message(text))


def _clauses(plain: str, chinese: bool) -> list[str]:
    parts = [part.strip() for part in _ENDS.split(plain) if part.strip(" ?")]
    if chinese:
        return parts
    return [one for part in parts for one in re.split(r" (?:and|so(?! far| much)|but) ", part) if one.strip()]


def _read(clause: str, chinese: bool) -> GameWords | None:
    """Read one clause; who declines a hint, or does not give up, wants neither."""
    vocabulary = CHINESE_GAME_VOCABULARY if chinese else ENGLISH_GAME_VOCABULARY
    found = _wanted(clause, chinese, vocabulary)
    plain = "".join(clause.split()) if chinese else expanded(clause)
    if not vocabulary.refused.search(plain):
        return found
    says_nothing_else = vocabulary.read(vocabulary.refused.sub(" ", plain).strip(" ?")) is not None
    if clause.endswith("?") or _words_of(chinese).asked.search(
        plain
    ):  # a hint that costs is given for no words that may decline it
        of_hint = found.intent == "hint" if found else says_nothing_else
        return GameWords("hint", is_certain=False) if of_hint else found
    if found is None:
        return _DECLINED if says_nothing_else else None
    return _DECLINED if found.intent in ("hint", "giveup") else found


def _words_of(chinese: bool) -> GameWordPatterns:
    return CHINESE_GAME_WORDS if chinese else ENGLISH_GAME_WORDS


def _may_be_taken_back(words: GameWords | None) -> bool:
    """Return whether words want something that costs or ends something."""
    return words is not None and words.intent in ("hint", "declined", "stuck", "giveup", "restart")


def _wanted(clause: str, chinese: bool, vocabulary: GameVocabulary) -> GameWords | None:
    """Return the want of one clause; a bare word that is asked ("stuck?") may as well be about the story."""
    words = _words_of(chinese)
    bare = clause.rstrip("? ")
    bare = "".join(bare.split()) if chinese else expanded(bare)
    said = " ".join(words.fillers.sub("" if chinese else " ", bare).split())
    if not said:
        return GameWords("greeting" if words.greeting.search(bare) else "talk", True)
    asked = clause.endswith("?") or bool(words.asked.search(bare))
    polite = bool(words.polite.search(bare))
    if intent := _matched(words.requests, said):
        return GameWords(intent, polite or not words.in_doubt.search(clause))
    if intent := _matched(words.bare, said):
        return GameWords(intent, polite or not asked)
    if intent := _matched(words.doubtful, said):
        return GameWords(intent, polite)
    return _by_ideas(said, clause, polite, words, vocabulary)


def _by_ideas(
    said: str, clause: str, polite: bool, words: GameWordPatterns, vocabulary: GameVocabulary
) -> GameWords | None:
    """Read a clause in words that no pattern foresees, by its ideas."""
    found = vocabulary.read(said)
    if found is None:
        return None
    idea, is_certain = found
    if not idea:
        return _SAYS_NOTHING
    return GameWords(_OF_IDEAS[idea], is_certain and (polite or not words.in_doubt.search(clause)))


def _matched(patterns: Mapping[str, re.Pattern[str]], said: str) -> GameIntent | None:
    return next((one for one in _ORDER if one in patterns and patterns[one].fullmatch(said)), None)
