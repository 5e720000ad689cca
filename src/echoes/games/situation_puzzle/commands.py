"""The command flow: what can be asked of the game itself."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from langgraph.runtime import Runtime

from echoes.core.events import TURN_EVENTS, Draft, RulingWord
from echoes.core.history import standing
from echoes.games.base import TurnState
from echoes.games.situation_puzzle import board
from echoes.games.situation_puzzle.budget import hints_left, over_budget
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say
from echoes.games.situation_puzzle.referees.answers import Question, Review, Ruling
from echoes.games.situation_puzzle.state import progress

_NAMED = 5

Handler = Callable[[PuzzleContext, TurnState, str], Awaitable[TurnState]]


async def run_command(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Do what a command says; an unknown one gets help, free."""
    table, scratch = runtime.context, state.get("scratch", {})
    name, argument = str(scratch["command"]), str(scratch.get("argument", ""))
    handler = _HANDLERS.get(name)
    if handler is None:
        phrases = table.phrases
        text = phrases.say("unknown_command", command=f"/{name}", help=phrases.help)
        return {"outbox": [say("help", text)]}
    return await handler(table, state, argument)


async def _help(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    return {"outbox": [say("help", table.phrases.help)]}


async def _quit(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    return {"outbox": [say("quit", table.phrases.say("quit", session=table.session_id))]}


async def _answer(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    return {"outbox": [board.offer(table, game_of(state))]}


async def _status(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
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


async def _recap(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    drafts = table.history.drafts()
    rulings = standing(drafts)
    latest = {
        str(draft["text"]): rulings[turn]
        for draft in drafts
        for turn in [cast("int", draft["turn"])]
        if draft["event"] == "question_ruled" and turn in rulings
    }
    if not latest:
        return {"outbox": [say("recap", table.phrases.recap_empty)]}
    lines = [table.phrases.recap_title]
    for word, label in table.phrases.rulings.items():
        lines += [f"{label}: {text}" for text, ruling in latest.items() if ruling == word]
    return {"outbox": [say("recap", "\n".join(lines))]}


async def _undo(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    game = game_of(state)
    if argument and not (argument.isdecimal() and int(argument) > 0):
        return {"outbox": [say("undo", table.phrases.undo_usage)]}
    if game["pending"] and game["pending"]["kind"] != "ruled_as" and not argument:
        return {"outbox": [{**say("undo", table.phrases.undone_pending), "trace": {"closes": True}}]}
    drafts = table.history.drafts()
    now = standing(drafts)
    turns = [
        {**draft, "now": now.get(cast("int", draft["turn"]))}
        for draft in drafts
        if draft["event"] in TURN_EVENTS
    ]
    undone = turns[-int(argument or 1) :]
    if not undone:
        return {"outbox": [say("undo", table.phrases.undo_nothing)]}
    named = table.phrases.comma.join(_named(table, draft) for draft in reversed(undone[-_NAMED:]))
    more = f"{table.phrases.comma}…" if len(undone) > _NAMED else ""
    return {"undo": len(undone), "outbox": [say("undo", table.phrases.say("undone", turns=named + more))]}


def _named(table: PuzzleContext, draft: Draft) -> str:
    """A turn as the player knows it."""
    phrases = table.phrases
    match draft["event"]:
        case "question_ruled":
            word = phrases.rulings[cast("RulingWord", draft.get("now") or draft["ruling"])]
            return phrases.say("undone_question", text=draft["text"], ruling=word)
        case "hypothesis_judged":
            return phrases.say("undone_answer", verdict=draft["verdict"])
        case _:
            return phrases.say("undone_hint", level=draft.get("level"))


async def _challenge(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
    game = game_of(state)
    last = cast("dict[str, Any] | None", game["last"])
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
        trace = cast("Any", {"cause": review.rationale, "usage": review.usage.model_dump()})
        return {"outbox": [{**say("challenge", table.phrases.say(review.unavailable)), "trace": trace}]}
    split = review.outcome == "unsettled" and table.referee.prompt_version is not None
    word = table.phrases.rulings[review.ruling] if review.ruling else ""
    draft: Draft = {
        "event": "ruling_challenged",
        "turn": last["turn"],
        "text": last["text"],
        "ruling": last["ruling"],
        "outcome": review.outcome,
        "new_ruling": review.ruling,
        "remark": table.phrases.challenge_split
        if split
        else table.phrases.say(f"challenge_{review.outcome}", ruling=word),
        "usage": review.usage.model_dump(),
        "trace": {"rationale": review.rationale, "facts": list(review.facts)},
    }
    return {"outbox": [with_progress(game, draft, table.puzzle.core_facts)]}


async def _giveup(table: PuzzleContext, state: TurnState, argument: str) -> TurnState:
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
