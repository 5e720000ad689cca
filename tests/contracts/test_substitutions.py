"""Persons, things, places and times are not each other: a ruling on one says nothing of another."""

import re
from pathlib import Path

import pytest
from tests.support import BUNDLED

from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings

OTHERS = {
    "en": {
        "somebody|someone": "something", "anybody|anyone": "anything", "nobody|no one": "nothing",
        "everybody|everyone": "everything", "something": "somebody", "anything": "anybody", "nothing": "nobody",
        "somewhere": "somebody", "anywhere": "anybody",
    },
    "zh": {
        "有人": "有东西", "有东西": "有人", "谁": "什么东西", "什么人": "什么东西", "什么东西": "什么人",
        "什么地方|哪里|哪儿": "什么人", "什么时候": "什么地方",
    },
}  # fmt: skip


def substituted(text: str, language: str) -> list[str]:
    """A wording with each of its open words in turn taken for one of another kind."""
    found: list[str] = []
    for words, other in OTHERS[language].items():
        pattern = rf"\b(?:{words})\b" if language == "en" else words
        changed = re.sub(pattern, other, text, count=1, flags=re.IGNORECASE)
        if changed != text:
            found.append(f"{changed[:1].upper()}{changed[1:]}")
    return found


@pytest.mark.parametrize("path", sorted(BUNDLED.glob("*.json")), ids=lambda path: path.stem)
def test_a_wording_with_another_kind_of_open_word_is_another_question(path: Path):
    [report] = GameDataLoader().read_file(path)
    puzzle = report.scenario
    assert isinstance(puzzle, Puzzle)
    analysis = analysis_of(puzzle)
    direct = DirectRulings(puzzle, analysis, "embedded")
    tried, taken = 0, list[str]()
    for authored in puzzle.rulings:
        for text in (text for wording in authored.texts for text in substituted(wording, puzzle.language)):
            if analysis.ruling_index.exact_matches(text):
                continue
            tried += 1
            clauses = analysis.ruling_index.reader.clauses(text)
            ruling = direct.exact(text, clauses) or direct.inferred(text, clauses)
            if ruling is None:
                continue
            decided, kinds = ruling.rationale.partition("«")[2], analysis.ruling_index.reader.open_kinds(text)
            others = analysis.ruling_index.reader.open_kinds(decided)
            if others - kinds and kinds - others:
                taken.append(f"{text} ← {ruling.rationale}")
    assert tried > 20
    assert taken == []
