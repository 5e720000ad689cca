"""A puzzle in the form of the design document is winnable as meant, from its file to the end of a game."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure, judges
from tests.support import say
from tests.warm import echoes

from echoes.app import open_engine
from echoes.engine.scenarios.ingest import ingest
from echoes.games.situation_puzzle.authoring.findings import puzzle_findings
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.testing import Asked, Say, serving

STORIES: dict[str, dict[str, Any]] = {
    "en": {
        "title": "The Empty Cage",
        "description": "A quiet village story.",
        "puzzle_statement": "Every Friday a baker carries an empty cage through the rain. He smiles.",
        "answer": 'Dr. Lamb, the vet, had told him: "Your bird is too weak. Let it fly." So he set the bird free. '
        "When the first storm came, it returned to his window; since then it has come every Friday.",
        "tags": {"difficulty": "hard", "genre": ["village", "animals"]},
        "constraints": ["At most 30 questions", "yes/no questions only"],
    },
    "zh": {
        "title": "空笼子",
        "description": "一个安静的小镇故事。",
        "puzzle_statement": "每到星期五，面包师都提着一只空笼子在雨里走。他在笑。",
        "answer": "兽医对他说：“你的鸟太虚弱了。放它飞吧。”于是他把鸟放走了。"
        "第一场暴风雨来的时候，鸟飞回了他的窗前；从那以后，它每个星期五都来。",
        "tags": {"difficulty": "困难", "genre": ["小镇", "动物"]},
        "constraints": "最多提问30次；只能问是非题",
    },
}  # fmt: skip
CORE = {
    "en": [
        'Dr. Lamb, the vet, had told him: "Your bird is too weak. Let it fly."',
        "So he set the bird free.",
        "When the first storm came, it returned to his window.",
        "Since then it has come every Friday.",
    ],
    "zh": [
        "兽医对他说：“你的鸟太虚弱了。放它飞吧。”",
        "于是他把鸟放走了。",
        "第一场暴风雨来的时候，鸟飞回了他的窗前。",
        "从那以后，它每个星期五都来。",
    ],
}
SIDE = {
    "en": ["The cage is made of brass.", "The baker is an old man."],
    "zh": ["笼子是黄铜做的。", "面包师是个老人。"],
}
HINT = {"en": "What was in it before?", "zh": "里面以前有什么？"}


def in_form(form: str, language: str) -> Any:
    """Return the side facts and the hint as the design has them, or as people write them."""
    first, second = SIDE[language]
    return {
        "entries": [{"cage": first}, {"baker": second}, {"hint": HINT[language]}],
        "object": {"cage": first, "baker": second, "hints": [HINT[language]]},
        "texts": [first, second],
        "text": f"{first}{' ' if language == 'en' else ''}{second}",
        "numbered": f"1. {first}\n2. {second}",
        "cell": json.dumps(
            [{"cage": first}, {"hint": HINT[language]}, {"baker": second}], ensure_ascii=False
        ),
        "python": str([first, second]),
    }[form]


FORMS = ["entries", "object", "texts", "text", "numbered", "cell", "python"]


def written(folder: Path, language: str, form: str = "entries") -> Path:
    """Write the file of a story, as JSON or as a row of a table."""
    story = {**STORIES[language], "additional_info": in_form(form, language)}
    path = folder / f"empty_cage_{language}.{'csv' if form in ('cell', 'python') else 'json'}"
    if path.suffix == ".json":
        path.write_text(json.dumps(story, ensure_ascii=False), "utf-8")
        return path
    cells = {key: value if isinstance(value, str) else json.dumps(value) for key, value in story.items()}
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*cells])
        table.writeheader()
        table.writerow(cells)
    return path


@pytest.fixture(autouse=True)
def data(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))


def ingested(path: Path) -> dict[str, Any]:
    """Take a file in as a person does, and return its puzzle."""
    done = echoes("ingest", str(path), "--json", cwd=path.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    row = json.loads(done.stdout.splitlines()[-1])
    assert any("no core fact was marked" in note for note in row["notes"]), row
    shown = echoes("puzzles", "show", row["puzzle_id"], "--secret", "--json", cwd=path.parent)
    return json.loads(shown.stdout)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_answer_is_core_and_additional_information_is_not(tmp_path: Path, language: str, form: str):
    puzzle = ingested(written(tmp_path, language, form))
    facts = puzzle["facts"]
    assert [fact["statement"] for fact in facts if fact.get("core")] == CORE[language]
    assert [fact["statement"] for fact in facts if not fact.get("core")] == SIDE[language]
    assert [hint["text"] for hint in puzzle.get("hints", [])] == (
        [HINT[language]] if form in ("entries", "object", "cell") else []
    )
    assert (puzzle["difficulty"], puzzle["tags"]) == (4, STORIES[language]["tags"]["genre"])
    assert puzzle["constraints"] == {"max_questions": 30}
    assert STORIES[language]["description"] in puzzle["notes"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_author_is_told_what_counts_as_core(tmp_path: Path, language: str):
    puzzle = ingested(written(tmp_path, language))
    lint = echoes("puzzles", "lint", puzzle["id"], cwd=tmp_path)
    assert "each sentence of the answer counts as one" in lint.stdout and lint.returncode == 0, lint.stdout
    shown = {one.worded("zh").message for one in puzzle_findings(Puzzle.model_validate(puzzle))}
    assert "没有标出关键事实：汤底的每句话各算一条" in shown


def play(puzzle: dict[str, Any], folder: Path, *messages: str) -> list[dict[str, Any]]:
    """Play through a pipe, and return the events."""
    done = echoes("play", puzzle["id"], "--json", cwd=folder, text="\n".join(messages) + "\n")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_is_won_by_the_answer_word_for_word(tmp_path: Path, language: str):
    puzzle = ingested(written(tmp_path, language))
    events = play(puzzle, tmp_path, f"/answer {puzzle['answer']}")
    verdict = next(event for event in events if event["event"] == "hypothesis_judged")
    assert verdict["verdict"] == "SOLVED"
    assert events[-1]["event"] == "session_ended" and events[-1]["status"] == "COMPLETED"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_is_won_from_the_board(tmp_path: Path, language: str):
    puzzle = ingested(written(tmp_path, language))
    asked = [
        said for core in CORE[language] for said in ([core, "2"] if core == CORE[language][0] else [core])
    ]
    events = play(puzzle, tmp_path, *asked, "/answer #1 #2 #3 #4")
    ruled = [event for event in events if event["event"] == "question_ruled"]
    assert [event["ruling"] for event in ruled] == ["YES"] * 4
    assert [event["progress"] for event in ruled] == [0.25, 0.5, 0.75, 1.0]
    verdict = next(event for event in events if event["event"] == "hypothesis_judged")
    assert (verdict["verdict"], verdict["source"]) == ("SOLVED", "board")


TOLD = {
    "en": "The vet made him release his pet, and now it visits each week.",
    "zh": "兽医让他放生，鸟现在每周回来看他。",
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("covered", "verdict"), [(["a1", "a2", "a3", "a4"], "SOLVED"), (["a1", "a2", "a3", "f1", "f2"], "CLOSE")])  # fmt: skip
async def test_with_a_model_own_words_win_when_they_tell_the_core(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, language: str, covered: list[str], verdict: str
):
    def judge(asked: Asked) -> Say | str:
        assert judges(asked)
        return json.dumps({"covered": covered, "contradicted": []})

    with serving(judge) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            [result] = await ingest(engine, [written(own_folders, language)])
            session = await engine.create_session(str(result.puzzle_id))
            [first, *_] = await say(engine, session.session_id, f"/answer {TOLD[language]}")
            assert (first.event, first.verdict) == ("hypothesis_judged", verdict)


async def test_no_model_is_asked_about_the_answer_word_for_word(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(lambda asked: json.dumps({"covered": [], "contradicted": ["a1"]})) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            [result] = await ingest(engine, [written(own_folders, "en")])
            session = await engine.create_session(str(result.puzzle_id))
            said = STORIES["en"]["answer"].upper().replace('"', "”")
            [first, *_] = await say(engine, session.session_id, f"/answer My answer: {said}")
            assert first.verdict == "SOLVED"
