"""The score of a finished game."""

FREE_QUESTIONS = 10
HINT_COST = 8
ANSWER_COST = 5
"""Points lost for a hint, and for a wrong final answer."""


def final_score(status: str, questions: int, hints: int, answers: int) -> int:
    """Return the points for a finished game, 0 to 100.

    A solved game starts from 100 and loses 1 for each question beyond the tenth, 8 for
    each hint and 5 for each final answer that was not right, down to 10. A game that was
    given up has 0.

    Args:
        status: `COMPLETED` or `ABORTED`.
        questions: questions that were charged.
        hints: hints that were given.
        answers: final answers, the right one included.
    """
    if status != "COMPLETED":
        return 0
    lost = max(0, questions - FREE_QUESTIONS) + HINT_COST * hints + ANSWER_COST * max(0, answers - 1)
    return max(10, 100 - lost)
