"""Strangers: whom a message speaks to, or asks after, by a name that no character has."""

import re
from collections.abc import Iterator

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.certainty import FILLERS
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.language.chinese.names import person_names
from echoes.language.english.morphology import is_word
from echoes.language.spelling import SpellingCorrector

_TITLE = r"(?:(?:mrs?|ms|miss|dr)\.? )?"
_NAME = rf"{_TITLE}([a-z]+(?-i: [A-Z][a-z]+)?)\b"
_ASKED_AFTER = re.compile(
    rf"\b(?:seen|met|you (?:see|meet)|find|(?:who|where)(?:'s| is| was)) {_NAME}|"
    rf"\bis {_NAME} (?:here|there|around)\b",
    re.IGNORECASE,
)
_ASKED_AFTER_IN_CHINESE = r"(?:见过|认识|找){name}|{name}(?:是谁|是什么人|[在去]哪|[在来]吗|在不在)"
_SPOKEN_TO = re.compile(
    r"^\W*(?:(?:please|now|then|and|i|we|i'll|i will|let me|let's|can i|i(?:'d| would) like to|i want to) )*"
    rf"(?:(?:ask|tell|question|warn|inform) {_NAME}"
    r"(?= (?:about|if|whether|who|what|when|where|why|how|that)\b)|"
    rf"(?:show|give|hand) {_NAME}(?= (?:the|this|that|my)\b)|(?:talk|speak|chat) (?:to|with) {_NAME})",
    re.IGNORECASE,
)
_SPOKEN_TO_IN_CHINESE = r"(?:问|告诉|提醒|通知|请教|(?:^|我|去|想|先|再)(?:跟|和|同|对|向|给)){name}"
_LONGEST_OF_COMMON_WORDS = 3
"""The length up to which an unknown word is a slip and no name."""
_PRONOUNS = frozenset("someone somebody anyone anybody everyone everybody nobody others yall".split())
"""Words that a slip of the pen is no name for."""
_PRONOUN_SLIPS = SpellingCorrector(_PRONOUNS, is_word)
_NO_NAMES = frozenset("明白 清楚 大家 各位 老板 老师".split())
"""Words that a tagger takes for names."""


def stranger_spoken_to(play: StoryPlay, matcher: WordingMatcher, message: str, is_plain: bool = False) -> str:
    """Return a name to which a message speaks and that no character has; empty for none.

    Args:
        play: before the message.
        matcher: of the story.
        message: what the player sent.
        is_plain: whether to return only what is a name beyond doubt, and no slip of the pen.
    """
    return _first_stranger(play, matcher, message, _SPOKEN_TO, _SPOKEN_TO_IN_CHINESE, is_plain)


def stranger_in(play: StoryPlay, matcher: WordingMatcher, message: str) -> str:
    """Return a name that a message asks after and that no character has; empty for none.

    Names that stand only in what the author wrote count as any other: nobody is to find them by guessing.

    Args:
        play: before the message.
        matcher: of the story.
        message: what the player sent.
    """
    return _first_stranger(play, matcher, message, _ASKED_AFTER, _ASKED_AFTER_IN_CHINESE)


def _first_stranger(
    play: StoryPlay,
    matcher: WordingMatcher,
    message: str,
    english: re.Pattern[str],
    chinese: str,
    is_plain: bool = False,
) -> str:
    names = (
        [*_chinese_names(matcher.nameless(message), chinese)]
        if play.language == "zh"
        else [*_english_names(message, english, is_plain)]
    )
    if not names:
        return ""
    heard = [text for topic in heard_topics(play) for text in matcher.texts_of(f"topic:{topic}")]
    public = "\n".join([play.story.statement.casefold(), *heard])
    strange = (one for one in names if matcher.strong_ideas(one) - FILLERS and one.casefold() not in public)
    return next((name for name in strange if not _is_near_a_character(play, name)), "")


def _is_near_a_character(play: StoryPlay, name: str) -> bool:
    """Return whether a name is a character's, or a slip for one."""
    cast = play.story.cast.values()
    called = {alias.casefold() for one in cast for alias in (one.name, one.full_name, *one.wordings) if alias}
    if play.language == "zh":  # a surname with a title, or one sign for another
        return any(alias.startswith(name[0]) for alias in called)
    slips = SpellingCorrector(frozenset(part for alias in called for part in alias.split()), is_word)
    return any(slips.correct(part) in alias for part in name.casefold().split() for alias in called)


def _chinese_names(plain: str, pattern: str) -> Iterator[str]:
    for name in person_names(plain):
        if name not in _NO_NAMES and re.search(pattern.format(name=re.escape(name)), plain):
            yield name


def _english_names(message: str, pattern: re.Pattern[str], is_plain: bool) -> Iterator[str]:
    """Yield what can be a name: a word that the dictionary has not, or, unless plain, one with a capital."""
    for found in pattern.finditer(message):
        name = "".join(filter(None, found.groups()))
        is_capital = name[0].isupper() and not name.isupper()
        is_strange = len(name) > _LONGEST_OF_COMMON_WORDS and not is_word(name.casefold())
        if _PRONOUN_SLIPS.correct(name.casefold()) in _PRONOUNS:
            continue
        if is_strange or (is_capital and not is_plain):
            yield name if is_capital else name.title()
