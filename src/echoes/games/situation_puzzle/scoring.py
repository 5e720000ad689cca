"""The score of a finished game."""


def score(status: str, questions: int, hints: int, answers: int) -> int:
    """Points for a finished game, 0 to 100.

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
    return max(10, 100 - max(0, questions - 10) - 8 * hints - 5 * max(0, answers - 1))
