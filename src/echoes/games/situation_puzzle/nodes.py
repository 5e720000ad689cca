"""The nodes that every message passes: classify first, and reveal last."""

from typing import Any, cast

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.events import TurnFailed
from echoes.core.plain_text import clean
from echoes.core.session import Phase
from echoes.games.situation_puzzle import board
from echoes.games.situation_puzzle.changes import without_last
from echoes.games.situation_puzzle.classify import classify
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of, say
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleEnded, SolutionRevealed
from echoes.games.situation_puzzle.questions import ask_what_it_is, ruled
from echoes.games.situation_puzzle.scoring import score
from echoes.games.situation_puzzle.state import Pending, PuzzleState
from echoes.games.situation_puzzle.traces import CommandTrace

_REPLIES = {"yes": 1, "y": 1, "是": 1, "是的": 1, "好": 1, "no": 0, "n": 0, "不": 0, "不是": 0, "不用": 0}
"""What is said in place of a number to a question that is answered by yes or no."""
_SHORTEST_SECRET = 8
"""Characters; a shorter sentence says too little to be looked for in remarks."""


async def classify_message(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Decide by rules which flow a message takes; what needs no flow is answered here."""
    table, game = runtime.context, game_of(state)
    phrases = table.phrases
    message = clean(state.get("message", ""))
    limit = game["max_message_chars"] or table.limits.max_message_chars
    if len(message) > limit:
        error = phrases.say("too_long", length=len(message), limit=limit)
        return _answered(Entry(TurnFailed(error=error)))
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
    reply = _REPLIES.get(message.lower().rstrip(".!。！"))
    if reply is not None and game["pending"] and game["pending"]["kind"] == "without":
        return _pick(table, game, reply)
    if found["kind"] == "giveup_asked":
        return _answered(say("giveup", phrases.giveup_prompt))
    asks_a_model = table.referee.prompt_version is not None  # whose one call tells what it is
    if found["kind"] == "route" and not asks_a_model and table.reader.literal(message) not in table.authored:
        return _answered(ask_what_it_is(table, message))
    return {"scratch": found, "outbox": []}


def route_by_type(state: PuzzleTurn) -> str:
    """The first node of the flow that the message takes."""
    return {
        "question": "rule_on_question",
        "route": "rule_on_question",
        "hypothesis": "judge_hypothesis",
        "hint": "check_hint_budget",
        "command": "run_command",
    }.get(str(state.get("scratch", {}).get("kind")), "narrate")


async def guard_disclosure(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Blank a remark that holds a sentence of the secret tier.

    A precaution against a puzzle whose author put the solution into a public remark; the
    protection is that no step writes such words.
    """
    outbox = state.get("outbox", ())
    if not any(map(_remark, outbox)):
        return {}
    puzzle = runtime.context.puzzle
    reader = runtime.context.reader
    sentences = [fact.statement for fact in puzzle.judged_facts]
    sentences += [clause.text for clause in reader.clauses(puzzle.answer)]
    secrets = [secret for secret in map(reader.literal, sentences) if len(secret) >= _SHORTEST_SECRET]

    def guarded(entry: Entry) -> Entry:
        remark = reader.literal(_remark(entry))
        return entry.changed(remark="") if any(secret in remark for secret in secrets) else entry

    return {"outbox": [guarded(entry) if _remark(entry) else entry for entry in outbox]}


def _remark(entry: Entry) -> str:
    return str(getattr(entry.event, "remark", "") or "")


async def reveal_solution(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """The only node that puts the secret into the outbox."""
    table, game = runtime.context, game_of(state)
    ending = _ending(state)
    answers = game["answers"] + (ending == "COMPLETED")
    facts = [fact.statement for fact in table.puzzle.judged_facts]
    ended = PuzzleEnded(
        status=cast("Any", ending),
        score=score(ending, game["questions"], game["hints"], answers),
        questions=game["questions"],
        hints=game["hints"],
    )
    revealed = SolutionRevealed(answer=table.puzzle.answer, facts=facts)
    return {"outbox": [*state.get("outbox", ()), Entry(revealed), Entry(ended)]}


def route_by_ending(state: PuzzleTurn) -> str:
    """To the reveal when the game is over: solved, or given up."""
    return "reveal_solution" if _ending(state) else "close"


def _ending(state: PuzzleTurn) -> str:
    events = [entry.event for entry in state.get("outbox", ())]
    if any(isinstance(event, HypothesisJudged) and event.ends_game for event in events):
        return Phase.COMPLETED.value
    return str(state.get("scratch", {}).get("ending", ""))


def _answered(entry: Entry) -> PuzzleTurn:
    return {"scratch": {}, "outbox": [entry]}


def _pick(table: PuzzleContext, game: PuzzleState, number: int) -> PuzzleTurn:
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
        return _answered(say("pick", table.phrases.none_meant, CommandTrace(closes=True)))
    if pending["kind"] == "without":
        scratch = {"kind": "hypothesis", "text": pending["text"], "pending": pending}
        return {"outbox": [], "scratch": scratch}
    if pending["kind"] == "route":
        kind = "hypothesis" if number == 1 else "question"
        return {"outbox": [], "scratch": {"kind": kind, "text": pending["text"], "as_it_stands": True}}
    taken_back: PuzzleTurn = {}
    if pending["kind"] == "ruled_as":
        taken_back, game = {"undo": 1}, without_last(game)
    elif game["phase"] == Phase.AWAITING_FINAL:
        limit = table.phrases.say("question_limit", limit=game["max_questions"])
        return _answered(say("ask", limit))
    ruling = table.referee.authored(pending["choices"][number - 1], pending["text"])
    wording = pending["wordings"][number - 1]
    return {**_answered(ruled(table, game, wording, ruling, asked=pending["text"])), **taken_back}


def _no_such_option(table: PuzzleContext, game: PuzzleState) -> Entry:
    if game["pending"] is None:
        return say("pick", table.phrases.nothing_to_pick)
    return say("pick", table.phrases.say("pick_range", count=len(game["pending"]["wordings"])))
