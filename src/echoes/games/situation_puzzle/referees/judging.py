"""The embedded referee's judgement of a final answer: what was followed or confirmed counts."""

from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Hypothesis, HypothesisVerdict, verdict_of
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.coverage import FactReader, Findings
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.restating import Line, Restating

MAX_ROUNDS = 2
"""How often one final answer is asked back about at the most."""
_SPOKEN_OF = 0.34
"""How much of the ideas of a piece is to be known from the line that stands in its place."""
_LIKE = -2.0
"""The log odds from which on a piece is like a question."""


class FactJudge:
    """Judges final answers.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle, self._bank, self._reader = puzzle, bank, bank.reader
        self.reading = FactReader(puzzle, bank)
        self._restating = Restating(puzzle, bank)

    async def judge(self, hypothesis: Hypothesis, source: str, offers: Offers) -> HypothesisVerdict:
        """Judge a final answer; where it is not followed and that matters, with lines to ask back."""
        found = self.reading.read(hypothesis.text, hypothesis.earlier)
        self._confirm(hypothesis, found)
        restated = await self._restated(hypothesis, found, offers)
        unfollowed = [sentence for sentence in found.unfollowed if sentence not in restated]
        missing = [fact for fact in self._puzzle.core_facts if fact not in found.covered]
        lines: tuple[Line, ...] = ()
        if missing and not found.contradicted and hypothesis.rounds < MAX_ROUNDS:
            lines = await self._restating.lines(hypothesis, found.unfollowed, missing, offers)
        verdict = verdict_of(self._puzzle.core_facts, found.covered, found.contradicted)
        if unfollowed and verdict in ("SOLVED", "CLOSE"):
            verdict = "PARTIAL"
        if verdict == "WRONG" and not found.contradicted:
            verdict = "PARTIAL"  # all that was followed is true, though it tells nothing that matters
        read_nothing = not (found.followed or found.contradicted or found.covered)
        return HypothesisVerdict(
            verdict=verdict,
            covered=tuple(sorted(found.covered - found.contradicted)),
            contradicted=tuple(sorted(found.contradicted)),
            understood=tuple(found.followed),
            left_out=tuple(unfollowed),
            kept=(*found.followed, *restated),
            would_solve=bool(unfollowed) and not missing and not found.contradicted,
            source=source,
            lines=lines,
            unavailable="unread" if read_nothing and not lines else None,
        )

    async def _restated(self, hypothesis: Hypothesis, found: Findings, offers: Offers) -> list[str]:
        """The sentences in whose place a picked line stands: each piece speaks of what it says."""
        if not hypothesis.confirmed:
            return []
        held = self._bank.showing.public_ideas | {
            idea
            for number in hypothesis.confirmed
            for text in self._puzzle.rulings[number].texts
            for idea in self._reader.ideas(text)
        }
        for fact in self._puzzle.judged_facts:
            if fact.id in found.covered:
                held |= self._reader.ideas(" ".join((fact.statement, *fact.wordings)))
        return [one for one in found.unfollowed if await self._speaks_of(one, held, offers)]

    async def _speaks_of(self, sentence: str, held: frozenset[str], offers: Offers) -> bool:
        """Whether each piece of a sentence is of known ideas, and not most like a question ruled NO."""
        for piece in self._reader.segments(sentence) or [sentence]:
            ideas = self._reader.ideas(piece) - self._reader.plain_ideas
            if ideas and self._bank.share(ideas, held) < _SPOKEN_OF:
                return False
            for first in (await offers.ranking(piece)).ranked[:1]:
                if first.score >= _LIKE and self._puzzle.rulings[first.wording.number].ruling == "NO":
                    return False
        return True

    def _confirm(self, hypothesis: Hypothesis, found: Findings) -> None:
        """Count the questions that the player said the answer says yes to."""
        for number in hypothesis.confirmed:
            ruling = self._puzzle.rulings[number]
            if ruling.ruling == "YES":
                found.covered.update(ruling.facts)
            elif ruling.ruling == "NO":
                found.contradicted.update(ruling.facts or {f"ruling {number + 1}"})
