"""`echoes sessions correct`: a ruling that was wrong."""

from typing import Annotated

import typer

from echoes.core.log.entries import Operation
from echoes.core.log.events import event_to_json
from echoes.games.situation_puzzle.events import RulingCorrected
from echoes.interfaces.cli.options import JsonOption, SessionId
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.with_engine import with_engine


def correct(
    session: SessionId,
    turn: Annotated[int, typer.Argument(min=1, help="The turn whose ruling is wrong.")],
    ruling: Annotated[str, typer.Argument(help="YES, NO, 'YES AND NO' or IRRELEVANT.")],
    fact: Annotated[
        list[str] | None,
        typer.Option("--fact", help="The id of a fact that it establishes; may be repeated."),
    ] = None,
    because: Annotated[str, typer.Option("--because", help="The reason, for the player.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Correct a ruling, as author or operator; the player is told."""
    wanted = Operation(
        name="correct",
        arguments={"turn": turn, "ruling": ruling, "facts": [*(fact or ())], "because": because},
    )
    for event in with_engine(lambda engine: engine.operate(session, wanted)):
        if as_json:
            json_line(event_to_json(event))
        elif isinstance(event, RulingCorrected):
            print(f"Turn {event.turn} is {event.new_ruling} now, and was {event.ruling}.")
