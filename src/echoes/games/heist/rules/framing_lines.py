"""Lines that frame an action, by what has happened to its obstacle; none of them is told twice."""

from typing import Literal

from echoes.games.heist.state import HeistState

FramingLine = Literal["opportunity", "stakes"]


def framing_line(state: HeistState, kind: FramingLine, obstacle: str) -> str:
    """Return the key of the line that frames an action now.

    Args:
        state: before it.
        kind: of the line; the opportunity changes when some is done, the stakes when it has gone wrong.
        obstacle: its key.
    """
    changed = state["clocks"] if kind == "opportunity" else state["worse"]
    return f"{kind}:{obstacle}:{'later' if changed.get(obstacle, 0) else 'first'}"


def untold(state: HeistState, kind: FramingLine, obstacle: str, first: str, later: str | None) -> str:
    """Return the line that frames an action now; empty where it has been told.

    Args:
        state: before it.
        kind: of the line.
        obstacle: its key.
        first: the line before anything has happened.
        later: the line since; None where the first one still holds.
    """
    key = framing_line(state, kind, obstacle)
    if key in state["told"]:
        return ""
    if key.endswith(":first"):
        return first
    return later or ("" if f"{kind}:{obstacle}:first" in state["told"] else first)
