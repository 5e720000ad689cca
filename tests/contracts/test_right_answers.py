"""A right answer in a player's own words is SOLVED, after two questions back at the most.

The answers are six to a puzzle and language, written from the story and the truth alone; puzzles were mended by
them, so that they stand in no figure. No model is asked.
"""

import json
from pathlib import Path

import pytest

from echoes.bench.situation_puzzle.verdicts.clarifications import judge_with_clarifications
from echoes.engine.engine import GameEngine
from echoes.engine.session_queries import game_context

LEAST = 15 / 16


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_fifteen_of_sixteen_right_answers_are_solved_in_two_questions_back(
    engine: GameEngine, language: str
):
    lines = Path(__file__).with_name(f"right_answers_{language}.jsonl").read_text("utf-8").splitlines()
    answers = [json.loads(line) for line in lines]
    failed: list[str] = []
    for story in dict.fromkeys(answer["story"] for answer in answers):
        table = await game_context(engine, story, language)
        facts = [fact.id for fact in table.puzzle.judged_facts]
        for answer in answers:
            if answer["story"] == story:
                exchange = await judge_with_clarifications(table.referee, answer["text"], facts)
                solved = exchange.verdict.verdict == "SOLVED" and exchange.rounds <= 2
                failed += [] if solved else [answer["text"]]
    assert len(failed) <= (1 - LEAST) * len(answers), failed
