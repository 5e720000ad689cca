"""Words of models that can't be used: no prose, words for others, dice and numbers, or the prompt itself."""

import re
from collections.abc import Sequence

from echoes.games.prose import is_from_outside, is_no_prose, prose_sentences

_SAYS = {
    "en": r"(?:\w+ly )?"
    r"(?:says?|said|asks?|replies|answers?|whispers?|shouts?|mutters?|decides?|agrees?|promises?)",
    "zh": r"(?:[低轻大]声)?(?:说|问|答|回答|喊|决定|答应|同意)",
}
_DICE = re.compile(
    r"\b\d*d\d+\b|\bnatural (?:20|1|one|twenty)\b|\brolls?\b[^.!?\n]{0,30}\d"
    r"|\bDC\s*\d+|\bhit points?\b|\bHP\b|\d+ (?:points? of )?damage|[掷骰]出|骰子"
    r"|\d+\s*点?(?:伤害|生命)|生命值|难度\s*\d+",
    re.IGNORECASE,
)
_ECHO = 24
"""The number of characters in a row that a reply may share with its instructions."""


def problem_with_words(text: str, language: str, names: Sequence[str], system: str) -> str:
    """Return the fault of words as they are: `prose`, `prompt`, `party` or `dice`; empty for none.

    Args:
        text: the words.
        language: of the module.
        names: of the characters for whom they must not speak.
        system: the instructions that they must not repeat.
    """
    if is_no_prose(text):
        return "prose"
    if repeats_instructions(text, system) or is_from_outside(text):
        return "prompt"
    if _speaks_for(text, language, names):
        return "party"
    return "dice" if _DICE.search(text) else ""


def usable_words(text: str, language: str, names: Sequence[str], system: str) -> str:
    """Return the sentences that can be used; none of a text that repeats its instructions."""
    if is_no_prose(text) or repeats_instructions(text, system):
        return ""
    kept = [one for one in prose_sentences(text) if not problem_with_words(one, language, names, system)]
    left = "".join(kept).strip()
    return "" if problem_with_words(left, language, names, system) else left


def _speaks_for(text: str, language: str, names: Sequence[str]) -> bool:
    """Return whether a text has one of some characters speak or decide, or gives it a line of its own."""
    for name in names:
        called = re.escape(name)
        if re.search(rf"(?:^|\n)\s*[\[*]*{called}[\]*]*\s*[:：]", text, re.IGNORECASE):
            return True
        first = re.escape(name.split(" ")[0]) if language == "en" else called
        if re.search(
            rf"\b{first}\b(?: [A-Z]\w+)* {_SAYS['en']}\b" if language == "en" else f"{first}{_SAYS['zh']}",
            text,
        ):
            return True
    return False


def repeats_instructions(text: str, system: str) -> bool:
    """Return whether a text holds a piece of its instructions."""
    plain, told = " ".join(text.split()), " ".join(system.split())
    return any(told[at : at + _ECHO] in plain for at in range(0, max(1, len(told) - _ECHO), _ECHO // 3))
