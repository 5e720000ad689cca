"""Commands are imported when they are asked for, and by their own names only."""

import subprocess
import sys
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from echoes.interfaces.cli.lazy import lazy_group
from echoes.interfaces.cli.main import app

AT = "tests.unit.interfaces.cli.test_lazy"
own = typer.Typer(add_completion=False)
run = CliRunner().invoke


def greet(name: str) -> None:
    """Say hello."""
    print(f"hello {name}")


@own.command("one")
def one() -> None:
    """Print a one."""
    print(1)


@own.command("two")
def two() -> None:
    """Print a two."""
    print(2)


@pytest.fixture
def table() -> typer.Typer:
    commands = {
        "greet": (f"{AT}:greet", "Be polite."),
        "count": (f"{AT}:own", "Count."),
        "gone": ("no:way", "Fail."),
    }
    group = typer.Typer(cls=lazy_group(commands), add_completion=False, rich_markup_mode=None)
    group.callback()(lambda: None)
    return group


def test_functions_and_groups_are_found_where_the_table_says(table: typer.Typer):
    assert run(table, ["greet", "Bo"]).output == "hello Bo\n"
    assert run(table, ["count", "two"]).output == "2\n"


def test_the_list_is_printed_without_an_import(table: typer.Typer):
    listed = run(table, ["--help"]).output
    assert "Be polite." in listed and "Fail." in listed, "although there is no module of that name"


def test_an_unknown_name_is_wrong_usage(table: typer.Typer):
    assert run(table, ["grete"]).exit_code == 2


def test_every_command_of_echoes_is_where_the_table_says():
    group: Any = get_command(app)
    context = typer.Context(group)
    assert "play" in group.list_commands(context)
    assert all(group.get_command(context, name) for name in group.list_commands(context))


def test_listing_the_commands_loads_none_of_them():
    code = (
        "import sys; from echoes.interfaces.cli.main import main; sys.argv = ['echoes', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name in ('echoes.app', 'echoes.interfaces.cli.play', 'pydantic')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"
