"""The judge rules twice on each question; only what both looks agree on establishes anything."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.drafting.asking import PLAN, scripted
from tests.unit.games.situation_puzzle.drafting.model import stripped

from echoes.games.situation_puzzle.drafting.draft import DraftedQuestion
from echoes.games.situation_puzzle.drafting.judging import DraftJudge
from echoes.games.situation_puzzle.puzzle.schema import Fact

FACTS = [Fact(id="f1", statement="Snow lay.", core=True), Fact(id="f2", statement="He feared.", core=True)]
SNOW = DraftedQuestion(("Did it snow?", "Was it dry?"), "where", blind=True)


async def ruled(tmp_path: Path, questions: list[DraftedQuestion], *replies: Any) -> Any:
    llm, steps = scripted(tmp_path, *({"rulings": rows} for rows in replies))
    rulings, unruled = await DraftJudge(stripped(), FACTS, llm, steps, PLAN).rule(questions)
    llm.assert_used_up()
    return rulings, unruled


def look(ruling: str, facts: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return {"n": 1, "ruling": ruling, "facts": list(facts), "confidence": 0.9, **more}


async def test_what_both_looks_say_stands_unconfirmed(tmp_path: Path):
    [ruling], unruled = await ruled(
        tmp_path, [SNOW], [look("YES", ("f1", "f2"))], [look("yes", ("f1", "f9"))]
    )
    assert (ruling.ruling, ruling.facts, ruling.votes, ruling.doubt) == ("YES", ("f1",), ("YES", "YES"), 0.1)
    assert (ruling.unconfirmed, ruling.about, ruling.texts, unruled) == (True, "where", SNOW.texts, [])


async def test_looks_that_differ_establish_nothing_and_are_all_doubt(tmp_path: Path):
    [ruling], _ = await ruled(tmp_path, [SNOW], [look("YES", ("f1",))], [look("NO", ("f1",))])
    assert (ruling.votes, ruling.facts, ruling.doubt, ruling.open) == (("YES", "NO"), (), 1.0, False)


@pytest.mark.parametrize(
    ("blind", "facts", "opened"), [(True, (), True), (True, ("f1",), False), (False, (), False)]
)
async def test_only_a_blind_question_that_leads_nowhere_is_open(
    tmp_path: Path, blind: bool, facts: tuple[str, ...], opened: bool
):
    question = DraftedQuestion(("Did it snow?",), blind=blind)
    [ruling], _ = await ruled(tmp_path, [question], [look("YES", facts)], [look("YES", facts)])
    assert ruling.open is opened


async def test_a_step_is_no_fact_that_is_established_anyway(tmp_path: Path):
    both = [look("YES", ("f1",), steps=["f1", "f2"])]
    [ruling], _ = await ruled(tmp_path, [SNOW], both, both)
    assert (ruling.facts, ruling.steps) == (("f1",), ("f2",))


async def test_a_wording_that_means_something_else_is_left_out_but_never_the_first(tmp_path: Path):
    [ruling], _ = await ruled(tmp_path, [SNOW], [look("YES", different=[0, 1])], [look("YES")])
    assert ruling.texts == ("Did it snow?",)


async def test_a_question_that_was_left_out_is_asked_once_more(tmp_path: Path):
    other = DraftedQuestion(("Was he old?",))
    rulings, unruled = await ruled(
        tmp_path, [SNOW, other], [look("YES")], [look("NO")], [look("NO")], [look("NO")]
    )
    assert (len(rulings), unruled) == (2, [])


async def test_a_question_without_any_ruling_is_given_back(tmp_path: Path):
    stray = [{**look("NO"), "n": 7}]
    assert await ruled(tmp_path, [SNOW], stray, stray) == ([], [SNOW])
