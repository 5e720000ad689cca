"""Texts of the pages in each language; what the game says comes with its events."""

from functools import cache
from pathlib import Path

from echoes.core.files.yaml_text import load_yaml

LANGUAGES = {"en": "English", "zh": "中文"}


@cache
def all_texts() -> dict[str, dict[str, str]]:
    """Return the texts of all languages, by key."""
    files = (Path(__file__).with_suffix(".yaml"), Path(__file__).parent / "desk" / "texts.yaml")
    pages, desk = (load_yaml(file.read_text("utf-8")) for file in files)
    return {lang: {**pages[lang], **desk[lang]} for lang in LANGUAGES}


def texts_in(lang: str) -> dict[str, str]:
    """Return the texts of a language; English where there is none."""
    return all_texts().get(lang, all_texts()["en"])
