"""Phrases of the game in English and Chinese; the texts of a score are the author's."""

from pathlib import Path

from echoes.games.phrases import PhraseBook

LICENCE = (
    "This work is based on Blades in the Dark (found at http://www.bladesinthedark.com/), product of One "
    "Seven Design, developed and authored by John Harper, and licensed for our use under the Creative "
    "Commons Attribution 3.0 Unported license (http://creativecommons.org/licenses/by/3.0/)."
)
"""The attribution of the rules, word for word."""

_SINGLE = str.maketrans("“”", "‘’")
_PHRASES = PhraseBook(Path(__file__).with_name("phrases.yaml"))
phrases_in = _PHRASES.of_language
phrase = _PHRASES.phrase
name_of = _PHRASES.name_of


def quoted(language: str, text: str) -> str:
    """Return a text in quotation marks; what somebody says has its own, and quotes within are single."""
    if text.startswith("“"):
        return text
    return phrase(language, "quoted", text=text.translate(_SINGLE))
