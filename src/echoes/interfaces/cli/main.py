"""The `echoes` command: its sub-commands, and errors as one line."""

import contextlib
import io
import os
import sys
import warnings
from pathlib import Path
from typing import NoReturn

# Before anything imports a library that would phone home.
os.environ.setdefault("LANGSMITH_TRACING", "false")
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import typer

from echoes.core.errors import EchoesError
from echoes.interfaces.cli import (
    ask,
    bench,
    doctor,
    ingest,
    maintenance,
    play,
    players,
    puzzles,
    scenarios,
    sessions,
    tutorial,
    web,
)
from echoes.interfaces.cli.output import log_to_standard_error

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Echoes of Deceit: situation puzzles with a referee who never lies.",
)
app.command("play")(play.play)
app.command("tutorial")(tutorial.tutorial)
app.command("ask")(ask.ask)
app.command("ingest")(ingest.ingest)
app.command("games")(scenarios.games)
app.add_typer(scenarios.app, name="scenarios")
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(sessions.app, name="sessions")
app.add_typer(players.app, name="players")
app.add_typer(bench.app, name="bench")
app.command("web")(web.web)
app.command("maintenance")(maintenance.maintenance)
app.command("doctor")(doctor.doctor)


def main() -> None:
    """Run the command line; whatever goes wrong becomes one line and an exit status."""
    log_to_standard_error()
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's word to programmers is none to players
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by whoever started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app()
    except EchoesError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        # Our output can't be written, or nobody reads it any more: say no more there.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        where = f" ({error.filename})" if error.filename else ""
        _fail(f"{error.strerror or error}{where}. Mend that, then try again.")
    except Exception as error:
        if os.environ.get("ECHO_DEBUG"):
            raise
        _fail(f"unexpected {type(error).__name__} ({error}). ECHO_DEBUG=1 shows where; please report it.")


def _fail(message: str) -> NoReturn:
    print(f"echoes: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(1)
