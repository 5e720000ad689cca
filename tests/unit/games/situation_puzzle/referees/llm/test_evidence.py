"""The evidence that a model is shown: passages of a long solution first, then rulings like the question."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.core.documents import Passage
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies, RefereeSettings
from echoes.games.situation_puzzle.referees.llm.evidence import EvidenceFinder
from echoes.games.situation_puzzle.referees.llm.prompt_builder import PromptBuilder


class Shelf:
    """A retriever with two passages; what it was asked for is kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        self.asked.append((query, kind))
        return [Passage(f"answer:{n}", f"passage {n}", "puzzle_answer", 1.0) for n in (2, 1)]


async def found(evidence: Any) -> tuple[list[str], Shelf]:
    shelf, settings = Shelf(), RefereeSettings(evidence=evidence)
    dependencies = RefereeDependencies(bakery(), shelf, settings=settings)
    prompts = PromptBuilder(dependencies.puzzle, 6000, evidence)
    return [
        one.text for one in await EvidenceFinder(dependencies, prompts).find("Is there poison in it?")
    ], shelf


@pytest.mark.parametrize("evidence", ["auto", "whole"])
async def test_a_short_solution_is_shown_whole_and_nothing_is_looked_up(evidence: str):
    texts, shelf = await found(evidence)
    assert texts[0] == "Was the bread poisoned? — NO"
    assert shelf.asked == []


async def test_passages_come_before_rulings_the_nearest_first():
    texts, shelf = await found("retrieved")
    assert texts[:3] == ["passage 2", "passage 1", "Was the bread poisoned? — NO"]
    assert shelf.asked == [("Is there poison in it?", "puzzle_answer")]


async def test_without_evidence_nothing_is_shown():
    assert (await found("none"))[0] == []
