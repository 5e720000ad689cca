"""A truthful player who answers what a judge asks back, until a final answer has its verdict."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from math import comb

from echoes.core.usage import Usage
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import Choice, Hypothesis, HypothesisVerdict

_ROUNDS = 12
"""Questions back that are answered, at the most; a referee asks fewer."""


@dataclass(frozen=True)
class Exchange:
    """A final answer and the verdict on it.

    Attributes:
        verdict: the last one; the first where nobody answers.
        usage: of all rounds.
        asked_back: true where the judge asked what was meant.
        rounds: number of questions back that were answered.
        let_go: true where sentences that the judge did not follow were taken back.
    """

    verdict: HypothesisVerdict
    usage: Usage
    asked_back: bool
    rounds: int = 0
    let_go: bool = False


async def judge_with_clarifications(
    referee: Referee, text: str, stated: Collection[str] | None, insists: bool = False
) -> Exchange:
    """Judge an answer, and answer what is asked back until there is a verdict.

    The player picks the questions whose facts the answer states, by the gold set, or none; and takes back
    sentences that the judge did not follow, unless `insists`.

    Args:
        referee: the judge.
        text: the answer.
        stated: ids of the facts that it states; None where nobody answers what is asked back.
        insists: the player stands by sentences that were not followed.
    """
    hypothesis = Hypothesis(text)
    found = await referee.judge(hypothesis)
    done = Exchange(found, found.usage, _asks_back(found))
    while stated is not None and _asks_back(found) and done.rounds < _ROUNDS:
        if insists and not found.choices:
            break
        hypothesis = _answered(hypothesis, found, stated)
        let_go = done.let_go or not found.choices
        found = await referee.judge(hypothesis)
        done = Exchange(found, done.usage + found.usage, True, done.rounds + 1, let_go)
    return done


async def guess_chance(referee: Referee, text: str) -> float:
    """Return the chance of SOLVED for a player who guesses what is asked back.

    The guesser knows how many of the questions that are offered are ruled YES, but not which, picks so many,
    and takes back what the judge did not follow.

    Args:
        referee: the judge.
        text: the answer.
    """
    hypothesis = Hypothesis(text)
    found = await referee.judge(hypothesis)
    chance, rounds = 1.0, 0
    while _asks_back(found) and rounds < _ROUNDS:
        if found.choices:
            true = [choice for choice in found.choices if choice.ruling == "YES"]
            chance /= comb(len(found.choices), len(true))
            hypothesis = picked(hypothesis, found, true)
        else:
            hypothesis = replace(hypothesis, text=" ".join(found.kept))
        found, rounds = await referee.judge(hypothesis), rounds + 1
    return chance if found.verdict == "SOLVED" and not found.unavailable else 0.0


def _asks_back(found: HypothesisVerdict) -> bool:
    return bool(found.choices or found.would_solve) and not found.unavailable


def _answered(before: Hypothesis, found: HypothesisVerdict, stated: Collection[str]) -> Hypothesis:
    """Return the answer with the reply of the player."""
    if not found.choices:
        return replace(before, text=" ".join(found.kept))
    return picked(before, found, [choice for choice in found.choices if _is_stated(choice, stated)])


def picked(before: Hypothesis, found: HypothesisVerdict, choices: Iterable[Choice]) -> Hypothesis:
    """Return the answer after some of the questions were picked that it was asked back about."""
    return replace(
        before,
        confirmed=(*before.confirmed, *(choice.authored for choice in choices)),
        shown=before.shown | {choice.authored for choice in found.choices},
        rounds=before.rounds + 1,
    )


def _is_stated(choice: Choice, stated: Collection[str]) -> bool:
    """Return whether an answer states all that a question is about."""
    return choice.ruling == "YES" and bool(choice.facts) and {*choice.facts} <= {*stated}
