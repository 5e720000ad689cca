"""YAML texts, read at the speed of libyaml where PyYAML was built with it.

Only `true` and `false` are truth values, as in YAML 1.2: "yes", "no", "on" and "off" are words of the game.
"""

from collections.abc import Iterator
from typing import Any, cast

import yaml

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Loader: Any = type("_Loader", (_SafeLoader,), {})
_Loader.yaml_implicit_resolvers = {
    first: [one for one in resolvers if first in "tTfF" or one[0] != "tag:yaml.org,2002:bool"]
    for first, resolvers in _SafeLoader.yaml_implicit_resolvers.items()
}
_DEEPEST = 200
"""The deepest nesting that is read: without a limit, libyaml would end the process."""


def load_yaml(text: str, aliases: bool = True) -> Any:
    """Return the plain data of a YAML text, which holds one document.

    Args:
        text: of settings, phrases or a pack.
        aliases: whether it may refer to its own parts (`*name`), by which a small text becomes large data.
    Raises:
        YAMLError: it is not YAML.
        ValueError: it has an alias that it may not have.
        RecursionError: it is nested too deep.
    """
    depth = 0
    for event in cast("Iterator[object]", yaml.parse(text, _Loader)):
        if isinstance(event, yaml.AliasEvent) and not aliases:
            raise ValueError("has an alias (`*name`), which is not read; write the value out")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise RecursionError("nested too deep")
    try:
        return yaml.load(text, _Loader)
    except (LookupError, AttributeError, TypeError, ArithmeticError) as error:  # `!!bool x`, `!!int ""`
        raise yaml.YAMLError(f"a value does not fit its tag ({error!r})") from None
