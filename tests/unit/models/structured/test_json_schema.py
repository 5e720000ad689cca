"""A strict schema requires every key and allows no others, at every depth."""

from typing import Any

from pydantic import BaseModel, Field

from echoes.models.structured.json_schema import strict_schema


class Inner(BaseModel):
    title: str = "a property, not an annotation"


class Outer(BaseModel):
    default: int = Field(default=3, ge=0)
    parts: list[Inner] = []


def objects(schema: Any) -> list[dict[str, Any]]:
    """Return all object schemas in a schema."""
    parts = schema if isinstance(schema, list) else schema.values() if isinstance(schema, dict) else []
    own = [schema] if isinstance(schema, dict) and schema.get("type") == "object" else []
    return own + [found for part in parts for found in objects(part)]


def test_every_object_is_closed_and_every_key_required():
    found = objects(strict_schema(Outer))
    assert sorted(one["required"] for one in found) == [["default", "parts"], ["title"]]
    assert all(one["additionalProperties"] is False for one in found)


def test_no_text_is_bounded_at_a_length_at_which_servers_break():
    class Said(BaseModel):
        story: str = Field(max_length=20_000)
        maxLength: str = Field(max_length=300)

    story, short = strict_schema(Said)["properties"].values()  # type: ignore[union-attr]
    assert (story, short) == ({"type": "string"}, {"maxLength": 300, "type": "string"})


def test_annotations_go_and_properties_of_the_same_name_stay():
    outer = strict_schema(Outer)["properties"]
    assert isinstance(outer, dict)
    assert outer["default"] == {"type": "integer", "minimum": 0}
