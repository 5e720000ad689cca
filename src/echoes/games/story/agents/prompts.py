"""Prompts of the agents, in English and Chinese; `prompts.yaml` holds their texts."""

from pathlib import Path
from typing import get_args

from echoes.core.text.plain_text import prompt_delimiter
from echoes.games.context_window import Part
from echoes.games.phrases import PhraseBook
from echoes.games.story.pack.parts import SceneMood

MOODS: tuple[str, ...] = get_args(SceneMood)


PROMPTS = PhraseBook(Path(__file__).with_name("prompts.yaml"))


def agent_system(language: str, task: str, **values: str) -> str:
    """Return the part of a prompt that stays the same, with what it says of a character filled in."""
    text = PROMPTS.name_of(language, "system", task)
    return text.format(**values) if values else text


def word(language: str, key: str, **values: object) -> str:
    """Return a word of the prompts."""
    text = PROMPTS.name_of(language, "words", key)
    return text.format(**values) if values else text


def heading(language: str, part: Part) -> str:
    """Return the heading of a part of a context; empty for none."""
    return PROMPTS.name_of(language, "headings", part.value)


def manner_text(language: str, manner: str) -> str:
    """Return a manner of speaking in words."""
    return PROMPTS.name_of(language, "manners", manner)


def titled(language: str, key: str, text: str) -> str:
    """Return a text below its heading."""
    return f"{word(language, key)}:\n{text}"


def message_text(language: str, message: str) -> str:
    """Return the player's words, word for word, between marks that nobody can forge."""
    mark = prompt_delimiter(message)
    return titled(language, "message", f"{mark}\n{message}\n{mark}")
