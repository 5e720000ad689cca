"""The one way in which things plug in: a name that stands for `"module:attribute"`.

Built-in and foreign ones come through the same door (after simonw/llm's plugin hooks);
a target is imported only when it is used, which keeps the command line quick.
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from echoes.core.errors import UnknownName


class Registry:
    """Names and what stands behind them.

    Args:
        what: what is registered, for messages ("game type").
        group: the entry-point group through which foreign packages add theirs.
        builtin: name to `"module:attribute"`.
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

    def load(self, name: str) -> Any:
        """Import what stands behind a name.

        Raises:
            UnknownName: nothing does; the message lists the known names.
        """
        target = self._targets.get(name)
        if target is None:
            for point in entry_points(group=self._group, name=name):
                return point.load()
            raise UnknownName(f"unknown {self._what} '{name}'", f"Known: {', '.join(self.names())}.")
        module, _, attribute = target.partition(":")
        return getattr(import_module(module), attribute)
