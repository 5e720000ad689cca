"""`echoes bench`: its commands are those of the registered benchmarks, and the tools for their runs."""

from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from echoes.bench.tools import TOOLS
from echoes.interfaces.cli.bench_commands import command_function


class _BenchmarkGroup(TyperGroup):
    """A group of commands that are looked up when they are needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all benchmarks, then those of the tools."""
        # Entry points are read here, and not by every `echoes` command.
        from echoes.bench.runs.registry import BENCHMARKS

        return [*BENCHMARKS.names(), *TOOLS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; None for an unknown name, which is wrong usage."""
        from echoes.bench.runs.registry import BENCHMARKS

        if cmd_name not in self.list_commands(ctx):
            return None
        own = typer.Typer(add_completion=False, rich_markup_mode=None)
        own.command(cmd_name)(command_function(TOOLS.get(cmd_name) or BENCHMARKS.load(cmd_name)))
        return get_command(own)


app = typer.Typer(
    cls=_BenchmarkGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Measure referees and the platform itself.",
)


@app.callback()
def bench() -> None:
    """Measure referees and the platform itself."""
