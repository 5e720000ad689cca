"""Choices: messages that take one of several like things, such as *use my best die* or 用那颗四点的骰子."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_ENGLISH = (
    r"(?:(?:please|ok|okay|well|then|so),? )*(?:(?:i|i'll|i will|let me|let's|i'd) )?"
    r"(?:(?:spend|use|take|pick|choose|play|burn|go (?:with|for)|give me|want|with) )?"
    r"(?:(?P<of>one|any|either) of )?(?P<this>(?:(?:the|an?|my|that|this|any|whichever is|whatever is) )*)"
    r"(?P<what>[a-z0-9' ]+?)(?P<noun>[ -](?:{nouns})| of (?:them|the {nouns}))?"
    r"(?(noun)(?:[,;]? (?:to|on|for|and|then) .*)?)(?:,? (?:please|then|now))*"
)
_CHINESE = (
    r"(?:我|那就|就|那|来|好|行|嗯|还是|要不|,)*(?:想|要)?(?:花掉?|用掉?|用上|出|拿|选|挑|投)?"
    r"(?P<of>随便|任意)?(?P<this>(?:[这那哪]?一?[颗个])?)(?P<what>[^,。;]+?)(?P<noun>(?:的|{nouns}|[这那]?一?[颗个])*)"
    r"(?(noun)(?:(?:去|来|,).+)?)(?:吧|好了|了)?"
)
_ECHOED = re.compile(r"(?:哪[个颗])?(.+?)就(?:是|选|要|用|花|拿)?(?:哪[个颗]|\1)(?=点|吧|$)")
"""*三点就三点*, 哪个便宜就选哪个: what is taken is said twice."""
_BETWEEN = {"en": re.compile(r" (?=\w+$)"), "zh": re.compile(r"的(?:[这那]?一?[个颗])?")}
"""Between one word and another that both distinguish a thing: *the free four*, 便宜的那个四点."""


@dataclass(frozen=True)
class NamedChoice:
    """The thing that a message takes.

    Attributes:
        what: distinguishes it from the others, such as *free four*; parts: the same in its parts.
        is_pointed: whether it is pointed at or named, as in *the four* and *four die*, not in *four*.
    """

    what: str
    parts: Sequence[str]
    is_pointed: bool


def read_choice(language: str, message: str, nouns: Sequence[str]) -> NamedChoice | None:
    """Return the thing that a message takes; None where it asks, or is no such message.

    Args:
        language: `en` or `zh`.
        message: what was said.
        nouns: by which such a thing is called.
    """
    plain = unicodedata.normalize("NFKC", message).casefold().replace("’", "'").strip(" .!。！")
    found = _choosing(language, tuple(nouns)).fullmatch(_ECHOED.sub(r"\1", plain))
    if not found or "?" in plain:
        return None
    what = found["what"].strip(" '")
    return NamedChoice(
        what, _BETWEEN[language].split(what), any(found[group] for group in ("of", "this", "noun"))
    )


@lru_cache(maxsize=8)
def _choosing(language: str, nouns: tuple[str, ...]) -> re.Pattern[str]:
    pattern = _CHINESE if language == "zh" else _ENGLISH
    return re.compile(pattern.replace("{nouns}", "|".join(map(re.escape, nouns))))
