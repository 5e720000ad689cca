"""The JSON Schema of a puzzle file, and its public fields."""

from typing import Any

from echoes.core.json_values import is_array, is_object
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


def puzzle_schema() -> dict[str, Any]:
    """Return the JSON Schema of a puzzle file: what is taken in, so two fields are enough."""
    schema = _without_refusals(Puzzle.model_json_schema(mode="validation"))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "required": ["statement", "answer"],
    }


def _without_refusals(schema: Any) -> Any:
    """Allow unknown keys, which are reported and left out, never refused."""
    if is_object(schema):
        kept = ((key, part) for key, part in schema.items() if key != "additionalProperties")
        return {key: _without_refusals(part) for key, part in kept}
    return [_without_refusals(part) for part in schema] if is_array(schema) else schema
