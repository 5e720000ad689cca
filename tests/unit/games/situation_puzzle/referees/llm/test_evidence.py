"""The evidence that a model is shown: passages of a long solution first, then rulings like the question."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.core.documents import Passage
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies, RefereeSettings
from echoes.games.situation_puzzle.referees.llm.evidence import EvidenceFinder
from echoes.games.situation_puzzle.referees.llm.prompt_builder import PromptBuilder


class Shelf:
    """A retriever with two passages, and wordings of two rulings; what it was asked for is kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        self.asked.append((query, kind))
        if kind == "puzzle_answer":
            return [Passage(f"answer:{n}", f"passage {n}", kind, 1.0) for n in (2, 1)]
        ids = ("ruling-4-1", "ruling-4-0", "ruling-0-0", "ruling-99-0")
        return [Passage(one, "", "ruling", 1.0) for one in ids]


async def found(evidence: Any, **changes: Any) -> tuple[list[str], Shelf]:
    shelf, settings = Shelf(), RefereeSettings(evidence=evidence)
    dependencies = RefereeDependencies(bakery(**changes), shelf, settings=settings)
    prompts = PromptBuilder(dependencies.puzzle, 6000, evidence)
    return [
        one.text for one in await EvidenceFinder(dependencies, prompts).find("Is there poison in it?")
    ], shelf


NEAREST = "Was the bread poisoned? — NO"


@pytest.mark.parametrize("evidence", ["auto", "whole"])
async def test_of_a_short_solution_only_rulings_are_looked_up_each_once(evidence: str):
    texts, shelf = await found(evidence)
    assert texts[0] == NEAREST
    assert 1 <= len({*texts}) == len(texts) <= 4
    assert {kind for _, kind in shelf.asked} == {"ruling"}


async def test_passages_come_before_rulings_the_likeliest_first():
    texts, shelf = await found("retrieved")
    assert texts[:3] == ["passage 2", "passage 1", NEAREST]
    assert [kind for _, kind in shelf.asked] == ["puzzle_answer", "ruling"]


async def test_a_ruling_that_waits_for_its_author_is_shown_to_no_model():
    waiting = [{"text": "Was the bread poisoned?", "ruling": "NO", "unconfirmed": True}]
    assert (await found("auto", rulings=waiting))[0] == []


async def test_without_evidence_nothing_is_looked_up():
    texts, shelf = await found("none")
    assert (texts, shelf.asked) == ([], [])
