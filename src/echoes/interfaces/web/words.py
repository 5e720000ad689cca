"""What the pages say, in each language; what the game says comes with its events."""

from functools import cache
from pathlib import Path

import yaml

LANGUAGES = {"en": "English", "zh": "中文"}


@cache
def all_words() -> dict[str, dict[str, str]]:
    """The words of all languages, by key."""
    return yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))


def words_in(lang: str) -> dict[str, str]:
    """The words of a language; English where there is none."""
    return all_words().get(lang, all_words()["en"])
