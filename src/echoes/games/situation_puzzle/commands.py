"""The command flow: what can be asked of the game itself."""

from collections.abc import Awaitable, Callable, Mapping

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.games.situation_puzzle import board
from echoes.games.situation_puzzle.budget import hints_left, over_budget
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of, say
from echoes.games.situation_puzzle.events import (
    HintGiven,
    HypothesisJudged,
    QuestionRuled,
    RulingChallenged,
    RulingWord,
)
from echoes.games.situation_puzzle.referees.answers import Question, Review, Ruling
from echoes.games.situation_puzzle.rulings import standing
from echoes.games.situation_puzzle.state import progress
from echoes.games.situation_puzzle.traces import CommandTrace, ReviewTrace

_NAMED = 5

Handler = Callable[[PuzzleContext, PuzzleTurn, str], Awaitable[PuzzleTurn]]


async def run_command(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Do what a command says; an unknown one gets help, free."""
    table, scratch = runtime.context, state.get("scratch", {})
    name, argument = str(scratch["command"]), str(scratch.get("argument", ""))
    handler = _HANDLERS.get(name)
    if handler is None:
        phrases = table.phrases
        text = phrases.say("unknown_command", command=f"/{name}", help=phrases.help)
        return {"outbox": [say("help", text)]}
    return await handler(table, state, argument)


async def _help(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [say("help", table.phrases.help)]}


async def _quit(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [say("quit", table.phrases.say("quit", session=table.session_id))]}


async def _answer(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [board.offer(table, game_of(state))]}


async def _status(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = game_of(state)
    limit = game["max_questions"]
    text = table.phrases.say(
        "status",
        questions=game["questions"],
        question_limit=table.phrases.say("status_limit", limit=limit) if limit is not None else "",
        hints=game["hints"],
        hints_left=hints_left(state),
        progress=round(100 * progress(game, table.puzzle.core_facts)),
    )
    return {"outbox": [say("status", text)]}


async def _recap(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    entries = table.history.entries()
    rulings = standing(entries)
    asked = [entry.event for entry in entries if isinstance(entry.event, QuestionRuled)]
    latest = {event.text: rulings[event.turn] for event in asked if event.turn in rulings}
    if not latest:
        return {"outbox": [say("recap", table.phrases.recap_empty)]}
    lines = [table.phrases.recap_title]
    for word, label in table.phrases.rulings.items():
        lines += [f"{label}: {text}" for text, ruling in latest.items() if ruling == word]
    return {"outbox": [say("recap", "\n".join(lines))]}


async def _undo(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = game_of(state)
    if argument and not (argument.isdecimal() and int(argument) > 0):
        return {"outbox": [say("undo", table.phrases.undo_usage)]}
    if game["pending"] and game["pending"]["kind"] != "ruled_as" and not argument:
        return {"outbox": [say("undo", table.phrases.undone_pending, CommandTrace(closes=True))]}
    entries = table.history.entries()
    undone = [entry.event for entry in entries if entry.event.makes_turn][-int(argument or 1) :]
    if not undone:
        return {"outbox": [say("undo", table.phrases.undo_nothing)]}
    rulings = standing(entries)
    named = table.phrases.comma.join(_named(table, event, rulings) for event in reversed(undone[-_NAMED:]))
    more = f"{table.phrases.comma}…" if len(undone) > _NAMED else ""
    return {"undo": len(undone), "outbox": [say("undo", table.phrases.say("undone", turns=named + more))]}


def _named(table: PuzzleContext, event: Event, rulings: Mapping[int, RulingWord]) -> str:
    """A turn as the player knows it."""
    phrases = table.phrases
    match event:
        case QuestionRuled():
            word = phrases.rulings[rulings.get(event.turn, event.ruling)]
            return phrases.say("undone_question", text=event.text, ruling=word)
        case HypothesisJudged():
            return phrases.say("undone_answer", verdict=event.verdict)
        case HintGiven():
            return phrases.say("undone_hint", level=event.level)
        case _:
            return ""


async def _challenge(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    game = game_of(state)
    last = game["last"]
    if last is None:
        return {"outbox": [say("challenge", table.phrases.challenge_none)]}
    given = Ruling(last["ruling"], table.referee.name, tuple(last["facts"]), authored=last["authored"])
    question = Question(last["text"], over_budget=over_budget(state))
    review = (
        Review("upheld", "the author corrected it")
        if last["settled"]
        else await table.referee.review(question, given)
    )
    if review.unavailable:
        trace = CommandTrace(cause=review.rationale, usage=review.usage)
        return {"outbox": [say("challenge", table.phrases.say(review.unavailable), trace)]}
    split = review.outcome == "unsettled" and table.referee.prompt_version is not None
    word = table.phrases.rulings[review.ruling] if review.ruling else ""
    remark = table.phrases.say(f"challenge_{review.outcome}", ruling=word)
    challenged = RulingChallenged(
        turn=last["turn"],
        text=last["text"],
        ruling=last["ruling"],
        outcome=review.outcome,
        new_ruling=review.ruling,
        remark=table.phrases.challenge_split if split else remark,
        usage=review.usage,
    )
    entry = Entry(challenged, ReviewTrace(rationale=review.rationale, facts=list(review.facts)))
    return {"outbox": [with_progress(game, entry, table.puzzle.core_facts)]}


async def _giveup(table: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    return {"outbox": [], "scratch": {"ending": "ABORTED"}}


_HANDLERS: dict[str, Handler] = {
    "help": _help,
    "quit": _quit,
    "answer": _answer,
    "status": _status,
    "recap": _recap,
    "undo": _undo,
    "challenge": _challenge,
    "giveup": _giveup,
}
