"""The settings of play that only situation puzzles have."""

from pydantic import Field

from echoes.games.resources import Limits


class PuzzleLimits(Limits):
    """The limits of a situation puzzle, and who rules; a limit of None is no limit.

    Attributes:
        referee: the name of the referee; `auto` is the model if one is configured, else the embedded one.
        offer_hint_after: the rulings without progress after which a hint is offered; None for never.
    """

    referee: str = "auto"
    max_questions: int | None = Field(default=None, ge=1)
    max_hints: int | None = Field(default=None, ge=0)
    offer_hint_after: int | None = Field(default=8, ge=1)
