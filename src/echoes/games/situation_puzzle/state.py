"""The state of one game, and how each event changes it."""

from collections.abc import Collection, Iterable
from typing import Any, NotRequired, TypedDict, cast

from echoes.core.events import Draft
from echoes.core.protocols import JsonObject
from echoes.core.session import Phase
from echoes.games.situation_puzzle.referees.answers import KEPT_RULINGS


class Pending(TypedDict):
    """What the player was asked and may answer with a number.

    Attributes:
        kind: `question` (which one was meant), `ruled_as` (the same, after a ruling that may be taken back),
            `answer` (what else was meant), `without` (judge without what was not followed) or `route` (what
            the message is).
        text: the player's message that led to it.
        choices: numbers of authored rulings, in the order offered.
        lines: for a final answer, those of each line of questions.
        wordings: the texts that were offered.
        confirmed: the authored questions to which a final answer was said to say yes.
        shown: what was offered so far about a final answer; the ruling that may be taken back.
        rounds: how often a final answer was asked back about.
    """

    kind: str
    text: str
    choices: list[int]
    wordings: list[str]
    confirmed: list[int]
    shown: list[int]
    rounds: int
    lines: NotRequired[list[list[int]]]


class PuzzleState(TypedDict):
    """Plain data of bounded size; the log gives it again at any time.

    Attributes:
        max_questions, max_hints, max_message_chars: the bounds that held when the session
            began; of the last, 0 where the log does not say.
        further_hints: how many a model may write when the author's are used up.
        max_calls, max_tokens: what models may cost in this session; None for no bound.
        offer_hint_after, pace, hint_order, leading: as `adaptation` decided then.
        profile: what was known of the player when the session began, in words.
        stall: rulings since anything was gained or hinted.
        given: the levels of the hints that were given.
        facts: the facts that are established, each with the turns that carried it.
        ideas: what player, rulings and hints brought up, of the puzzle's vocabulary only.
        last: the last ruling, with what `/challenge` needs.
        ruled: the latest rulings that stand, oldest first: text, ruling, facts, turn,
            the number of the author's ruling that it is, whether the author settled it later, and what the
            player had asked.
    """

    phase: str
    max_questions: int | None
    max_hints: int
    max_message_chars: int
    further_hints: int
    max_calls: int | None
    max_tokens: int | None
    offer_hint_after: int | None
    pace: str
    hint_order: list[int]
    leading: str
    profile: str
    questions: int
    hints: int
    answers: int
    stall: int
    given: list[int]
    facts: dict[str, list[int]]
    ideas: list[str]
    pending: Pending | None
    last: JsonObject | None
    ruled: list[JsonObject]


def initial_state() -> PuzzleState:
    """The state before anything has happened."""
    return PuzzleState(
        phase=Phase.LOBBY.value,
        max_questions=None,
        max_hints=0,
        max_message_chars=0,
        further_hints=0,
        max_calls=None,
        max_tokens=None,
        offer_hint_after=None,
        pace="usual",
        hint_order=[],
        leading="",
        profile="",
        questions=0,
        hints=0,
        answers=0,
        stall=0,
        given=[],
        facts={},
        ideas=[],
        pending=None,
        last=None,
        ruled=[],
    )


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
        _let_go(after, cast("int", after["last"]["turn"]))
    return after


def progress(facts: Collection[str], core: tuple[str, ...]) -> float:
    """The share of the core facts that are established, 0 to 1."""
    return round(sum(fact in facts for fact in core) / len(core), 4) if core else 0.0


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


def _ruled(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    known = len(after["facts"])
    if event["ruling"] == "YES":
        _carry(after, trace.get("facts", []), event.get("turn", 0))
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
    after["stall"] = 0 if len(after["facts"]) > known else after["stall"] + 1
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
    after["pending"] = trace.get("pending")


def _told(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    if trace.get("closes"):
        after["pending"] = None


def _left_open(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    after["pending"] = None


def _challenged(after: PuzzleState, event: dict[str, Any], trace: dict[str, Any]) -> None:
    last = cast("dict[str, Any] | None", after["last"])
    if event["outcome"] == "withdrawn" and last:
        _let_go(after, last["turn"])
        after["ruled"] = [one for one in after["ruled"] if one["turn"] != last["turn"]]
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
    carried = {fact: [*after["facts"].get(fact, []), turn][-KEPT_RULINGS:] for fact in facts}
    after["facts"] = {**after["facts"], **carried}


def _let_go(after: PuzzleState, turn: int) -> None:
    """What a turn alone has established is established no more."""
    kept = {fact: [one for one in turns if one != turn] for fact, turns in after["facts"].items()}
    after["facts"] = {fact: turns for fact, turns in kept.items() if turns}


_CHANGES = {
    "session_started": _started,
    "question_ruled": _ruled,
    "hypothesis_judged": _judged,
    "hint_given": _hinted,
    "clarification_asked": _asked_back,
    "ruling_unavailable": _left_open,
    "ruling_challenged": _challenged,
    "ruling_corrected": _corrected,
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
