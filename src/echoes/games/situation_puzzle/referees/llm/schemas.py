"""Reply schemas that a model fills in: words of a list, ids of a list, a number."""

from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, Field, JsonValue, create_model

from echoes.core.files.json_values import as_array
from echoes.games.situation_puzzle.events import RulingWord, VerdictWord
from echoes.games.situation_puzzle.puzzle.labels import ruling_label
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.types import verdict_of
from echoes.language.reader import Reader


def _at_most(count: int) -> object:
    """Return a bound of a list, for the server's grammar alone: a weak model adds entries without end."""
    return Field(json_schema_extra={"maxItems": count})


Confidence = Annotated[float, Field(ge=0, le=1), BeforeValidator(lambda value: _share(value))]
"""A number from 0 to 1; a percentage is one too."""
WholeNumbers = Annotated[list[int], BeforeValidator(lambda value: _numbers(value))]
"""Whole numbers; anything else in the list is ignored."""


class RulingReply(BaseModel):
    """The reply for a ruling; other keys are dropped."""

    ruling: Annotated[RulingWord, BeforeValidator(lambda value: ruling_label(value) or value)]
    facts: list[str] = []
    confidence: Confidence = 1.0
    against: Annotated[WholeNumbers, _at_most(3)] = []


MOST_FACTS = 2
"""The most facts whose heart one question tells: of 707 gold questions with a YES, 98% tell no more.

A small model names whatever the list holds, which would establish the whole solution with the first YES.
"""

MessageKind = Literal["question", "hint", "help", "restart", "talk", "other"]


class _Kind(BaseModel):
    """The kind of a message, which comes first in the form: the rest depends on it."""

    kind: Annotated[MessageKind, BeforeValidator(lambda value: _kind(value))] = "question"


class MessageReply(RulingReply, _Kind):
    """The reply to a message that may be no question about the story."""


ReplyT = TypeVar("ReplyT", bound=RulingReply)


class CoverageReply(BaseModel):
    """The facts that a final answer states, and those that it contradicts."""

    covered: list[str]
    contradicted: list[str]


def ruling_schema(ids: tuple[str, ...], base: type[ReplyT]) -> type[ReplyT]:
    """Return the reply schema of a ruling on a puzzle with these facts; other ids are dropped."""
    return create_model("Ruling", __base__=base, facts=(_ids(ids, MOST_FACTS), []))


def coverage_schema(ids: tuple[str, ...]) -> type[CoverageReply]:
    """Return the reply schema of a judgement on a puzzle with these facts; other ids are dropped."""
    listed = _ids(ids, len(ids))
    return create_model("Coverage", __base__=CoverageReply, covered=(listed, ...), contradicted=(listed, ...))


def _ids(known: tuple[str, ...], most: int) -> Any:
    """Return a list of known ids; one of more than `most` says nothing, and counts as empty."""
    one = Annotated[str, Field(json_schema_extra={"enum": [*known]})] if known else str

    def of_the_list(value: JsonValue) -> list[str]:
        stripped = {str(name).strip() for name in as_array(value)}
        named = [name for name in known if name in stripped]
        return named if len(named) <= most else []

    return Annotated[list[one], BeforeValidator(of_the_list), _at_most(min(len(known), most + 1) or 1)]


def _kind(value: object) -> str:
    """Return a known kind; anything else that a model makes up is no reason not to rule."""
    kind = str(value).strip().lower()
    return kind if kind in get_args(MessageKind) else "question"


def _numbers(value: JsonValue) -> list[int]:
    """Return the whole numbers of a list; anything else in it is ignored."""
    return [int(str(one)) for one in as_array(value) if str(one).strip().isdecimal()]


def _share(value: object) -> object:
    """Return a number from 0 to 1, also from a percentage."""
    if isinstance(value, str):
        number = value.strip().rstrip("%").strip()
        try:
            return float(number) / (100 if value.strip().endswith("%") else 1)
        except ValueError:
            return value
    return value


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
