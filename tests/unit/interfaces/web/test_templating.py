"""What the game says, on a page of buttons."""

import re

import pytest
import yaml
from tests.support import ROOT

from echoes.interfaces.web.templating import without_commands

TYPED = {"board", "board_range", "undo_usage", "help", "unknown_command", "quit"}
"""Replies to commands that were typed, and a prompt that the page says in its own words."""
AGENTS = yaml.safe_load((ROOT / "config" / "agents.yaml").read_text("utf-8"))["agents"]["situation_puzzle"]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("A hint may help (/hint).", "A hint may help."),
        ("要个提示也许有帮助（/提示）。", "要个提示也许有帮助。"),
        ("It is over (echoes play starts another).", "It is over."),
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
