"""Testing a puzzle by playing it: each authored question has to get the ruling that its author gave."""

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import Hypothesis, Question, Ruling


async def rehearse(puzzle: Puzzle, referee: Referee) -> list[str]:
    """Ask a referee each authored question in all its wordings, and tell it the solution.

    Args:
        puzzle: which one.
        referee: opened for the puzzle.
    Returns:
        What is not ruled as it was authored, a line each: a wrong ruling, or none.
    """
    findings: list[str] = []
    for number, authored in enumerate(puzzle.rulings, 1):
        for text in authored.texts:
            answer = await referee.rule(Question(text))
            if not isinstance(answer, Ruling):
                findings.append(f"ruling {number}: “{text}” is not ruled on ({answer.reason})")
            elif answer.ruling != authored.ruling:
                findings.append(
                    f"ruling {number}: “{text}” is {authored.ruling}, and is ruled {answer.ruling}"
                )
    verdict = await referee.judge(Hypothesis(puzzle.answer))
    if verdict.verdict != "SOLVED":
        findings.append(f"answer: the solution in the author's own words is judged {verdict.verdict}")
    return findings
