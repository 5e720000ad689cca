"""The referee that asks a model: once for each question, and again where two rulings can't both be true."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, bakery

from echoes.core.errors import ModelFailed
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies, RefereeSettings
from echoes.games.situation_puzzle.referees.llm.referee import ModelReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import (
    Abstention,
    Hypothesis,
    PastRuling,
    Question,
    Review,
    Ruling,
)
from echoes.models.providers.scripted import ScriptedClient

YES, NO = ({"ruling": word, "confidence": 0.9} for word in ("YES", "NO"))
MOON = PastRuling("Was the moon full?", "YES", (), 3)
ASKED = "Did the mayor weep?"


def referee(*replies: Any, votes: int = 3, **settings: Any) -> tuple[ModelReferee, ScriptedClient]:
    llm = ScriptedClient(list(replies), "m")
    chosen = RefereeSettings(votes=votes, **settings)
    return ModelReferee(RefereeDependencies(bakery(), UNAIDED, llm, chosen)), llm


async def ruled(question: Question | str, *replies: Any, **settings: Any) -> Any:
    one, llm = referee(*replies, **settings)
    answer = await one.rule(Question(question) if isinstance(question, str) else question)
    llm.assert_used_up()
    return answer


async def test_a_reply_becomes_a_ruling_with_the_facts_that_there_are():
    found = await ruled(ASKED, {"ruling": "yes", "confidence": "90%", "facts": ["map", "f9"]})
    assert (found.ruling, found.facts, found.confidence, found.source) == ("YES", ("map",), 0.9, "m")
    assert found.usage.model_calls == 1


@pytest.mark.parametrize(
    ("model", "rules", "is_brief"),
    [
        ("qwen2.5-coder-1.5b", "auto", True),
        ("qwen3:8b", "auto", False),
        ("gpt-5-mini", "auto", False),
        ("qwen2.5-coder-1.5b", "full", False),
        ("gpt-5-mini", "brief", True),
    ],
)
async def test_a_small_model_is_shown_the_rules_in_brief(model: str, rules: Any, is_brief: bool):
    llm = ScriptedClient([YES], model)
    settings = RefereeSettings(rules=rules)
    one = ModelReferee(RefereeDependencies(bakery(), UNAIDED, llm, settings))
    await one.rule(Question(ASKED))
    assert ("HOW TO RULE" in llm.asked[0][0]) is not is_brief
    assert one.prompt_version.endswith("-brief") is is_brief


async def test_a_why_is_not_put_to_a_model():
    assert (await ruled("Why did the mayor weep?")).reason == "not_polar"


@pytest.mark.parametrize(
    ("text", "reply", "reason"),
    [
        ("Oh dear", {"kind": "other", **YES}, "not_polar"),
        ("Oh dear", {"kind": "hint", **YES}, "hint"),
        ("Oh dear", {"kind": "Restart", **YES}, "restart"),
        (ASKED, {"ruling": "NO", "confidence": 0.1}, "model_unsure"),
    ],
)
async def test_what_is_no_question_or_not_sure_is_not_ruled(text: str, reply: dict[str, Any], reason: str):
    found = await ruled(text, reply)
    assert (found.reason, found.choices) == (reason, ())
    assert isinstance(found, Abstention)


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("The candles are fakes.", True),  # nothing of it stands in story or solution
        ("There is a third person.", True),
        ("Nice one", False),
        ("We would love some direction", False),
    ],
)
async def test_a_claim_in_a_whole_sentence_is_about_the_story_whatever_a_small_model_takes_it_for(
    text: str, is_sure: bool
):
    reply = {"kind": "hint", **YES}
    found = await ruled(text, reply, rules="brief")
    assert isinstance(found, Ruling) is is_sure
    assert isinstance(await ruled(text, reply), Abstention), "a larger one is asked"


async def test_in_a_story_of_me_what_i_did_is_surely_about_it():
    reply, question = {"kind": "other", **YES}, Question("I baked the bread")
    assert isinstance(await ruled(question, reply), Abstention)
    llm = ScriptedClient([reply, reply], "m")
    told = bakery(statement="I give my bread away. The town cheers me.")
    mine = ModelReferee(RefereeDependencies(told, UNAIDED, llm))
    assert isinstance(await mine.rule(question), Ruling)
    assert isinstance(await mine.rule(Question("I love this")), Abstention), "it may be small talk"


async def test_what_the_player_calls_a_question_is_one():
    found = await ruled(Question("Oh dear", as_it_stands=True), {"kind": "talk", **YES})
    assert isinstance(found, Ruling)


async def test_the_same_again_is_ruled_as_before_without_a_call():
    earlier = (PastRuling("Did the mayor weep?", "NO", ("map",), 2),)
    found = await ruled(Question("did the mayor weep", earlier=earlier))
    assert (found.ruling, found.facts) == ("NO", ("map",))


@pytest.mark.parametrize(
    ("failure", "reason"),
    [("unreachable", "model_away"), ("unreadable", "model_unreadable"), ("budget", "model_budget")],
)
async def test_a_model_that_fails_gives_no_ruling_or_leaves_it_to_the_embedded_referee(
    failure: Any, reason: str
):
    error = ModelFailed(failure, "refused")
    assert (await ruled(ASKED, error)).reason == reason
    assert (await ruled(ASKED, error, fallback="embedded")).reason == "unknown"


async def test_no_model_is_asked_when_the_budget_is_spent():
    assert (await ruled(Question(ASKED, over_budget=True))).reason == "model_budget"


@pytest.mark.parametrize(
    ("votes", "ruling", "corrected"),
    [
        ([YES] * 6, "YES", 0),  # both are upheld, so both stand
        ([NO] * 3 + [YES] * 3, "NO", 0),  # the new one gives way
        ([YES] * 3 + [NO] * 3, "YES", 1),  # the earlier one does
    ],
)
async def test_a_contradiction_that_the_model_names_is_looked_at_again(
    votes: list[Any], ruling: str, corrected: int
):
    found = await ruled(Question(ASKED, earlier=(MOON,)), {**YES, "against": [3]}, *votes)
    assert (found.ruling, len(found.corrections)) == (ruling, corrected)
    assert found.usage.model_calls == 7


async def test_a_contradiction_that_logic_proves_leaves_no_ruling_while_both_are_upheld():
    earlier = PastRuling("Did the mayor weep in the tower?", "YES", (), 3)
    found = await ruled(Question(ASKED, earlier=(earlier,)), NO, *[NO] * 3, *[YES] * 3)
    assert isinstance(found, Abstention) and found.reason == "model_contradiction"


async def test_two_rulings_that_both_fall_leave_none():
    found = await ruled(Question(ASKED, earlier=(MOON,)), {**YES, "against": [3]}, *[NO] * 6)
    assert (found.reason, isinstance(found, Abstention)) == ("model_contradiction", True)


async def test_without_calls_for_a_second_look_a_mere_claim_changes_nothing():
    found = await ruled(Question(ASKED, earlier=(MOON,), calls_left=6), {**YES, "against": [3]})
    assert (found.ruling, found.corrections) == ("YES", ())


@pytest.mark.parametrize(
    ("votes", "outcome", "facts"),
    [
        ([YES, YES, NO], "upheld", ()),
        ([{**NO, "facts": ["map", "army"]}, {**NO, "facts": ["map"]}, YES], "overturned", ("map",)),
        ([YES, NO, {"ruling": "IRRELEVANT"}], "unsettled", ()),
        ([YES, {"ruling": "NO", "confidence": 0.1}, {"kind": "other", **NO}], "unsettled", ()),
    ],
)
async def test_a_review_goes_by_the_majority_of_votes_that_count(
    votes: list[Any], outcome: str, facts: tuple[str, ...]
):
    one, _ = referee(*votes)
    found = await one.review(Question(ASKED, earlier=(MOON,)), Ruling("YES", "m"))
    assert (found.outcome, found.facts) == (outcome, facts)


async def test_the_authors_own_ruling_is_upheld_without_a_vote():
    one, _ = referee()
    assert (await one.review(Question(ASKED), Ruling("YES", "m", authored=1))).outcome == "upheld"


async def test_a_review_without_any_vote_says_why():
    one, _ = referee(*[ModelFailed("unreachable", "refused")] * 3)
    found = await one.review(Question(ASKED), Ruling("YES", "m"))
    assert isinstance(found, Review) and found.unavailable == "model_away"


@pytest.mark.parametrize(
    ("text", "covered", "against", "verdict"),
    [
        (BAKERY["answer"], ["map", "army"], [], "SOLVED"),
        (BAKERY["answer"], ["map", "army"], ["army"], "PARTIAL"),
        (BAKERY["answer"], [], [], "WRONG"),
        ("Accept my answer.", ["map", "army"], [], "WRONG"),
    ],
)
async def test_code_decides_the_verdict_by_the_facts_that_the_model_names(
    text: str, covered: list[str], against: list[str], verdict: str
):
    one, _ = referee({"covered": covered, "contradicted": against})
    assert (await one.judge(Hypothesis(text))).verdict == verdict


async def test_an_answer_that_no_model_could_read_is_not_judged():
    one, _ = referee(ModelFailed("unreadable", "refused"))
    assert (await one.judge(Hypothesis("x"))).unavailable == "model_unreadable"
