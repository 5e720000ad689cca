"""The state of a game of moves, and the fold of the events that all such games share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, TypeVar

from echoes.core.log.entries import Entry
from echoes.games.conditions import Condition, Predicates
from echoes.games.world import events as happened
from echoes.games.world.events import WorldTrace


class WorldState(TypedDict):
    """All that counts; a kind of game may add to it.

    Attributes:
        at: the place of each seat and person.
        knows: the secrets that each seat has learned, in order.
        flags: what is so.
        made: the moves that each seat has made, in order.
        turns: how many messages were turns.
        asked: the moves behind the numbers that each seat was shown last.
        doubted: the seats to which these were asked back.
        ended: the ending, or `given_up`; empty before it.
    """

    at: dict[str, str]
    knows: dict[str, list[str]]
    flags: list[str]
    made: dict[str, list[str]]
    turns: int
    asked: dict[str, list[str]]
    doubted: list[str]
    ended: str


WorldStateT = TypeVar("WorldStateT", bound=WorldState)


def new_world(at: Mapping[str, str], seats: Sequence[str]) -> WorldState:
    """Return the state before anything has happened.

    Args:
        at: the place of each seat and person.
        seats: of the game; the empty one where all share it.
    """
    return WorldState(
        at={**at}, knows={seat: [] for seat in seats}, flags=[], made={seat: [] for seat in seats},
        turns=0, asked={}, doubted=[], ended="",
    )  # fmt: skip


def world_after(state: WorldStateT, entry: Entry) -> WorldStateT:
    """Return the state after one entry."""
    after, event, noted = state.copy(), entry.event, entry.traced(WorldTrace)
    match event:
        case happened.SeatMoved():
            after["turns"] = state["turns"] + 1
        case happened.WorldMoved():
            after["made"] = {**state["made"], event.seat: _joined(state["made"][event.seat], [event.key])}
            after["asked"], after["doubted"] = {**state["asked"], event.seat: []}, _less(state, event.seat)
        case happened.Arrived():
            after["at"] = {**state["at"], event.seat: event.place}
        case happened.Learned():
            new = {seat: _joined(state["knows"][seat], [event.secret]) for seat in event.seats}
            after["knows"] = {**state["knows"], **new}
        case happened.WorldOffered():
            after["asked"] = {**state["asked"], event.seat: [option.key for option in event.options]}
            after["doubted"] = _less(state, event.seat)
        case happened.MoveAsked():
            after["asked"] = {**state["asked"], noted.asked: [*noted.keys]}
            after["doubted"] = _joined(state["doubted"], [noted.asked])
        case happened.WorldEnded():
            after["ended"] = event.details.ending or "given_up"
        case _:
            pass
    if noted.flags:
        after["flags"] = _joined(state["flags"], noted.flags)
    return after


def world_predicates(state: WorldState, seat: str) -> Predicates:
    """Return the meaning of each atom of a condition, for one seat."""

    def is_at(value: str | int) -> bool:
        who, dot, place = str(value).partition(".")
        return state["at"].get(who) == place if dot else state["at"].get(seat) == who

    return {
        "knows": lambda secret: secret in state["knows"][seat],
        "at": is_at,
        "flag": lambda flag: flag in state["flags"],
        "made": lambda key: any(key in moves for moves in state["made"].values()),
    }


def holds_in_world(condition: Condition | None, state: WorldState, seat: str) -> bool:
    """Return whether a condition holds for a seat; none always does."""
    return condition is None or condition.holds(world_predicates(state, seat))


def _less(state: WorldState, seat: str) -> list[str]:
    return [one for one in state["doubted"] if one != seat]


def _joined(before: Iterable[str], more: Iterable[str]) -> list[str]:
    """Return a list with what is not in it yet at its end."""
    return list(dict.fromkeys([*before, *more]))
