"""`echoes bench`: its commands are those of the registered benchmarks, and the tools for their runs."""

from collections.abc import Callable
from typing import Any

import typer

from echoes.bench.runs.command_specs import TOOLS
from echoes.bench.runs.registry import BENCHMARKS
from echoes.interfaces.cli.bench_commands import command_function
from echoes.interfaces.cli.lazy import LazyGroup


class _BenchmarkGroup(LazyGroup):
    """The commands of the registered benchmarks."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all benchmarks, then those of the tools."""
        return [*BENCHMARKS.names(), *TOOLS]

    def find(self, name: str) -> Callable[..., None]:
        """Return the function of a command."""
        return command_function(TOOLS.get(name) or BENCHMARKS.load(name))


app = typer.Typer(
    add_completion=False,
    cls=_BenchmarkGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Measure referees and the platform itself.",
)


@app.callback()
def bench() -> None:
    """Measure referees and the platform itself."""
