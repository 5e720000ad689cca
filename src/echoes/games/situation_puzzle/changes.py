"""How each event changes the state of a game."""

from collections.abc import Collection, Iterable
from typing import Any, cast

from echoes.core.events import Draft
from echoes.core.protocols import JsonObject
from echoes.core.session import Phase
from echoes.games.situation_puzzle.referees.answers import KEPT_RULINGS
from echoes.games.situation_puzzle.state import PuzzleState, gained, progress


def evolve(state: PuzzleState, draft: Draft) -> PuzzleState:
    """The state after one event; pure.

    Args:
        state: before.
        draft: an event with its `trace`, as a node made it or as the log holds it.
    Returns:
        The state after; `state` itself is left as it was.
    Raises:
        IllegalMove: when the event may not come in this phase.
    """
    trace = cast("dict[str, Any]", draft.get("trace") or {})
    after = cast("PuzzleState", {**state})
    after["ideas"] = sorted({*state["ideas"], *trace.get("ideas", [])})
    change = _CHANGES.get(str(draft["event"]))
    if change:
        change(after, cast("dict[str, Any]", draft), trace)
    after["phase"] = _phase(after, str(draft["event"]), draft).value
    return after


def without_last(state: PuzzleState) -> PuzzleState:
    """The state without what the last ruling established, for a message that takes it back."""
    after = cast("PuzzleState", {**state})
    if after["last"]:
        _take_back(after, cast("int", after["last"]["turn"]))
    return after


def with_progress(state: PuzzleState, draft: Draft, core: Collection[str]) -> Draft:
    """An event with the progress that it leads to."""
    return {**draft, "progress": progress(evolve(state, draft), core)}


