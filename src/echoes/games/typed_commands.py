"""Commands of any game as they are typed: with any keyboard's slash, in any case and width, nearly right."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import OSA

from echoes.core.text.plain_text import simplified

_TYPED = re.compile(
    r"\s*(?P<marks>[/／、､﹑\\＼](?:[\s/／、､﹑\\＼]*[/／、､﹑\\＼])?)\s*"
    r"(?P<word>[A-Za-zＡ-Ｚａ-ｚ]+|[^\W\d_A-Za-zＡ-Ｚａ-ｚ]*)(?P<rest>.*)",
    re.DOTALL,
)
"""With a Chinese input method the key of the slash types `、`."""
_SLASHES = frozenset("/／")
_BETWEEN = " \t\n\u3000:：,，、.。!！"
_JOINED = re.compile(r"[ _-]*([A-Za-z]+)(.*)", re.DOTALL)
_HARMLESS = frozenset("help status recap story look notebook who map sheet script clues".split())
"""Commands that only show something: they are run where their name is nearly right."""
_MEANT = {
    "en": ("There is no command /{word}. Did you mean {meant}?", " or "),
    "zh": ("没有 /{word} 这个命令。是不是想用 {meant}？", " 或 "),
}
_ASKED = re.compile(r"[\s!！.。]*[?？][\s?？!！.。]*")
_SHORTEST, _LONGEST, _MOST_NAMED = 3, 40, 3

GIVE_UP_WORDS = ("giveup", "放弃", "认输")
"""The command in all its words."""
_QUESTIONS = {
    "en": "Give up? The game ends here, and nobody can go on with it.",
    "zh": "要放弃吗？这局到此结束，不能再接着玩。",
}


@dataclass(frozen=True)
class TypedCommand:
    """A command as somebody typed it.

    Attributes:
        name: of the command; empty where there is none of this word.
        word: by which it was called.
        argument: what stands behind it.
    """

    name: str
    word: str
    argument: str


class CommandTable:
    """The commands of a game, each with its words.

    Args:
        words: of each command, in all languages.
        takes_text: the commands whose text may follow a Chinese word without a space: /答案她瞎了.
    """

    def __init__(self, words: Mapping[str, Collection[str]], takes_text: Collection[str] = ()) -> None:
        self.words = words
        self._takes_text = takes_text

    @cached_property
    def _names(self) -> dict[str, str]:
        return {word: name for name, words in self.words.items() for word in words}

    def read(self, message: str) -> TypedCommand | None:
        """Read a message as a command; None for anything else.

        Behind a slash stands a command, be it unknown; behind the other marks only one that is known. One
        that is typed where another one's text belongs, as in `/answer /hint`, is meant itself.
        """
        if not (found := _TYPED.fullmatch(message)):
            return None
        word, rest = found["word"], found["rest"]
        exact = self._exact(word, rest)
        if exact and exact.name in self._takes_text:
            within = _TYPED.fullmatch(rest) if rest[:1].isspace() else None
            return (within and self._exact(within["word"], within["rest"])) or exact
        if exact or not _SLASHES & {*found["marks"]}:
            return exact
        if (joined := _JOINED.fullmatch(rest)) and _plain(word + joined[1]) in self._names:
            word, rest = f"{word} {joined[1]}", joined[2]
        near = {self._names[one] for one in self._near(word)}
        name = near.pop() if len(near) == 1 and near <= _HARMLESS else ""
        return TypedCommand(name, word[:_LONGEST], _argument(rest))

    def _exact(self, word: str, rest: str) -> TypedCommand | None:
        plain = _plain(word)
        if name := self._names.get(plain):
            return TypedCommand(self._told(name) if _ASKED.fullmatch(rest) else name, plain, _argument(rest))
        for own in sorted(self._names, key=len, reverse=True):
            if self._names[own] in self._takes_text and not own.isascii() and plain.startswith(own):
                return TypedCommand(self._names[own], own, _argument(word[len(own) :] + rest))
        return None

    def _told(self, name: str) -> str:
        """Return the command that tells of one that is asked about, as by `/giveup?`, and does not do it."""
        return name if name in _HARMLESS else "help" if "help" in self.words else ""

    def _near(self, word: str) -> list[str]:
        """Return the words that another one is near, the nearest of each command, the nearest first."""
        plain = _plain(word)
        found = {own: OSA.distance(plain, own) for own in self._names if _is_near(plain, own)}
        nearest: dict[str, str] = {}
        for own in sorted(found, key=lambda own: (found[own], own)):
            nearest.setdefault(self._names[own], own)
        return [*nearest.values()]

    def meant_instead(self, word: str, language: str) -> str:
        """Return the question whether another command was meant; empty where none is near.

        Args:
            word: of a command that there is not.
            language: of the question.
        """
        said, either = _MEANT.get(language, _MEANT["en"])
        near = either.join(f"/{own}" for own in self._near(word)[:_MOST_NAMED])
        return said.format(word=word, meant=near) if near else ""


def without_marks(text: str) -> str:
    """Return a text without what makes a command of it."""
    return text.lstrip("/／、､﹑\\＼ \t\n\u3000")


def _argument(rest: str) -> str:
    argument = rest.strip().lstrip(_BETWEEN)
    return argument if re.search(r"\w", argument) else ""


def _plain(word: str) -> str:
    """Return a word in one width and case, in simplified characters and without spaces."""
    folded = unicodedata.normalize("NFKC", word[:_LONGEST]).casefold()
    return simplified(folded).replace(" ", "")


def _is_near(word: str, own: str) -> bool:
    """Return whether a word may be another one, mistyped, shortened or with something behind it."""
    if not own.isascii():
        is_within = len(own) > 1 and own in word and len(word) <= len(own) + _SHORTEST
        return is_within or (len(own) == len(word) > 1 and OSA.distance(word, own) == 1)
    if min(len(word), len(own)) < _SHORTEST:
        return False
    is_within = own.startswith(word) or (word.startswith(own) and len(word) <= len(own) + _SHORTEST)
    return is_within or (len(own) > _SHORTEST and OSA.distance(word, own) <= 1 + (len(own) > 5))


def question_before(language: str) -> str:
    """Return the question that is asked before giving up; in English where the language is unknown."""
    return _QUESTIONS.get(language, _QUESTIONS["en"])
