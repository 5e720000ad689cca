"""Plug-ins: names that stand for `"module:attribute"`.

Built-in and third-party ones are registered in the same way (after simonw/llm's plugin hooks). A target is
imported only when it is used, which keeps the command line quick.
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from echoes.core.errors import UnknownName


class Registry:
    """A registry of plug-ins of one kind.

    Args:
        what: the kind, for messages ("game type").
        group: the entry-point group through which packages add theirs.
        builtin: the built-in targets, `"module:attribute"` by name.
    """

    def __init__(self, what: str, group: str, builtin: dict[str, str]) -> None:
        self._what = what
        self._group = group
        self._targets = dict(builtin)

    def register(self, name: str, target: str) -> None:
        """Add or replace a name at run time."""
        self._targets[name] = target

    def names(self) -> list[str]:
        """All known names, sorted."""
        return sorted({*self._targets, *(point.name for point in entry_points(group=self._group))})

    def in_order(self) -> list[str]:
        """Return all known names: those that are built in as they were named, then the others by name."""
        return [*self._targets, *(name for name in self.names() if name not in self._targets)]

    def __contains__(self, name: str) -> bool:
        return name in self._targets or bool(entry_points(group=self._group, name=name))

    def load(self, name: str) -> Any:
        """Import the target of a name.

        Raises:
            UnknownName: the name is not registered; the message lists the known names.
        """
        target = self._targets.get(name)
        if target is None:
            for point in entry_points(group=self._group, name=name):
                return point.load()
            raise UnknownName(f"unknown {self._what} '{name}'", f"Known: {', '.join(self.names())}.")
        module, _, attribute = target.partition(":")
        return getattr(import_module(module), attribute)
