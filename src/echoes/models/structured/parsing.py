"""A parser of structured replies that follows exact rules.

Thinking blocks, code fences, prose and envelopes around the object are removed. Then exactly one object must
fit the schema. Nothing is repaired or guessed.
"""

import json
from typing import Any

from pydantic import BaseModel, JsonValue, ValidationError

from echoes.core.files.json_values import is_object
from echoes.core.protocols import JsonObject, ModelT
from echoes.models.completion import Reply
from echoes.models.thinking import split_thinking

_MAX_ATTEMPTS = 200
"""Opening braces of one reply at which an object is looked for."""
_WRAPPERS = frozenset(
    "reply result response output answer data json properties function arguments parameters".split()
)
"""Keys under which an object may stand that is the reply, in an object that has no key of it."""
_MAX_WRAPPERS = 3


class UnreadableReply(ValueError):
    """A reply without an object that fits, or with several; the message is meant for the model."""


def parse_reply(reply: Reply, schema: type[ModelT]) -> ModelT:
    """Parse the structured output of a reply.

    Args:
        reply: the arguments of a function call take precedence over the text.
        schema: the Pydantic model that the object must fit.
    Returns:
        The validated object.
    Raises:
        UnreadableReply: no object fits, or several that differ.
    """
    given = reply.arguments if reply.arguments not in (None, "", {}) else reply.text
    found = (
        [given]
        if isinstance(given, dict)
        else _find_objects(split_thinking(given if isinstance(given, str) else json.dumps(given))[0])
    )
    return _validate_single(found, schema)


def _find_objects(text: str) -> list[JsonObject]:
    """Return the outermost JSON objects of a text, which may be written as one JSON text."""
    found: list[JsonObject] = []
    decoder = json.JSONDecoder()
    if isinstance(inner := _read(text), str):
        text = inner
    at, attempts = text.find("{"), 0
    while at >= 0 and attempts < _MAX_ATTEMPTS:
        attempts += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            found.append(value)
        at = text.find("{", end)
    return found


def _read(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _unwrapped(value: JsonObject, schema: type[BaseModel]) -> JsonObject:
    """Return the object inside what models and servers put around it, such as a call written as text."""
    for _ in range(_MAX_WRAPPERS):
        if _normalize_keys(value, schema):
            return value
        parts = [part for key, part in value.items() if str(key).strip().casefold() in _WRAPPERS]
        inner = [one for part in parts if is_object(one := _read(part) if isinstance(part, str) else part)]
        if len(inner) != 1:
            return value
        value = inner[0]
    return value


def _validate_single(objects: list[Any], schema: type[ModelT]) -> ModelT:
    valid: list[ModelT] = []
    problem = "it holds no JSON object"
    for one in objects:
        one = _unwrapped(one, schema)
        try:
            parsed = schema.model_validate(_normalize_keys(_of_whole_characters(one), schema))
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        else:
            valid += [parsed] if parsed not in valid else []
    if len(valid) == 1:
        return valid[0]
    raise UnreadableReply("it holds several objects that differ" if valid else problem)


def _of_whole_characters(value: dict[str, Any]) -> dict[str, Any]:
    """Put a mark for each half of a character, which can't be written to a file."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return value


def _normalize_keys(value: dict[str, Any], schema: type[BaseModel]) -> dict[str, Any]:
    """Match keys to the schema's fields regardless of case, and drop unknown ones."""
    fields = {name.casefold(): name for name in schema.model_fields}
    folded = {str(key).strip().casefold(): part for key, part in value.items()}
    return {fields[key]: part for key, part in folded.items() if key in fields}
