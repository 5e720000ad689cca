"""Events of a heist's session: how it begins and ends, and what is said between."""

from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    SessionEnded,
    SessionStarted,
    TurnsUndone,
)
from echoes.core.operation.usage import Usage
from echoes.games.heist.events.base import (
    CarriedSheet,
    HeistEvent,
    HeistOption,
    HeistStartTrace,
    HeistTrace,
    RewindTrace,
)
from echoes.games.heist.rules.phases import HeistMood, HeistPhase


class HeistStarted(SessionStarted, frozen=True):
    """The premise, the hash of the seed, and the first options.

    Attributes:
        statement: the premise.
        dice: `pool` (dice with committed outcomes) or `roll` (throws of several dice).
        veteran: the scoundrel of an earlier score, by whom it may be played; None for none.
        licence: whose rules these are.
    """

    trace_type = HeistStartTrace
    display_fields = frozenset({"notice", "options", "prompt", "licence"})
    statement: str
    seed_hash: str
    dice: Literal["pool", "roll"] = "pool"
    veteran: CarriedSheet | None = None
    prompt: str
    options: list[HeistOption]
    licence: str


class MoveMade(HeistEvent, frozen=True):
    """A move that was made; it stands first in every message that counts as a turn.

    Attributes:
        key: of the move.
        text: what it is, in words.
        progress: of the game after it, 0 to 1.
    """

    makes_turn = True
    display_fields = frozenset({"text", "progress"})
    event: Literal["moved"] = "moved"
    key: str
    text: str
    progress: float = 0.0


class PhaseChanged(HeistEvent, frozen=True):
    """Another phase began."""

    event: Literal["phase_changed"] = "phase_changed"
    old: HeistPhase
    new: HeistPhase


class MoodChanged(HeistEvent, frozen=True):
    """Another mood of play; `variant`: which kind of it."""

    event: Literal["mood_changed"] = "mood_changed"
    old: HeistMood
    new: HeistMood
    variant: str = ""


class OptionsOffered(HeistEvent, frozen=True):
    """The moves that are open next; it ends every message that leads to something."""

    display_fields = frozenset({"prompt", "options"})
    event: Literal["options_offered"] = "options_offered"
    prompt: str
    options: list[HeistOption]


class FactTold(HeistEvent, frozen=True):
    """A question was answered by what the author wrote; it costs nothing."""

    display_fields = frozenset({"text"})
    keeps_options = True
    event: Literal["fact_told"] = "fact_told"
    fact: str
    text: str
    asked: str


class OracleAnswered(HeistEvent, frozen=True):
    """A question was answered by chance; the answer stays true.

    Attributes:
        answer: `yes` or `no`; `twist`: `and`, `but` or empty.
        line: the key of the twist's text.
    """

    display_fields = frozenset({"text"})
    keeps_options = True
    event: Literal["oracle_answered"] = "oracle_answered"
    answer: Literal["yes", "no"]
    twist: Literal["", "and", "but"] = ""
    text: str
    line: str = ""
    asked: str


class SceneCompressed(HeistEvent, frozen=True):
    """The beats of a scene became a summary; no number changed. `source`: the model that worded it."""

    display_fields = frozenset({"summary", "key_moments", "seeds", "rumours"})
    event: Literal["scene_compressed"] = "scene_compressed"
    summary: str
    key_moments: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    rumours: tuple[str, ...] = ()
    source: str = ""
    usage: Usage = Usage()


class Told(HeistEvent, frozen=True):
    """Words of the game master; they change nothing but what has been told.

    Attributes:
        by: the voice: `weaver`, `precipice`, `echo`, `crack`, `city`, or a person's id.
        line: the key of an authored line; empty for a model's words.
        asked: the message that a model replied to.
    """

    display_fields = frozenset({"text"})
    event: Literal["told"] = "told"
    by: str
    text: str
    line: str = ""
    asked: str = ""
    source: str = ""
    usage: Usage = Usage()


class PersonSpoke(HeistEvent, frozen=True):
    """Somebody of the score spoke; it costs nothing.

    Attributes:
        person: their id; `name`: as it is shown.
        line: the key of an authored line; empty for a model's words.
        asked: the message that it replies to; empty where they spoke unasked.
    """

    display_fields = frozenset({"name", "text"})
    keeps_options = True
    event: Literal["person_spoke"] = "person_spoke"
    person: str
    name: str
    text: str
    line: str = ""
    asked: str = ""
    source: str = ""
    usage: Usage = Usage()


class DiceRenewed(HeistEvent, frozen=True):
    """Other dice are drawn from now on; the game counts in no record. `times`: how often they were."""

    event: Literal["dice_renewed"] = "dice_renewed"
    times: int


class HeistAsked(ClarificationAsked, frozen=True):
    """A question back; the moves that it offers stand in its trace by their keys."""

    trace_type = HeistTrace
    display_fields = frozenset({"prompt", "decline", "options"})


class HeistReplied(CommandResult, frozen=True):
    """The reply to a command, or to words that lead to nothing."""

    keeps_options = True
    trace_type = HeistTrace


class HeistUndone(TurnsUndone, frozen=True):
    """Turns were taken back; what had been spent is noted."""

    trace_type = RewindTrace


class HeistDetails(BaseModel, frozen=True):
    """The tally of a heist that is over, and the seed for whoever wants to check the dice.

    Attributes:
        ending: its id; empty where it was given up.
        success: whether the scoundrel got what they came for.
        scoundrel: the sheet, to be carried into the next score; None where their career is over.
        rewound: whether a spent die was taken back on the way.
        renewed: how often other dice were asked for.
        left: the clocks that were still running, and how those stand whom one met, a line each.
    """

    ending: str
    title: str
    text: str
    success: bool
    score: int
    coin: int
    stress: int
    heat: int
    wanted: int
    traumas: list[str]
    dice_spent: int
    rewound: bool
    renewed: int = 0
    seed: str
    left: list[str] = Field(default_factory=list[str])
    scoundrel: CarriedSheet | None = None


class HeistEnded(SessionEnded, frozen=True):
    """The end."""

    trace_type = HeistTrace
    display_fields: ClassVar[frozenset[str]] = frozenset({"details"})
    details: HeistDetails

    @property
    def counts_in_record(self) -> bool:
        """Return whether no spent die was taken back, and no other dice were asked for."""
        return not (self.details.rewound or self.details.renewed)
