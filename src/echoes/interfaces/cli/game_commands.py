"""Commands that only one kind of game has; a package adds its own through the entry-point group.

A name with a dot is that of a command in a group: `sessions.correct` is `echoes sessions correct`.
"""

from collections.abc import Callable
from inspect import getdoc

import typer

from echoes.core.registry import Registry

_PUZZLE = "echoes.interfaces.cli.situation_puzzle"
_BUILT_IN = {
    "ask": (f"{_PUZZLE}.ask:ask", "Rule on a text."),
    "puzzles": (f"{_PUZZLE}.puzzles:app", "List, show, check, prepare and remove puzzles."),
    "sessions.correct": (f"{_PUZZLE}.correct:correct", "Correct a ruling."),
    "sessions.rerun": (f"{_PUZZLE}.rerun:rerun", "Rule on the questions of a session again."),
}
"""The target of each built-in command, and its line in the list of commands, printed without an import."""
GAME_COMMANDS = Registry(
    "command", "echoes.commands", {name: where for name, (where, _) in _BUILT_IN.items()}
)
"""The function or the typer app of each command, by name."""


def commands_in(group: str) -> dict[str, Callable[..., None]]:
    """Return the functions of the commands in a group, by the part of their names after the dot."""
    names = [name for name in GAME_COMMANDS.names() if name.startswith(f"{group}.")]
    return {name.removeprefix(f"{group}."): GAME_COMMANDS.load(name) for name in names}


def top_commands() -> list[str]:
    """Return the names of the commands that are in no group."""
    return [name for name in GAME_COMMANDS.names() if "." not in name]


def summary_of(name: str) -> str:
    """Return the line of a command in the list of commands."""
    if name in _BUILT_IN:
        return _BUILT_IN[name][1]
    found = GAME_COMMANDS.load(name)
    said = found.info.help if isinstance(found, typer.Typer) else getdoc(found)
    return (said or "").partition("\n")[0]
