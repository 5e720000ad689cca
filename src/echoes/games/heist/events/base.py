"""Traces of a heist, and the event that all its events are."""

from pydantic import BaseModel, Field

from echoes.core.log.events import Event, StartTrace, Trace
from echoes.games.heist.rules.tables import OutcomeTier
from echoes.games.world.events import MoveOption


class CommittedOutcome(BaseModel, frozen=True):
    """The outcome that a die buys, fixed before the choice.

    Attributes:
        die: what fell.
        stress, heat: its price.
        line: the key of the line that tells it; empty where all are told.
        words: the same by a model; empty for the author's.
    """

    die: int
    tier: OutcomeTier
    stress: int
    heat: int
    line: str = ""
    words: str = ""


class CarriedSheet(BaseModel, frozen=True):
    """The sheet with which a heist ended, by which the next one may be played."""

    name: str
    pronouns: str = ""
    archetype: str = ""
    background: str = ""
    ratings: dict[str, int] = {}
    vice: str = ""
    load: int = 0
    experience: int = 0
    bonds: dict[str, int] = {}
    traumas: list[str] = []


class HeistTrace(Trace, frozen=True):
    """The private part of a message.

    Attributes:
        hidden: segments that were filled of clocks whose filling is not shown.
        outcomes: what each die of the pool buys.
        keys: the moves behind the numbers of a question back.
        said: the oracle's answer, under the key of the question.
    """

    hidden: dict[str, int] = Field(default_factory=dict)
    outcomes: tuple[CommittedOutcome, ...] = ()
    keys: tuple[str, ...] = ()
    said: dict[str, str] = Field(default_factory=dict)


class RewindTrace(Trace, frozen=True):
    """The dice that were spent, and whether it had been rewound, before turns were taken back."""

    spent: int = 0
    rewound: bool = False


class HeistStartTrace(StartTrace, frozen=True):
    """The seed of all dice; secret until the end."""

    seed: str = ""


class HeistOption(MoveOption, frozen=True):
    """An option of a heist; `group`: the heading that it stands under."""

    group: str = ""


class HeistEvent(Event, frozen=True):
    """An event of a heist; any may stand first in a message, and has the message's trace then."""

    trace_type = HeistTrace
