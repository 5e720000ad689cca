"""A parser of structured replies that follows exact rules.

Thinking blocks, code fences and prose around the object are removed. Then exactly one object must fit the
schema. Nothing is repaired or guessed.
"""

import json
from typing import Any

from pydantic import BaseModel, ValidationError

from echoes.core.protocols import JsonObject, ModelT
from echoes.models.completion import Reply
from echoes.models.thinking import split_thinking

_MAX_ATTEMPTS = 200
"""Opening braces of one reply at which an object is looked for."""


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
    if isinstance(reply.arguments, dict):
        return _validate_single([reply.arguments], schema)
    text = reply.arguments if isinstance(reply.arguments, str) else reply.text
    return _validate_single(_find_objects(split_thinking(text)[0]), schema)


def _find_objects(text: str) -> list[JsonObject]:
    """Return the outermost JSON objects of a text."""
    found: list[JsonObject] = []
    decoder = json.JSONDecoder()
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


def _validate_single(objects: list[Any], schema: type[ModelT]) -> ModelT:
    valid: list[ModelT] = []
    problem = "it holds no JSON object"
    for one in objects:
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
