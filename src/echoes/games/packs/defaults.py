"""Defaults of packs: what an author may leave out, from a file of the kind of game.

In the file, `"*"` stands for each entry that a pack has, and what stands under `"?"` is put in where the pack
has nothing at all.
"""

from copy import deepcopy
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from echoes.core.files.json_values import is_object
from echoes.core.files.yaml_text import load_yaml

EACH, _NONE = "*", "?"


@cache
def read_defaults(path: Path, language: str) -> JsonValue:
    """Return the defaults of a kind of game in a language; nothing in one that is none."""
    return load_yaml(path.read_text("utf-8")).get(language)


def put_defaults(data: JsonValue, defaults: JsonValue) -> None:
    """Put in what a pack leaves out.

    Args:
        data: of the pack; it is changed.
        defaults: in its language.
    """
    if not (is_object(data) and is_object(defaults)):
        return
    if not data and is_object(instead := defaults.get(_NONE)):
        data.update(deepcopy(instead))
    for entry in data.values():
        put_defaults(entry, defaults.get(EACH))
    for key, default in defaults.items():
        if key in (EACH, _NONE):
            continue
        if not is_object(default):
            data.setdefault(key, deepcopy(default))
        elif own := _filled(data.get(key, {}), default):
            data[key] = own


def _filled(data: JsonValue, defaults: JsonValue) -> JsonValue:
    put_defaults(data, defaults)
    return data
