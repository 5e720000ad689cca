"""The command flow: questions and orders to the game itself."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import getdoc

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event
from echoes.core.registry import Registry
from echoes.games.situation_puzzle.events import HintGiven, HypothesisJudged, QuestionRuled, RulingWord
from echoes.games.situation_puzzle.session.current_rulings import current_rulings
from echoes.games.situation_puzzle.state import progress
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.games.situation_puzzle.turn import board, cloze
from echoes.games.situation_puzzle.turn.challenges import challenge
from echoes.games.situation_puzzle.turn.context import (
    PuzzleContext,
    PuzzleTurn,
    command_result,
    hints_left,
    parsed_message,
    puzzle_state,
)
from echoes.games.situation_puzzle.turn.message_parser import COMMANDS
from echoes.games.situation_puzzle.view import label

_NAMED = 5

CommandHandler = Callable[[PuzzleContext, PuzzleTurn, str], Awaitable[PuzzleTurn]]
PUZZLE_COMMANDS = Registry("command of the puzzle", "echoes.puzzle_commands", {})
"""The commands that other packages add, each a `CommandHandler`; its docstring begins with its help."""


async def run_command(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Run a command; an unknown one gets help, free of charge."""
    context, parsed = runtime.context, parsed_message(state)
    name, argument = parsed.command, parsed.text
    handler = _HANDLERS.get(name)
    if handler is None and name in PUZZLE_COMMANDS:
        handler = PUZZLE_COMMANDS.load(name)
    if handler is None:
        phrases = context.phrases
        text = COMMANDS.meant_instead(name, context.puzzle.language) or phrases.format(
            "unknown_command", command=f"/{name}", help=phrases.help
        )
        return {"outbox": [command_result("help", text)]}
    return await handler(context, state, argument)


async def _help(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    added = {name: getdoc(PUZZLE_COMMANDS.load(name)) or "" for name in PUZZLE_COMMANDS.names()}
    lines = [f"/{name}  {said.partition(chr(10))[0]}".rstrip() for name, said in added.items()]
    return {"outbox": [command_result("help", "\n".join([context.phrases.help, *lines]))]}


async def _quit(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [command_result("quit", context.phrases.format("quit", session=context.session_id))]}


async def _restart(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    """Leave this game as it is; whoever shows it begins another of the same puzzle."""
    said = context.phrases.format("restarted", session=context.session_id)
    return {"outbox": [command_result("restart", said)]}


async def _story(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [command_result("story", context.puzzle.statement)]}


async def _answer(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = puzzle_state(state)
    if context.puzzle.cloze:
        begun = cloze.begin(context, game, context.puzzle.cloze)
        return {"outbox": [begun]}
    return {"outbox": [await board.offer(context, game)]}


async def _status(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = puzzle_state(state)
    limit = game["max_questions"]
    text = context.phrases.format(
        "status",
        questions=game["questions"],
        question_limit=context.phrases.format("status_limit", limit=limit) if limit is not None else "",
        hints=game["hints"],
        hints_left=hints_left(state),
        progress=round(100 * progress(game, context.puzzle.core_facts)),
    )
    return {"outbox": [command_result("status", text)]}


async def _recap(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    entries = await context.history.entries()
    rulings = current_rulings(entries)
    asked = [entry.event for entry in entries if isinstance(entry.event, QuestionRuled)]
    latest = {event.text: rulings[event.turn] for event in asked if event.turn in rulings}
    said = {event.text: _in_own_words(context, event) for event in reversed(asked)}
    lines: list[str] = []
    for word, heading in context.phrases.rulings.items():
        lines += [f"{heading}: {said[text]}" for text, ruling in latest.items() if ruling == word]
    lines += [context.phrases.format("recap_answer", text=text) for text in _answers_right_in_part(entries)]
    text = "\n".join([context.phrases.recap_title, *lines]) if lines else context.phrases.recap_empty
    return {"outbox": [command_result("recap", text)]}


def _in_own_words(context: PuzzleContext, event: QuestionRuled) -> str:
    """Return a question as it was asked, with the one that it was ruled as where that is another."""
    if not event.asked:
        return event.text
    return context.phrases.format("recap_taken_as", asked=event.asked, text=event.text)


def _answers_right_in_part(entries: Sequence[Entry]) -> list[str]:
    """Return the final answers that told something of the truth, in the player's own words."""
    judged = [entry.event for entry in entries if isinstance(entry.event, HypothesisJudged)]
    put_together = (board.SOURCE, cloze.SOURCE)
    right = [
        one.text for one in judged if one.verdict in ("PARTIAL", "CLOSE") and one.source not in put_together
    ]
    return [*dict.fromkeys(right)]


async def _undo(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = puzzle_state(state)
    if argument and not (argument.isdecimal() and int(argument) > 0):
        return {"outbox": [command_result("undo", context.phrases.undo_usage)]}
    entries = await context.history.entries()
    latest = next((e.event for e in reversed(entries) if _is_seen(e.event)), None)
    offered = parsed_message(state).was_offered  # then the clarification is this very offer
    if game["pending"] and isinstance(latest, ClarificationAsked) and not argument and not offered:
        return {"outbox": [command_result("undo", context.phrases.undone_pending, CommandTrace(closes=True))]}
    undone = [entry.event for entry in entries if entry.event.makes_turn][-int(argument or 1) :]
    if not undone:
        return {"outbox": [command_result("undo", context.phrases.undo_nothing)]}
    rulings = current_rulings(entries)
    named = context.phrases.comma.join(
        _named(context, event, rulings) for event in reversed(undone[-_NAMED:])
    )
    more = f"{context.phrases.comma}…" if len(undone) > _NAMED else ""
    return {
        "undo": len(undone),
        "outbox": [command_result("undo", context.phrases.format("undone", turns=named + more))],
    }


def _is_seen(event: Event) -> bool:
    """Return whether an event is one that the player sees as something that happened."""
    return event.makes_turn or isinstance(event, ClarificationAsked)


def _named(context: PuzzleContext, event: Event, rulings: Mapping[int, RulingWord]) -> str:
    """Describe a turn as the player knows it."""
    phrases = context.phrases
    match event:
        case QuestionRuled():
            word = phrases.rulings[rulings.get(event.turn, event.ruling)]
            return phrases.format("undone_question", text=event.text, ruling=word)
        case HypothesisJudged():
            return phrases.format("undone_answer", verdict=label(event.verdict, context.puzzle.language))
        case HintGiven():
            return phrases.format("undone_hint", level=event.level)
        case _:
            return ""


async def _giveup(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"gives_up": True}


_HANDLERS: dict[str, CommandHandler] = {
    "help": _help,
    "quit": _quit,
    "restart": _restart,
    "story": _story,
    "answer": _answer,
    "status": _status,
    "recap": _recap,
    "undo": _undo,
    "challenge": challenge,
    "giveup": _giveup,
}