def _started(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    after["max_questions"] = trace.get("max_questions")
    after["max_hints"] = trace.get("max_hints", 0)
    after["max_message_chars"] = trace.get("max_message_chars", 0)
    after["further_hints"] = trace.get("further_hints", 0)
    after["max_calls"] = trace.get("calls_per_session")
    after["max_tokens"] = trace.get("tokens_per_session")
    after["offer_hint_after"] = trace.get("offer_hint_after")
    after["pace"] = trace.get("pace", "usual")
    after["hint_order"] = trace.get("hint_order", [])
    after["leading"] = trace.get("leading", "")
    after["profile"] = trace.get("profile", "")
    after["hints_stay"] = trace.get("hints_stay", False)


def _ruled(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    known = gained(after)
    if event["ruling"] == "YES":
        _carry(after, trace.get("facts", []), event.get("turn", 0))
        _lead_to(after, trace.get("steps", []), event.get("turn", 0))
    after["questions"] += bool(event.get("charged", True))
    ruled: JsonObject = {
        "text": event["text"],
        "ruling": event["ruling"],
        "facts": trace.get("facts", []),
        "turn": event.get("turn", 0),
        "authored": trace.get("authored"),
        "settled": bool(trace.get("settled")),
        "asked": event.get("asked"),
    }
    after["ruled"] = [*after["ruled"], ruled][-KEPT_RULINGS:]
    after["stall"] = 0 if gained(after) > known else after["stall"] + 1
    after["pending"] = trace.get("pending")
    after["last"] = {**ruled, "charged": bool(event.get("charged", True))}


def _judged(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    known = len(after["facts"])
    _carry(after, trace.get("covered", []), event.get("turn", 0))
    after["answers"] += 1
    after["stall"] = 0 if len(after["facts"]) > known else after["stall"]
    after["pending"] = None


def _hinted(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    if after["pending"] and after["pending"]["kind"] == "ruled_as":
        after["pending"] = None  # the ruling is no longer the last turn
    after["hints"] += 1
    after["stall"] = 0
    after["given"] = [*after["given"], event["level"]]


def _asked_back(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    pending = trace.get("pending")
    after["pending"] = None if pending and _is_outdated(pending) else pending


def _is_outdated(pending: dict[str, Any]) -> bool:
    """Whether a question back about an answer is of an older form, which had no lines."""
    confirmed = pending.get("confirmed", [])
    return pending["kind"] in ("answer", "without") and (
        not all(isinstance(one, int) for one in confirmed)
        or (pending["kind"] == "answer" and "lines" not in pending)
    )


def _told(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    if trace.get("closes"):
        after["pending"] = None


def _left_open(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    after["pending"] = None


def _undone(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    after["hints"] = trace.get("hints", after["hints"])
    after["given"] = trace.get("given", after["given"])


def _challenged(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    last = cast("dict[str, Any] | None", after["last"])
    if event["outcome"] == "withdrawn" and last:
        _take_back(after, last["turn"])
        after["questions"] -= last["charged"]
        after["last"] = None
    if event["outcome"] == "overturned" and last:
        _corrected(after, {**event, "turn": last["turn"]}, trace)


def _corrected(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    """Another ruling takes the place of the one of a turn, with what that one carried."""
    turn, facts = event["turn"], list(trace.get("facts", []))
    _let_go(after, turn)
    if event["new_ruling"] == "YES":
        _carry(after, facts, turn)
    settled = event.get("by") == "author"
    changed: JsonObject = {
        "ruling": event["new_ruling"],
        "facts": facts,
        "settled": settled,
        "authored": None,
    }
    after["ruled"] = [{**one, **changed} if one["turn"] == turn else one for one in after["ruled"]]
    if after["last"] and after["last"]["turn"] == turn:
        after["last"] = {**after["last"], **changed}


def _carry(after: PuzzleState, facts: Iterable[str], turn: int) -> None:
    """A turn has established facts, or established them once more."""
    after["facts"] = _with(after["facts"], facts, turn)


def _lead_to(after: PuzzleState, facts: Iterable[str], turn: int) -> None:
    """A turn leads to facts."""
    after["steps"] = _with(after["steps"], facts, turn)


def _take_back(after: PuzzleState, turn: int) -> None:
    """The ruling of a turn no longer stands."""
    _let_go(after, turn)
    after["ruled"] = [one for one in after["ruled"] if one["turn"] != turn]


def _let_go(after: PuzzleState, turn: int) -> None:
    """What a turn alone has established, or led to, is so no more."""
    after["facts"] = _without(after["facts"], turn)
    after["steps"] = _without(after["steps"], turn)


def _with(turns: dict[str, list[int]], facts: Iterable[str], turn: int) -> dict[str, list[int]]:
    return {**turns, **{fact: [*turns.get(fact, []), turn][-KEPT_RULINGS:] for fact in facts}}


def _without(turns: dict[str, list[int]], turn: int) -> dict[str, list[int]]:
    kept = {fact: [one for one in those if one != turn] for fact, those in turns.items()}
    return {fact: those for fact, those in kept.items() if those}


_CHANGES = {
    "session_started": _started,
    "question_ruled": _ruled,
    "hypothesis_judged": _judged,
    "hint_given": _hinted,
    "clarification_asked": _asked_back,
    "ruling_unavailable": _left_open,
    "ruling_challenged": _challenged,
    "ruling_corrected": _corrected,
    "turns_undone": _undone,
    "command_result": _told,
}


def _phase(after: PuzzleState, event: str, draft: Draft) -> Phase:
    phase = Phase(after["phase"])
    if event == "session_started":
        return phase.to(Phase.INTRO) if phase is Phase.LOBBY else phase
    if phase is Phase.INTRO:
        phase = phase.to(Phase.PLAYING)
    if event == "session_ended":
        return phase.to(Phase(str(draft["status"])))
    if phase.ended:
        return phase
    limit = after["max_questions"]
    full = limit is not None and after["questions"] >= limit
    return phase.to(Phase.AWAITING_FINAL if full else Phase.PLAYING)
