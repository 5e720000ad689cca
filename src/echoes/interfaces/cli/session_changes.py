"""The commands of `echoes sessions` that change one: undo, correct, fork, delete."""

from typing import Annotated, Any

import typer

from echoes.core.events import TurnsUndone, event_to_json
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.with_engine import with_engine

app = typer.Typer(rich_markup_mode=None)

SessionId = Annotated[str, typer.Argument(help="The session's id.")]


@app.command("undo")
def undo(
    session: SessionId, count: Annotated[int, typer.Argument(min=1)] = 1, as_json: JsonOption = False
) -> None:
    """Take back the last turns."""
    events = with_engine(lambda engine: engine.undo(session, count))
    for event in events:
        if as_json:
            json_line(event_to_json(event))
        elif isinstance(event, TurnsUndone):
            turns = "turn" if len(event.turns) == 1 else "turns"
            print(f"Took back {turns} {', '.join(map(str, event.turns))}.")
    if not events and not as_json:
        print("There is no turn to take back.")


@app.command("correct")
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
    arguments: dict[str, Any] = {"turn": turn, "ruling": ruling, "facts": fact or [], "because": because}

    for event in with_engine(lambda engine: engine.operate(session, "correct", arguments)):
        if as_json:
            json_line(event_to_json(event))
        else:
            said = event_to_json(event)
            print(f"Turn {event.turn} is {said['new_ruling']} now, and was {said['ruling']}.")


@app.command("fork")
def fork(
    session: SessionId,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="The last turn to share; without it, all.")
    ] = None,
) -> None:
    """Make a new session that shares the past up to a turn, and print its id."""
    print(with_engine(lambda engine: engine.fork(session, at)))


@app.command("delete")
def delete(session: SessionId) -> None:
    """Delete a session for good, and its game in the player's record."""
    with_engine(lambda engine: engine.delete_session(session))
    print(f"Deleted {session}.")
