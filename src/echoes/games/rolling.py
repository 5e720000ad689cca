"""What a session's state keeps of its history: the tail as it was, the rest summed up.

The tail holds the newest events. When it grows beyond its bound, all but the last few are
merged into the summary, step by step; when the summary grows beyond its own, it gives way
in passes, the least telling kind first and the oldest line first, until it fits. No model
is needed: a summary is a list of lines, each one thing that was established. Everything is
public, and the log gives it again at any time.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict, cast

from echoes.core.events import Draft
from echoes.core.history import usage_in
from echoes.core.protocols import JsonObject
from echoes.core.usage import Usage
from echoes.games.base import TurnState

TAIL_CHARS = 2400
"""The bound of the tail, in characters of what was said."""
KEPT = 6
"""How many events stay in the tail when the rest is summed up."""
SUMMARY_CHARS = 2400
"""The bound of the summary, in characters."""

GIVES_WAY = ("IRRELEVANT", "WRONG", "PARTIAL", "NO", "CLOSE", "YES AND NO", "HINT", "YES")
"""The kinds of lines of a summary, the first to go first."""


class Line(TypedDict):
    """One line of a summary: a ruling, a verdict or a hint, with what it is about."""

    turn: int
    kind: str
    text: str


class History(TypedDict):
    """What is kept.

    Attributes:
        lines: the summary.
        dropped: how many lines of each kind gave way.
        tail: the newest events that say something, oldest first, as lines.
    """

    lines: list[Line]
    dropped: dict[str, int]
    tail: list[Line]


def empty_history() -> History:
    """The history of a session that has just begun."""
    return History(lines=[], dropped={}, tail=[])


def remember(history: History, draft: Draft) -> History:
    """The history after one event; pure.

    Args:
        history: before; left as it was.
        draft: an event with its turn; those that say nothing change nothing.
    """
    if draft["event"] in ("ruling_challenged", "ruling_corrected"):
        return _corrected(history, cast("dict[str, Any]", draft))
    line = line_of(draft)
    if line is None:
        return history
    tail = [*history["tail"], line]
    if _size(tail) <= TAIL_CHARS or len(tail) <= KEPT:
        return {**history, "tail": tail}
    merged = _merge(history, tail[:-KEPT])
    return {**merged, "tail": tail[-KEPT:]}


def line_of(draft: Draft) -> Line | None:
    """An event as a line; None for one that establishes nothing."""
    event = cast("dict[str, Any]", draft)
    turn = int(event.get("turn", 0))
    match event["event"]:
        case "question_ruled":
            return Line(turn=turn, kind=event["ruling"], text=event["text"])
        case "hypothesis_judged":
            return Line(turn=turn, kind=event["verdict"], text=event["text"])
        case "hint_given":
            return Line(turn=turn, kind="HINT", text=event["text"])
        case _:
            return None


def _merge(history: History, older: Sequence[Line]) -> History:
    """Add lines to the summary; a later line about the same words takes the earlier one's place."""
    latest = {(line["text"], line["kind"]): line for line in [*history["lines"], *older]}
    lines = sorted(latest.values(), key=lambda line: line["turn"])
    dropped = {**history["dropped"]}
    for kind in GIVES_WAY:
        while _size(lines) > SUMMARY_CHARS and (own := [line for line in lines if line["kind"] == kind]):
            gone = own[: (len(own) + 1) // 2]
            lines = [line for line in lines if line not in gone]
            dropped[kind] = dropped.get(kind, 0) + len(gone)
    return {**history, "lines": lines, "dropped": dropped}


def _corrected(history: History, event: dict[str, Any]) -> History:
    """The history after a ruling was withdrawn, overturned or corrected."""
    if event.get("new_ruling"):
        kind, turn = str(event["new_ruling"]), event["turn"]

        def mended(lines: list[Line]) -> list[Line]:
            return [
                Line(turn=turn, kind=kind, text=line["text"]) if line["turn"] == turn else line
                for line in lines
            ]

        return {**history, "lines": mended(history["lines"]), "tail": mended(history["tail"])}
    return _without(history, int(event["turn"])) if event.get("outcome") == "withdrawn" else history


def _without(history: History, turn: int) -> History:
    kept = {key: [line for line in history[key] if line["turn"] != turn] for key in ("lines", "tail")}
    return {**history, "lines": kept["lines"], "tail": kept["tail"]}


def _size(lines: Sequence[Line]) -> int:
    return sum(len(line["text"]) + len(line["kind"]) + 4 for line in lines)


def usage_of(drafts: Sequence[Draft], before: Usage) -> JsonObject:
    """What these events have cost, and what was spent before."""
    return sum(map(usage_in, drafts), before).model_dump()


def close_turn(
    state: TurnState, drafts: Sequence[Draft], evolve: Callable[[JsonObject, Draft], JsonObject]
) -> TurnState:
    """What the last node of a game's graph returns: everything folded, and the desk cleared.

    Args:
        state: of the message.
        drafts: its events, with their turns.
        evolve: the game's reducer.
    """
    game, history = state.get("game", {}), cast("History", state.get("history") or empty_history())
    for draft in drafts:
        game, history = evolve(game, draft), remember(history, draft)
    return {
        "outbox": list(drafts),
        "game": game,
        "history": cast("JsonObject", history),
        "spent": usage_of(drafts, Usage(**cast("dict[str, Any]", state.get("spent", {})))),
        "entries": state.get("entries", 0) + len(drafts),
        "scratch": {},
        "message": "",
    }
