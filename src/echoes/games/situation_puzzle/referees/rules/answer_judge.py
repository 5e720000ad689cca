"""The embedded referee's judgement of a final answer: only one that was followed as a whole is judged."""

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.coverage import FactMatcher
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.types import (
    AnswerReview,
    Hypothesis,
    HypothesisVerdict,
    RulingReason,
    verdict_of,
)


class AnswerJudge:
    """The judge of final answers.

    Args:
        puzzle: with its secrets.
        ruling_index: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, ruling_index: RulingIndex) -> None:
        self._puzzle = puzzle
        self.matcher = FactMatcher(puzzle, ruling_index)

    def judge(self, hypothesis: Hypothesis, source: str) -> HypothesisVerdict:
        """Judge a final answer, unless a sentence of it was not followed."""
        found = self.matcher.match(hypothesis.text, hypothesis.earlier)
        verdict = verdict_of(self._puzzle.core_facts, found.covered, found.contradicted)
        if verdict == "WRONG" and not found.contradicted:
            verdict = "PARTIAL"  # all of it is true, though it tells nothing that matters
        unavailable: RulingReason | None = None
        if found.unfollowed or not found.followed:
            # Without rulings, words of the solution are all that can be followed.
            unavailable = "unread" if self._puzzle.rulings else "no_rulings"
        if not self._puzzle.core_facts:
            unavailable = "no_facts"
        return HypothesisVerdict(
            verdict=verdict,
            covered=tuple(sorted(found.covered - found.contradicted)),
            contradicted=tuple(sorted(found.contradicted)),
            source=source,
            unavailable=unavailable,
        )

    def review(self, hypothesis: Hypothesis) -> AnswerReview:
        """Withdraw a verdict for which the author's own words are no reason, else uphold it."""
        found = self.matcher.match(hypothesis.text, hypothesis.earlier)
        final = tuple(one for one in hypothesis.earlier if one.is_final)
        plainly = self.matcher.match(hypothesis.text, final, literally=True)
        against = ", ".join(sorted(plainly.contradicted)) or "nothing"
        outcome = "withdrawn" if found.contradicted and not plainly.contradicted else "upheld"
        return AnswerReview(outcome, f"denied in so many words: {against}")
