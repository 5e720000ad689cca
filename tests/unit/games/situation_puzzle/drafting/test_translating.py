"""A puzzle in its other language: all of it waits for its author, and the story is translated unseen."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import CANARY, canary_puzzle
from tests.unit.games.situation_puzzle.drafting.asking import PLAN, scripted
from tests.unit.games.situation_puzzle.drafting.model import reply

from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.translating import Translator
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.models.providers.scripted import ScriptedClient


def puzzle(**changes: Any) -> Puzzle:
    bell = canary_puzzle(**changes)
    rulings = [{**one, "from_solution": "zz" in str(one)} for one in bell["rulings"]]
    return Puzzle.model_validate({**bell, "rulings": rulings, "difficulty": 3})


@pytest.fixture
async def translated(tmp_path: Path) -> tuple[Puzzle, ScriptedClient]:
    llm = ScriptedClient(reply)
    found = await Translator(puzzle(), llm, DraftSteps(tmp_path), PLAN).translation()
    assert found is not None
    return found, llm


async def test_everything_that_players_read_is_in_the_other_language(
    translated: tuple[Puzzle, ScriptedClient],
):
    found, _ = translated
    assert (found.language, found.id, found.difficulty, found.title) == ("zh", "silent_bell", 3, "无声的钟")
    assert [fact.id for fact in found.facts] == ["zzfactid1", "zzfactid2"]
    assert [hint.text for hint in found.hints] == ["想想季节 zzhint。"] * 2


async def test_all_of_it_waits_for_its_author(translated: tuple[Puzzle, ScriptedClient]):
    found, _ = translated
    parts = [*found.facts, *found.hints, *found.cast, *found.synonyms, *found.rulings]
    assert found.rulings and all(part.unconfirmed for part in parts)


async def test_rulings_keep_their_word_and_their_facts(translated: tuple[Puzzle, ScriptedClient]):
    found, _ = translated
    assert {one.ruling for one in found.rulings} == {"YES", "NO", "IRRELEVANT"}
    assert {fact for one in found.rulings for fact in one.facts} <= {"zzfactid1", "zzfactid2"}


async def test_who_translates_the_story_is_shown_nothing_of_the_solution(
    translated: tuple[Puzzle, ScriptedClient],
):
    asked = [system + prompt for system, prompt in translated[1].asked]
    story = next(one for one in asked if "The Silent Bell" in one)
    questions = [one for one in asked if "Is the sexton old?" in one]
    assert questions and not any(CANARY.search(one) for one in [story, *questions])
    assert any(CANARY.search(one) for one in asked), "the solution is translated apart"


async def test_without_a_story_or_a_solution_there_is_no_translation(tmp_path: Path):
    llm, steps = scripted(tmp_path, "nothing that can be read")
    assert await Translator(puzzle(), llm, steps, PLAN).translation() is None
    assert steps.left == ["translation: story"]
