"""The author's answer wins whatever its build, and so does each of its sentences establish its fact."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.support import BUNDLED, ROOT
from tests.unit.games.situation_puzzle.table import SaysReferee, Table, only

from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Question, Ruling
from echoes.games.situation_puzzle.turn.hypotheses import judge_hypothesis
from echoes.games.situation_puzzle.turn.message_parser import parse_message

OUTSIDE = ROOT.parent / "shared" / "data"
COLLECTIONS = (
    "turtlebench/stories.en.json",
    "turtlebench/stories.zh.json",
    "interactivebench/puzzles_en.json",
)
HARD = {
    "en": 'Mr. Fox (who was deaf; or said so) asked: "Who rang? Was it you?" Why did he ask? Because 3.5 bells '
    'rang at 4 p.m., e.g. the big one; the "small" one - his - was broken...\n\n1. He lied.\n2) He wasn’t deaf!',
    "zh": "福克斯先生（他耳聋；也许是装的）问：“谁敲的？是你吗？”为什么问呢？因为下午4点响了3.5下，比如大钟；“小”钟——他的——坏了……\n\n"
    "一、他撒了谎。\n二、他“不”聋！",
}  # fmt: skip


def _told(identity: str, language: str, statement: str, answer: str) -> Puzzle:
    """Return a puzzle of which nothing is known but story and answer."""
    body = {"id": identity, "title": identity, "language": language, "statement": statement, "answer": answer}
    return Puzzle.model_validate(body)


def _ours() -> Iterator[Puzzle]:
    for language, answer in HARD.items():
        yield _told("hard", language, "Nobody knows why.", answer)
    for path in (*sorted(BUNDLED.glob("*.json")), *sorted((ROOT / "demo" / "puzzles").glob("*.json"))):
        body: dict[str, Any] = json.loads(path.read_text("utf-8"))
        yield _told(body["id"], body["language"], body["statement"], body["answer"])


def _others(path: Path) -> list[Puzzle]:
    if not path.exists():
        pytest.skip(f"the stories of {path} are not on this machine")
    return [
        report.scenario for report in GameDataLoader().read_file(path) if isinstance(report.scenario, Puzzle)
    ]


PUNCTUATED = {
    "as it is": str,
    "in one line": lambda text: " ".join(text.split()),
    "a line each": lambda text: re.sub(r"(?<=[.。!！])\s*", "\n", text),
    "in capitals": str.upper,
    "with straight quotes": lambda text: re.sub("[“”]", '"', re.sub("[‘’]", "'", text)),
    "with round quotes": lambda text: text.replace("'", "’").replace('"', "”"),
    "with full-width marks": lambda text: text.translate(str.maketrans(",.!?:;()", "，．！？：；（）")),
    "with half-width marks": lambda text: text.translate(str.maketrans("，。！？：；（）", ",.!?:;()")),
    "without its end": lambda text: text.rstrip(".。!！"),
    "in quotes": lambda text: f"“{text}”",
}  # fmt: skip
LABELS = {
    "en": ["", "My answer: ", "My final answer is: ", "  "],
    "zh": ["", "我的答案：", "最终答案是，", "　"],
}


def at_table(puzzle: Puzzle) -> Table:
    """Return a session of a puzzle whose referee is never asked."""
    bare = {"facts": [], "hints": [], "rulings": [], "cast": [], "synonyms": []}
    return Table(referee=SaysReferee(), **{**bare, **puzzle.to_json()})


async def _verdict(puzzle: Puzzle, message: str) -> str:
    """Return the verdict on a message."""
    table = at_table(puzzle)
    found = parse_message(message.strip(), table.context.reader)
    assert found.kind == "hypothesis"
    return only(await table.after(judge_hypothesis, parsed=found)).event.verdict


def _ways() -> Any:
    return given(
        how=st.lists(st.sampled_from([*PUNCTUATED]), max_size=3, unique=True), label=st.integers(0, 3)
    )


WAYS = settings(max_examples=12, phases=[Phase.generate], suppress_health_check=[*HealthCheck])


async def _wins(puzzles: list[Puzzle], how: list[str], label: int) -> None:
    for puzzle in puzzles:
        text = puzzle.answer
        for way in how:
            text = PUNCTUATED[way](text)
        message = f"/answer {LABELS[puzzle.language][label]}{text}  "
        assert await _verdict(puzzle, message) == "SOLVED", (puzzle.id, message)


@_ways()
@WAYS
def test_our_answers_win_however_they_are_punctuated(how: list[str], label: int):
    asyncio.run(_wins([*_ours()], how, label))


@pytest.mark.parametrize("name", COLLECTIONS)
@_ways()
@WAYS
def test_the_answers_of_others_win_however_they_are_punctuated(name: str, how: list[str], label: int):
    asyncio.run(_wins(_others(OUTSIDE / name), how, label))


@pytest.mark.parametrize(("language", "changed"), [("en", HARD["en"].replace("wasn’t", "was")), ("zh", HARD["zh"].replace("“不”", ""))])  # fmt: skip
async def test_one_word_less_is_not_the_answer(language: str, changed: str):
    puzzle = _told("hard", language, "Nobody knows why.", HARD[language])
    assert not at_table(puzzle).context.is_the_answer(changed)
    assert not at_table(puzzle).context.is_the_answer("?!")


async def _establish(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        referee = EmbeddedReferee(RefereeDependencies(puzzle, UNAIDED))
        for fact in puzzle.judged_facts:
            bare = fact.statement.rstrip(".。!！?？")
            for asked in (fact.statement, f"{bare}?" if puzzle.language == "en" else f"{bare}吗？"):
                ruled = await referee.rule(Question(asked, as_it_stands=True))
                assert isinstance(ruled, Ruling) and ruled.ruling == "YES", (puzzle.id, asked, ruled)
                assert fact.id in ruled.facts, (puzzle.id, asked, ruled)


async def test_each_sentence_of_our_answers_establishes_its_fact():
    await _establish([*_ours()])


@pytest.mark.parametrize("name", COLLECTIONS)
async def test_each_sentence_of_the_answers_of_others_establishes_its_fact(name: str):
    await _establish(_others(OUTSIDE / name))
