"""The chance of a player who guesses what a judge asks back."""

import pytest

from echoes.bench.situation_puzzle.verdicts.clarifications import guess_chance
from echoes.games.situation_puzzle.events import RulingWord, VerdictWord
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import Choice, Hypothesis, HypothesisVerdict


def choices(true: int, false: int) -> tuple[Choice, ...]:
    words: list[RulingWord] = [*("YES",) * true, *("NO",) * false]
    return tuple(Choice(n, f"Question {n}?", word, (), 0.5) for n, word in enumerate(words))


def verdict(word: VerdictWord, choices: tuple[Choice, ...] = ()) -> HypothesisVerdict:
    return HypothesisVerdict(word, (), (), (), (), (), False, "test", choices=choices)


class Judge(Referee):
    """A judge that asks back about `asked` in turn, and then says SOLVED."""

    def __init__(self, *asked: tuple[Choice, ...]) -> None:
        self.asked = asked

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        for choices in self.asked:
            if not hypothesis.shown >= {choice.authored for choice in choices}:
                return verdict("PARTIAL", choices)
        return verdict("SOLVED")


@pytest.mark.parametrize(
    ("asked", "chance"),
    [((), 1.0), ((choices(1, 4),), 1 / 5), ((choices(2, 4),), 1 / 15), ((choices(0, 3),), 1.0)],
)
async def test_who_guesses_has_the_chance_of_one_pick_in_all_that_could_be_made(
    asked: tuple[tuple[Choice, ...], ...], chance: float
):
    assert await guess_chance(Judge(*asked), "He did it.") == pytest.approx(chance)


async def test_an_answer_that_never_becomes_solved_is_guessed_by_nobody():
    class Refuses(Judge):
        async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
            found = await super().judge(hypothesis)
            return found if found.choices else verdict("WRONG")

    assert await guess_chance(Refuses(choices(1, 1)), "He did it.") == 0
