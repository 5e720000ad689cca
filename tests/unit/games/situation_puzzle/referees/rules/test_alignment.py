"""Alignment: a sentence states a true one, denies it, touches it, or has nothing to do with it."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.alignment import (
    MAX_PARTS,
    align,
    clause_runs,
    is_claim,
    plainly_told_runs,
)
from echoes.language.reader import Clause

READER = index_of().reader


def clause(text: str) -> Clause:
    [found] = READER.clauses(text)
    return found


@pytest.mark.parametrize(
    ("said", "alignment"),
    [
        ("The baker hid a map in the bread.", "states"),
        ("The baker did not hide a map in the bread.", "denies"),
        ("The baker hid a map.", "touches"),
        ("The moon is green.", "silent"),
    ],
)
def test_a_sentence_is_aligned_with_one_that_is_true(said: str, alignment: str):
    assert align(READER, clause(said), clause("The baker hid a map in the bread.")) == alignment


def test_two_negations_say_the_same_as_none():
    true = clause("The baker did not hide a map.")
    assert align(READER, clause("The baker did not hide a map."), true) == "states"
    assert align(READER, clause("The baker hid a map."), true) == "denies"


@pytest.mark.parametrize(
    ("text", "claim"),
    [("He hid a map.", True), ("Did he hide a map?", False), ("He hid a map?", False)],
)
def test_a_question_is_no_claim(text: str, claim: bool):
    assert is_claim(clause(text)) is claim


def test_a_sentence_is_cut_at_commas_and_conjunctions_into_all_runs_of_its_parts():
    count, runs = clause_runs(READER, "He baked bread, the spy slept and the army escaped")
    assert count == 3
    assert {(first, last) for first, last, _ in runs} >= {(0, 1), (1, 2), (2, 3)}


def test_of_a_sentence_of_too_many_parts_only_the_whole_is_read():
    count, runs = clause_runs(READER, ", ".join(["the spy slept"] * (MAX_PARTS + 1)))
    assert count == MAX_PARTS + 1
    assert {(first, last) for first, last, _ in runs} <= {(0, count)}


@pytest.mark.parametrize(
    ("true", "told"),
    [({0, 1}, {0, 1}), ({0}, set()), ({2}, {2}), ({0, 1, 2}, {2}), (set(), set())],
)
def test_a_sentence_tells_something_only_where_all_of_it_is_true(true: set[int], told: set[int]):
    runs = [(0, 1, clause("He slept.")), (1, 2, clause("He woke.")), (0, 2, clause("He slept and woke."))]
    assert plainly_told_runs(2, runs, true) == told
