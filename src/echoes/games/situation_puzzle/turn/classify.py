"""The first node of every message: it decides which flow the message takes."""

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.core.log.events import TurnFailed
from echoes.core.text.plain_text import clean
from echoes.games.situation_puzzle.phase import Phase
from echoes.games.situation_puzzle.reducer import without_last_ruling
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.games.situation_puzzle.turn import board, cloze, game_words
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, command_result, puzzle_state
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage, is_restart, parse_message
from echoes.games.situation_puzzle.turn.questions import ask_message_kind, ruling_entry
from echoes.language.replies import yes_or_no

_SERVED_AFTER = frozenset({"restart", "recap", "story", "status"})
"""Commands that are served when the game is over."""


async def classify_message(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Decide by rules which flow a message takes; answer here what needs no flow."""
    context, game = runtime.context, puzzle_state(state)
    phrases = context.phrases
    message = clean(state.get("message", ""))
    limit = game["max_message_chars"] or context.limits.max_message_chars
    if len(message) > limit:
        error = phrases.format("too_long", length=len(message), limit=limit)
        return _answered(Entry(TurnFailed(error=error)))
    if Phase(game["phase"]).ended:
        wanted = parse_message(message, context.reader)
        command = "restart" if is_restart(wanted) else wanted.command
        if command in _SERVED_AFTER:
            return {"parsed": ParsedMessage("command", command=command)}
        return _answered(command_result("quit" if command == "quit" else "ended", phrases.ended))
    if not message:
        return _answered(command_result("help", phrases.empty))
    found = parse_message(message, context.reader)
    if composed := await _composed(context, game, found, message):
        return _answered(composed)
    if found.kind == "numbers":
        return _answered(_no_such_option(context, game))
    if found.kind == "pick":
        return _pick(context, game, found.number)
    if (reply := yes_or_no(message)) is not None and (replied := _replied(context, game, reply)):
        return replied
    if found.words:
        if not context.asks_about_story(message, found.words):
            return _answered(game_words.answer_words(context, state, message, found.words))
        found = ParsedMessage("question", message)
    elif reply is not None and game["pending"] is None:
        return _answered(_no_such_option(context, game))
    if found.kind == "route" and context.reader.normalize(message) not in context.authored:
        return _answered(ask_message_kind(context, message))
    return {"parsed": found}


def route_by_type(state: PuzzleTurn) -> str:
    """Route to the first node of the flow that the message takes; what is answered already takes none."""
    nodes = {
        "question": "rule_on_question",
        "route": "rule_on_question",
        "hypothesis": "judge_hypothesis",
        "hint": "check_hint_budget",
        "command": "run_command",
    }
    return nodes.get(state["parsed"].kind, "narrate") if "parsed" in state else "narrate"


async def _composed(
    context: PuzzleContext, game: PuzzleState, found: ParsedMessage, message: str
) -> Entry | None:
    """Return the reply to a part of an answer that is put together; None for any other message."""
    waiting = game["pending"]["kind"] if game["pending"] else ""
    if context.puzzle.cloze:
        if found.kind == "board":
            return cloze.judge_numbers(context, game, context.puzzle.cloze, found.text)
        if waiting == "cloze":
            return cloze.reply_to_gap(context, game, context.puzzle.cloze, found, message)
        return None
    picks = waiting == "board" and (
        board.is_board_answer(message, found.kind) or (found.kind == "pick" and found.number)
    )
    if found.kind == "board" or picks:
        return await board.judge_from_board(context, game, found.text)
    return None


def _answered(entry: Entry) -> PuzzleTurn:
    return {"outbox": [entry]}


def _pick(context: PuzzleContext, game: PuzzleState, number: int) -> PuzzleTurn:
    """Resolve a number: one of the options that were offered, or 0 for none."""
    pending, phrases = game["pending"], context.phrases
    if pending is None or number > len(pending["wordings"]):
        return _answered(_no_such_option(context, game))
    if pending["kind"] == "ruled_as" and number == 0:
        return {"parsed": ParsedMessage("question", pending["text"], not_meant=pending["not_meant"])}
    if number == 0:
        return _answered(command_result("pick", phrases.none_meant, CommandTrace(closes=True)))
    if pending["kind"] == "words":
        return game_words.take_offer(context, pending, number)
    if pending["kind"] == "route":
        kind = "hypothesis" if number == 1 else "question"
        return {"parsed": ParsedMessage(kind, pending["text"], as_it_stands=True)}
    taken_back: PuzzleTurn = {}
    if pending["kind"] == "ruled_as":
        taken_back, game = {"undo": 1}, without_last_ruling(game)
    elif game["phase"] == Phase.AWAITING_FINAL:
        limit = context.phrases.format("question_limit", limit=game["max_questions"])
        return _answered(command_result("ask", limit))
    ruling = context.referee.authored(pending["choices"][number - 1], pending["text"])
    wording = pending["wordings"][number - 1]
    return {**_answered(ruling_entry(context, game, wording, ruling, asked=pending["text"])), **taken_back}


def _replied(context: PuzzleContext, game: PuzzleState, agrees: bool) -> PuzzleTurn | None:
    """Resolve a yes or no to what was asked back; None where that takes neither."""
    pending = game["pending"]
    if pending is None or pending["kind"] not in ("words", "question"):
        return None
    if agrees and pending["kind"] == "question" and len(pending["wordings"]) > 1:
        return _answered(_no_such_option(context, game))
    return _pick(context, game, int(agrees))


def _no_such_option(context: PuzzleContext, game: PuzzleState) -> Entry:
    if game["pending"] is None:
        return command_result("pick", context.phrases.nothing_to_pick)
    return command_result(
        "pick", context.phrases.format("pick_range", count=len(game["pending"]["wordings"]))
    )
