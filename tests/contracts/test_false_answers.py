"""No false story and no half one is SOLVED or CLOSE: the answers of the gold suite that deserve neither.

Most were written against the judge, by other hands than its own. No model is asked.
"""

from functools import lru_cache
from pathlib import Path

import pytest
from tests.support import BUNDLED, ROOT

from echoes.bench.situation_puzzle.verdicts.gold_texts import GoldText, gold_verdict, read_texts
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Hypothesis

FILES = sorted((ROOT / "data" / "gold" / "hypotheses").glob("*_??.jsonl"))
TOO_GOOD = ("SOLVED", "CLOSE")


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
    referee, texts = opened(path)
    assert len(texts) >= 10
    for text in texts:
        found = await referee.judge(Hypothesis(text.text))
        assert found.unavailable or found.verdict not in TOO_GOOD, text.text
