"""Commands of benchmarks are made of plain descriptions, and listing them imports nothing heavy."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from echoes.bench.runs.benchmark import (
    Argument,
    BenchmarkOutcome,
    Command,
    CommandOption,
    OnProgress,
    WrongUsage,
)
from echoes.interfaces.cli.bench_commands import command_function


@dataclass(frozen=True)
class Options:
    """Options of a command for tests."""

    folder: Annotated[Path, Argument("A folder.")]
    most: Annotated[int, CommandOption("At the most.", min=1)] = 3
    kinds: Annotated[list[str] | None, CommandOption("May be repeated.", name="--kind")] = None
    quiet: Annotated[bool, CommandOption("Say less.", name="--quiet/--loud")] = False

    def __post_init__(self) -> None:
        if self.quiet and self.kinds:
            raise WrongUsage("--kind has no meaning with --quiet")


async def shown(options: Options, on_progress: OnProgress) -> BenchmarkOutcome:
    return BenchmarkOutcome([repr(options)], [f'{{"most": {options.most}}}'], ["a note"], ok=options.most < 9)


@pytest.fixture
def run() -> CliRunner:
    return CliRunner()


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(command_function(Command("For tests.", Options, f"{__name__}:shown")))
    return app


def test_a_dataclass_is_the_options_of_a_command(run: CliRunner, app: typer.Typer):
    done = run.invoke(app, ["here", "--most", "5", "--kind", "a", "--kind", "b"])
    assert repr(Options(Path("here"), 5, ["a", "b"])) in done.output
    assert "a note" in done.output
    done = run.invoke(app, ["here", "--json"])
    assert '{"most": 3}' in done.output
    assert "Options(" not in done.output


def test_wrong_usage_and_failures_have_their_exit_status(run: CliRunner, app: typer.Typer):
    assert run.invoke(app, []).exit_code == 2
    assert run.invoke(app, ["here", "--most", "0"]).exit_code == 2
    assert run.invoke(app, ["here", "--quiet", "--kind", "a"]).exit_code == 2
    assert run.invoke(app, ["here", "--most", "9"]).exit_code == 1


def test_listing_the_benchmarks_imports_nothing_heavy():
    listing = (
        "import sys; from echoes.interfaces.cli.main import main; sys.argv = ['echoes', 'bench', '--help']"
    )
    heavy = "print(sorted({'langgraph', 'numpy', 'echoes.app', 'echoes.config'} & {*sys.modules}))"
    program = f"{listing}\ntry:\n    main()\nexcept SystemExit:\n    {heavy}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "consistency" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
