"""The order of a fight, and its end: won, lost, fled, talked out, or broken off at its bound of rounds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict

MOST_ROUNDS = 12
"""Rounds after which a fight is broken off, so that no table is caught in one."""

GUARDS = " guards"
"""The end of the marks of those who guard."""

Side = Literal["party", "foes"]
FightEnd = Literal["won", "lost", "fled", "talked", "broken_off"]


class Fighter(TypedDict):
    """Somebody in a fight.

    Attributes:
        side: on which it stands.
        initiative: the total of its roll; `nimble`: its dexterity, which breaks ties.
        out: no longer in the fight: down, fled or persuaded.
        fled: of those who are out, whether it ran.
    """

    side: Side
    initiative: int
    nimble: int
    out: bool
    fled: bool


class Fight(TypedDict):
    """A fight in course.

    Attributes:
        encounter: its id in the module.
        fighters: by id; for foes with a number, such as `smuggler 2`.
        order: the ids in the order of their turns.
        at: whose turn it is, as a place in the order.
        round: from 1.
        talked: whether the sides have come to terms.
        rounds: after how many it is broken off.
        scene: where it is.
    """

    encounter: str
    fighters: dict[str, Fighter]
    order: list[str]
    at: int
    round: int
    talked: bool
    rounds: int
    scene: str


def begin_fight(
    encounter: str, fighters: Mapping[str, Fighter], rounds: int = MOST_ROUNDS, scene: str = ""
) -> Fight:
    """Return a fight at its first turn.

    Who rolled higher acts first; of equals the nimbler, then the party, then by name, so that the order is
    the same wherever it is computed.

    Args:
        encounter: its id.
        fighters: everybody in it.
        rounds: after how many it is broken off; at most `MOST_ROUNDS`.
        scene: where it is.
    """
    return {
        "encounter": encounter,
        "fighters": {name: {**one} for name, one in fighters.items()},
        "order": _order(fighters),
        "at": 0,
        "round": 1,
        "talked": False,
        "rounds": min(rounds, MOST_ROUNDS),
        "scene": scene,
    }


def _order(fighters: Mapping[str, Fighter]) -> list[str]:
    """Return the ids in the order of their turns."""

    def place(name: str) -> tuple[int, int, bool, str]:
        one = fighters[name]
        return -one["initiative"], -one["nimble"], one["side"] != "party", name

    return sorted(fighters, key=place)


def join_fight(fight: Fight, name: str, fighter: Fighter) -> Fight:
    """Return the fight with somebody who came later, in the place of its roll."""
    fighters = {**fight["fighters"], name: fighter}
    return {**fight, "fighters": fighters, "order": _order(fighters)}


def parley_key(encounter: str) -> str:
    """Return the key under which it is noted that terms were offered in a fight."""
    return f"parley {encounter}"


def guard_mark(who: str) -> str:
    """Return the mark, among those who have acted, of somebody who guards until its next turn."""
    return f"{who}{GUARDS}"


def current_fighter(fight: Fight) -> str:
    """Return the id of whose turn it is."""
    return fight["order"][fight["at"]]


def next_turn(fight: Fight) -> Fight:
    """Return the fight at the next turn of somebody who is still in it; a round may end on the way.

    Where nobody is left, it stays where it is.
    """
    at, number = fight["at"], fight["round"]
    for _ in fight["order"]:
        at += 1
        if at == len(fight["order"]):
            at, number = 0, number + 1
        if not fight["fighters"][fight["order"][at]]["out"]:
            return {**fight, "at": at, "round": number}
    return fight


def leave_fight(fight: Fight, name: str, fled: bool = False) -> Fight:
    """Return the fight without somebody who went down, ran, or was persuaded."""
    gone: Fighter = {**fight["fighters"][name], "out": True, "fled": fled}
    return {**fight, "fighters": {**fight["fighters"], name: gone}}


def come_back(fight: Fight, name: str) -> Fight:
    """Return the fight with somebody who got up again."""
    back: Fighter = {**fight["fighters"][name], "out": False, "fled": False}
    return {**fight, "fighters": {**fight["fighters"], name: back}}


def still_standing(fight: Fight, side: Side) -> Sequence[str]:
    """Return those of a side who are still in the fight, in the order of turns."""
    fighters = fight["fighters"]
    return [name for name in fight["order"] if fighters[name]["side"] == side and not fighters[name]["out"]]


def fight_outcome(fight: Fight) -> FightEnd | None:
    """Return the outcome of the fight; None while it goes on."""
    if fight["talked"]:
        return "talked"
    if not still_standing(fight, "foes"):
        return "won"
    if not still_standing(fight, "party"):
        return "fled" if any(_fled(fight, "party")) else "lost"
    return "broken_off" if fight["round"] > fight["rounds"] else None


def has_lost_heart(fight: Fight, flee_at: float) -> bool:
    """Return whether the foes run: at most this share of them still stands, and somebody is gone."""
    foes = [name for name, one in fight["fighters"].items() if one["side"] == "foes"]
    left = len(still_standing(fight, "foes"))
    return left < len(foes) and left <= flee_at * len(foes)


def _fled(fight: Fight, side: Side) -> Iterable[bool]:
    return (one["fled"] for one in fight["fighters"].values() if one["side"] == side)
