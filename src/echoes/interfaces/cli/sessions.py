"""`echoes sessions`: what was played, and what is still open."""

from typing import Annotated, Any

import typer

from echoes.interfaces.cli.play import JsonOption

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show, undo, fork, export, replay and delete sessions.",
)

SessionId = Annotated[str, typer.Argument(help="The session's id.")]


@app.command("list")
def list_sessions(as_json: JsonOption = False) -> None:
    """List all sessions, the latest last."""
    from echoes.core.errors import EchoesError
    from echoes.engine.summaries import summary
    from echoes.interfaces.cli.output import json_line, notice

    log = _log()
    for session_id in log.sessions():
        try:
            row = summary(log.read(session_id))
        except EchoesError:
            notice(f"echoes: session '{session_id}' can't be read; left out")
            continue
        if as_json:
            json_line(row)
        else:
            print(f"{row['session_id']:36} {row['status']:10} {row['turns']:>4} turns  {row['title']}")


@app.command("show")
def show(session: SessionId, as_json: JsonOption = False) -> None:
    """Show a session in short."""
    from echoes.engine.summaries import summary
    from echoes.interfaces.cli.output import json_line

    row = summary(_log().read(session))
    if as_json:
        json_line(row)
        return
    for key, value in row.items():
        print(f"{key}: {value}")


@app.command("export")
def export(session: SessionId, as_json: JsonOption = False) -> None:
    """Print the whole event log; without --json as one reads it."""
    _print_events(session, as_json)


@app.command("replay")
def replay(session: SessionId, as_json: JsonOption = False) -> None:
    """Show a session again from its log."""
    _print_events(session, as_json)


@app.command("undo")
def undo(
    session: SessionId, count: Annotated[int, typer.Argument(min=1)] = 1, as_json: JsonOption = False
) -> None:
    """Take back the last turns."""
    import asyncio

    from echoes.core.events import TurnsUndone, event_to_json
    from echoes.interfaces.cli.output import json_line

    async def run() -> list[Any]:
        from echoes.app import open_engine

        async with open_engine() as engine:
            return await engine.undo(session, count)

    events = asyncio.run(run())
    for event in events:
        if as_json:
            json_line(event_to_json(event))
        elif isinstance(event, TurnsUndone):
            print(f"Took back turn(s) {', '.join(map(str, event.turns))}.")
    if not events and not as_json:
        print("There is no turn to take back.")


@app.command("fork")
def fork(
    session: SessionId,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="The last turn to share; all without it.")
    ] = None,
) -> None:
    """Make a new session that shares the past up to a turn, and print its id."""
    import asyncio

    async def run() -> str:
        from echoes.app import open_engine

        async with open_engine() as engine:
            return await engine.fork(session, at)

    print(asyncio.run(run()))


@app.command("delete")
def delete(session: SessionId) -> None:
    """Delete a session for good."""
    import asyncio

    async def run() -> None:
        from echoes.app import open_engine

        async with open_engine() as engine:
            await engine.delete_session(session)

    asyncio.run(run())
    print(f"Deleted {session}.")


_ANSWERS = ("question_ruled", "hypothesis_judged", "clarification_asked", "ruling_unavailable")


def _print_events(session: str, as_json: bool) -> None:
    from rich.console import Console

    from echoes.core.events import event_to_json
    from echoes.interfaces.cli.output import json_line
    from echoes.interfaces.render import Renderer

    renderer = Renderer(Console(highlight=False))
    for entry in _log().read(session):
        if as_json:
            json_line(event_to_json(entry.event))
            continue
        text = getattr(entry.event, "asked", None) or getattr(entry.event, "text", None)
        if text and entry.event.event in _ANSWERS:
            print(f"\n› {text}")
        renderer.render(entry.event)


def _log() -> Any:
    from echoes.config import load_config
    from echoes.storage.backends import open_storage

    config = load_config()
    return open_storage(config.storage, config.paths.game_storage).event_log
