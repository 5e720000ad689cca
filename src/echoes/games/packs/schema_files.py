"""The JSON Schema of a pack, with the file in which each field stands."""

from typing import Any

from pydantic import JsonValue

from echoes.core.json_values import is_array, is_object
from echoes.games.packs.loader import PackFormat

_TEXTS = "en/*.yaml and zh/*.yaml, each in its language"
_LANGUAGE = "no file: the name of the folder with the texts"
_LISTS_OF_WORDS = ("tags", "content_warnings")


def add_files(schema: JsonValue, form: PackFormat[Any]) -> None:
    """Add the key `file` to each field of the JSON Schema of a pack in one language.

    Args:
        schema: of the pack; it is changed.
        form: of the packs.
    """
    assert is_object(schema)
    _mark(schema, form.main)
    fields = schema["properties"]
    assert is_object(fields)
    for part in form.parts:
        if is_object(field := fields.get(part)):
            field["file"] = (
                f"{form.main}, {part}.yaml, or a file for each of them: {part}/ID.yaml; texts: {_TEXTS}"
            )
    if is_object(language := fields.get("language")):
        language["file"] = _LANGUAGE


def _mark(schema: object, main: str) -> None:
    """Add to each field below a schema the file in which it stands."""
    if is_object(schema):
        fields = schema.get("properties")
        for name, field in fields.items() if is_object(fields) else ():
            if is_object(field):
                field["file"] = _TEXTS if name in _LISTS_OF_WORDS or _is_text(field) else main
        for value in schema.values():
            _mark(value, main)
    elif is_array(schema):
        for value in schema:
            _mark(value, main)


def _is_text(field: object) -> bool:
    """Return whether a field holds a text, or texts in a list or by their ids."""
    if not is_object(field):
        return False
    choices, by_id = field.get("anyOf"), field.get("patternProperties")
    inner = [field.get("items"), field.get("additionalProperties")]
    inner += [*choices] if is_array(choices) else []
    inner += [*by_id.values()] if is_object(by_id) else []
    return ("maxLength" in field and "pattern" not in field) or any(map(_is_text, inner))  # ids have patterns
