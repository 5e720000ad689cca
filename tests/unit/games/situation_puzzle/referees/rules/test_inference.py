"""Natural logic: what is YES makes less YES, what is NO makes more NO, and a contradiction says nothing."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.inference import combined_ruling, implied_ruling
from echoes.language.logical_form import LogicalForm
from echoes.language.reader import Clause


def rulings(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"text": text, "ruling": ruling} for text, ruling in pairs]


def inferred(question: str, *pairs: tuple[str, str]) -> str | None:
    index = index_of(rulings=rulings(*pairs), facts=[], answer="It is so.")
    [clause] = index.reader.clauses(question)
    found = index.logic.infer(clause)
    return found and found.ruling


def form(text: str) -> LogicalForm:
    [clause] = index_of().reader.clauses(text)
    assert isinstance(clause, Clause) and clause.logical_form
    return clause.logical_form


@pytest.mark.parametrize(
    ("question", "known", "ruling"),
    [
        ("Did the spy steal the bread?", ("Did the spy steal the bread?", "NO"), "NO"),
        ("Did the spy steal anything?", ("Did the spy steal the bread?", "YES"), "YES"),
        ("Did the spy steal anything?", ("Did the spy steal the bread?", "NO"), None),
        ("Did the spy steal the bread?", ("Did the spy steal anything?", "NO"), "NO"),
        ("Did the spy steal the bread?", ("Did the spy steal anything?", "YES"), None),
        ("Did the spy not steal the bread?", ("Did the spy steal the bread?", "NO"), None),  # yes to what?
        ("Did the bread steal the spy?", ("Did the spy steal the bread?", "YES"), None),
        ("Did the spy steal the bread?", ("Did the spy steal the bread?", "IRRELEVANT"), "IRRELEVANT"),
    ],
)
def test_a_ruling_follows_only_in_the_direction_in_which_logic_goes(
    question: str, known: tuple[str, str], ruling: str | None
):
    assert inferred(question, known) == ruling


def test_what_says_the_same_comes_before_what_only_follows():
    known = ("Did the spy steal anything?", "NO"), ("Did the spy steal the bread?", "YES")
    assert inferred("Did the spy steal the bread?", *known) == "YES"


def test_premises_that_contradict_each_other_settle_nothing():
    yes, other = ("Did the spy steal the bread?", "YES"), ("Did the spy steal the map?", "NO")
    assert inferred("Did the spy steal the bread?", yes, ("The spy stole the bread.", "NO")) is None
    assert inferred("Did the spy steal the bread?", yes, other) == "YES"


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["YES", "YES"], "YES"),
        (["NO"], "NO"),
        (["YES", "NO"], "YES AND NO"),
        (["YES", "IRRELEVANT"], None),
        (["IRRELEVANT", "IRRELEVANT"], "IRRELEVANT"),
    ],
)
def test_a_compound_question_is_ruled_where_one_word_can_say_it(parts: list[RulingWord], whole: str | None):
    assert combined_ruling(parts) == whole


@pytest.mark.parametrize(
    ("said", "premise", "ruling", "implied"),
    [
        ("Did he sleep?", "Did he sleep?", "YES", "YES"),
        ("Did he not sleep?", "Did he sleep?", "YES", "NO"),
        ("Did he sleep?", "Did he not sleep?", "YES", "NO"),
        ("Did he not sleep?", "Did he not sleep?", "NO", "NO"),
        ("Did he sleep?", "Did he eat?", "YES", None),
    ],
)
def test_a_negation_inverts_what_is_implied(said: str, premise: str, ruling: RulingWord, implied: str | None):
    assert implied_ruling(form(said), form(premise), ruling) == implied
