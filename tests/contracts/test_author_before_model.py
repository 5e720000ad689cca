"""What the author's words settle is ruled so with a model, too: without a call, and nothing a model says undoes it."""

import random
from pathlib import Path
from typing import Any

import pytest
from tests.contracts.test_model_referee import AWAY, referee, says
from tests.contracts.test_referees import BUNDLED_FILES

from echoes.app import open_engine
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.referees.types import Abstention, Hypothesis, PastRuling, Question, Ruling
from echoes.testing.model_server import serving

SAMPLE = 12
"""Authored questions of a puzzle that are asked word for word."""


@pytest.mark.parametrize("path", BUNDLED_FILES[::7], ids=lambda path: path.stem)
async def test_an_authored_question_word_for_word_has_the_author_s_ruling_whatever_a_model_says(
    path: Path, knowledge: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PATHS__RAG_STORAGE", str(knowledge))
    [report] = GameDataLoader().read_file(path)
    puzzle: Any = report.scenario
    asked = random.Random(path.stem).sample(list(puzzle.rulings), SAMPLE)
    with serving(lambda request: pytest.fail(f"the model was asked: {request.last}")) as server:
        for name, value in {"PROVIDER": "api", "BASE_URL": server.url, "LLM_MODEL_NAME": "stub-1"}.items():
            monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
        async with open_engine() as engine:
            context = await game_context(engine, puzzle.id, puzzle.language, {Role.REFEREE: "model"})
            for one in asked:
                ruling = await context.referee.rule(Question(one.texts[0]))
                assert (ruling.ruling, ruling.source, ruling.usage.model_calls) == (one.ruling, "embedded", 0)
        assert server.asked == []


async def test_another_wording_that_clearly_means_an_authored_question_is_ruled_as_it_and_says_so():
    rules, llm = referee([])
    ruling = await rules.rule(Question("Was the bell a broken one?"))
    assert (ruling.ruling, ruling.source, ruling.ruled_as) == ("NO", "embedded", "Was the bell broken?")
    llm.assert_used_up()


async def test_a_question_that_was_not_meant_is_ruled_by_the_model():
    rules, llm = referee([says("YES")])
    ruling = await rules.rule(Question("Was the bell a broken one?", not_meant=0))
    assert (ruling.ruling, ruling.source, ruling.ruled_as) == ("YES", "scripted", "")
    llm.assert_used_up()


async def test_an_earlier_ruling_of_the_model_that_the_author_excludes_is_corrected_without_a_call():
    rules, llm = referee([])
    earlier = (
        PastRuling("The bell was not broken.", "NO", turn=3),
        PastRuling("Is the sexton young?", "NO", turn=4),
    )
    ruling = await rules.rule(Question("Was the bell broken?", earlier=earlier))
    assert [(one.earlier.turn, one.ruling) for one in ruling.corrections] == [(3, "YES")]
    llm.assert_used_up()


@pytest.mark.parametrize("by_author", [{"authored": 0}, {"settled": True}])
async def test_a_ruling_of_the_author_is_corrected_by_no_other(by_author: dict[str, Any]):
    rules, _ = referee([])
    earlier = (PastRuling("The bell was not broken.", "NO", **by_author),)
    assert (await rules.rule(Question("Was the bell broken?", earlier=earlier))).corrections == ()


@pytest.mark.parametrize(("given", "outcome", "new"), [("YES", "upheld", None), ("NO", "overturned", "YES")])
async def test_a_challenge_is_decided_by_the_author_s_words_where_they_settle_it(
    given: Any, outcome: str, new: str | None
):
    rules, llm = referee([])
    review = await rules.review(Question("The bell was not broken."), Ruling(given, "scripted"))
    assert (review.outcome, review.ruling, review.usage.model_calls) == (outcome, new, 0)
    llm.assert_used_up()


async def test_where_no_author_settles_it_a_failing_model_leaves_it_to_the_embedded_referee():
    rules, _ = referee([AWAY], {"fallback": "embedded"})
    doubt = await rules.rule(Question("Was it a broken bell?"))
    assert isinstance(doubt, Abstention)
    assert ([choice.authored for choice in doubt.choices], doubt.cause) == ([0], AWAY.cause)
    rules, _ = referee([AWAY], {"fallback": "embedded"})
    assert (await rules.judge(Hypothesis("It was the snow."))).source == "embedded"
