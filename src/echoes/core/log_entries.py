"""A line of the event log: what happened, beside it what only the referee knows, and what led to it."""

from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from echoes.core.events import GameEvent


class Cause(BaseModel):
    """What led to a write, so that the game can be run again without anyone's help.

    Attributes:
        message: what the player sent; None where it is the text of the write's first event.
        undo: how many turns were taken back from outside the game.
        correction: how a ruling was corrected from outside the game.
        by: who sent it, by the name that others in the room see; empty where one person plays.
        replies: what the referee (and any other voice from outside the rules) answered.
    """

    message: str | None = None
    undo: int | None = None
    correction: dict[str, JsonValue] | None = None
    by: str = ""
    replies: list[JsonValue] = []


class LogEntry(BaseModel):
    """One line of the event log: what was shown, and beside it what only the referee knows.

    Attributes:
        event: the public event.
        trace: facts, authored ruling, score and guards that decided; never shown to a
            player, and read again only to rebuild the game's state.
        cause: stands with the first entry of a write.
        rest: how many entries of the same write follow; a write counts as a whole or not
            at all.
    """

    event: Annotated[GameEvent, Field(discriminator="event")]
    trace: dict[str, JsonValue] | None = None
    cause: Cause | None = None
    rest: int = 0
