"""Rulings and verdicts as people see them: by icon and word, never by colour alone."""

ICONS = {
    "YES": "✔",
    "NO": "✘",
    "YES AND NO": "◐",
    "IRRELEVANT": "○",
    "SOLVED": "★",
    "CLOSE": "◕",
    "PARTIAL": "◔",
    "WRONG": "✘",
}
LABELS = {
    "en": {
        "YES": "YES",
        "NO": "NO",
        "YES AND NO": "YES AND NO",
        "IRRELEVANT": "IRRELEVANT",
        "SOLVED": "SOLVED",
        "CLOSE": "CLOSE",
        "PARTIAL": "PARTIAL",
        "WRONG": "WRONG",
    },
    "zh": {
        "YES": "是",
        "NO": "不是",
        "YES AND NO": "是也不是",
        "IRRELEVANT": "无关",
        "SOLVED": "解开了",
        "CLOSE": "很接近",
        "PARTIAL": "部分正确",
        "WRONG": "不对",
    },
}
"""By language."""


def label(word: str, lang: str) -> str:
    """A ruling or verdict in words."""
    return LABELS.get(lang, LABELS["en"])[word]
