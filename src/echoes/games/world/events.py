"""Events of a game of moves: what was done, told, said and learned, and what is at hand next.

A kind of game adds its own, or has others in their place.
"""

from typing import ClassVar, Literal

from pydantic import BaseModel

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Option,
    SessionEnded,
    SessionStarted,
    Trace,
)


class MoveOption(Option, frozen=True):
    """An option with the key of the move that it stands for."""

    key: str


class WorldTrace(Trace, frozen=True):
    """The private part of an event.

    Attributes:
        asked: the seat that was asked back; keys: the moves behind the numbers.
        flags: what is so from now on.
    """

    asked: str = ""
    keys: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


class WorldEvent(Event, frozen=True):
    """An event of a game of moves; the moves of another seat leave one's own options as they are."""

    keeps_options = True
    trace_type = WorldTrace


class WorldStarted(SessionStarted, frozen=True):
    """The opening; `statement`: what all players are told first."""

    statement: str


class SeatMoved(WorldEvent, frozen=True):
    """A seat made its turn; everybody sees that, and only those who are there what it did."""

    makes_turn = True
    event: Literal["turn_taken"] = "turn_taken"
    seat: str = ""


class WorldMoved(WorldEvent, frozen=True):
    """A seat made a move.

    Attributes:
        name: of the seat, for people; empty where all share one.
        key: of the move.
        text: the move in words.
    """

    display_fields = frozenset({"name", "text"})
    event: Literal["moved"] = "moved"
    seat: str = ""
    name: str = ""
    key: str
    text: str


class WorldTold(WorldEvent, frozen=True):
    """Something was told."""

    display_fields = frozenset({"text"})
    event: Literal["told"] = "told"
    text: str


class Spoke(WorldEvent, frozen=True):
    """Somebody of the scenario spoke."""

    display_fields = frozenset({"name", "text"})
    event: Literal["spoke"] = "spoke"
    person: str
    name: str
    text: str


class Arrived(WorldEvent, frozen=True):
    """A seat is somewhere else; what there is to see, who is there, and the ways on, by id."""

    display_fields = frozenset({"name", "text", "people", "exits"})
    event: Literal["arrived"] = "arrived"
    seat: str = ""
    place: str
    name: str
    text: str
    people: dict[str, str]
    exits: dict[str, str]


class Learned(WorldEvent, frozen=True):
    """Seats learned something; only they see that."""

    display_fields = frozenset({"title", "text"})
    event: Literal["learned"] = "learned"
    seats: list[str]
    secret: str
    title: str
    text: str


class WorldOffered(WorldEvent, frozen=True):
    """The moves that a seat can make next; `progress`: of the game, 0 to 1."""

    keeps_options = False
    display_fields = frozenset({"prompt", "options"})
    event: Literal["moves_offered"] = "moves_offered"
    seat: str = ""
    prompt: str
    options: list[MoveOption]
    progress: float = 0.0


class MoveAsked(ClarificationAsked, frozen=True):
    """A question back; the moves behind its numbers stand in the trace."""

    trace_type = WorldTrace


class MoveReplied(CommandResult, frozen=True):
    """The reply to a command, or to words that lead to nothing."""

    keeps_options = True
    trace_type = WorldTrace


class WorldDetails(BaseModel, frozen=True):
    """The end; `ending` is empty where the game was given up.

    Attributes:
        learned: how many of the `secrets` came out.
    """

    ending: str = ""
    title: str
    text: str = ""
    turns: int = 0
    learned: int = 0
    secrets: int = 0


class WorldEnded(SessionEnded, frozen=True):
    """The end."""

    trace_type = WorldTrace
    display_fields: ClassVar[frozenset[str]] = frozenset({"details"})
    details: WorldDetails


WORLD_EVENTS: tuple[type[Event], ...] = (
    WorldStarted,
    SeatMoved,
    WorldMoved,
    WorldTold,
    Spoke,
    Arrived,
    Learned,
    WorldOffered,
    MoveAsked,
    MoveReplied,
    WorldEnded,
)
