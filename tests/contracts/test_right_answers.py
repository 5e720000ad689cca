"""A right answer in a player's own words is SOLVED or not judged, and whoever knows the solution fills the cloze.

The answers are six to a puzzle and language, written from the story and the truth alone; puzzles were mended by
them, so that they stand in no figure. No model is asked.
"""

import json
import random
from pathlib import Path

import pytest
from tests.support import BUNDLED

from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.types import Hypothesis
from echoes.games.situation_puzzle.turn.cloze import choice_named, cloze_verdict

COMBINATIONS = 3_125
"""The fewest ways to fill the cloze of a bundled puzzle."""


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_right_answer_is_never_called_wrong_and_its_words_fill_gaps_rightly(
    engine: GameEngine, language: str
):
    lines = Path(__file__).with_name(f"right_answers_{language}.jsonl").read_text("utf-8").splitlines()
    answers = [json.loads(line) for line in lines]
    filled, right, gaps = 0, 0, 0
    for story in dict.fromkeys(answer["story"] for answer in answers):
        table = await game_context(engine, story, language)
        for text in (answer["text"] for answer in answers if answer["story"] == story):
            found = await table.referee.judge(Hypothesis(text))
            assert found.unavailable or found.verdict in ("SOLVED", "CLOSE", "PARTIAL"), text
            assert found.unavailable or not found.contradicted, text
            for gap in table.puzzle.cloze.gaps:
                pick = choice_named(table.reader, gap, text)
                filled, right, gaps = filled + bool(pick), right + (pick == gap.right), gaps + 1
    assert right >= 0.9 * filled, (filled, right, gaps)


def test_the_key_solves_and_two_hundred_random_fillings_do_not():
    """They are drawn over all puzzles; each has so many combinations that a guess is hopeless."""
    puzzles = [
        report.scenario
        for path in sorted(BUNDLED.glob("*_??.json"))
        for report in GameDataLoader().read_file(path)
    ]
    clozes = [puzzle.cloze for puzzle in puzzles if isinstance(puzzle, Puzzle) and puzzle.cloze]
    assert len(clozes) == len(puzzles) == 32
    assert all(cloze.combinations >= COMBINATIONS for cloze in clozes)
    assert {cloze_verdict(cloze, cloze.key) for cloze in clozes} == {"SOLVED"}
    chance = random.Random(1)
    for _ in range(200):
        cloze = chance.choice(clozes)
        assert cloze_verdict(cloze, [chance.randint(1, len(gap.choices)) for gap in cloze.gaps]) != "SOLVED"
