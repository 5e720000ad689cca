"""JSON schemas in the strict form that servers enforce."""

from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel

from echoes.core.protocols import JsonObject

_LONGEST = 500
"""Characters; a server that makes a grammar of a schema breaks at the bound of a longer text."""


@lru_cache(maxsize=256)
def strict_schema(model: type[BaseModel]) -> JsonObject:
    """Return the JSON schema of a Pydantic model with every key required and no others allowed.

    The bounds of long texts are left out; the reply is checked against the model itself.
    """
    schema: Any = model.model_json_schema()
    return cast("JsonObject", _strict(schema))


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    body = {
        key: {name: _strict(one) for name, one in part.items()} if key == "properties" else _strict(part)
        for key, part in cast("dict[str, Any]", schema).items()
        if key not in ("default", "title") and not (key == "maxLength" and part > _LONGEST)
    }
    if body.get("type") == "object":
        body |= {"required": list(body.get("properties", {})), "additionalProperties": False}
    return body
