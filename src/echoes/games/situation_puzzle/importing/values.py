"""Values as files hold them, with what is wrong with them noted instead of raised."""

from pydantic import JsonValue

from echoes.core.files.json_values import is_array, is_object
from echoes.core.text.bilingual import Bilingual


class LinedFields(dict[str, JsonValue]):
    """An object that knows where it stands.

    Attributes:
        line: on which it begins in its file; 0 where that is not known.
        repeated: keys that stand in it twice; the last one counts.
    """

    line: int = 0
    repeated: tuple[str, ...] = ()


class NoValue(str):
    """In place of something that no puzzle can hold; the string says what it is, as in `holds NaN`."""


class RefusedRecord(NoValue):
    """In place of a record that can't be read.

    Args:
        said: why, and what helps; `zh`: in Chinese.
        line: where it stands in its file; 0 where that is not known.
    """

    zh: str
    line: int

    def __new__(cls, said: str, zh: str = "", line: int = 0) -> "RefusedRecord":
        """Return the reason with its line."""
        made = super().__new__(cls, said)
        made.zh, made.line = zh or said, line
        return made


def object_of(pairs: list[tuple[str, JsonValue]], line: int = 0) -> LinedFields:
    """Return an object of key and value pairs; its line and repeated keys are noted."""
    fields, seen = LinedFields(pairs), set[str]()
    fields.line = line
    if len(fields) < len(pairs):
        fields.repeated = tuple(dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key)))
    return fields


def faults_of(value: JsonValue, where: str = "") -> list[str]:
    """Return the faults within a value: repeated keys, and things that are no values."""
    if isinstance(value, NoValue):
        return [Bilingual(f"field '{where}': holds {value}", f"字段“{where}”里有 {value}")]
    if is_object(value):
        found = [
            Bilingual(
                f"key '{where and where + '.'}{key}' stands twice; the last one counts",
                f"“{where and where + '.'}{key}”出现了两次，以最后一个为准",
            )
            for key in (value.repeated if isinstance(value, LinedFields) else ())
        ]
        parts = [(f"{where}.{key}" if where else str(key), part) for key, part in value.items()]
    elif is_array(value):
        found = []
        parts = [(f"{where}[{n}]", part) for n, part in enumerate(value, 1)]
    else:
        return []
    return found + [fault for name, part in parts for fault in faults_of(part, name)]


def without_faults(value: JsonValue) -> JsonValue:
    """Return a value without the parts that could not be read."""
    if is_object(value):
        return {key: without_faults(part) for key, part in value.items() if not isinstance(part, NoValue)}
    if is_array(value):
        return [without_faults(part) for part in value if not isinstance(part, NoValue)]
    return value
