"""What the game says, on a page of buttons."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support import ROOT

from echoes.interfaces.web.templating import without_commands

TYPED = {"board", "board_range", "undo_usage", "help", "unknown_command", "quit"}
"""Replies to commands that were typed, and a prompt that the page says in its own words."""
OF_COMMANDS = ("help", "usage", "shortcuts")
"""Ends of the keys of replies to commands that were typed."""
AGENTS = yaml.safe_load((ROOT / "config" / "agents.yaml").read_text("utf-8"))["agents"]["situation_puzzle"]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("A hint may help (/hint).", "A hint may help."),
        ("要个提示也许有帮助（/提示）。", "要个提示也许有帮助。"),
        ("It is over (echoes play starts another).", "It is over."),
        ("Saved. Go on with: echoes play --session x-1", "Saved."),
        ("已保存。继续这局：echoes play --session x-1", "已保存。"),
        ("No column was taken: choose one (--map statement=COLUMN)", "No column was taken: choose one"),
        ("unknown puzzle 'x'. `echoes puzzles list` shows the known ones.", "unknown puzzle 'x'."),
        ("Was it 1/2 (one half)?", "Was it 1/2 (one half)?"),
    ],
)
def test_a_page_names_no_command(said: str, shown: str):
    assert without_commands(said) == shown


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_phrase_asks_whoever_has_buttons_to_type(lang: str):
    said = {key: text for key, text in AGENTS["phrases"][lang].items() if isinstance(text, str)}
    said |= AGENTS["personas"]["storyteller"]["phrases"][lang]
    shown = {key: without_commands(text) for key, text in said.items() if isinstance(text, str)}
    typed = re.compile(r"(?:^|[^\w])/\w|[Tt]ype |输入")
    assert {key for key, text in shown.items() if typed.search(text)} <= TYPED


def texts_of(phrases: Any) -> list[str]:
    """All texts of a phrase, which may be a list or a group of texts."""
    if not isinstance(phrases, str | dict | list):
        return []  # a number of a pack
    if isinstance(phrases, str):
        return [phrases]
    parts = phrases.values() if isinstance(phrases, dict) else phrases
    return [text for part in parts for text in texts_of(part)]


@pytest.mark.parametrize(
    "file", sorted((ROOT / "src/echoes/games").rglob("phrases.yaml")), ids=lambda file: file.parent.name
)
def test_no_phrase_of_another_kind_of_game_does_either(file: Path):
    typed = re.compile(r"(?:^|[^\w}/])/[^\W\d]|[Tt]ype |输入|echoes ")
    shown = {
        (lang, key): [without_commands(text) for text in texts_of(phrases)]
        for lang, book in yaml.safe_load(file.read_text("utf-8")).items()
        for key, phrases in book.items()
        if not key.endswith(OF_COMMANDS)
    }
    assert [key for key, texts in shown.items() if any(map(typed.search, texts))] == []


@pytest.mark.parametrize(
    "file", sorted((ROOT / "src/echoes").rglob("*.yaml")), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_no_text_is_a_name_of_code(file: Path):
    """A renamed class must not take a player's word with it."""
    texts = [re.sub(r"\{[^}]*\}", "", text) for text in texts_of(yaml.safe_load(file.read_text("utf-8")))]
    assert [text for text in texts if re.search(r"\b[A-Za-z]+[a-z][A-Z]", text)] == []
