"""Reading a closed form out of what a model wrote, by exact rules.

Taken off: thinking blocks, code fences, prose around the object. Then there must be exactly
one object that fits. Nothing is repaired and nothing is guessed.
"""

import json
from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from echoes.core.protocols import JsonObject, ModelT
from echoes.models.completion import Reply
from echoes.models.thinking import without_thinking

_MOST = 200
"""Places in one reply at which an object may begin."""


class Unreadable(ValueError):
    """No object that fits, or several; the message is for the model."""


def read_form(reply: Reply, schema: type[ModelT]) -> ModelT:
    """The closed form that a reply holds.

    Args:
        reply: arguments of a function call come first, then the words.
        schema: what it must fit.
    Raises:
        Unreadable: it holds none.
    """
    if isinstance(reply.arguments, dict):
        return _only([reply.arguments], schema)
    text = reply.arguments if isinstance(reply.arguments, str) else reply.text
    return _only(_objects(without_thinking(text)), schema)


@lru_cache(maxsize=256)
def schema_of(form: type[BaseModel]) -> JsonObject:
    """The JSON schema in the strict form: every key required, no others."""
    schema: Any = form.model_json_schema()
    return cast("JsonObject", _strict(schema))


def _objects(text: str) -> list[JsonObject]:
    """The outermost JSON objects of a text."""
    found: list[JsonObject] = []
    decoder = json.JSONDecoder()
    at, tried = text.find("{"), 0
    while at >= 0 and tried < _MOST:
        tried += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            found.append(value)
        at = text.find("{", end)
    return found


def _only(objects: list[Any], schema: type[ModelT]) -> ModelT:
    fitting: list[ModelT] = []
    problem = "it holds no JSON object"
    for one in objects:
        try:
            form = schema.model_validate(_folded(one, schema))
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        else:
            fitting += [form] if form not in fitting else []
    if len(fitting) == 1:
        return fitting[0]
    raise Unreadable("it holds several objects that differ" if fitting else problem)


def _folded(value: dict[str, Any], schema: type[BaseModel]) -> dict[str, Any]:
    """Known keys whatever their case; others are dropped."""
    known = {name.casefold(): name for name in schema.model_fields}
    folded = {str(key).strip().casefold(): part for key, part in value.items()}
    return {known[key]: part for key, part in folded.items() if key in known}


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    body = {
        key: {name: _strict(one) for name, one in part.items()} if key == "properties" else _strict(part)
        for key, part in cast("dict[str, Any]", schema).items()
        if key not in ("default", "title")
    }
    if body.get("type") == "object":
        body |= {"required": list(body.get("properties", {})), "additionalProperties": False}
    return body
