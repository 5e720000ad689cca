"""A puzzle that nobody has ruled on is played honestly: what can't be judged is said, and nothing is guessed."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.config import load_config
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import ingest

STORY = {"title": "Bell", "surface": "Every evening a man rings a bell that nobody hears.", "bottom": "He is deaf and rings it for his dog. The dog comes home."}  # fmt: skip
鐘 = {
    "title": "钟",
    "surface": "每天傍晚，有个人敲一口谁也听不见的钟。",
    "bottom": "他耳聋，敲钟是为了叫狗回家。",
}
CASES = "Is the man deaf?\tBell\tT\nIs the man poor?\tBell\tF\n"
TOLD = "He cannot hear a thing, and with the bell he calls the dog that he loves."


async def bell(engine: GameEngine, folder: Path, story: dict[str, str] = STORY, cases: str = "") -> str:
    """Take a story in, and return the id of a session of it."""
    (folder / "in").mkdir()
    (folder / "in" / "soup.json").write_text(json.dumps([story, {}]), "utf-8")
    (folder / "in" / "cases.tsv").write_text(cases or "x\ty\tT\n", "utf-8")
    results = await ingest(engine, [folder / "in"])
    puzzle = next(result.puzzle_id for result in results if result.status == "ingested")
    session = await engine.create_session(str(puzzle))
    return session.session_id


@pytest.mark.parametrize(
    ("story", "told", "said"),
    [
        (STORY, TOLD, "I can't judge this answer"),
        (STORY, "He is not deaf.", "I can't judge this answer"),
        (鐘, "他听不见声音，用钟声喊他心爱的狗。", "这个答案我没法评判"),
    ],
)
async def test_an_answer_that_nobody_can_judge_is_never_wrong(
    own_engine: GameEngine, tmp_path: Path, story: dict[str, str], told: str, said: str
):
    session = await bell(own_engine, tmp_path, story)
    [event] = await say(own_engine, session, f"/answer {told}")
    assert event.event == "ruling_unavailable" and said in event.reason


@pytest.mark.parametrize(
    ("story", "question", "said"),
    [
        (STORY, "Did the priest like it?", "The author has not answered that"),
        (鐘, "神父喜欢钟声吗？", "这一问作者没有写过回答"),
    ],
)
async def test_a_question_that_nobody_has_ruled_on_is_said_to_be_that(
    own_engine: GameEngine, tmp_path: Path, story: dict[str, str], question: str, said: str
):
    session = await bell(own_engine, tmp_path, story)
    [event] = await say(own_engine, session, question)
    assert event.event == "ruling_unavailable" and said in event.reason


async def test_the_solution_in_its_own_words_is_solved(own_engine: GameEngine, tmp_path: Path):
    session = await bell(own_engine, tmp_path)
    events = await say(own_engine, session, f"/answer {STORY['bottom']}")
    assert events[0].verdict == "SOLVED"


@pytest.mark.parametrize(("story", "said"), [(STORY, "This puzzle has no hints."), (鐘, "这道题没有提示。")])
async def test_a_hint_that_is_not_there_is_not_called_the_last(
    own_engine: GameEngine, tmp_path: Path, story: dict[str, str], said: str
):
    [event] = await say(own_engine, await bell(own_engine, tmp_path, story), "/hint")
    assert event.text == said


async def test_a_list_says_which_puzzle_needs_a_model(own_engine: GameEngine, tmp_path: Path):
    await bell(own_engine, tmp_path, cases=CASES)
    [(game, scenario)] = own_engine.scenarios.list_all()
    assert own_engine.games[game].about(scenario).needs_model


@pytest.mark.parametrize("allowed", [False, True])
async def test_labels_count_only_where_the_operator_allows_it_and_say_so(
    own_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool
):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    monkeypatch.setenv("ECHOES__AGENTS__SITUATION_PUZZLE__REFEREE__UNCONFIRMED", str(allowed).lower())
    async with open_engine(load_config()) as engine:
        session = await bell(engine, tmp_path, cases=CASES)
        events: list[Any] = await say(engine, session, "Is the man poor?")
        if allowed:
            assert (events[0].event, events[0].ruling) == ("question_ruled", "NO")
            assert "no author has confirmed it" in events[0].remark
        else:
            assert events[0].event == "ruling_unavailable"
