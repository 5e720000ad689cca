"""The answer from the board: a final answer put together from what the player has found out.

It is made of the player's own questions that were ruled YES, in an order of their choice. What stands
between them is for the player; it counts for nothing and is shown in brackets.
"""

import re
import unicodedata
from dataclasses import dataclass

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, say
from echoes.games.situation_puzzle.events import HypothesisJudged, MeaningAsked
from echoes.games.situation_puzzle.questions import noted, options
from echoes.games.situation_puzzle.referees.answers import verdict_of
from echoes.games.situation_puzzle.rulings import questions_ruled_yes
from echoes.games.situation_puzzle.state import Pending, PuzzleState
from echoes.games.situation_puzzle.traces import MeaningTrace, VerdictTrace

SOURCE = "board"
"""Who judges such an answer."""

_ITEM = re.compile(r"[#＃]\s*(\d{1,3})")
_BARE = re.compile(r"\d{1,3}")
_BETWEEN = " ,，、;；.。:：>-→()（）"


@dataclass(frozen=True)
class Find:
    """A question of the player's that was ruled YES.

    Attributes:
        facts: what it has established.
    """

    text: str
    facts: tuple[str, ...]


def finds(table: PuzzleContext, game: PuzzleState) -> list[Find]:
    """What stands on the board; the places, from 1, are the numbers by which an answer names them."""
    return [
        Find(text, tuple(fact for fact, carriers in game["facts"].items() if {*carriers} & {*turns}))
        for text, turns in questions_ruled_yes(table.history.entries()).items()
    ]


def offer(table: PuzzleContext, game: PuzzleState) -> Entry:
    """Ask which finds make the answer; where there are none, say how to answer."""
    found = finds(table, game)
    if not found:
        return say("answer", table.phrases.answer_empty)
    wordings = [find.text for find in found]
    waiting = Pending(kind="board", text="", choices=[], wordings=wordings, confirmed=[], shown=[], rounds=0)
    asked = MeaningAsked(text="/answer", prompt=table.phrases.board, options=options(wordings), many=True)
    return Entry(asked, MeaningTrace(pending=noted(waiting)))


def holds_all(table: PuzzleContext, game: PuzzleState) -> bool:
    """Whether an answer from the board can carry all core facts: a final answer of before is no find."""
    entries = table.history.entries()
    judged = {entry.event.turn for entry in entries if isinstance(entry.event, HypothesisJudged)}
    return all({*game["facts"].get(fact, ())} - judged for fact in table.puzzle.core_facts)


def picks_finds(message: str, kind: str) -> bool:
    """Whether a message, of a kind that is no command, picks finds of an open board."""
    return kind == "numbers" or (kind in ("question", "route") and _ITEM.match(message) is not None)


def judge(table: PuzzleContext, game: PuzzleState, message: str) -> PuzzleTurn:
    """Judge an answer from the board.

    Args:
        table: of the session.
        game: its state.
        message: numbers, or text in which each number stands behind a `#`.
    """
    found = finds(table, game)
    item = _ITEM if _ITEM.search(message) else _BARE
    message = message if item is _ITEM else unicodedata.normalize("NFKC", message)
    numbers = [int(match[match.lastindex or 0]) for match in item.finditer(message)]
    if not found:
        return {"outbox": [say("answer", table.phrases.answer_empty)]}
    if not numbers or not all(1 <= number <= len(found) for number in numbers):
        return {"outbox": [say("pick", table.phrases.say("board_range", count=len(found)))]}
    text, asides = _told(message, item, found)
    covered = {fact for number in numbers for fact in found[number - 1].facts}
    core = table.puzzle.core_facts
    verdict = verdict_of(core, covered, set())
    verdict = "PARTIAL" if verdict == "WRONG" else verdict  # all of it is true
    event = HypothesisJudged(text=text, asides=asides, verdict=verdict, source=SOURCE)
    trace = VerdictTrace(
        covered=sorted(covered),
        contradicted=[],
        sentences=len(numbers),
        left_out=0,
        missing=[fact for fact in core if fact not in game["facts"]],
        untold={*core} <= {*game["facts"]},
    )
    return {"outbox": [with_progress(game, Entry(event, trace), core)]}


def _told(message: str, item: re.Pattern[str], found: list[Find]) -> tuple[str, list[tuple[int, int]]]:
    """The finds in their order, with the player's own words in brackets between them, and where these are."""
    parts: list[tuple[str, bool]] = []
    end = 0
    for match in item.finditer(message):
        parts.append((message[end : match.start()].strip(_BETWEEN), True))
        parts.append((found[int(match[match.lastindex or 0]) - 1].text, False))
        end = match.end()
    parts.append((message[end:].strip(_BETWEEN), True))
    text, asides = "", list[tuple[int, int]]()
    for part, own in ((part, own) for part, own in parts if part):
        text += " " if text else ""
        start = len(text)
        text += f"({part})" if own else part
        asides += [(start, len(text))] if own else []
    return text, asides
