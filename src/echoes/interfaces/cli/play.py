"""`echoes play`: a game in the terminal, or through a pipe."""

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from echoes.interfaces.cli.options import JsonOption, LangOption

_STARTING = {"en": "Starting …", "zh": "正在启动……"}
_SAME_LINE = "\r\x1b[K"
"""Carriage return, and what erases the line."""


def say_starting(lang: str | None) -> Callable[[], None] | None:
    """Tell a person at a terminal that the program is being loaded, which takes seconds.

    Returns:
        What takes the line away again; None where nobody sits there.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    print(_STARTING.get(lang or "", _STARTING["en"]), end="", file=sys.stderr, flush=True)
    return lambda: print(_SAME_LINE, end="", file=sys.stderr, flush=True)


PuzzleArgument = Annotated[
    str | None, typer.Argument(help="The id of a puzzle, story, heist or table; without it, you choose.")
]


def play(
    puzzle: PuzzleArgument = None,
    player: Annotated[
        str | None, typer.Option("--player", help="Your player id; “player” without it.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", help="Resume this session.")] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", help="Play from this seat; without it, from the one whose turn it is."),
    ] = None,
    lang: LangOption = None,
    ai: Annotated[
        str | None,
        typer.Option(
            "--ai",
            help="Let an AI player play: model, baseline, none, scripted, or as cautious in a heist.",
        ),
    ] = None,
    turns: Annotated[int | None, typer.Option("--turns", min=1, help="The most turns, with --ai.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of an AI player's random choices.")] = 0,
    script: Annotated[
        Path | None, typer.Option("--script", help="A file of messages for --ai scripted, one per line.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game. Through a pipe, each line of standard input is a message."""
    if ai is not None:
        if session is not None or seat is not None:
            raise typer.BadParameter("an AI player begins a game of its own: leave out --session and --seat")
        # Only here: a game between people needs none of the benchmarks.
        import asyncio

        from echoes.bench.players.scripts import read_script
        from echoes.interfaces.cli.ai_playing import play_ai

        if not asyncio.run(play_ai(ai, puzzle, player, lang, turns, seed, read_script(script), as_json)):
            raise typer.Exit(1)
        return
    if turns or seed or script:
        raise typer.BadParameter("--turns, --seed and --script have a meaning with --ai only")
    run_game(as_json, puzzle, player, session, lang, seat)


def run_game(
    as_json: bool,
    puzzle: str | None,
    player: str | None,
    session: str | None,
    lang: str | None,
    seat: str | None = None,
    once: bool = False,
) -> None:
    """Play in the terminal until the input ends, and say how to go on; the arguments are `TerminalGame`'s."""
    import asyncio

    starting = say_starting(lang) if not as_json else None
    # Loading the engine takes seconds; whoever waits has been told by now.
    from echoes.interfaces.cli.terminal_game import TerminalGame

    if starting:
        starting()
    game = TerminalGame(as_json)
    try:
        with closing(game):
            asyncio.run(game.run(puzzle, player, session, lang, seat, once))
    except KeyboardInterrupt:
        if not game.begun:
            raise
        game.leave()
    except EOFError:
        game.leave()
