"""The form in which an author writes a puzzle; what it does not show, such as the rulings, stays as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from echoes.core.errors import BadInput
from echoes.core.files.json_values import objects_of, texts_of
from echoes.core.protocols import JsonObject
from echoes.games.author_forms import FormField, FormValues
from echoes.games.situation_puzzle.authoring.cloze_form import cloze_fields, read_cloze, written_text
from echoes.games.situation_puzzle.importing.identity import slug
from echoes.games.situation_puzzle.puzzle.schema import MAX_ANSWER, MAX_STATEMENT, Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding

_LABELS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "title": ("Title", ""),
        "language": ("Language of the story", ""),
        "id": ("Id", "Letters, digits, - and _; made from the title if you leave it empty."),
        "statement": ("Story", "What players read at the start."),
        "answer": ("Answer", "The hidden truth. Players read it when the game is over."),
        "facts": ("Facts", "What the answer comes to, one by one. A solution needs every core fact."),
        "fact": ("Fact", ""),
        "core": ("Core", ""),
        "wordings": ("In other words, one a line", ""),
        "hints": (
            "Hints",
            "The gentlest first. Each leads to one thing; only the last may state a core fact.",
        ),
        "hint": ("Hint", ""),
        "difficulty": ("Difficulty, 1 to 5", ""),
        "tags": ("Tags", "Separated by commas."),
        "content_warnings": ("Content warnings", "Separated by commas; players see them before they start."),
        "notes": ("Your own notes", "Players never see them."),
        "add_fact": ("Add a fact", ""),
        "add_hint": ("Add a hint", ""),
    },
    "zh": {
        "title": ("标题", ""),
        "language": ("故事的语言", ""),
        "id": ("编号", "可用字母、数字、- 和 _；留空就按标题生成。"),
        "statement": ("汤面", "玩家一开始读到的故事。"),
        "answer": ("汤底", "隐藏的真相，游戏结束后玩家才会看到。"),
        "facts": ("事实", "把汤底拆成一条一条。说全所有关键事实才算解开。"),
        "fact": ("事实", ""),
        "core": ("关键", ""),
        "wordings": ("其他说法，一行一个", ""),
        "hints": ("提示", "最含蓄的放在最前面；每个只指向一件事，只有最后一个可以说出一条关键事实。"),
        "hint": ("提示", ""),
        "difficulty": ("难度（1 到 5）", ""),
        "tags": ("标签", "用逗号分开。"),
        "content_warnings": ("内容提醒", "用逗号分开；玩家开始前会看到。"),
        "notes": ("自己的笔记", "玩家看不到。"),
        "add_fact": ("加一条事实", ""),
        "add_hint": ("加一个提示", ""),
    },
}
_LANGUAGES = [("en", "English"), ("zh", "中文")]
_LINE, _TEXT = 200, 20_000


def puzzle_form(puzzle: Puzzle | None, language: str) -> list[FormField]:
    """Return the form of a puzzle, filled in.

    Args:
        puzzle: which one; None for a new one, which has its id and language still to be chosen.
        language: of the labels.
    """
    words = _LABELS.get(language, _LABELS["en"])
    new = [
        FormField("language", "", "choice", language, choices=_LANGUAGES),
        FormField("id", "", longest=64),
    ]
    given = puzzle.to_json() if puzzle else {}

    def text(name: str) -> str:
        return str(given.get(name, ""))

    def listed(name: str) -> str:
        return ", ".join(texts_of(given.get(name)))

    levels = [(str(n), "★" * n) for n in range(1, 6)]
    fields = [
        FormField("title", "", value=text("title"), required=True, longest=_LINE),
        *([] if puzzle else new),
        FormField("statement", "", "text", text("statement"), required=True, longest=MAX_STATEMENT),
        FormField("answer", "", "text", text("answer"), required=True, longest=MAX_ANSWER),
        _facts(words, puzzle),
        _hints(words, puzzle),
        FormField("difficulty", "", "choice", str(puzzle.difficulty if puzzle else 3), choices=levels),
        FormField("tags", "", value=listed("tags")),
        FormField("content_warnings", "", value=listed("content_warnings")),
        FormField("notes", "", "text", text("notes")),
    ]
    labelled = [replace(field, label=words[field.name][0], help=words[field.name][1]) for field in fields]
    return [*labelled[:-4], *cloze_fields(puzzle, language), *labelled[-4:]]


def _facts(words: Mapping[str, tuple[str, str]], puzzle: Puzzle | None) -> FormField:
    columns = [
        FormField("id", "", "hidden"),
        FormField("statement", words["fact"][0], longest=_TEXT),
        FormField("core", words["core"][0], "check"),
        FormField("wordings", words["wordings"][0], "text", longest=_TEXT),
    ]
    rows = [
        {"id": one.id, "statement": one.statement, "core": one.core, "wordings": "\n".join(one.wordings)}
        for one in (puzzle.facts if puzzle else ())
    ]
    return FormField("facts", "", "rows", rows, fields=columns, add=words["add_fact"][0])


def _hints(words: Mapping[str, tuple[str, str]], puzzle: Puzzle | None) -> FormField:
    rows = [{"text": hint.text} for hint in (puzzle.hints if puzzle else ())]
    columns = [FormField("text", words["hint"][0], longest=_TEXT)]
    return FormField("hints", "", "rows", rows, fields=columns, add=words["add_hint"][0])


def puzzle_from_form(values: FormValues, puzzle: Puzzle | None) -> Puzzle:
    """Return the puzzle that an author has written.

    Args:
        values: what was filled in; nothing in it is trusted.
        puzzle: the version that was edited; None for a new one.
    Raises:
        BadInput: a field is missing or does not fit.
    """
    body: JsonObject = puzzle.to_json() if puzzle else {}
    for name in ("title", "statement", "answer", "notes"):
        body[name] = written_text(values, name)
    body["difficulty"] = (
        int(written_text(values, "difficulty")) if written_text(values, "difficulty").isdecimal() else 3
    )
    for name in ("tags", "content_warnings"):
        parts = written_text(values, name).replace("，", ",").replace("、", ",").split(",")
        body[name] = [part.strip() for part in parts if part.strip()]
    if puzzle is None:
        body["language"] = written_text(values, "language")
        body["id"] = written_text(values, "id") or slug(str(body["title"]).casefold())
    facts, hints = _read_facts(values, puzzle), _read_hints(values, puzzle)
    kept = {str(fact["id"]) for fact in facts}
    for part in (*hints, *objects_of(body.get("rulings"))):
        for key in {"facts", "steps"} & part.keys():
            part[key] = [fact for fact in texts_of(part[key]) if fact in kept]
    cloze = read_cloze(values, puzzle, kept)
    body |= {"facts": [*facts], "hints": [*hints], "cloze": cloze.model_dump() if cloze else None}
    try:
        return Puzzle.model_validate(body)
    except ValidationError as error:
        zh = f"{first_finding(error, language='zh')}。请改好这一栏。"
        raise BadInput(first_finding(error), "Correct that field.", zh) from None


def _read_facts(values: FormValues, puzzle: Puzzle | None) -> list[JsonObject]:
    before = {fact.id: fact for fact in (puzzle.facts if puzzle else ())}
    taken = {written_text(row, "id") for row in _rows(values, "facts")} | before.keys()
    free = (name for name in (f"f{n}" for n in range(1, 100_000)) if name not in taken)
    found: list[JsonObject] = []
    for row in _rows(values, "facts"):
        if not written_text(row, "statement"):
            continue
        name = written_text(row, "id") if written_text(row, "id") in before else next(free)
        fact: JsonObject = {
            "id": name,
            "statement": written_text(row, "statement"),
            "core": row.get("core") is True,
        }
        fact["wordings"] = [
            line.strip() for line in written_text(row, "wordings").split("\n") if line.strip()
        ]
        if name in before:
            fact["unconfirmed_wordings"] = [*before[name].unconfirmed_wordings]
            if before[name].unconfirmed and before[name].statement == fact["statement"]:
                fact["unconfirmed"] = fact["core"] == before[name].core  # who marks it has confirmed it
        found.append(fact)
    return found


def _read_hints(values: FormValues, puzzle: Puzzle | None) -> list[JsonObject]:
    before: dict[str, JsonObject] = {
        hint.text: {"facts": [*hint.facts], "steps": [*hint.steps], "unconfirmed": hint.unconfirmed}
        for hint in (puzzle.hints if puzzle else ())
    }
    texts = [written_text(row, "text") for row in _rows(values, "hints")]
    return [{"text": text, **before.get(text, {})} for text in texts if text]


def _rows(values: FormValues, name: str) -> Sequence[JsonObject]:
    return objects_of(values.get(name))
