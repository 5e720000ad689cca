"""Tags and constraints are read from objects, lists and texts; what the game does not know is kept as notes."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, puzzles, written


def made(folder: Any, **fields: Any) -> Any:
    [puzzle] = puzzles(written(folder, "bell_tower.json", {"puzzle": BELLS[0], "answer": BELLS[1], **fields}))
    return puzzle


@pytest.mark.parametrize(
    ("constraints", "bounds", "notes"),
    [
        ({"max_questions": 20, "question_types": "yes/no"}, (20, None), "question_types: yes/no"),
        ({"maxHints": "3", "max_questions": 0}, (None, 3), "max_questions: 0"),
        (["At most 20 questions", "Yes/no questions only"], (20, None), "Yes/no questions only"),
        ("Max 20 yes/no questions and 3 hints", (20, 3), ""),
        (["max_questions: 20"], (20, None), ""),
        ("最多提问20次；最多3个提示；只能问是非题", (20, 3), "只能问是非题"),
        ("At least 5 questions", (None, None), "At least 5 questions"),
    ],
)
def test_constraints(tmp_path: Any, constraints: Any, bounds: tuple[int | None, int | None], notes: str):
    puzzle = made(tmp_path, constraints=constraints)
    assert (puzzle.constraints.max_questions, puzzle.constraints.max_hints) == bounds
    assert puzzle.notes == notes


@pytest.mark.parametrize(
    ("tags", "found", "difficulty"),
    [
        (["crime", "village"], ("crime", "village"), 3),
        ("crime, village", ("crime", "village"), 3),
        ({"difficulty": "easy", "genre": ["crime"], "mood": "calm"}, ("calm", "crime"), 2),
        ({"horror": True, "gore": False, "length": 3}, ("horror", "length: 3"), 3),
        ({"scenario": "village", "level": 5}, ("village",), 5),
    ],
)
def test_tags(tmp_path: Any, tags: Any, found: tuple[str, ...], difficulty: int):
    puzzle = made(tmp_path, tags=tags)
    assert (puzzle.tags, puzzle.difficulty) == (found, difficulty)
    assert puzzle.statement == BELLS[0]


def test_a_description_beside_the_story_is_kept_as_a_note(tmp_path: Any):
    assert made(tmp_path, description="A quiet tale.").notes == "A quiet tale."
