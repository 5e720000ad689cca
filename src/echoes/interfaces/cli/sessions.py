"""`echoes sessions`: list, show, export and replay sessions."""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.console import Console

from echoes.app import game_types, open_event_log
from echoes.config import load_config
from echoes.core.errors import BadInput, StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import EventLog
from echoes.core.log.events import event_to_json
from echoes.core.log.queries import ending_of, message_of
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import Tier
from echoes.core.seats.seating import must_have
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay as run_again
from echoes.engine.operation.costs import costs_of
from echoes.engine.sessions.comparing import compare_forks
from echoes.engine.sessions.overview import main_lines, session_overview
from echoes.engine.sessions.queries import session_rows, session_window
from echoes.engine.turns.traces import traces_of
from echoes.games.base import AnyGame
from echoes.interfaces.cli.game_commands import commands_in
from echoes.interfaces.cli.options import JsonOption, SeatOption, SessionId
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.session_changes import app as changes
from echoes.interfaces.cli.session_traces import print_traces
from echoes.interfaces.cli.with_engine import with_engine
from echoes.interfaces.terminal import TerminalRenderer
from echoes.interfaces.transcript import markdown

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show, undo, correct, fork, compare, export, replay, rerun and delete sessions.",
)
app.add_typer(changes)


@app.command("list")
def list_sessions(
    player: Annotated[str | None, typer.Option("--player", help="Only this player's sessions.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List all sessions, the most recently played last."""
    rows = with_engine(lambda engine: session_rows(engine, player))
    if not rows and not as_json:
        print("No sessions yet. Begin one with: echoes play")
    forked = {row.lineage for row in rows if row.forked_from}
    for row in rows:
        if as_json:
            json_line(row.to_json())
        else:
            state = f"{row.status:10} {pluralize(row.turns, 'turn'):>10} {round(100 * row.progress):>4}%"
            mark = " (main line)" if row.main_line and row.lineage in forked else ""
            mark += "" if row.goes_on else " (of an earlier build)"
            print(f"{row.session_id:36} {state}  {row.player_id}: {row.title}{mark}")


@app.command("show")
def show(
    session: SessionId,
    context: Annotated[
        str | None, typer.Option("--context", help="Show what this role would be shown now.")
    ] = None,
    message: Annotated[
        str, typer.Option("--message", help="With --context: the player's next message.")
    ] = "",
    secret: Annotated[bool, typer.Option("--secret", help="Allow a role that sees the solution.")] = False,
    costs: Annotated[bool, typer.Option("--ledger", help="Show the cost of its models.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show the steps of its turns, with times.")] = False,
    turn: Annotated[int | None, typer.Option("--turn", help="With --trace: this turn alone.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a summary of a session, what a role is shown of it, its cost, or the steps of its turns."""
    if trace:
        print_traces(traces_of(_log().read_intact(session), turn), as_json)
        return
    if costs:
        _show_ledger(session, as_json)
        return
    if context is not None:
        _show_context(session, context, message, secret, as_json)
        return
    overview = session_overview(_log().read_intact(session), _games())
    is_main = _main_line(overview.lineage) == session
    row = overview.model_copy(update={"main_line": is_main}).to_json()
    if as_json:
        json_line(row)
        return
    for key, value in row.items():
        print(f"{key}: {'–' if value is None else value}")


def _show_ledger(session: str, as_json: bool) -> None:
    known = load_config().models.prices
    prices = {name: (price.prompt, price.completion) for name, price in known.items()}
    entries = _log().read_intact(session)

    async def summary_costs(engine: GameEngine) -> tuple[str, Usage]:
        return await (await engine.players.memory()).summary_costs(session)

    extra = (with_engine(summary_costs),) if ending_of(entries) else ()  # only then was it summed up
    for row in costs_of(entries, prices, *extra):
        if as_json:
            json_line(row.to_json())
            continue
        cost = "no price set" if row.cost is None else f"cost {row.cost}"
        print(
            f"{row.source}: {pluralize(row.events, 'event')}, {pluralize(row.model_calls, 'call')}, "
            f"{row.prompt_tokens} + {row.completion_tokens} tokens, {row.seconds} s, {cost}"
        )


def _show_context(session: str, name: str, message: str, secret: bool, as_json: bool) -> None:
    async def work(engine: GameEngine) -> Any:
        opened = await engine.open_session(session)
        access = engine.games[opened.started.game_type].access
        if name not in access:
            raise BadInput(f"unknown role '{name}'", f"Known: {', '.join(access)}.")
        if access[name] - {Tier.PUBLIC} and not secret:
            raise BadInput(f"the {name} sees what a player must not", "Add --secret to read it.")
        return await session_window(engine, session, name, message)

    window = with_engine(work)
    if as_json:
        parts = [{"part": section.part, "items": list(section.items)} for section in window.sections]
        json_line({"role": name, "tokens": window.tokens, "left_out": window.left_out, "sections": parts})
        return
    for section in window.sections:
        print(f"## {section.part}\n" + "\n".join(section.items) + "\n")
    gone = ", ".join(f"{count} of {part}" for part, count in window.left_out.items())
    print(f"({window.tokens} tokens; left out: {gone or 'nothing'})")


@app.command("export")
def export(
    session: SessionId,
    seat: Annotated[
        str,
        typer.Option(
            "--seat", help="As this seat sees it; without it, as everybody does, and with --json all of it."
        ),
    ] = PUBLIC,
    as_json: JsonOption = False,
) -> None:
    """Print a session as Markdown; with --json its event log with all that is private, one event a line."""
    entries = _read_from(session, seat)
    if as_json:
        for entry in seen_by(entries, seat) if seat else entries:
            json_line(event_to_json(entry.event))
    else:
        print(markdown(entries, _games(), seat), end="")


@app.command("compare")
def compare(
    session: SessionId,
    other: Annotated[str, typer.Argument(help="A fork of it, or another of the same session.")],
    seat: SeatOption = PUBLIC,
    as_json: JsonOption = False,
) -> None:
    """Compare two forks: what they share, and what happened in each after that."""
    logs = _read_from(session, seat), _read(other)
    found = compare_forks(*logs, _games(), seat)
    main_line = _main_line(found.branches[0].overview.lineage)
    if as_json:
        json_line({"shared_turns": found.shared_turns, "main_line": main_line})
        for branch in found.branches:
            json_line({"session_id": branch.overview.session_id, "lines": branch.lines})
        return
    print(f"They share {pluralize(found.shared_turns, 'turn')}.")
    if main_line:
        print(f"The main line is {main_line}.")
    for branch in found.branches:
        row = branch.overview
        print(
            f"\n{row.session_id}: {row.status}, {pluralize(row.turns, 'turn')}, {round(100 * row.progress)}%"
        )
        for line in branch.lines:
            print(f"  {line['turn']:>4}  {line['text']}")
    if not seat and any(entry.event.audience for log in logs for entry in log):
        print("\nThis is what everybody saw; --seat NAME shows what a seat saw.")


@app.command("replay")
def replay(
    session: SessionId,
    check: Annotated[
        bool, typer.Option("--check", help="Run it again from the log alone, and compare every event.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a session again from its log."""
    if check:
        _check(session, as_json)
    else:
        _print_events(session, as_json)


def _check(session: str, as_json: bool) -> None:
    """Compare; what differs is printed, and the exit status is 1."""
    result = with_engine(lambda engine: run_again(engine, session))
    if as_json:
        json_line({"session_id": session, "same": not result.differences, **dataclasses.asdict(result)})
    else:
        for difference in result.differences:
            print(difference)
        given = f" ({result.given} taken as they stand)" if result.given else ""
        reworded = pluralize(result.reworded, "event")
        given += f" (worded differently today: {reworded})" if result.reworded else ""
        found = f"{len(result.differences)} differ" if result.differences else "no difference"
        print(
            f"{result.messages - result.given} of {result.messages} messages were run again{given}: {found}."
        )
    if result.differences:
        raise typer.Exit(1)


def _print_events(session: str, as_json: bool) -> None:
    renderer = TerminalRenderer(Console(highlight=False), _games())
    entries = _read(session)
    for entry in entries if as_json else seen_by(entries, PUBLIC):
        if as_json:
            json_line(event_to_json(entry.event))
            continue
        if said := message_of(entry):
            print(f"\n› {said}")
        renderer.render(entry.event)


def _read(session: str) -> list[Entry]:
    """A session's log, which has to have a beginning."""
    entries = _log().read(session)
    if not entries:
        raise StorageFailed(f"the log of session '{session}' has no beginning", "Delete the session.")
    return entries


def _read_from(session: str, seat: str) -> list[Entry]:
    """A session's log, to be seen from a seat, which its game has to have."""
    entries = _read(session)
    if seat:
        must_have(with_engine(lambda engine: engine.open_session(session)).seats, seat)
    return entries


def _main_line(lineage: str) -> str | None:
    """The main line among a session and its forks; None where the first is gone and none was chosen."""
    return main_lines(with_engine(session_rows)).get(lineage)


def _games() -> Mapping[str, AnyGame]:
    return game_types(load_config())


def _log() -> EventLog:
    config = load_config()
    return open_event_log(config, game_types(config))


for _name, _function in commands_in("sessions").items():
    app.command(_name)(_function)
