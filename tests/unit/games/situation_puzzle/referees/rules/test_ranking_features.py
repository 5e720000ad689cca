"""Signs that a question and a wording are the same question."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.ranking_features import (
    CandidateRank,
    ParsedSentence,
    features,
)
from echoes.games.situation_puzzle.referees.rules.wording_index import WordingIndex
from echoes.language.words import word_vectors

READER = index_of().reader
PLACE = CandidateRank(cosine=0.5, behind=0.1, ruling_score=0.4, ruling_count=3, ruling_rank=1)


def parsed(text: str) -> ParsedSentence:
    clauses = READER.clauses(text)
    clause = clauses[0] if len(clauses) == 1 else None
    negated = bool(clause and READER.count_negations(clause.key) % 2)
    ideas = frozenset(READER.ideas(text))
    return ParsedSentence(
        READER.normalize(text), clause, ideas, READER.open_kinds(text), negated, len(clauses)
    )


def compared(asked: str, said: str) -> dict[str, float]:
    one, other = parsed(asked), parsed(said)
    overlap = WordingIndex([other.ideas], word_vectors("en"), {}).overlap(one.ideas)
    return features(one, other, overlap, 0, PLACE)


def test_the_same_question_agrees_in_everything():
    found = compared("Did the baker hide a map?", "Did the baker hide a map?")
    agree = {
        name: found[name]
        for name in ("ratio", "token_set", "pairs", "length", "same", "same_named", "verb", "asked", "said")
    }
    assert {*agree.values()} == {1.0}
    differ = ("negated", "numbers", "other_doer", "others_named", "opposite", "guards", "turned", "missing")
    assert {found[name] for name in differ} == {0.0}


@pytest.mark.parametrize(
    ("asked", "said", "name"),
    [
        ("Did the baker not hide a map?", "Did the baker hide a map?", "negated"),
        ("Did he hide two maps?", "Did he hide three maps?", "numbers"),
        ("Did the spy help the baker?", "Did the baker help the spy?", "other_doer"),
        ("Did the spy sing?", "Did the baker sing?", "others_named"),
        ("Did the dog bite the baker?", "Did the baker bite the dog?", "turned"),
        ("He sang and he hid a map?", "Did he hide a map?", "asked_joined"),
    ],
)
def test_what_makes_it_another_question_shows(asked: str, said: str, name: str):
    assert compared(asked, said)[name] > 0 == compared(said, said)[name]


def test_the_place_among_the_candidates_is_scaled_to_the_order_of_one():
    found = compared("Did he sing?", "Did he hide a map?")
    assert (found["cosine"], found["behind"], found["ruling_score"]) == (0.5, 0.1, 0.4)
    assert (found["ruling_count"], found["ruling_rank"]) == (0.3, 0.5)


def test_what_can_not_be_parsed_is_compared_by_its_words_alone():
    found = compared("He sang. He ran.", "Did he hide a map?")
    assert (found["read"], found["guards"], found["verb"], found["sentences"]) == (0.0, 0.5, 0.0, 2 / 3)
    assert all(abs(value) <= 1 for value in found.values())
