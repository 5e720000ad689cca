"""The `echoes` command: its sub-commands, and errors as one line."""

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

# Before anything imports a library that would phone home.
os.environ.setdefault("LANGSMITH_TRACING", "false")
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import typer

from echoes import __version__
from echoes.core.errors import EchoesError
from echoes.interfaces.cli.game_commands import GAME_COMMANDS, summary_of, top_commands
from echoes.interfaces.cli.lazy import lazy_group
from echoes.interfaces.cli.output import log_to_standard_error
from echoes.interfaces.cli.start import end_start

_HERE = __package__
_COMMANDS = {
    "play": (f"{_HERE}.play:play", "Play a game."),
    "today": (f"{_HERE}.today:today", "Play the puzzle of the day."),
    "campaign": (f"{_HERE}.campaign:campaign", "Play several games in an order, up to an ending."),
    "tutorial": (f"{_HERE}.tutorial:tutorial", "Show the rules, and try them in three turns."),
    "ingest": (
        f"{_HERE}.ingest:ingest",
        "Read files of scenarios and check them.",
    ),
    "games": (f"{_HERE}.scenarios:games", "List the kinds of game."),
    "scenarios": (f"{_HERE}.scenarios:app", "List, show, check and test what there is to play."),
    "sessions": (f"{_HERE}.sessions:app", "List, show, undo, fork, export, replay and delete sessions."),
    "players": (f"{_HERE}.players:app", "List, show and forget what is remembered of players."),
    "bench": (f"{_HERE}.bench:app", "Measure referees and the platform itself."),
    "web": (f"{_HERE}.web:web", "Serve the web app."),
    "storage": (f"{_HERE}.storage:app", "Look after the place where games are kept."),
    "setup": (f"{_HERE}.setup:setup", "Find a model server, try a model, and use it."),
    "doctor": (f"{_HERE}.doctor:doctor", "Check configuration, endpoints, folders and storage."),
    "maintenance": (f"{_HERE}.maintenance:maintenance", "Repair logs and remove what is no longer needed."),
}


class _AllCommands(lazy_group(_COMMANDS)):
    """The commands of the platform, then those that only one kind of game has."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*_COMMANDS, *top_commands()]

    def has(self, name: str, ctx: Any) -> bool:
        """Return whether there is a command; other packages are asked only for names that are not known."""
        return name in _COMMANDS or super().has(name, ctx)

    def find(self, name: str) -> typer.Typer | Callable[..., None]:
        """Return a group of commands, or the function of one."""
        return super().find(name) if name in _COMMANDS else GAME_COMMANDS.load(name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands in two sections."""
        super().format_commands(ctx, formatter)
        with formatter.section("Commands of one kind of game"):
            formatter.write_dl([(name, summary_of(name)) for name in top_commands()])


app = typer.Typer(
    cls=_AllCommands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Echoes of Deceit: a platform for situation puzzles, stories, tables and heists.",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"echoes {__version__}")
        raise typer.Exit


@app.callback()
def echoes(
    version: Annotated[
        bool,
        typer.Option("--version", help="Tell the version.", callback=_say_version, is_eager=True),
    ] = False,
) -> None:
    """Echoes of Deceit: a platform for situation puzzles, stories, tables and heists."""
    end_start()


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
        _fail(f"{error.strerror or error}{where}. Fix that, then try again.")
    except Exception as error:
        if os.environ.get("ECHOES_DEBUG"):
            raise
        _fail(f"unexpected {type(error).__name__} ({error}). ECHOES_DEBUG=1 shows where; please report it.")


def _fail(message: str) -> NoReturn:
    print(f"echoes: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(1)
