"""A truthful player before a judge: how a final answer is judged once all that is asked back was answered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from echoes.core.usage import Usage
from echoes.games.situation_puzzle.referees.answers import Choice, Hypothesis, HypothesisVerdict
from echoes.games.situation_puzzle.referees.base import Referee

_ROUNDS = 12
"""Questions back to one answer, at the most; a referee asks fewer."""


@dataclass(frozen=True)
class Exchange:
    """What came of a final answer.

    Attributes:
        found: the last verdict; where nobody answered, the first.
        usage: of all that was judged.
        asked_back: whether the judge asked what was meant.
        rounds: how many questions back were answered.
        let_go: whether sentences that were not followed were taken back.
    """

    found: HypothesisVerdict
    usage: Usage
    asked_back: bool
    rounds: int = 0
    let_go: bool = False


async def judged_with_picks(
    referee: Referee, text: str, told: Collection[str] | None, insists: bool = False
) -> Exchange:
    """Have an answer judged, and answer what is asked back until there is a verdict.

    The player picks the line of which the answer tells all, by the gold facts, else none; and lets go of
    sentences that were not followed, unless it is in these that the answer is false.

    Args:
        referee: who judges.
        text: the answer.
        told: the facts that it tells; None where nobody answers what is asked back.
        insists: whether the player stands by what was not followed.
    """
    hypothesis = Hypothesis(text)
    found = await referee.judge(hypothesis)
    done = Exchange(found, found.usage, _asks_back(found))
    while told is not None and _asks_back(found) and done.rounds < _ROUNDS:
        if insists and not found.lines:
            break
        hypothesis = _answered(hypothesis, found, told)
        let_go = done.let_go or not found.lines
        found = await referee.judge(hypothesis)
        done = Exchange(found, done.usage + found.usage, True, done.rounds + 1, let_go)
    return done


def _asks_back(found: HypothesisVerdict) -> bool:
    return bool(found.lines or found.would_solve) and not found.unavailable


def _answered(before: Hypothesis, found: HypothesisVerdict, told: Collection[str]) -> Hypothesis:
    """The answer with what the player has replied."""
    if not found.lines:
        return replace(before, text=" ".join(found.kept))
    meant: Sequence[Choice] = next((line for line in found.lines if _says_yes(line, told)), ())
    offered = {choice.authored for line in found.lines for choice in line}
    return replace(
        before,
        confirmed=(*before.confirmed, *(choice.authored for choice in meant)),
        shown=before.shown | offered,
        rounds=before.rounds + 1,
    )


def _says_yes(line: Sequence[Choice], told: Collection[str]) -> bool:
    """Whether an answer says yes to all of a line."""
    return all(one.ruling == "YES" and one.facts and {*one.facts} <= {*told} for one in line)
