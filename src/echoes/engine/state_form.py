"""The form of a game's state, by which a checkpoint that another version wrote is told from a damaged one."""

import hashlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, get_args, is_typeddict

from echoes.games.base import AnyGame
from echoes.games.history_summary import History


def state_form(game: AnyGame) -> str:
    """Return a digest of the keys of a game's state and history, at all depths, and of what they may hold."""
    return _digest(type(game).evolve)


@cache
def _digest(evolve: Callable[..., Any]) -> str:
    keys = {*_keys(History, set()), *_keys(inspect.get_annotations(evolve).get("return"), set())}
    return hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()[:16]


def _keys(part: object, seen: set[object]) -> Iterator[str]:
    """Yield the keys of a type and of all that it is made of."""
    if is_typeddict(part) and isinstance(part, type) and part not in seen:
        seen.add(part)
        for key, held in part.__annotations__.items():
            yield f"{part.__qualname__}.{key}: {held}"
            yield from _keys(held, seen)
    for argument in get_args(part):
        yield from _keys(argument, seen)
