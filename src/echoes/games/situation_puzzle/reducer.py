"""The reducer: the change that each event makes to the state of a game."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce

from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, Event, SessionEnded, SessionStarted
from echoes.core.log.queries import effective_entries
from echoes.games.situation_puzzle.events import (
    HintGiven,
    HypothesisJudged,
    PuzzleClarificationAsked,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    RulingWord,
    VerdictChallenged,
)
from echoes.games.situation_puzzle.phase import Phase
from echoes.games.situation_puzzle.referees.types import KEPT_RULINGS
from echoes.games.situation_puzzle.state import (
    AnswerRecord,
    PuzzleState,
    RulingRecord,
    gained,
    progress,
    stored_choice,
)
from echoes.games.situation_puzzle.traces import (
    ClarificationTrace,
    CommandTrace,
    HintTrace,
    OpeningTrace,
    ReviewTrace,
    RulingTrace,
    UndoTrace,
    VerdictTrace,
)


def evolve(state: PuzzleState, entry: Entry) -> PuzzleState:
    """Return the state after one entry, as a pure function.

    Args:
        state: the state before; it is not changed.
        entry: an entry of a node or of the log.
    Raises:
        InvalidTransition: the event may not come in this phase.
    """
    after = state.copy()
    ideas: list[str] = getattr(entry.trace, "ideas", [])
    after["ideas"] = sorted({*state["ideas"], *ideas})
    change = _CHANGES.get(entry.event.event)
    if change:
        change(after, entry)
    after["phase"] = _phase(after, entry.event).value
    return after


def evolve_all(state: PuzzleState, entries: Iterable[Entry]) -> PuzzleState:
    """Return the state after some entries."""
    return reduce(evolve, entries, state)


def open_choice(state: PuzzleState, entries: Sequence[Entry]) -> Event | None:
    """Return the event whose options can still be picked; None where nothing can be.

    Args:
        state: after the log.
        entries: of the whole log.
    """
    if state["pending"] is None:
        return None
    counted = effective_entries(entries)
    return next(entry.event for entry in reversed(counted) if getattr(entry.trace, "pending", None))


def without_last_ruling(state: PuzzleState) -> PuzzleState:
    """Return the state without what the last ruling established, for a message that takes it back."""
    after = state.copy()
    if after["last"]:
        _withdraw(after, after["last"]["turn"])
    return after


def with_progress(state: PuzzleState, entry: Entry, core: Collection[str]) -> Entry:
    """Add to an entry the progress that it leads to."""
    return entry.changed(progress=progress(evolve(state, entry), core))


def _started(after: PuzzleState, entry: Entry) -> None:
    trace = entry.traced(OpeningTrace)
    after["max_questions"] = trace.max_questions
    after["max_hints"] = trace.max_hints
    after["max_message_chars"] = trace.max_message_chars
    after["further_hints"] = trace.further_hints
    after["max_calls"] = trace.calls_per_session
    after["max_tokens"] = trace.tokens_per_session
    after["offer_hint_after"] = trace.offer_hint_after
    after["pace"] = trace.pace
    after["hint_order"] = trace.hint_order
    after["leading"] = trace.leading
    after["profile"] = trace.profile


def _ruled(after: PuzzleState, entry: Entry) -> None:
    event, trace = entry.event, entry.traced(RulingTrace)
    assert isinstance(event, QuestionRuled)
    known = gained(after)
    if event.ruling == "YES":
        _establish(after, trace.facts, event.turn)
        _lead_to(after, trace.steps, event.turn)
    after["questions"] += event.charged
    ruled = RulingRecord(
        text=event.text,
        ruling=event.ruling,
        facts=trace.facts,
        turn=event.turn,
        authored=trace.authored,
        settled=trace.settled,
        asked=event.asked,
    )
    after["ruled"] = [*after["ruled"], ruled][-KEPT_RULINGS:]
    after["stall"] = 0 if gained(after) > known else after["stall"] + 1
    after["pending"] = stored_choice(trace.pending) if trace.pending else None
    after["last"] = {**ruled, "charged": event.charged}


def _judged(after: PuzzleState, entry: Entry) -> None:
    event, known, trace = entry.event, len(after["facts"]), entry.traced(VerdictTrace)
    assert isinstance(event, HypothesisJudged)
    _establish(after, trace.covered, event.turn)
    after["picks"] = trace.picks or after["picks"]
    after["answers"] += 1
    after["last_answer"] = AnswerRecord(
        turn=event.turn, text=event.text, verdict=event.verdict, source=event.source, reviewed=False
    )
    after["stall"] = 0 if len(after["facts"]) > known else after["stall"]
    after["pending"] = None


def _hinted(after: PuzzleState, entry: Entry) -> None:
    assert isinstance(entry.event, HintGiven)
    if after["pending"] and after["pending"]["kind"] in ("ruled_as", "words"):
        after["pending"] = None  # the ruling is no longer the last turn, the offer was taken
    after["hints"] += 1
    after["stall"] = 0
    after["given"] = [*after["given"], entry.event.level]
    after["skipped"] = [*after["skipped"], *entry.traced(HintTrace).skipped]


def _asked_back(after: PuzzleState, entry: Entry) -> None:
    event, pending = entry.event, entry.traced(ClarificationTrace).pending
    after["pending"] = stored_choice(pending) if pending else None
    if isinstance(event, PuzzleClarificationAsked) and event.cloze:
        after["picks"] = [gap.pick for gap in event.cloze.gaps]


def _command_done(after: PuzzleState, entry: Entry) -> None:
    """Close what is offered where the command took or declined it; any other leaves it standing."""
    event, offered = entry.event, after["pending"]
    assert isinstance(event, CommandResult)
    taken = offered is not None and offered["kind"] == "words" and offered["command"] == event.command
    if taken or entry.traced(CommandTrace).closes:
        after["pending"] = None


def _not_ruled(after: PuzzleState, entry: Entry) -> None:
    """Close what is offered, but for an answer that is being put together."""
    if after["pending"] and after["pending"]["kind"] != "cloze":
        after["pending"] = None


def _undone(after: PuzzleState, entry: Entry) -> None:
    trace = entry.traced(UndoTrace)
    after["hints"], after["given"] = trace.hints, trace.given
    after["skipped"], after["answers"] = trace.skipped, trace.answers


def _challenged(after: PuzzleState, entry: Entry) -> None:
    event, last = entry.event, after["last"]
    assert isinstance(event, RulingChallenged)
    if event.outcome == "withdrawn" and last:
        _withdraw(after, last["turn"])
        after["questions"] -= last["charged"]
        after["last"] = None
    if event.outcome == "overturned" and event.new_ruling and last:
        _replace(after, last["turn"], event.new_ruling, entry.traced(ReviewTrace).facts)


def _verdict_challenged(after: PuzzleState, entry: Entry) -> None:
    event, last = entry.event, after["last_answer"]
    assert isinstance(event, VerdictChallenged)
    if last is None:
        return
    after["last_answer"] = {**last, "reviewed": True}
    if not event.revises_past:
        return
    _retract(after, last["turn"])
    if event.new_verdict:
        _establish(after, entry.traced(ReviewTrace).facts, last["turn"])
        after["last_answer"] = {**last, "verdict": event.new_verdict, "reviewed": True}
    else:
        after["answers"] -= 1
        after["last_answer"] = None


def _corrected(after: PuzzleState, entry: Entry) -> None:
    event = entry.event
    assert isinstance(event, RulingCorrected)
    facts = entry.traced(ReviewTrace).facts
    _replace(after, event.turn, event.new_ruling, facts, settled=event.by == "author")


def _replace(
    after: PuzzleState, turn: int, ruling: RulingWord, facts: list[str], settled: bool = False
) -> None:
    """Replace the ruling of a turn, with what it established."""
    _retract(after, turn)
    if ruling == "YES":
        _establish(after, facts, turn)

    def changed(one: RulingRecord) -> RulingRecord:
        return {**one, "ruling": ruling, "facts": facts, "settled": settled, "authored": None}

    after["ruled"] = [changed(one) if one["turn"] == turn else one for one in after["ruled"]]
    if after["last"] and after["last"]["turn"] == turn:
        after["last"] = {**changed(after["last"]), "charged": after["last"]["charged"]}


def _establish(after: PuzzleState, facts: Iterable[str], turn: int) -> None:
    """Note the facts that a turn has established, for the first time or again."""
    after["facts"] = _added(after["facts"], facts, turn)


def _lead_to(after: PuzzleState, facts: Iterable[str], turn: int) -> None:
    """Note the facts that a turn leads to."""
    after["steps"] = _added(after["steps"], facts, turn)


def _withdraw(after: PuzzleState, turn: int) -> None:
    """Withdraw the ruling of a turn."""
    _retract(after, turn)
    after["ruled"] = [one for one in after["ruled"] if one["turn"] != turn]


def _retract(after: PuzzleState, turn: int) -> None:
    """Retract the facts that only this turn has established or led to."""
    after["facts"] = _removed(after["facts"], turn)
    after["steps"] = _removed(after["steps"], turn)


def _added(turns: dict[str, list[int]], facts: Iterable[str], turn: int) -> dict[str, list[int]]:
    return {**turns, **{fact: [*turns.get(fact, []), turn][-KEPT_RULINGS:] for fact in facts}}


def _removed(turns: dict[str, list[int]], turn: int) -> dict[str, list[int]]:
    kept = {fact: [one for one in those if one != turn] for fact, those in turns.items()}
    return {fact: those for fact, those in kept.items() if those}


_CHANGES: dict[str, Callable[[PuzzleState, Entry], None]] = {
    "session_started": _started,
    "question_ruled": _ruled,
    "hypothesis_judged": _judged,
    "hint_given": _hinted,
    "clarification_asked": _asked_back,
    "ruling_unavailable": _not_ruled,
    "ruling_challenged": _challenged,
    "verdict_challenged": _verdict_challenged,
    "ruling_corrected": _corrected,
    "turns_undone": _undone,
    "command_result": _command_done,
}


def _phase(after: PuzzleState, event: Event) -> Phase:
    phase = Phase(after["phase"])
    if isinstance(event, SessionStarted):
        return phase.to(Phase.INTRO) if phase is Phase.LOBBY else phase
    if phase is Phase.INTRO:
        phase = phase.to(Phase.PLAYING)
    if isinstance(event, SessionEnded):
        return phase.to(Phase(event.status))
    if phase.ended:
        return phase
    limit = after["max_questions"]
    full = limit is not None and after["questions"] >= limit
    return phase.to(Phase.AWAITING_FINAL if full else Phase.PLAYING)
