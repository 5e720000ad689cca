"""The ranker learns the same from the same questions, and never from those that it is measured on."""

import json
import random
from pathlib import Path

import pytest
from tests.support import ROOT, canary_puzzle

from echoes.bench.situation_puzzle.gold.gold_set import GoldQuestion, read_gold
from echoes.bench.situation_puzzle.ranker.examples import Example, development_questions
from echoes.bench.situation_puzzle.ranker.training import learn, write
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ranking import CERTAINTY_FEATURES

GOLD = ROOT / "data" / "gold"


def examples() -> list[Example]:
    """Questions on three puzzles; the first feature tells which wording is meant, the others tell nothing."""
    chance = random.Random(7)
    found: list[Example] = []
    for name in ("one", "other", "third"):
        puzzle = Puzzle.model_validate(canary_puzzle(id=name))
        for n in range(12):
            meant = n % len(puzzle.rulings)
            item = GoldQuestion(name, f"question {n}", puzzle.rulings[meant].ruling, settled_by=(meant + 1,))
            candidates = [
                (
                    Wording(number, 0, "", frozenset(), None, True),
                    {"cosine": float(number == meant) + chance.random() / 2}
                    | {feature: chance.random() for feature in CERTAINTY_FEATURES if feature != "cosine"},
                )
                for number in range(len(puzzle.rulings))
            ]
            found.append(Example(puzzle, item, candidates))
    return found


def test_the_same_questions_give_the_same_weights(tmp_path: Path):
    first, report = learn(examples())
    again, same = learn(examples())
    for name, weights in (("first", first), ("again", again)):
        write(weights, tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "again").read_bytes()
    assert report == same
    assert [*first] == ["en"]
    assert {*first["en"].to_json()} == {"rank", "sure"}


def test_what_is_meant_is_learnt_and_reported_on_puzzles_that_were_left_out():
    weights, report = learn(examples())
    rank = weights["en"].rank.weights
    assert rank["cosine"] == max(rank.values()) > 1
    assert (
        report[0] == "en: 36 questions, 36 of which an authored one settles; first 1.000, among three 1.000"
    )


def test_the_development_questions_of_the_suite_may_be_learnt_from():
    files = sorted((GOLD / "dev").glob("*.jsonl"))
    gold = [item for path in sorted(GOLD.glob("*.jsonl")) for item in read_gold(path).items]
    assert len(development_questions(files, gold)) > 1000


def test_gold_questions_are_refused(tmp_path: Path):
    gold = GOLD / "wrong_umbrella_en.jsonl"
    with pytest.raises(BadInput, match="holds no development questions"):
        development_questions([gold], [])
    item = read_gold(gold).items[0]
    copied = tmp_path / "dev" / "copied.jsonl"
    copied.parent.mkdir()
    row = {
        "story": item.story,
        "lang": item.lang,
        "text": item.text.lower().rstrip("?"),
        "ruling": item.ruling,
    }
    copied.write_text(json.dumps(row) + "\n", "utf-8")
    with pytest.raises(BadInput, match="line 1: is a question of the gold suite"):
        development_questions([copied], [item])
    assert development_questions([copied], []) == []  # nobody has said what settles it
