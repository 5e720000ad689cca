"""The nodes that every message passes: classify first, and close the turn last."""

from typing import Any, cast

from langgraph.runtime import Runtime

from echoes.core.events import Draft
from echoes.core.plain_text import clean
from echoes.core.session import Phase
from echoes.games.base import TurnState, number_turns
from echoes.games.rolling import close_turn
from echoes.games.situation_puzzle import board
from echoes.games.situation_puzzle.changes import evolve, without_last
from echoes.games.situation_puzzle.classify import classify
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say
from echoes.games.situation_puzzle.questions import ask_what_it_is, ruled
from echoes.games.situation_puzzle.scoring import score
from echoes.games.situation_puzzle.state import Pending, PuzzleState

_SHORTEST_SECRET = 8
"""Characters; a shorter sentence says too little to be looked for in remarks."""


async def classify_message(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Decide by rules which flow a message takes; what needs no flow is answered here."""
    table, game = runtime.context, game_of(state)
    phrases = table.phrases
    message = clean(state.get("message", ""))
    limit = game["max_message_chars"] or table.limits.max_message_chars
    if len(message) > limit:
        error = phrases.say("too_long", length=len(message), limit=limit)
        return _answered({"event": "turn_failed", "error": error})
    if Phase(game["phase"]).ended:
        leaving = classify(message, table.reader).get("command") == "quit"
        return _answered(say("quit" if leaving else "ended", phrases.ended))
    if not message:
        return _answered(say("help", phrases.empty))
    found = classify(message, table.reader)
    waiting = game["pending"] is not None and game["pending"]["kind"] == "board"
    if found["kind"] == "board" or (waiting and board.picks_finds(message, str(found["kind"]))):
        return {"scratch": {}, **board.judge(table, game, str(found["text"]))}
    if found["kind"] == "numbers":
        return _answered(_no_such_option(table, game))
    if found["kind"] == "pick" and waiting and found["number"]:
        return {"scratch": {}, **board.judge(table, game, message)}
    if found["kind"] == "pick":
        return _pick(table, game, cast("int", found["number"]))
    if found["kind"] == "giveup_asked":
        return _answered(say("giveup", phrases.giveup_prompt))
    asks_a_model = table.referee.prompt_version is not None  # whose one call tells what it is
    if found["kind"] == "route" and not asks_a_model and table.reader.literal(message) not in table.authored:
        return _answered(ask_what_it_is(table, message))
    return {"scratch": found, "outbox": []}


def route_by_type(state: TurnState) -> str:
    """The first node of the flow that the message takes."""
    return {
        "question": "rule_on_question",
        "route": "rule_on_question",
        "hypothesis": "judge_hypothesis",
        "hint": "check_hint_budget",
        "command": "run_command",
    }.get(str(state.get("scratch", {}).get("kind")), "narrate")


async def guard_disclosure(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Blank a remark that holds a sentence of the secret tier.

    A precaution against a puzzle whose author put the solution into a public remark; the
    protection is that no step writes such words.
    """
    if not any(draft.get("remark") for draft in state.get("outbox", [])):
        return {}
    puzzle = runtime.context.puzzle
    reader = runtime.context.reader
    sentences = [fact.statement for fact in puzzle.judged_facts]
    sentences += [clause.text for clause in reader.clauses(puzzle.answer)]
    secrets = [secret for secret in map(reader.literal, sentences) if len(secret) >= _SHORTEST_SECRET]

    def guarded(draft: Draft) -> Draft:
        remark = reader.literal(str(draft.get("remark") or ""))
        return {**draft, "remark": ""} if any(secret in remark for secret in secrets) else draft

    return {"outbox": [guarded(draft) if draft.get("remark") else draft for draft in state.get("outbox", [])]}


async def reveal_solution(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """The only node that puts the secret into the outbox."""
    table, game = runtime.context, game_of(state)
    ending = _ending(state)
    answers = game["answers"] + (ending == "COMPLETED")
    return {
        "outbox": [
            *state.get("outbox", []),
            {
                "event": "solution_revealed",
                "answer": table.puzzle.answer,
                "facts": [fact.statement for fact in table.puzzle.judged_facts],
            },
            {
                "event": "session_ended",
                "status": ending,
                "score": score(ending, game["questions"], game["hints"], answers),
                "questions": game["questions"],
                "hints": game["hints"],
            },
        ]
    }


def route_by_ending(state: TurnState) -> str:
    """To the reveal when the game is over: solved, or given up."""
    return "reveal_solution" if _ending(state) else "advance_phase"


async def advance_phase(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Number the turn and fold its events into the game's state."""
    numbered = number_turns(state.get("outbox", []), state.get("turn", 0))
    return close_turn(state, numbered, cast("Any", evolve))


def _ending(state: TurnState) -> str:
    if any(draft.get("verdict") == "SOLVED" for draft in state.get("outbox", [])):
        return Phase.COMPLETED.value
    return str(state.get("scratch", {}).get("ending", ""))


def _answered(draft: Draft) -> TurnState:
    return {"scratch": {}, "outbox": [draft]}


def _pick(table: PuzzleContext, game: PuzzleState, number: int) -> TurnState:
    """What a number means: one of the options that were offered, or 0 for none."""
    pending = game["pending"]
    if pending is None or number > len(pending["wordings"]):
        return _answered(_no_such_option(table, game))
    if pending["kind"] == "ruled_as" and number == 0:
        scratch: Any = {"kind": "question", "text": pending["text"], "not_meant": pending["shown"][0]}
        return {"outbox": [], "scratch": scratch}
    if pending["kind"] == "answer":
        picked = pending.get("lines", [])[number - 1] if number else []
        waiting: Pending = {**pending, "confirmed": [*pending["confirmed"], *picked]}
        scratch = {"kind": "hypothesis", "text": pending["text"], "pending": waiting}
        return {"outbox": [], "scratch": scratch}
    if number == 0:
        return _answered({**say("pick", table.phrases.none_meant), "trace": {"closes": True}})
    if pending["kind"] == "without":
        scratch = {"kind": "hypothesis", "text": pending["text"], "pending": pending}
        return {"outbox": [], "scratch": scratch}
    if pending["kind"] == "route":
        kind = "hypothesis" if number == 1 else "question"
        return {"outbox": [], "scratch": {"kind": kind, "text": pending["text"], "as_it_stands": True}}
    taken_back: TurnState = {}
    if pending["kind"] == "ruled_as":
        taken_back, game = {"undo": 1}, without_last(game)
    elif game["phase"] == Phase.AWAITING_FINAL:
        limit = table.phrases.say("question_limit", limit=game["max_questions"])
        return _answered(say("ask", limit))
    ruling = table.referee.authored(pending["choices"][number - 1], pending["text"])
    wording = pending["wordings"][number - 1]
    return {**_answered(ruled(table, game, wording, ruling, asked=pending["text"])), **taken_back}


def _no_such_option(table: PuzzleContext, game: PuzzleState) -> Draft:
    if game["pending"] is None:
        return say("pick", table.phrases.nothing_to_pick)
    return say("pick", table.phrases.say("pick_range", count=len(game["pending"]["wordings"])))
