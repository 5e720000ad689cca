"""The JSON Schema of a pack, with the file in which each field stands, and what may be left out."""

from typing import Any

from pydantic import JsonValue

from echoes.core.files.json_values import as_array, as_object, is_array, is_object
from echoes.core.protocols import JsonObject
from echoes.games.packs.defaults import EACH
from echoes.games.packs.loader import PackFormat

_TEXTS = "en/*.yaml and zh/*.yaml"
_LISTS_OF_WORDS = ("tags", "content_warnings")


def add_files(schema: JsonValue, form: PackFormat[Any]) -> None:
    """Add the key `file` to each field of the JSON Schema of a pack in one language.

    Args:
        schema: of the pack; it is changed.
        form: of the packs.
    """
    assert is_object(schema)
    definitions, fields = as_object(schema.get("$defs")), as_object(schema["properties"])
    _leave_out(schema, definitions, form.defaults_in("en"))
    homes = {name: _reached(field, definitions) for name, field in fields.items()}
    for name in fields:
        _mark(schema, name, definitions, form.main, [name] if name in form.parts else [])
    for key, definition in definitions.items():
        parts = [part for part in form.parts if key in homes[part]]
        for name in as_object(as_object(definition).get("properties")):
            _mark(as_object(definition), name, definitions, form.main, parts)
    language = f"the name of the folder with the texts; of a pack in one language {form.main}, with all texts"
    as_object(fields["language"])["file"] = language


def _mark(part: JsonObject, name: str, definitions: JsonObject, main: str, parts: list[str]) -> None:
    """Say of a field in which file it stands: the main one, or one of `parts` that have their own."""
    field = as_object(as_object(part["properties"])[name])
    if field.pop("may be left out", False):
        _drop(part, name)
    file = ", ".join([main, *(f"{one}.yaml, {one}/ID.yaml" for one in parts)])
    holds = {True} if name in _LISTS_OF_WORDS else _holds_texts(field, definitions, ())
    if True in holds:
        file = _TEXTS if len(holds) == 1 else f"{file}; texts: {_TEXTS}"
    field["file"] = file


def _holds_texts(field: object, definitions: JsonObject, above: tuple[str, ...]) -> set[bool]:
    """Return whether a field holds texts, something else, or both."""
    if not is_object(field):
        return set()
    if isinstance(reference := field.get("$ref"), str):
        name = reference.rpartition("/")[2]
        if name in above:
            return set()
        inner = as_object(as_object(definitions[name]).get("properties")).values()
        return set[bool]().union(*(_holds_texts(one, definitions, (*above, name)) for one in inner)) or {
            False
        }
    nested = [*as_array(field.get("anyOf", [])), *as_object(field.get("patternProperties")).values()]
    nested += [one for key in ("items", "additionalProperties") if is_object(one := field.get(key))]
    if nested:
        return set[bool]().union(*(_holds_texts(one, definitions, above) for one in nested))
    if field.get("type") == "null":
        return set()
    return {"maxLength" in field and "pattern" not in field and "points_to" not in field}


def _reached(field: object, definitions: JsonObject) -> set[str]:
    """Return the names of all definitions that a field leads to."""
    found: set[str] = set()
    todo: list[object] = [field]
    while todo:
        one = todo.pop()
        if is_array(one):
            todo += one
        elif is_object(one):
            name = str(one.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                todo.append(definitions[name])
            todo += one.values()
    return found


def _leave_out(part: object, definitions: JsonObject, defaults: JsonValue) -> None:
    """Say that what has a default is not required."""
    if not (is_object(part) and is_object(defaults)):
        return
    if isinstance(reference := part.get("$ref"), str):
        part = as_object(definitions[reference.rpartition("/")[2]])
    entries = [*as_object(part.get("patternProperties")).values(), part.get("additionalProperties")]
    for entry in entries:
        _leave_out(entry, definitions, defaults.get(EACH))
    for name, field in as_object(part.get("properties")).items():
        if name in defaults:
            if defaults[name] != {EACH: as_object(defaults[name]).get(EACH)}:
                _drop(part, name)
            _leave_out(field, definitions, defaults[name])


def _drop(part: JsonValue, name: str) -> None:
    """Say that a field is not required."""
    required = as_array(as_object(part).get("required", []))
    if name in required:
        required.remove(name)
