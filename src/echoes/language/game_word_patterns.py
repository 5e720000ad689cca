"""The patterns by which a language says something to the game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class GameWordPatterns:
    """Patterns of one language, for a clause without its fillers.

    Attributes:
        fillers: words that add nothing, left out wherever they stand.
        greeting: those of them that greet.
        asked: what makes a clause a question, beside its mark.
        in_doubt: a question whose subject is left out, and may be the story's.
        polite: words that ask for something.
        requests: by intent, clauses in which the player speaks for themselves.
        bare: by intent, words that stand alone; asked, they may be about the story.
        doubtful: by intent, what may be about the story in any form.
    """

    fillers: re.Pattern[str]
    greeting: re.Pattern[str]
    asked: re.Pattern[str]
    in_doubt: re.Pattern[str]
    polite: re.Pattern[str]
    requests: Mapping[str, re.Pattern[str]]
    bare: Mapping[str, re.Pattern[str]]
    doubtful: Mapping[str, re.Pattern[str]]


def any_of(*patterns: str) -> str:
    """Return the text of a pattern for any of several."""
    return f"(?:{'|'.join(patterns)})"


def one_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern for any of several."""
    return re.compile(any_of(*patterns))
