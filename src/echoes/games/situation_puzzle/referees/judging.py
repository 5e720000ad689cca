"""The embedded referee's judgement of a final answer: what was followed or confirmed counts."""

from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Hypothesis, HypothesisVerdict, verdict_of
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.coverage import FactReader, Findings
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.restating import Line, Restating

MAX_ROUNDS = 2
"""How often one final answer is asked back about at the most."""


class FactJudge:
    """Judges final answers.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self.reading = FactReader(puzzle, bank)
        self._restating = Restating(puzzle, bank)

    async def judge(self, hypothesis: Hypothesis, source: str, offers: Offers) -> HypothesisVerdict:
        """Judge a final answer; where it is not followed and that matters, with lines to ask back."""
        found = self.reading.read(hypothesis.text, hypothesis.earlier)
        self._confirm(hypothesis, found)
        # The line that a player picked says what the answer means, in the place of what was not followed.
        unfollowed = [] if hypothesis.confirmed else found.unfollowed
        missing = [fact for fact in self._puzzle.core_facts if fact not in found.covered]
        lines: tuple[Line, ...] = ()
        if missing and not found.contradicted and hypothesis.rounds < MAX_ROUNDS:
            lines = await self._restating.lines(hypothesis, found.unfollowed, missing, offers)
        verdict = verdict_of(self._puzzle.core_facts, found.covered, found.contradicted)
        if unfollowed and verdict in ("SOLVED", "CLOSE"):
            verdict = "PARTIAL"
        if verdict == "WRONG" and not found.contradicted:
            verdict = "PARTIAL"  # all that was followed is true, though it tells nothing that matters
        read_nothing = not (found.followed or found.contradicted or hypothesis.confirmed)
        return HypothesisVerdict(
            verdict=verdict,
            covered=tuple(sorted(found.covered - found.contradicted)),
            contradicted=tuple(sorted(found.contradicted)),
            understood=tuple(found.followed),
            left_out=tuple(unfollowed),
            kept=tuple(found.followed),
            would_solve=bool(unfollowed) and not missing and not found.contradicted,
            source=source,
            lines=lines,
            unavailable="unread" if read_nothing and not lines else None,
        )

    def _confirm(self, hypothesis: Hypothesis, found: Findings) -> None:
        """Count the questions that the player said the answer says yes to."""
        for number in hypothesis.confirmed:
            ruling = self._puzzle.rulings[number]
            if ruling.ruling == "YES":
                found.covered.update(ruling.facts)
            elif ruling.ruling == "NO":
                found.contradicted.update(ruling.facts or {f"ruling {number + 1}"})
