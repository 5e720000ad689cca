"""The body of a request: its messages, its functions, and the shape that the endpoint takes."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import JsonValue

from echoes.models.completion import Request
from echoes.models.endpoints import EndpointRecord

REPLY_FUNCTION = "reply"
"""Name of the function whose arguments are the structured output."""


def shaped_body(
    body: Mapping[str, Any], extra: Mapping[str, JsonValue] | None, known: EndpointRecord
) -> dict[str, Any]:
    """Return the body with what the settings add, in the shape that the endpoint takes."""
    merged = _merged(body, extra or {})
    for part in (merged, merged.get("options")):
        if isinstance(part, dict):
            values = cast("dict[str, Any]", part)
            for name, other in known.renamed.items():
                if values.get(name) is not None:
                    values[other] = values.pop(name)
            for name in [name for name, value in values.items() if value is None or name in known.left_out]:
                del values[name]
    return merged


def _merged(body: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return both; where both have an object, its keys are merged too."""
    pairs = {name: (body.get(name), value) for name, value in extra.items()}
    both = {
        name: _merged(cast("dict[str, Any]", one), cast("dict[str, Any]", other))
        for name, (one, other) in pairs.items()
        if isinstance(one, dict) and isinstance(other, dict)
    }
    return {**body, **extra, **both}


def chat_messages(request: Request) -> list[dict[str, str]]:
    """Return the messages of a request; instructions stand before the prompt if there is no system role."""
    if not request.known.system_role:
        return [{"role": "user", "content": f"{request.system}\n\n{request.prompt}"}]
    return [{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}]


def tool_definitions(request: Request) -> list[dict[str, Any]]:
    """Return the function that takes the structured output, and those that may be called instead."""
    return [
        {"type": "function", "function": {"name": REPLY_FUNCTION, "parameters": request.schema}},
        *(
            {
                "type": "function",
                "function": {"name": one.name, "description": one.description, "parameters": one.parameters},
            }
            for one in request.functions
        ),
    ]
