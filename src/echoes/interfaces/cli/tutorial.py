"""`echoes tutorial`: the rules, and a tiny puzzle to try them."""

import asyncio
import contextlib
import sys

from rich.console import Console

from echoes.app import game_types
from echoes.config import load_config
from echoes.interfaces.cli.line_reader import LineReader
from echoes.interfaces.cli.newcomers import Newcomers
from echoes.interfaces.cli.options import LangOption


def tutorial(lang: LangOption = None) -> None:
    """Show the rules, and try them in three turns."""
    games, lines = game_types(load_config()), LineReader(bool(sys.stdin) and sys.stdin.isatty())
    newcomers = Newcomers(Console(highlight=False), games, lang or "en", lines.read)
    with contextlib.closing(lines), contextlib.suppress(EOFError, KeyboardInterrupt):
        asyncio.run(newcomers.tutorial())
