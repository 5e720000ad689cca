"""No false story and no half one is SOLVED or CLOSE: the answers of the gold suite that deserve neither.

Most were written against the judge, by other hands than its own. No model is asked and nothing is retrieved:
what may be meant is found by words alone, so that all of them take seconds.
"""

import json
from functools import lru_cache
from pathlib import Path

import pytest
from tests.support import BUNDLED, ROOT

from echoes.bench.situation_puzzle.verdicts.clarifications import judge_with_clarifications
from echoes.bench.situation_puzzle.verdicts.gold_texts import GoldText, gold_verdict, is_false, read_texts
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.answer_judge import MAX_ROUNDS
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Hypothesis

FILES = sorted((ROOT / "data" / "gold" / "hypotheses").glob("*_??.jsonl"))
TOO_GOOD = ("SOLVED", "CLOSE")
NOT_YET: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("judged_too_well.json").read_text("utf-8")
)
"""The answers that are judged too well once what was asked back is answered truthfully: to become none."""


@lru_cache(maxsize=1)
def opened(path: Path) -> tuple[EmbeddedReferee, list[GoldText]]:
    """The referee of a puzzle, and its answers that deserve to be PARTIAL or WRONG."""
    [report] = GameDataLoader().read_file((BUNDLED / path.name).with_suffix(".json"))
    assert isinstance(report.scenario, Puzzle)
    core = report.scenario.core_facts
    texts = [text for text in read_texts("hypotheses", path) if gold_verdict(text, core) not in TOO_GOOD]
    return EmbeddedReferee(RefereeDependencies(report.scenario, UNAIDED)), texts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_a_false_or_half_answer_is_never_enough(path: Path):
    """Neither by itself, nor when a truthful player answers what is asked back."""
    referee, texts = opened(path)
    known = NOT_YET.get(path.stem, [])
    assert len(texts) >= 10
    too_good: list[str] = []
    for text in texts:
        alone = (await referee.judge(Hypothesis(text.text, rounds=MAX_ROUNDS))).verdict
        exchange = await judge_with_clarifications(referee, text.text, text.covered, insists=is_false(text))
        answered = exchange.verdict.verdict
        assert alone != "SOLVED", text.text
        assert alone not in TOO_GOOD or text.text in known, text.text
        too_good += [text.text] if answered in TOO_GOOD else []
    assert too_good == known
