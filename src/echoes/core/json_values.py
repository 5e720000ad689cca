"""JSON values of no declared form, such as those of a file that somebody else wrote."""

from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Tell whether a value is a JSON array."""
    return isinstance(value, list)


def as_array(value: Any) -> list[Any]:
    """Return an array as it is, and any other value as an array of one."""
    return value if is_array(value) else [value]
