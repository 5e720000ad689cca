"""Fields of a form, walked together with the data that stands in them, be it right or wrong."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, NamedTuple, TypeGuard, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from echoes.core.files.json_values import is_array, is_object

FieldPath = tuple[str, ...]
"""The keys that lead to a value, from the top; a number for one of a list."""
A_TEXT = "a text"
KINDS = {
    "str": A_TEXT,
    "string": A_TEXT,
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "dict": "entries by id",
    "tuple": "a list",
    "list": "a list",
}
"""What a field holds, in words, by the name of its type, or as the types of pydantic's errors begin."""


class PackValue(NamedTuple):
    """A value of a pack with what its field should hold.

    Attributes:
        at: where it stands.
        form: the type of the field, without its marks.
        marks: what the type is annotated with.
    """

    at: FieldPath
    form: object
    marks: tuple[object, ...]
    value: JsonValue


def values_in(
    form: object, value: JsonValue, at: FieldPath = (), marks: tuple[object, ...] = ()
) -> Iterator[PackValue]:
    """Yield a value and all values within it, keys of dictionaries too; what does not fit is not entered.

    Args:
        form: the type that it should have.
        value: as it stands in a file.
        at: where.
        marks: of its field.
    """
    origin = get_origin(form)
    if origin is Annotated:
        inner, *more = get_args(form)
        yield from values_in(inner, value, at, (*marks, *more))
        return
    if origin in (Union, UnionType):
        for one in (one for one in get_args(form) if one is not NoneType):
            yield from values_in(one, value, at, marks)
        return
    yield PackValue(at, form, marks, value)
    if origin is dict and is_object(value):
        of_key, of_value = get_args(form)
        for key, one in value.items():
            yield from values_in(of_key, str(key), (*at, str(key)))
            yield from values_in(of_value, one, (*at, str(key)))
    elif origin is tuple and is_array(value):
        for number, one in enumerate(value):
            yield from values_in(get_args(form)[0], one, (*at, str(number)))
    elif is_object(value):
        for key, field in fields_of(form).items():
            if key in value:
                yield from values_in(field.annotation, value[key], (*at, key), tuple(field.metadata))


def fields_of(form: object) -> dict[str, FieldInfo]:
    """Return the fields of a part of a pack by the keys under which they stand; none of anything else."""
    return _model_fields(form) if isinstance(form, type) and issubclass(form, BaseModel) else {}


@cache
def _model_fields(form: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in form.model_fields.items()}


def expected_of(form: object) -> str:
    """Return the kind of value that a field holds, in words; empty where none is plain."""
    options = [one for one in get_args(form) if one is not NoneType]
    if get_origin(form) in (Annotated, Union, UnionType):
        return expected_of(options[0])
    if keys := fields_of(form):
        return ", ".join(key for key, field in keys.items() if field.is_required()) or ", ".join(keys)
    plain = get_origin(form) or form
    return (
        KINDS.get(plain.__name__, "") if isinstance(plain, type) else f"one of {', '.join(map(str, options))}"
    )


PartT = TypeVar("PartT", bound=BaseModel)


def parts_in(value: object, form: type[PartT], at: str = "") -> Iterator[tuple[str, PartT]]:
    """Yield all parts of a scenario that have a form, such as its conditions, each after its field.

    Args:
        value: a scenario, or what stands in it.
        form: of the parts.
        at: the field of the value.
    """
    inner: Mapping[object, object] = {}
    if isinstance(value, form):
        yield at, value
    elif isinstance(value, BaseModel):
        inner = {name: getattr(value, name) for name in type(value).model_fields}
    elif _is_mapping(value):
        inner = value
    elif _is_tuple(value):
        inner = dict(enumerate(value))
    for key, one in inner.items():
        yield from parts_in(one, form, f"{at}.{key}" if at else str(key))


def _is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, dict)


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)
