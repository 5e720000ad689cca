"""Findings of the schema in one line, by field and reason."""

from collections.abc import Sequence

from pydantic import ValidationError

_REASONS = {
    "missing": "is missing",
    "string_too_long": "is too long: {actual} characters, at most {max_length}",
    "too_long": "has too many entries: at most {max_length}",
}


def first_finding(error: ValidationError, notes: Sequence[str] = ()) -> str:
    """Return the first finding, as field and reason, and how many more there are.

    Args:
        error: of the schema.
        notes: on the record; one on a value that is none says why a field is missing.
    """
    if error.errors()[0]["type"] == "missing" and (held := [note for note in notes if "': holds " in note]):
        return held[0]
    findings = error.errors()
    first = findings[0]
    field = ""
    for part in first["loc"]:
        field += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if field else str(part)
    context = {**first.get("ctx", {})}
    context["actual"] = len(str(first.get("input")))
    # A text that was cleaned first is measured like a list.
    is_text = first["type"] == "too_long" and isinstance(first.get("input"), str)
    template = _REASONS.get("string_too_long" if is_text else first["type"])
    reason = template.format(**context) if template else first["msg"].removeprefix("Value error, ")
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"field '{field}': {reason}{more}" if field else f"{reason}{more}"
