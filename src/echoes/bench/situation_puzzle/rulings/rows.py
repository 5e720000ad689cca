"""A referee's answer beside the gold ruling, as a run keeps it."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

LABELS = ("YES", "NO", "YES AND NO", "IRRELEVANT")
_Label = Annotated[str, Field(pattern=f"^({'|'.join(LABELS)})$")]
_Count = Annotated[int, Field(ge=0)]
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class ScoredRuling:
    """One answer beside its gold ruling.

    Attributes:
        gold: the gold ruling.
        given: the ruling of the referee; None for an abstention.
        offered: the rulings of the options that were offered instead, or beside the ruling.
        settled: whether one of these options, or the question that it was ruled as, settles it; None
            where the gold set does not say which would.
        unparsable: there was a reply, and no ruling could be read from it.
        wanted_facts, facts: ids of the facts on which the ruling should rest, and on which it is said to
            rest; None where the gold set does not say, or nothing was ruled.
        ruled_as: the authored question that was ruled on in place of the player's and shown; empty where
            none was.
        misread: whether that one fails to settle the player's; None where the gold set does not say, or a
            compound question was ruled as several.
        set: the part of the gold suite that the question is from; empty for the first.
        answerable: whether an authored ruling settles it at all; None where the gold set does not say.
        shown: the number of authored questions that were shown: those offered, and the one it was ruled as.
        gives_away: those of them that tell the player something new.
    """

    story: str
    gold: _Label
    given: _Label | None
    offered: tuple[str, ...] = ()
    settled: bool | None = None
    lang: str | None = None
    unparsable: bool = False
    elapsed_ms: _Amount = 0.0
    text: str = ""
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    model_calls: _Count = 0
    tokens: _Count = 0
    wanted_facts: tuple[str, ...] | None = None
    facts: tuple[str, ...] | None = None
    ruled_as: str = ""
    misread: bool | None = None
    set: str = ""
    answerable: bool | None = None
    shown: _Count = 0
    gives_away: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Return whether the ruling is the gold one."""
        return self.given == self.gold

    @property
    def opposite(self) -> bool:
        """Return whether the ruling is YES and the gold one NO, or the other way round."""
        return {self.given, self.gold} == {"YES", "NO"}

    @property
    def direct(self) -> bool:
        """Return whether the player's own words were ruled on."""
        return self.given is not None and not self.ruled_as

    @property
    def asked_back(self) -> bool:
        """Return whether questions were offered in place of a ruling."""
        return self.given is None and bool(self.offered)

    @property
    def reached(self) -> bool:
        """Return whether the ruling settles the question, or one of the questions shown would."""
        if self.direct or (self.ruled_as and self.misread is None):
            return self.right or bool(self.settled)
        return bool(self.settled)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The answers to the questions of one recorded game, in their order."""

    answers: tuple[ScoredRuling, ...]
