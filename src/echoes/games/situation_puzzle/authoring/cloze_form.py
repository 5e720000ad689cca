"""The part of a puzzle's form in which an author writes the cloze: its text, and a row for each gap."""

from collections.abc import Collection, Mapping

from echoes.core.files.json_values import objects_of
from echoes.core.text.plain_text import clean
from echoes.games.author_forms import FormField, FormValues
from echoes.games.situation_puzzle.puzzle.cloze import Cloze, ClozeChoice, ClozeGap
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_LABELS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "cloze": (
            "The answer with gaps",
            "Players put their final answer together of it: three to six sentences, each gap as a name in "
            "braces, such as “She heard {what}.” Leave it empty, and there is none.",
        ),
        "gaps": (
            "Gaps",
            "One for each name in braces. Four or five choices of one form, about equally long, make a good "
            "one. The facts: {facts}",
        ),
        "id": ("Its name in the text", ""),
        "right": ("Right choice", ""),
        "wrong": ("Wrong choices, one a line", ""),
        "facts": ("Facts that the right choice tells, such as f1, f2", ""),
        "add": ("Add a gap", ""),
        "new": ("f1 is the first fact, f2 the second, and so on.", ""),
    },
    "zh": {
        "cloze": (
            "填空（带空的汤底）",
            "玩家用它拼出最终答案：三到六句话，每个空写成花括号里的名字，比如“她听见了{what}。”留空就没有填空。",
        ),
        "gaps": ("空", "花括号里的每个名字各一个。每空最好有四五个选项，句式相同、长短相近。事实：{facts}"),
        "id": ("在文中的名字", ""),
        "right": ("正确的选项", ""),
        "wrong": ("错误的选项，一行一个", ""),
        "facts": ("正确选项说出的事实，如 f1, f2", ""),
        "add": ("加一个空", ""),
        "new": ("f1 是第一条事实，f2 是第二条，依此类推。", ""),
    },
}
_LONGEST_FACT = 60


def cloze_fields(puzzle: Puzzle | None, language: str) -> list[FormField]:
    """Return the fields of a puzzle's cloze, filled in; `language`: of the labels."""
    words = _LABELS.get(language, _LABELS["en"])
    cloze, known = (puzzle.cloze, puzzle.facts) if puzzle else (None, ())
    facts = " · ".join(f"{fact.id}: {_shortened(fact.statement)}" for fact in known) or words["new"][0]
    columns = [
        FormField("id", words["id"][0], longest=40),
        FormField("right", words["right"][0], longest=200),
        FormField("wrong", words["wrong"][0], "text", longest=2000),
        FormField("facts", words["facts"][0], longest=200),
    ]
    rows = [_row(gap) for gap in (cloze.gaps if cloze else ())]
    text, (label, about) = cloze.text if cloze else "", words["gaps"]
    return [
        FormField("cloze", words["cloze"][0], "text", text, help=words["cloze"][1]),
        FormField(
            "gaps", label, "rows", rows, about.replace("{facts}", facts), fields=columns, add=words["add"][0]
        ),
    ]


def read_cloze(values: FormValues, puzzle: Puzzle | None, facts: Collection[str]) -> Cloze | None:
    """Return the cloze that an author has written, still unchecked; None for none.

    Args:
        values: what was filled in; nothing in it is trusted.
        puzzle: the version that was edited; None for a new one.
        facts: the ids of the facts that are left.
    """
    before = puzzle.cloze if puzzle else None
    if "cloze" not in values and "gaps" not in values:
        return before
    text, rows = written_text(values, "cloze"), objects_of(values.get("gaps"))
    gone = {fact.id for fact in (puzzle.facts if puzzle else ())} - {*facts}
    gaps = sorted((_gap(row, before, gone) for row in rows), key=lambda gap: text.find(f"{{{gap.id}}}"))
    if not text and not gaps:
        return None
    waits = before is not None and before.unconfirmed and (before.text, before.gaps) == (text, (*gaps,))
    return Cloze.model_construct(text=text, gaps=(*gaps,), unconfirmed=waits)  # who changes it confirms it


def _row(gap: ClozeGap) -> Mapping[str, str | bool]:
    facts, wrong = ", ".join(gap.facts), "\n".join(gap.wrong_texts)
    return {"id": gap.id, "right": gap.right_text, "wrong": wrong, "facts": facts}


def _gap(row: FormValues, cloze: Cloze | None, gone: Collection[str]) -> ClozeGap:
    """Return a gap of the form; choices that are as they were stay in their order."""
    name, right = written_text(row, "id").strip("{}"), written_text(row, "right")
    wrong = tuple(line.strip() for line in written_text(row, "wrong").split("\n") if line.strip())
    before = next((gap for gap in (cloze.gaps if cloze else ()) if gap.id == name), None)
    choices = [ClozeChoice(text=text, right=text == right) for text in (right, *wrong) if text]
    if before and (before.right_text, before.wrong_texts) == (right, wrong):
        choices = before.choices
    named = written_text(row, "facts").replace("，", ",").replace("、", ",").split(",")
    facts = tuple(fact.strip() for fact in named if fact.strip() and fact.strip() not in gone)
    return ClozeGap.model_construct(id=name, choices=(*choices,), facts=facts)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_FACT else text[: _LONGEST_FACT - 1].rstrip() + "…"


def written_text(values: Mapping[str, object], name: str) -> str:
    """Return a text of a form; empty where there is none."""
    value = values.get(name, "")
    return clean(value) if isinstance(value, str) else ""
