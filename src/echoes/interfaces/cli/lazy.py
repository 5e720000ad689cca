"""Commands that are imported when somebody asks for them, so that each start loads only its own."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command


class LazyGroup(TyperGroup):
    """A group that finds a command when it is asked for; an unknown name is wrong usage."""

    def has(self, name: str, ctx: Any) -> bool:
        """Return whether there is a command of this name."""
        return name in self.list_commands(ctx)

    @abstractmethod
    def find(self, name: str) -> typer.Typer | Callable[..., None]:
        """Return a group of commands, or the function of one, by a name of `list_commands`."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; None for an unknown name."""
        if not self.has(cmd_name, ctx):
            return None
        found = self.find(cmd_name)
        if isinstance(found, typer.Typer):
            found.info.name = cmd_name
            return get_command(found)
        own = typer.Typer(add_completion=False, rich_markup_mode=None)
        own.command(cmd_name)(found)
        return get_command(own)


def lazy_group(commands: Mapping[str, tuple[str, str]]) -> type[LazyGroup]:
    """Return a group of commands that are named in a table.

    Args:
        commands: by name, where each is, as `module:attribute`, and its line in the list of commands, which
            is printed without an import.
    """

    class Group(LazyGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [*commands]

        def find(self, name: str) -> typer.Typer | Callable[..., None]:
            module, _, attribute = commands[name][0].partition(":")
            return getattr(import_module(module), attribute)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            with formatter.section("Commands"):
                formatter.write_dl([(name, line) for name, (_, line) in commands.items()])

    return Group
