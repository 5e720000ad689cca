"""Precedents: what was ruled before binds what is ruled now."""

import pytest

from echoes.games.situation_puzzle.referees.llm.precedents import (
    Precedents,
    relevant_past_rulings,
    repeats_ruling,
)
from echoes.games.situation_puzzle.referees.types import PastRuling, Question, Ruling
from echoes.language.readers import reader_for

ENGLISH = reader_for("en")
DEAF = PastRuling("Was the man deaf?", "YES", ("f1",), turn=1)


def precedents(text: str, *earlier: PastRuling) -> Precedents:
    return Precedents(Question(text, earlier=earlier), ENGLISH)


@pytest.mark.parametrize("asked", ["was the man DEAF", "Was the man deaf?"])
def test_the_same_words_get_the_same_ruling_with_its_facts(asked: str):
    found = precedents(asked, DEAF).same_as_before("model")
    assert found and (found.ruling, found.facts, found.source) == ("YES", ("f1",), "model")


def test_of_a_no_to_the_contrary_nothing_but_its_opposite_follows():
    assert precedents("Was the man tall?", DEAF).same_as_before("model") is None
    contrary = PastRuling("Wasn't the man deaf?", "NO")
    assert precedents("Is the dog deaf?", contrary).same_as_before("model") is None


def test_a_ruling_is_held_against_the_one_that_it_contradicts():
    asked = precedents("Was the man not deaf?", DEAF)
    assert asked.against(Ruling("YES", "model")) == DEAF
    assert asked.against(Ruling("NO", "model")) is None
    assert asked.against(Ruling("IRRELEVANT", "model")) is None


def test_a_model_is_shown_the_latest_rulings_and_the_most_similar_of_the_older_ones():
    older = [PastRuling(f"Was the {thing} old?", "NO") for thing in ("boat", "clock", "house", "bridge")]
    latest = [PastRuling(f"Was it on day {n}?", "NO") for n in range(5)]
    question = Question("Was the man deaf from birth?", earlier=(DEAF, *older, *latest))
    shown = relevant_past_rulings(question, ENGLISH)
    assert shown[-5:] == tuple(latest)
    assert DEAF in shown and len(shown) <= 5 + 3


def test_only_a_repeated_ruling_that_no_author_settled_is_one_more():
    same = PastRuling("was the man deaf", "YES")
    assert repeats_ruling(same, DEAF, ENGLISH)
    assert not repeats_ruling(PastRuling("was the man deaf", "NO"), DEAF, ENGLISH)
    assert not repeats_ruling(PastRuling("was the man deaf", "YES", authored=3), DEAF, ENGLISH)
