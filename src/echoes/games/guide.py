"""A guide for newcomers to a game: its rules, a tiny game to try them, and a start on an empty table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from echoes.core.log.events import Event
from echoes.core.views.blocks import Outcome
from echoes.language.readers import reader_for


@dataclass(frozen=True)
class TutorialStep:
    """A turn of a tutorial.

    Attributes:
        task: what to do now.
        outcomes: what may be said, each with what comes of it.
        words: for each outcome, the words in which somebody else would say it.
    """

    task: str
    outcomes: Sequence[Outcome]
    words: Sequence[frozenset[str]]

    def nearest(self, said: str, language: str) -> int | None:
        """Return the index of the one outcome that somebody's own words are near to; None where none is."""
        reader = reader_for(language)
        plain, ideas = reader.normalize(said), reader.ideas(said)
        near = [number for number, words in enumerate(self.words) if _are_in(words, ideas, plain)]
        same = [number for number, one in enumerate(self.outcomes) if reader.normalize(one.said) == plain]
        found = same or near
        return found[0] if len(found) == 1 else None


def _are_in(words: frozenset[str], ideas: frozenset[str], plain: str) -> bool:
    """Return whether a text has any of these words, as one of its ideas or, in Chinese, within another."""
    return any(word in ideas or (not word.isascii() and word in plain) for word in words)


@dataclass(frozen=True)
class Tutorial:
    """A tiny game that always goes the same way.

    Attributes:
        statement: how it begins.
        closing: what is said at its end.
    """

    title: str
    statement: str
    steps: Sequence[TutorialStep]
    closing: str


@dataclass(frozen=True)
class Guide:
    """A guide for newcomers; a command stands in brackets behind the words that buttons have for it.

    Attributes:
        rules: in a few lines.
        tutorial: to try them; None for none.
    """

    rules: Sequence[str]
    tutorial: Tutorial | None

    def starters(self, scenario: Any) -> Sequence[str]:
        """Return messages to begin with, which anybody would think of and which give nothing away."""
        return ()

    def explanation(self, event: Event) -> str:
        """Return a word on an event for whoever sees its like for the first time; empty for none."""
        return ""


class GuidedGame(Protocol):
    """A kind of game that may have a guide."""

    def guide(self, language: str) -> Guide | None:
        """Return the guide in a language; None where there is none."""
        ...


def taught_kinds(games: Mapping[str, GuidedGame], language: str) -> list[str]:
    """Return the names of the games that have a tutorial.

    Args:
        games: the game types by name.
        language: of the guide.
    """
    return [name for name, game in games.items() if (guide := game.guide(language)) and guide.tutorial]


def tutorial_guide(games: Mapping[str, GuidedGame], language: str) -> Guide | None:
    """Return the first guide with a tutorial; None where no game has one; the arguments are the same."""
    return next((games[name].guide(language) for name in taught_kinds(games, language)), None)
