"""The score of a finished game."""

from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.session.record import final_score


@given(st.integers(0, 500), st.integers(0, 50), st.integers(1, 50))
def test_scores_stay_within_bounds(questions: int, hints: int, answers: int):
    assert 10 <= final_score("COMPLETED", questions, hints, answers) <= 100
    assert final_score("ABORTED", questions, hints, answers) == 0


def test_score_formula():
    assert final_score("COMPLETED", 10, 0, 1) == 100
    assert final_score("COMPLETED", 15, 2, 2) == 100 - 5 - 16 - 5
