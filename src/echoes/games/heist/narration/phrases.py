"""Phrases of the game in English and Chinese; the texts of a score are the author's."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from echoes.core.yaml_text import load_yaml

LICENCE = (
    "This work is based on Blades in the Dark (found at http://www.bladesinthedark.com/), product of One "
    "Seven Design, developed and authored by John Harper, and licensed for our use under the Creative "
    "Commons Attribution 3.0 Unported license (http://creativecommons.org/licenses/by/3.0/)."
)
"""The attribution of the rules, word for word."""


@lru_cache(maxsize=1)
def _all_phrases() -> dict[str, dict[str, Any]]:
    return load_yaml(Path(__file__).with_name("phrases.yaml").read_text("utf-8"))


def phrases_in(language: str) -> dict[str, Any]:
    """Return the phrases of a language; English for one that there is not."""
    found = _all_phrases()
    return found.get(language, found["en"])


def phrase(language: str, key: str, **values: object) -> str:
    """Return a phrase with its values filled in."""
    text: str = phrases_in(language)[key]
    return text.format(**values) if values else text


def name_of(language: str, group: str, key: str) -> str:
    """Return the name of one of a group, such as `actions`; the key itself where it has none."""
    names: dict[str, str] = phrases_in(language)[group]
    return names.get(key, key)
