"""Answers from the board: a final answer composed of what the player has found out.

It consists of the player's own questions that were ruled YES, in an order of their choice. Text between them
does not count and is shown in brackets.
"""

import re
import unicodedata
from dataclasses import dataclass

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.referees.types import verdict_of
from echoes.games.situation_puzzle.session.current_rulings import questions_ruled_yes
from echoes.games.situation_puzzle.state import PuzzleState, pending_choice
from echoes.games.situation_puzzle.traces import ClarificationTrace, VerdictTrace
from echoes.games.situation_puzzle.turn.context import PuzzleContext, command_result
from echoes.games.situation_puzzle.turn.message_parser import begins_on_board
from echoes.games.situation_puzzle.turn.questions import numbered_options

SOURCE = "board"
"""The source of such a verdict."""

_ITEM = re.compile(r"[#＃]\s*(\d{1,3})")
_BARE = re.compile(r"\d{1,3}")
_BETWEEN = " ,，、;；.。:：>-→()（）"


@dataclass(frozen=True)
class EstablishedQuestion:
    """A question of the player that was ruled YES.

    Attributes:
        facts: the facts that it has established.
    """

    text: str
    facts: tuple[str, ...]


async def established_questions(context: PuzzleContext, game: PuzzleState) -> list[EstablishedQuestion]:
    """Return the board: its positions, from 1, are the numbers by which an answer names the questions."""
    asked = questions_ruled_yes(await context.history.entries())
    return [
        EstablishedQuestion(
            text, tuple(fact for fact, carriers in game["facts"].items() if {*carriers} & {*turns})
        )
        for text, turns in asked.items()
    ]


async def offer(
    context: PuzzleContext, game: PuzzleState, text: str = "", prompt: str = "", usage: Usage | None = None
) -> Entry:
    """Ask which questions make the answer; where there are none, say how to answer.

    Args:
        context: the context of the session.
        game: the state of the game.
        text: the player's words, where these were not followed.
        prompt: why it is asked; empty for the usual one.
        usage: of the attempt to judge the words.
    """
    found = [find.text for find in await established_questions(context, game)]
    if not found:
        return command_result("answer", context.phrases.answer_empty)
    asked = PuzzleClarificationAsked(
        text=text or "/answer",
        prompt=prompt or context.phrases.board,
        options=numbered_options(found),
        many=True,
    )
    trace = ClarificationTrace(
        pending=pending_choice("board", wordings=found), usage=usage, ideas=context.new_ideas(text)
    )
    return Entry(asked, trace)


async def covers_all_core_facts(context: PuzzleContext, game: PuzzleState) -> bool:
    """Return whether the board can cover all core facts; earlier final answers do not count."""
    carriers = [game["facts"].get(fact) for fact in context.puzzle.core_facts]
    if not carriers or not all(carriers):  # as in most turns, which therefore need not read the log
        return False
    entries = await context.history.entries()
    judged = {entry.event.turn for entry in entries if isinstance(entry.event, HypothesisJudged)}
    return all({*turns} - judged for turns in carriers if turns)


def is_board_answer(message: str, kind: str) -> bool:
    """Return whether a message that is no command answers from an open board."""
    return kind == "numbers" or (kind in ("question", "route") and begins_on_board(message))


async def judge_from_board(context: PuzzleContext, game: PuzzleState, message: str) -> Entry:
    """Judge an answer from the board.

    Args:
        context: the context of the session.
        game: the state of the game.
        message: numbers, or text in which each number stands behind a `#`.
    """
    found = await established_questions(context, game)
    item = _ITEM if _ITEM.search(message) else _BARE
    message = message if item is _ITEM else unicodedata.normalize("NFKC", message)
    numbers = [int(match[match.lastindex or 0]) for match in item.finditer(message)]
    if not found:
        return command_result("answer", context.phrases.answer_empty)
    if not numbers or not all(1 <= number <= len(found) for number in numbers):
        return command_result("pick", context.phrases.format("board_range", count=len(found)))
    text, asides = _told(message, item, found)
    covered = {fact for number in numbers for fact in found[number - 1].facts}
    core = context.puzzle.core_facts
    verdict = verdict_of(core, covered, set())
    verdict = "PARTIAL" if verdict == "WRONG" else verdict  # all of it is true
    event = HypothesisJudged(text=text, asides=asides, verdict=verdict, source=SOURCE)
    trace = VerdictTrace(
        covered=sorted(covered),
        contradicted=[],
        missing=[fact for fact in core if fact not in game["facts"]],
        untold={*core} <= {*game["facts"]},
    )
    return with_progress(game, Entry(event, trace), core)


def _told(
    message: str, item: re.Pattern[str], found: list[EstablishedQuestion]
) -> tuple[str, list[tuple[int, int]]]:
    """Join the questions in order, with the player's own words in brackets, and return their spans."""
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
