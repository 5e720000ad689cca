"""Labels of other people's rulings, read by exact match and never by substring."""

from typing import Literal

from echoes.games.situation_puzzle.events import RulingWord

_UNKNOWN: Literal["UNKNOWN"] = "UNKNOWN"
_NO_RULING: Literal["NO RULING"] = "NO RULING"
Label = RulingWord | Literal["UNKNOWN", "NO RULING"]

_LABELS: dict[Label, str] = {
    "YES": "yes|correct|true|t|right|是|對|对|是的|对的|正确|はい|예|네",
    "NO": "no|incorrect|false|f|wrong|否|不是|不对|错|错误|不正确|いいえ|아니오|아니요",
    "YES AND NO": "both|yes_and_no|yes and no|yes-and-no|partial|partially"
    "|是也不是|部分正确|不完全是|既是也不是",
    "IRRELEVANT": "irrelevant|unrelated|not relevant|无关|不重要|不相关|与此无关|没有关系|無関係"
    "|関係ありません|상관없음",
    _UNKNOWN: "unknown|unspecified|n|nt|nf|not sure|不知道|未知|不确定",
    _NO_RULING: "invalid|请重新提问|很接近了|重新提问|close|很接近",
}
_BY_LABEL: dict[str, Label] = {one: label for label, all_ in _LABELS.items() for one in all_.split("|")}
_TRIMMED = " .!。！\"'“”‘’*()（）[]"


def read_label(value: object) -> Label | None:
    """Return the ruling that a label stands for; None for what is no label.

    `UNKNOWN` is kept apart from IRRELEVANT; `NO RULING` is what a referee says instead of one.
    """
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if not isinstance(value, str):
        return None
    text = value.strip(_TRIMMED).casefold()
    return _BY_LABEL.get(text) if len(text) <= 24 else None


def ruling_label(value: object) -> RulingWord | None:
    """Return the ruling that an outside label stands for; None where it stands for none."""
    label = read_label(value)
    return None if label == "UNKNOWN" or label == "NO RULING" else label


def is_label(value: object) -> bool:
    """Return whether a value is a label of any kind."""
    return read_label(value) is not None
