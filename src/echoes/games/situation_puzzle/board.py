"""The answer from the board: a final answer put together from what the player has found out.

It is made of the player's own questions that were ruled YES, in an order of their choice. What stands
between them is for the player; it counts for nothing and is shown in brackets.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, cast

from echoes.core.events import Draft
from echoes.core.history import standing
from echoes.games.base import TurnState
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext, say
from echoes.games.situation_puzzle.questions import options
from echoes.games.situation_puzzle.referees.answers import verdict_of
from echoes.games.situation_puzzle.state import Pending, PuzzleState

SOURCE = "board"
"""Who judges such an answer."""

_ITEM = re.compile(r"[#＃]\s*(\d{1,3})")
_BARE = re.compile(r"\d{1,3}")


@dataclass(frozen=True)
class Find:
    """A question of the player's that was ruled YES.

    Attributes:
        facts: what it has established.
    """

    text: str
    facts: tuple[str, ...]


def finds(table: PuzzleContext, game: PuzzleState) -> list[Find]:
    """What stands on the board, each once, in the order in which it was found."""
    drafts = table.history.drafts()
    rulings = standing(drafts)
    found: dict[str, tuple[str, ...]] = {}
    for draft in drafts:
        turn = cast("int", draft.get("turn", 0))
        if draft["event"] == "question_ruled" and rulings.get(turn) == "YES":
            carried = tuple(fact for fact, turns in game["facts"].items() if turn in turns)
            text = str(draft["text"])
            found[text] = tuple(dict.fromkeys((*found.get(text, ()), *carried)))
    return [Find(text, facts) for text, facts in found.items()]


def offer(table: PuzzleContext, game: PuzzleState) -> Draft:
    """Ask which finds make the answer; where there are none, say how to answer."""
    found = finds(table, game)
    if not found:
        return say("answer", table.phrases.answer_empty)
    wordings = [find.text for find in found]
    waiting = Pending(kind="board", text="", choices=[], wordings=wordings, confirmed=[], shown=[], rounds=0)
    return {
        "event": "clarification_asked",
        "text": "/answer",
        "prompt": table.phrases.board,
        "options": options(wordings),
        "many": True,
        "trace": cast("Any", {"pending": waiting}),
    }


def is_named(message: str, kind: str) -> bool:
    """Whether a message, of a kind that is no command, picks finds of an open board."""
    return kind == "numbers" or (kind in ("question", "route") and _ITEM.match(message) is not None)


def judge(table: PuzzleContext, game: PuzzleState, message: str) -> TurnState:
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
    covered = {fact for number in numbers for fact in found[number - 1].facts}
    core = table.puzzle.core_facts
    verdict = verdict_of(core, covered, set())
    draft: Draft = {
        "event": "hypothesis_judged",
        "text": _told(message, item, found),
        "verdict": "PARTIAL" if verdict == "WRONG" else verdict,  # all of it is true
        "source": SOURCE,
        "trace": cast(
            "Any",
            {
                "covered": sorted(covered),
                "contradicted": [],
                "sentences": len(numbers),
                "left_out": 0,
                "missing": [fact for fact in core if fact not in game["facts"]],
                "untold": {*core} <= {*game["facts"]},
            },
        ),
    }
    return {"outbox": [with_progress(game, draft, core)]}


def _told(message: str, item: re.Pattern[str], found: list[Find]) -> str:
    """The finds in their order, with the player's own words between them in brackets."""
    parts: list[str] = []
    end = 0
    for match in item.finditer(message):
        parts += [message[end : match.start()], found[int(match[match.lastindex or 0]) - 1].text]
        end = match.end()
    parts.append(message[end:])
    own = {n: part.strip(" ,，、;；.。:：>-→()（）") for n, part in enumerate(parts) if n % 2 == 0}
    return " ".join(f"({own[n]})" if n in own else part for n, part in enumerate(parts) if own.get(n, part))
