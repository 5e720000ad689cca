"""What happens at a game of Pig."""

from typing import Literal

from pydantic import BaseModel

from echoes.core.log.events import Event, SessionEnded, SessionStarted, StartTrace


class SeedTrace(StartTrace, frozen=True):
    """The seed of all dice; nobody sees it before the end."""

    seed: str = ""


class PigStarted(SessionStarted, frozen=True):
    """The goal, and the hash of the seed."""

    trace_type = SeedTrace
    goal: int
    seed_hash: str


class DieRolled(Event, frozen=True):
    """A die fell; a 1 loses what was gathered."""

    makes_turn = True
    event: Literal["die_rolled"] = "die_rolled"
    seat: str
    fell: int
    gathered: int
    progress: float = 0.0


class Banked(Event, frozen=True):
    """What was gathered is safe."""

    makes_turn = True
    event: Literal["banked"] = "banked"
    seat: str
    points: int
    total: int
    progress: float = 0.0


class PointsGranted(Event, frozen=True):
    """The house gave points to a seat, from outside the game."""

    is_news = True
    event: Literal["points_granted"] = "points_granted"
    seat: str
    points: int
    total: int


class WagerMade(Event, frozen=True):
    """A seat's secret guess at who will win; only that seat sees it."""

    makes_turn = True
    event: Literal["wager_made"] = "wager_made"
    seat: str
    on: str


class CrowdMurmured(Event, frozen=True):
    """The crowd's opinion of whoever banked; it comes behind the turn, and a crowd that fails is silent."""

    event: Literal["crowd_murmured"] = "crowd_murmured"
    lines: list[str]


class PigDetails(BaseModel, frozen=True):
    """Who won, and the seed for whoever wants to check."""

    winner: str
    seed: str


class PigEnded(SessionEnded, frozen=True):
    """The end."""

    details: PigDetails


PIG_EVENTS = (PigStarted, DieRolled, Banked, PointsGranted, WagerMade, CrowdMurmured, PigEnded)
