"""The commands of `echoes sessions` that change one: undo, operate, fork, main, delete."""

from typing import Annotated

import typer
from pydantic import JsonValue

from echoes.core.log.entries import Operation
from echoes.core.log.events import Event, TurnsUndone, event_to_json
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.choosing import choose_main_line
from echoes.engine.sessions.queries import operations_of
from echoes.interfaces.cli.options import JsonOption, SessionId
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.with_engine import with_engine
from echoes.interfaces.event_blocks import blocks_of

app = typer.Typer(rich_markup_mode=None)


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


@app.command("operate")
def operate(
    session: SessionId,
    operation: Annotated[
        str | None, typer.Argument(help="The name of the operation; without it, those that there are.")
    ] = None,
    arguments: Annotated[
        list[str] | None, typer.Argument(help="NAME=VALUE; a name may be repeated for a list.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Do an operation of the session's game, as author or operator; the players are told."""
    if operation is None:
        found = with_engine(lambda engine: operations_of(engine, session))
        if not found and not as_json:
            print("This kind of game has no operations.")
        for name, form in found.items():
            fields = form.model_fields.items()
            if as_json:
                json_line({"operation": name, "schema": form.model_json_schema()})
            else:
                wanted = [f"{key}=…" if field.is_required() else f"[{key}=…]" for key, field in fields]
                print(" ".join([name, *wanted]))
        return
    wanted = Operation(name=operation, arguments=_given(arguments or []))

    async def work(engine: GameEngine) -> list[tuple[Event, str]]:
        started = (await engine.open_session(session)).started
        events = await engine.operate(session, wanted)
        shown = [blocks_of(event, engine.games, started.game_type, started.lang) for event in events]
        texts = ["\n".join(block.plain() for block in blocks) for blocks in shown]
        return [*zip(events, texts, strict=True)]

    for event, text in with_engine(work):
        if as_json:
            json_line(event_to_json(event))
        else:
            print(text)


def _given(arguments: list[str]) -> dict[str, JsonValue]:
    """Return the values of each name.

    Raises:
        typer.BadParameter: an argument has no name.
    """
    given: dict[str, list[JsonValue]] = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not (name and equals):
            raise typer.BadParameter(f"'{argument}' is not of the form NAME=VALUE")
        given.setdefault(name, []).append(value)
    return {**given}


@app.command("fork")
def fork(
    session: SessionId,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="The last turn to share; without it, all.")
    ] = None,
) -> None:
    """Make a new session that shares the past up to a turn, and print its id."""
    print(with_engine(lambda engine: engine.fork(session, at)))


@app.command("main")
def main(session: SessionId, as_json: JsonOption = False) -> None:
    """Make a session the main line among all forks of the same one."""
    events = with_engine(lambda engine: choose_main_line(engine, session))
    if not as_json:
        print(f"{session} is the main line.")
    for event in events if as_json else []:
        json_line(event_to_json(event))


@app.command("delete")
def delete(session: SessionId) -> None:
    """Delete a session for good, and its game in the player's record."""
    with_engine(lambda engine: engine.delete_session(session))
    print(f"Deleted {session}.")
