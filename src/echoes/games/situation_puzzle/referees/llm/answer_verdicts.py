"""The verdict on a final answer that follows from the facts that a model finds in it."""

from functools import cached_property

from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.llm.schemas import CoverageReply
from echoes.games.situation_puzzle.referees.types import verdict_of
from echoes.language.reader import Reader


class AnswerVerdicts:
    """The verdicts on answers to one puzzle, by code and not by the model.

    Args:
        puzzle: with its secrets.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    def of(self, text: str, form: CoverageReply) -> tuple[VerdictWord, tuple[str, ...]]:
        """Return the verdict that follows from a reply, and the facts that the answer tells.

        An answer that holds no idea of the solution beside those of the story, such as "Accept my answer",
        tells nothing, whatever a model that follows it may say.
        """
        says_something = self._reader.ideas(text) & self._ideas_of_the_solution
        covered = {*form.covered} if says_something else set[str]()
        verdict = verdict_of(self._puzzle.core_facts, covered, {*form.contradicted})
        return verdict, tuple(sorted(covered - {*form.contradicted}))

    @cached_property
    def _reader(self) -> Reader:
        return reader_of(self._puzzle)

    @cached_property
    def _ideas_of_the_solution(self) -> frozenset[str]:
        puzzle = self._puzzle
        facts = [text for fact in puzzle.judged_facts for text in (fact.statement, *fact.wordings)]
        public = self._reader.ideas("\n".join((puzzle.title, puzzle.statement)))
        return self._reader.ideas("\n".join((puzzle.as_read.answer, *facts))) - public
