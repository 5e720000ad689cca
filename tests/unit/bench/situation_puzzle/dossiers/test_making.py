"""A dossier is long, always the same, and holds what settles each of its questions."""

from collections import Counter
from pathlib import Path

import pytest

from echoes.bench.situation_puzzle.dossiers.making import make_dossier
from echoes.games.situation_puzzle.puzzle.documents import passages_of
from echoes.games.situation_puzzle.puzzle.schema import DOSSIER

WORLDS = sorted((Path(__file__).parents[5] / "data" / "dossiers").glob("*.json"))


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_each_question_has_its_evidence_in_one_passage_each(path: Path):
    made = make_dossier(path)
    passages = passages_of(made.puzzle.answer)
    assert len(made.puzzle.answer) > DOSSIER and len(made.questions) == 100
    for question in made.questions:
        assert len(question.evidence) == (2 if question.kind == "both" else 1)
        assert all(any(sentence in passage for passage in passages) for sentence in question.evidence)
    kinds, rulings = (Counter(getattr(one, name) for one in made.questions) for name in ("kind", "ruling"))
    assert min(kinds.values()) >= 10 and {*kinds} == {"place", "company", "both", "plot"}
    assert abs(rulings["YES"] - rulings["NO"]) < 10
    assert made == make_dossier(path) != make_dossier(path, seed=1)


def test_it_is_as_long_as_it_is_asked_to_be():
    english = next(path for path in WORLDS if path.stem.endswith("_en"))
    assert 50_000 <= len(make_dossier(english, 50_000).puzzle.answer.split()) < 51_000
    assert 20_000 <= len(make_dossier(english).puzzle.answer.split()) < 21_000
