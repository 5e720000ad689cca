"""`echoes play`: a game in the terminal, or through a pipe."""

from typing import Annotated

import typer

PuzzleArgument = Annotated[str | None, typer.Argument(help="The puzzle's id; without it you may choose.")]
LangOption = Annotated[str | None, typer.Option("--lang", help="en or zh")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, and nothing else.")]


def play(
    puzzle: PuzzleArgument = None,
    player: Annotated[
        str | None, typer.Option("--player", help="Your player id; “player” without it.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", help="Go on with this session.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a puzzle. Through a pipe, each line of standard input is a message."""
    import asyncio

    from echoes.interfaces.cli.playing import Game

    game = Game(as_json)
    try:
        asyncio.run(game.run(puzzle, player, session, lang))
    except KeyboardInterrupt:
        game.leave()
