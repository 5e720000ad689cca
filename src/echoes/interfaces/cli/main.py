"""The `echoes` command: its sub-commands, and errors as one line."""

import os
import sys

# Before anything imports a library that would phone home.
os.environ.setdefault("LANGSMITH_TRACING", "false")
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import typer

from echoes.core.errors import EchoesError
from echoes.interfaces.cli import ask, bench, doctor, ingest, play, puzzles, sessions, web

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Echoes of Deceit: situation puzzles with a referee who never lies.",
)
app.command("play")(play.play)
app.command("ask")(ask.ask)
app.command("ingest")(ingest.ingest)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(sessions.app, name="sessions")
app.add_typer(bench.app, name="bench")
app.command("web")(web.web)
app.command("doctor")(doctor.doctor)


def main() -> None:
    """Run the command line; errors of ours become one line and exit status 1."""
    try:
        app()
    except EchoesError as error:
        print(f"echoes: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output went away; nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
