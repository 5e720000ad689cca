"""A draft: all that a model has written for a puzzle, and nothing that its author has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from echoes.core.protocols import LLMClient
from echoes.core.text.bilingual import Bilingual
from echoes.core.text.plain_text import clean
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.in_play import cloze_of_known, only_known
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import (
    MAX_PROPOSALS,
    MAX_RULINGS,
    AuthoredRuling,
    CastMember,
    Fact,
    Hint,
    Puzzle,
    Synonyms,
)
from echoes.language.reader import Form

_LONGEST = 300


@dataclass(frozen=True)
class DraftModels:
    """The models of the three roles; they may be one and the same."""

    author: LLMClient
    questioner: LLMClient
    judge: LLMClient


@dataclass(frozen=True)
class DraftedQuestion:
    """A question in one or more wordings.

    Attributes:
        about: its place on the map.
        blind: whether it was asked by somebody who had read the story only and heard no ruling.
        from_solution: whether a model wrote it that had seen the solution.
    """

    texts: tuple[str, ...]
    about: str = ""
    blind: bool = False
    from_solution: bool = False


@dataclass
class PuzzleDraft:
    """All that was drafted.

    Attributes:
        wordings: of facts by id.
        unruled: questions on which the judge gave no usable ruling.
        translation: the puzzle in the other language, whole.
        untranslated: the part for want of which there is no translation; empty where none is wanting.
        left: the names of steps without a usable reply.
    """

    facts: list[Fact] = field(default_factory=list[Fact])
    wordings: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    hints: list[Hint] = field(default_factory=list[Hint])
    cloze: Cloze | None = None
    cast: list[CastMember] = field(default_factory=list[CastMember])
    synonyms: list[Synonyms] = field(default_factory=list[Synonyms])
    rulings: list[AuthoredRuling] = field(default_factory=list[AuthoredRuling])
    unruled: list[DraftedQuestion] = field(default_factory=list[DraftedQuestion])
    translation: Puzzle | None = None
    untranslated: Bilingual = field(default_factory=lambda: Bilingual(""))
    left: Sequence[str] = ()

    def added_to(self, scenario: Puzzle) -> Puzzle:
        """Return a puzzle with the draft, all of it unconfirmed; what its author has stays as it is.

        Args:
            scenario: the version that was drafted, or one that was edited since.
        """
        taken = {fact.id for fact in scenario.facts}
        facts = [
            fact.model_copy(update={"unconfirmed_wordings": tuple(self.wordings[fact.id])})
            if fact.id in self.wordings and not fact.unconfirmed_wordings
            else fact
            for fact in scenario.facts
        ]
        facts += [
            fact.model_copy(update={"wordings": tuple(self.wordings.get(fact.id, ()))})
            for fact in self.facts
            if fact.id not in taken
        ]
        known = {fact.id for fact in facts}
        pool = QuestionPool(scenario)
        rulings = [only_known(one, known) for one in self.rulings if pool.take([DraftedQuestion(one.texts)])]
        ruled = {text for one in rulings for text in one.texts}
        open_questions = [*scenario.proposals, *(one.texts[0] for one in self.unruled)]
        parts = {
            "facts": facts,
            "hints": scenario.hints or self.hints,
            "cast": scenario.cast or self.cast,
            "synonyms": scenario.synonyms or self.synonyms,
            "rulings": [*scenario.rulings, *rulings][:MAX_RULINGS],
        }
        cloze = scenario.cloze or (cloze_of_known(self.cloze, known) if self.cloze else None)
        proposals = [text for text in dict.fromkeys(open_questions) if text not in ruled][:MAX_PROPOSALS]
        return Puzzle.model_validate(
            {
                **scenario.to_json(),
                **{name: [one.model_dump() for one in found] for name, found in parts.items()},
                "cloze": cloze.model_dump() if cloze else None,
                "proposals": proposals,
            }
        )


class QuestionPool:
    """The wordings that there are already, so that none is taken twice.

    Args:
        puzzle: whose language they must be in, and whose rulings are there already.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._reader = reader_of(puzzle)
        self._taken = {self._reader.normalize(text) for one in puzzle.rulings for text in one.texts}

    def take(self, questions: Iterable[DraftedQuestion]) -> list[DraftedQuestion]:
        """Return the new questions: wordings in the language that yes or no can answer."""
        found: list[DraftedQuestion] = []
        for one in questions:
            texts: list[str] = []
            for text in map(one_line, one.texts):
                normalized = self._reader.normalize(text)
                if normalized and normalized not in self._taken and self.may_be_ruled(text):
                    self._taken.add(normalized)
                    texts.append(text)
            if texts:
                found.append(DraftedQuestion(tuple(texts), one.about, one.blind, one.from_solution))
        return found

    def may_be_ruled(self, text: str) -> bool:
        """Return whether a text is in the language, and a question that yes or no can answer."""
        if len(text) > _LONGEST or not self._reader.in_language(text):
            return False
        return not {clause.form for clause in self._reader.clauses(text)} & {Form.OPEN, Form.CHOICE}


def one_line(text: str) -> str:
    """Return a text on one line, without invisible characters."""
    return " ".join(clean(text).split())
