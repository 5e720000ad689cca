"""The JSON Schema of a puzzle file, and its public fields."""

from pydantic import JsonValue

from echoes.core.files.json_values import is_array, is_object
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

PUBLIC_FIELDS = frozenset(
    {
        "schema_version",
        "id",
        "title",
        "language",
        "difficulty",
        "statement",
        "public_facts",
        "constraints",
        "tags",
        "content_warnings",
        "provenance",
    }
)
"""The fields of a puzzle file that a player may read before it is solved."""


def puzzle_schema() -> JsonObject:
    """Return the JSON Schema of a puzzle file: what is taken in, so two fields are enough."""
    schema = _without_refusals(Puzzle.model_json_schema(mode="validation"))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "required": ["statement", "answer"],
    }


def _without_refusals(schema: JsonObject) -> JsonObject:
    """Allow unknown keys, which are reported and left out, never refused."""
    return {key: _allowing(part) for key, part in schema.items() if key != "additionalProperties"}


def _allowing(part: JsonValue) -> JsonValue:
    if is_object(part):
        return _without_refusals(part)
    return [_allowing(one) for one in part] if is_array(part) else part
