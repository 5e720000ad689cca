"""A puzzle's documents: each with the tier of those who may read it."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support import canary_puzzle

from echoes.core.seats.roles import Tier
from echoes.games.situation_puzzle.puzzle.documents import documents_of, passages_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

PUZZLE = Puzzle.model_validate(canary_puzzle())


def test_only_statement_and_public_facts_are_public():
    public = {one.type for one in documents_of(PUZZLE) if one.tier == Tier.PUBLIC}
    assert public <= {"puzzle_statement", "public_fact"}
    hints = {one.type for one in documents_of(PUZZLE) if one.tier == Tier.HINT}
    assert hints == {"hint"}


def test_no_two_documents_have_one_id_and_nothing_is_left_out():
    documents = documents_of(PUZZLE)
    assert len({one.id for one in documents}) == len(documents)
    texts = {one.text for one in documents}
    assert {fact.statement for fact in PUZZLE.facts} <= texts
    assert {text for ruling in PUZZLE.rulings for text in ruling.texts} <= texts
    assert {hint.text for hint in PUZZLE.hints} <= texts


def test_what_no_author_confirmed_is_of_a_kind_of_its_own():
    facts = [fact.model_copy(update={"unconfirmed": True}) for fact in PUZZLE.facts]
    kinds = {one.type for one in documents_of(PUZZLE.model_copy(update={"facts": facts}))}
    assert "unconfirmed_fact" in kinds and "fact" not in kinds


@given(st.lists(st.text("ab 。.!", min_size=1), min_size=1).map(" ".join))
def test_passages_hold_every_word_of_an_answer_in_its_order(answer: str):
    assert "".join("".join(passages_of(answer)).split()) == "".join(answer.split())
