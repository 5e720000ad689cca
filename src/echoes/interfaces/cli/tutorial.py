"""`echoes tutorial`: the rules, and a tiny puzzle to try them."""

import contextlib

from rich.console import Console

from echoes.app import game_types
from echoes.config import load_config
from echoes.interfaces.cli.newcomers import Newcomers
from echoes.interfaces.cli.options import LangOption


def tutorial(lang: LangOption = None) -> None:
    """Show the rules, and try them in three turns."""
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        Newcomers(Console(highlight=False), game_types(load_config()), lang or "en").tutorial()
