"""No false story and no half one is SOLVED, and no false one CLOSE: the gold suite's blind answers, all of them.

They were written against the judge by other hands than its own. No model is asked and nothing is retrieved:
what may be meant is found by words alone, so that it takes seconds.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from tests.support import BUNDLED, ROOT

from echoes.bench.referees.judging import Text, gold_verdict, judge_with_picks, read_texts
from echoes.games.situation_puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Hypothesis
from echoes.games.situation_puzzle.referees.base import Seat
from echoes.games.situation_puzzle.referees.embedded import EmbeddedReferee
from echoes.games.situation_puzzle.referees.judging import MAX_ROUNDS
from echoes.games.situation_puzzle.referees.offers import UNAIDED

FILES = sorted((ROOT / "data" / "gold" / "hypotheses").glob("*_??.jsonl"))
TOO_GOOD = ("SOLVED", "CLOSE")


def texts_of(path: Path) -> Iterator[Text]:
    """The answers that deserve neither, but for those that merely repeat words or press the referee."""
    puzzle = referee_of(path).puzzle
    for text in read_texts("hypotheses", path):
        if text.kind in ("half", "false", "plausible_wrong"):
            if gold_verdict(text, puzzle.core_facts) not in TOO_GOOD:
                yield text


@lru_cache(maxsize=2)
def referee_of(path: Path) -> EmbeddedReferee:
    [report] = GameDataLoader().read_file((BUNDLED / path.name).with_suffix(".json"))
    assert isinstance(report.scenario, Puzzle)
    return EmbeddedReferee(Seat(report.scenario, UNAIDED))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_what_a_false_or_half_answer_says_by_itself_is_never_enough(path: Path):
    """As it is judged when the player picks none of the questions that are asked back."""
    referee = referee_of(path)
    for text in texts_of(path):
        found = await referee.judge(Hypothesis(text.text, rounds=MAX_ROUNDS))
        assert found.verdict not in TOO_GOOD, text.text
        assert not found.would_solve, text.text
