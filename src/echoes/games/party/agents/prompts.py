"""Prompts of the models at a table, in English and Chinese; `prompts.yaml` holds their texts."""

from pathlib import Path

from echoes.core.text.plain_text import prompt_delimiter
from echoes.games.context_window import Part, Window
from echoes.games.phrases import PhraseBook

_PROMPTS = PhraseBook(Path(__file__).with_name("prompts.yaml"))


def table_system(language: str, task: str, **values: str) -> str:
    """Return the part of a prompt that stays the same, with what it says of a character filled in."""
    text = _PROMPTS.name_of(language, "system", task)
    return text.format(**values) if values else text


def table_word(language: str, key: str, **values: object) -> str:
    """Return a word of the prompts."""
    text = _PROMPTS.name_of(language, "words", key)
    return text.format(**values) if values else text


def named_text(language: str, group: str, key: str) -> str:
    """Return one of a group of words, such as `tones` or `problems`."""
    return _PROMPTS.name_of(language, group, key)


def under_title(language: str, key: str, text: str, **values: object) -> str:
    """Return a text below its heading; empty where there is no text."""
    return f"{table_word(language, key, **values)}:\n{text}" if text else ""


def marked_words(words: str) -> str:
    """Return a player's words, word for word, between marks that nobody can forge."""
    mark = prompt_delimiter(words)
    return f"{mark}\n{words}\n{mark}"


def table_prompt(window: Window, language: str, but: tuple[Part, ...] = ()) -> str:
    """Return a window as a prompt, its parts below their headings.

    Args:
        window: that is shown.
        language: of the module.
        but: parts that are left out.
    """
    shown = dict.fromkeys(section.part for section in window.sections if section.part not in but)
    parts = [(named_text(language, "headings", part.value), window.text(part)) for part in shown]
    return joined(*(f"{title}:\n{text}" if title else text for title, text in parts if text))


def joined(*parts: str) -> str:
    """Return the parts of a prompt that say something, an empty line between them."""
    return "\n\n".join(part for part in parts if part)
