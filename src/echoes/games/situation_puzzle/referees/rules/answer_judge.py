"""The embedded referee's judgement of a final answer: what was followed or confirmed counts."""

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.answer_clarifier import AnswerClarifier
from echoes.games.situation_puzzle.referees.rules.coverage import AnswerCoverage, FactMatcher
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder
from echoes.games.situation_puzzle.referees.types import (
    Choice,
    Hypothesis,
    HypothesisVerdict,
    RulingReason,
    verdict_of,
)

MAX_ROUNDS = 2
"""The most rounds of clarification for one final answer."""
_SPOKEN_OF = 0.34
"""The share of a segment's ideas that what was picked in its place must hold."""
_FOREIGN = 2
"""The number of foreign ideas from which on a sentence tells another story, and is not asked back about."""
_LIKE = -2.0
"""The least log odds at which a segment resembles a question."""


class AnswerJudge:
    """The judge of final answers.

    Args:
        puzzle: with its secrets.
        ruling_index: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, ruling_index: RulingIndex) -> None:
        self._puzzle, self._ruling_index, self._reader = puzzle, ruling_index, ruling_index.reader
        self.matcher = FactMatcher(puzzle, ruling_index)
        self._clarifier = AnswerClarifier(puzzle, ruling_index)

    async def judge(
        self, hypothesis: Hypothesis, source: str, suggestions: SuggestionFinder
    ) -> HypothesisVerdict:
        """Judge a final answer; add questions to ask back where it is not followed and that matters."""
        found = self.matcher.match(hypothesis.text, hypothesis.earlier)
        self._confirm(hypothesis, found)
        missing = [fact for fact in self._puzzle.core_facts if fact not in found.covered]
        restated: list[str] = []
        if hypothesis.confirmed and not {*missing} & self._offered_facts(hypothesis):
            restated = await self._restated(hypothesis, found, suggestions)
        unfollowed = [sentence for sentence in found.unfollowed if sentence not in restated]
        choices: tuple[Choice, ...] = ()
        if missing and not found.contradicted and hypothesis.rounds < MAX_ROUNDS:
            may_be_meant = [one for one in found.unfollowed if not self._tells_another_story(one)]
            choices = await self._clarifier.choices(hypothesis, may_be_meant, missing, suggestions)
        verdict = verdict_of(self._puzzle.core_facts, found.covered, found.contradicted)
        if unfollowed and verdict in ("SOLVED", "CLOSE"):
            verdict = "PARTIAL"
        if verdict == "WRONG" and not found.contradicted:
            verdict = "PARTIAL"  # all that was followed is true, though it tells nothing that matters
        unavailable: RulingReason | None = None
        if not (found.followed or found.contradicted or found.covered) and not choices:
            unavailable = "unread"
        if not self._puzzle.rulings and not found.covered:
            unavailable = "no_rulings"  # words of the solution are all that could be followed
        if not self._puzzle.core_facts:
            unavailable = "no_facts"
        return HypothesisVerdict(
            verdict=verdict,
            covered=tuple(sorted(found.covered - found.contradicted)),
            contradicted=tuple(sorted(found.contradicted)),
            understood=tuple(found.followed),
            left_out=tuple(unfollowed),
            kept=(*found.followed, *restated),
            would_solve=bool(unfollowed and not missing and not found.contradicted and not unavailable),
            source=source,
            choices=choices,
            unavailable=unavailable,
        )

    def _offered_facts(self, hypothesis: Hypothesis) -> set[str]:
        """Return the facts of the questions that were offered; one not picked is what no sentence says."""
        rulings = [self._puzzle.rulings[number] for number in hypothesis.shown]
        return {fact for ruling in rulings if ruling.ruling == "YES" for fact in ruling.facts}

    async def _restated(
        self, hypothesis: Hypothesis, found: AnswerCoverage, suggestions: SuggestionFinder
    ) -> list[str]:
        """Return the sentences that the picked questions replace: each segment speaks of what they say."""
        held = self._ruling_index.disclosure.public_ideas | {
            idea
            for number in hypothesis.confirmed
            for text in self._puzzle.rulings[number].texts
            for idea in self._reader.ideas(text)
        }
        for fact in self._puzzle.judged_facts:
            if fact.id in found.covered:
                held |= self._reader.ideas(" ".join((fact.statement, *fact.wordings)))
        return [one for one in found.unfollowed if await self._speaks_of(one, held, suggestions)]

    def _tells_another_story(self, sentence: str) -> bool:
        return len(self.matcher.foreign_ideas(sentence)) >= _FOREIGN

    async def _speaks_of(self, sentence: str, held: frozenset[str], suggestions: SuggestionFinder) -> bool:
        """Return whether each segment has known ideas, and none resembles what is ruled NO."""
        if self.matcher.foreign_ideas(sentence):
            return False
        for piece in self._reader.segments(sentence) or [sentence]:
            ideas = self._reader.ideas(piece) - self._reader.plain_ideas
            if ideas and self._ruling_index.share(ideas, held) < _SPOKEN_OF:
                return False
            for first in (await suggestions.ranking(piece)).ranked[:1]:
                if first.score >= _LIKE and self._puzzle.rulings[first.wording.number].ruling == "NO":
                    return False
        return True

    def _confirm(self, hypothesis: Hypothesis, found: AnswerCoverage) -> None:
        """Count the questions that the player has confirmed."""
        for number in hypothesis.confirmed:
            ruling = self._puzzle.rulings[number]
            if ruling.ruling == "YES":
                found.covered.update(ruling.facts)
            elif ruling.ruling == "NO":
                found.contradicted.update(ruling.facts or {f"ruling {number + 1}"})
