"""What the author's helper writes: on one line, without repetition, and unconfirmed."""

from pathlib import Path
from typing import Any

from tests.unit.games.situation_puzzle.drafting.asking import PLAN, scripted
from tests.unit.games.situation_puzzle.drafting.model import stripped

from echoes.games.situation_puzzle.drafting.writing import SolutionWriter, solution_text, story_text
from echoes.games.situation_puzzle.puzzle.schema import Fact

CLUE = {"id": "f1", "statement": "He waits.", "core": True}
SNOW = Fact(id="f2", statement="Snow lay.", wordings=("It had snowed.",), core=True)


def writer(tmp_path: Path, said: Any, **changes: Any) -> Any:
    llm, steps = scripted(tmp_path, said)
    return SolutionWriter(stripped(**changes), llm, steps, PLAN), llm


def test_the_story_is_what_a_player_reads_and_the_solution_is_more():
    puzzle = stripped(public_facts=["It is winter."])
    assert "It is winter." in story_text(puzzle) and "zzanswer" not in story_text(puzzle)
    assert story_text(puzzle) in solution_text(puzzle, ())
    assert "zzanswer" in solution_text(puzzle, ()) and "f2: Snow lay." in solution_text(puzzle, [SNOW])


async def test_facts_get_ids_that_the_author_has_not_used(tmp_path: Path):
    said = {"facts": [{"statement": "Snow\n lay.", "core": True}, {"statement": "山上有雪。", "core": False},
                      {"statement": "He feared.", "core": False}]}  # fmt: skip
    one, llm = writer(tmp_path, said, facts=[CLUE])
    found = await one.facts()
    assert [(fact.id, fact.statement, fact.core) for fact in found] == [
        ("f2", "Snow lay.", True),
        ("f3", "He feared.", False),
    ]
    assert all(fact.unconfirmed for fact in found)
    assert "He waits." in llm.asked[0][1], "the author's own clues are shown"


async def test_wordings_repeat_neither_each_other_nor_the_fact(tmp_path: Path):
    said = {"wordings": ["Snow lay.", "It had snowed.", "White  lay.", "White lay."]}
    one, _ = writer(tmp_path, said)
    assert await one.wordings(SNOW, [SNOW]) == ["White lay."]


async def test_a_hint_names_facts_that_there_are(tmp_path: Path):
    one, _ = writer(tmp_path, {"hints": [{"text": "Look up.", "facts": ["f9", "f2"]}]})
    [hint] = await one.hints([SNOW])
    assert (hint.facts, hint.unconfirmed) == (("f2",), True)


async def test_a_name_stands_once_with_its_last_aliases(tmp_path: Path):
    said = {"cast": [{"name": "the sexton", "aliases": []}, {"name": "the  sexton", "aliases": ["he", "he"]}]}
    one, _ = writer(tmp_path, said)
    assert [(member.name, member.aliases) for member in await one.cast()] == [("the sexton", ("he",))]


async def test_a_word_has_one_group_of_synonyms_and_a_group_two_words(tmp_path: Path):
    said = {
        "groups": [{"words": ["snow", "frost"]}, {"words": ["Snow", "ice"]}, {"words": ["bell", "chime"]}]
    }
    one, _ = writer(tmp_path, said)
    assert [group.words for group in await one.synonyms()] == [("snow", "frost"), ("bell", "chime")]


async def test_questions_on_a_fact_are_known_to_come_from_the_solution(tmp_path: Path):
    asked = [
        {"texts": ["Did it snow?"], "about": "where"},
        {"texts": ["Was it cold?"], "about": "The answer is snow."},
    ]
    one, _ = writer(tmp_path, {"questions": asked})
    question, other = await one.near(SNOW, [SNOW])
    assert (question.about, other.about) == ("where", ""), "a place that is not on the map is none"
    assert (question.texts, question.from_solution, question.blind) == (("Did it snow?",), True, False)
