"""JSON values of no declared form, such as those of a file that somebody else wrote."""

from typing import TypeGuard

from pydantic import JsonValue


def is_object(value: object) -> TypeGuard[dict[str, JsonValue]]:
    """Return whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[JsonValue]]:
    """Return whether a value is a JSON array."""
    return isinstance(value, list)


def as_array(value: JsonValue) -> list[JsonValue]:
    """Return an array as it is, and any other value as an array of one."""
    return value if isinstance(value, list) else [value]


def as_object(value: JsonValue) -> dict[str, JsonValue]:
    """Return an object as it is; an empty one in place of any other value."""
    return value if isinstance(value, dict) else {}


def objects_of(value: object) -> list[dict[str, JsonValue]]:
    """Return the objects of an array; none of anything else."""
    return [one for one in value if isinstance(one, dict)] if is_array(value) else []


def texts_of(value: object) -> list[str]:
    """Return the texts of an array; none of anything else."""
    return [one for one in value if isinstance(one, str)] if is_array(value) else []


def whole_number(value: object) -> int | None:
    """Return a whole number as it is; None in place of any other value."""
    return value if type(value) is int else None


def whole_numbers_of(value: object) -> list[int]:
    """Return the whole numbers of an array; none of anything else."""
    return [one for one in value if type(one) is int] if is_array(value) else []
