"""Typed rows: the reports of games, and the counts of memory over finished games.

A row is a flat JSON object on disk, in the store and with `--json`. Its keys are the names of the fields,
in
their order, including nulls.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)


class Row(BaseModel, frozen=True):
    """A row that is stored or printed. Keys of other versions are ignored when it is read."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    @classmethod
    def from_json(cls, data: Mapping[str, JsonValue]) -> Self:
        """Read a row from its JSON form.

        Raises:
            ValueError: a key is missing, or a value does not fit.
        """
        return cls.model_validate(data)

    def to_json(self) -> dict[str, JsonValue]:
        """Return the JSON form of the row."""
        return self.model_dump(mode="json")


class RowOfGame(Row, frozen=True):
    """A row of the fields that all games share, and one field with the game's own figures.

    In the JSON form, the keys of that field are at its place among the others.
    """

    own_field: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or cls.own_field in data:
            return data  # pyright: ignore[reportUnknownVariableType]
        flat: Mapping[str, Any] = {**data}
        return {**flat, cls.own_field: {key: flat[key] for key in flat if key not in cls.model_fields}}

    @model_serializer(mode="wrap")
    def _spread(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        flat: dict[str, Any] = {}
        for key, value in handler(self).items():
            flat |= value if key == self.own_field else {key: value}
        return flat


class ScenarioInfo(Row, frozen=True):
    """The public traits of a scenario.

    Attributes:
        difficulty: 1 to 5; None if the game has no difficulty.
        needs_model: whether it can't be played well without a language model.
        without_model: how far it can be played without one; None if the game does not say.
    """

    difficulty: int | None = None
    tags: tuple[str, ...] = ()
    content_warnings: tuple[str, ...] = ()
    needs_model: bool = False
    without_model: Literal["not", "hardly", "well"] | None = None


class HintUse(Row, frozen=True):
    """A hint that was given: its level, and whether progress followed soon."""

    level: int
    helped: bool


class GameFacts(Row, frozen=True):
    """A game's own report of one finished session, without anything secret.

    A game leaves out what it does not have, and may add figures of its own.

    Attributes:
        score: 0 to 100.
        questions, hints: the numbers of charged questions and of hints.
        rulings: the number of each ruling.
        question_length: the mean length of a question, in characters.
        repeated: the number of questions that say the same as an earlier one.
        not_ruled, asked_back: the numbers of messages that got no ruling, and that were answered by a
            question.
        wrong_answers: the number of final answers that were not right.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    score: int | float | None = None
    questions: int | None = None
    hints: int | None = None
    rulings: dict[str, int] = {}
    question_length: float | None = None
    repeated: int = 0
    not_ruled: int = 0
    asked_back: int = 0
    wrong_answers: int = 0
    hints_given: tuple[HintUse, ...] = ()


class GroupStatistics(Row, frozen=True):
    """Counts over a group of first tries; `questions_to_solve` is a mean."""

    games: int
    solved: int
    questions_to_solve: float | None = None


class AskingStyle(Row, frozen=True):
    """The share of each ruling (0 to 1), and the mean length of a player's questions in characters."""

    rulings: dict[str, float | None] = {}
    question_length: float | None = None


class Mistakes(Row, frozen=True):
    """Counts of mistakes, by kind."""

    wrong_answers: int = 0
    repeated: int = 0
    not_ruled: int = 0
    irrelevant: int = 0


class PlayerStatistics(Row, frozen=True):
    """Counts over a player's finished games.

    A scenario counts once, by the first of its games that ended; `games` counts all.

    Attributes:
        solve_rate: the share of first tries that were solved, 0 to 1.
        questions_to_solve: the mean number of questions of solved games.
        hints: the sum over all first tries.
        score: the mean score of solved games, 0 to 100.
        levels: the counts by difficulty.
        content: the same in words, by which the row is found.
        last_updated: the end of the latest game, ISO 8601 in UTC.
    """

    summary_type: Literal["profile"] = "profile"
    games: int = 0
    first_tries: int = 0
    solved: int = 0
    solve_rate: float | None = None
    questions_to_solve: float | None = None
    hints: int = 0
    hints_per_game: float | None = None
    score: float | None = None
    levels: dict[str, GroupStatistics] = {}
    tags: dict[str, GroupStatistics] = {}
    style: AskingStyle = AskingStyle()
    mistakes: Mistakes = Mistakes()
    content: str = ""
    last_updated: str = ""


class HintStatistics(Row, frozen=True):
    """Counts of a hint: how often it was given, and how often it helped."""

    given: int = 0
    helped: int = 0


class ScenarioStatistics(Row, frozen=True):
    """Counts over all players' first tries at one version of a scenario; no player is named.

    Attributes:
        questions: the sum over solved games.
        hints: the counts by level.
        content: the same in words.
    """

    summary_type: Literal["puzzle_stats"] = "puzzle_stats"
    puzzle_id: str
    lang: str
    first_tries: int = 0
    solved: int = 0
    questions: int = 0
    hints: dict[str, HintStatistics] = {}
    content: str = ""
