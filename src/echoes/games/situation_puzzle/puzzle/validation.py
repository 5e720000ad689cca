"""Findings of the schema in one line, by field and reason."""

from collections.abc import Sequence

from pydantic import ValidationError

from echoes.core.text.bilingual import in_language
from echoes.games.situation_puzzle.puzzle.field_names import labels_of_fields

_REASONS_ZH = {
    "missing": "没有填",
    "string_too_short": "没有填",
    "string_too_long": "太长：{actual} 个字，最多 {max_length} 个",
    "too_long": "太多：最多 {max_length} 项",
    "string_pattern_mismatch": "只能有英文字母、数字、“-”和“_”，最多 64 个，并以字母或数字开头",
}
_PARTS_ZH = {
    "statement": "内容",
    "text": "文字",
    "texts": "问法",
    "wordings": "问法",
    "ruling": "裁定",
    "id": "编号",
    "cloze": "填空",
}
"""The labels of fields within an entry."""
_REASONS = {
    "missing": "is missing",
    "string_too_long": "is too long: {actual} characters, at most {max_length}",
    "too_long": "has too many entries: at most {max_length}",
    "string_pattern_mismatch": "may have only letters without accents, digits, '-' and '_', at most 64, "
    "and begins with a letter or digit",
}


def first_finding(error: ValidationError, notes: Sequence[str] = (), language: str = "en") -> str:
    """Return the first finding, as field and reason, and how many more there are.

    Args:
        error: of the schema.
        notes: on the record; one on a value that is none says why a field is missing.
        language: of the finding; what only the schema's own words say stays English.
    """
    if error.errors()[0]["type"] == "missing" and (held := [note for note in notes if "': holds " in note]):
        return in_language(held[0], language)
    findings = error.errors()
    first = findings[0]
    field = ""
    for part in _labelled(first["loc"]) if language == "zh" else first["loc"]:
        field += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if field else str(part)
    context = {**first.get("ctx", {})}
    context["actual"] = len(str(first.get("input")))
    # A text that was cleaned first is measured like a list.
    is_text = first["type"] == "too_long" and isinstance(first.get("input"), str)
    reasons = _REASONS_ZH if language == "zh" else _REASONS
    template = reasons.get("string_too_long" if is_text else first["type"])
    raised = context.get("error")
    own = raised.args[0] if isinstance(raised, ValueError) else first["msg"]
    reason = template.format(**context) if template else in_language(own, language)
    if language == "zh":
        more = f"（另外还有 {len(findings) - 1} 处）" if len(findings) > 1 else ""
        return f"“{field}”{reason}{more}" if field else f"{reason}{more}"
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"field '{field}': {reason}{more}" if field else f"{reason}{more}"


def _labelled(place: Sequence[int | str]) -> list[int | str]:
    """Return the place of a finding in the words of the author's form, in Chinese."""
    if not place:
        return []
    first, *others = place
    outer = labels_of_fields("zh")
    return [
        outer.get(str(first), _PARTS_ZH.get(str(first), str(first))),
        *(_PARTS_ZH.get(str(one), one) for one in others),
    ]
