"""The question flow: rule, ask back, or say why not."""

from collections.abc import Sequence
from typing import Any, cast

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.events import Option
from echoes.core.session import Phase
from echoes.core.usage import Usage
from echoes.games.situation_puzzle.budget import over_budget, spent
from echoes.games.situation_puzzle.changes import after_all, with_progress, without_last
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of, say
from echoes.games.situation_puzzle.corrections import corrected
from echoes.games.situation_puzzle.events import MeaningAsked, QuestionRuled, RulingUnavailable
from echoes.games.situation_puzzle.referees.answers import (
    FAILURES,
    Choice,
    Doubt,
    Earlier,
    Question,
    Reason,
    Ruling,
)
from echoes.games.situation_puzzle.state import Pending, PuzzleState
from echoes.games.situation_puzzle.traces import MeaningTrace, RulingTrace, UnavailableTrace


async def rule_on_question(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask the referee; it rules, or doubts."""
    table, game, scratch = runtime.context, game_of(state), state.get("scratch", {})
    text, not_meant = str(scratch["text"]), cast("int | None", scratch.get("not_meant"))
    if not_meant is not None:
        game = without_last(game)
    elif game["phase"] == Phase.AWAITING_FINAL:
        return {"outbox": [say("ask", table.phrases.say("question_limit", limit=game["max_questions"]))]}
    question = Question(
        text,
        frozenset(game["ideas"]),
        earlier_rulings(game),
        over_budget=over_budget(state),
        calls_left=None
        if game["max_calls"] is None
        else max(0, game["max_calls"] - spent(state).model_calls),
        as_it_stands=bool(scratch.get("as_it_stands")),
        not_meant=not_meant,
    )
    taken_back: PuzzleTurn = {} if not_meant is None else {"undo": 1}
    answer = _settled(table, question) or await table.referee.rule(question)
    if isinstance(answer, Ruling):
        outbox = [ruled(table, game, text, answer)]
        for correction in answer.corrections:
            outbox.append(corrected(table, after_all(game, outbox), correction))
        return {**taken_back, "outbox": outbox}
    if answer.reason == "answer":
        return {"outbox": [ask_what_it_is(table, text, answer)]}
    asks = _asked_back if answer.choices else _unavailable
    return {**taken_back, "outbox": [asks(table, text, answer)]}


def earlier_rulings(game: PuzzleState) -> tuple[Earlier, ...]:
    """The rulings of the session that stand, oldest first."""
    return tuple(
        Earlier(
            one["text"],
            one["ruling"],
            tuple(one["facts"]),
            one["turn"],
            one["authored"],
            one["settled"],
            one.get("asked") or "",
        )
        for one in game["ruled"]
    )


def _settled(table: PuzzleContext, question: Question) -> Ruling | None:
    """What the author has corrected is ruled so whenever it is asked again, whoever referees."""
    literal, said = table.reader.literal(question.text), table.reader.clauses(question.text)
    for one in reversed(question.earlier):
        if not one.settled:
            continue
        before = table.reader.clauses(one.text)
        same = len(said) == len(before) == 1 and said[0].says_the_same(before[0])
        if same or table.reader.literal(one.text) == literal:
            why = f"the author's correction of turn {one.turn}"
            return Ruling(one.ruling, "author", one.facts, rationale=why, settled=True)
    return None


def ask_what_it_is(table: PuzzleContext, message: str, doubt: Doubt | None = None) -> Entry:
    """Ask back whether a message is a final answer or a question."""
    wordings = [table.phrases.route_answer, table.phrases.route_question]
    waiting = Pending(
        kind="route", text=message, choices=[], wordings=wordings, confirmed=[], shown=[], rounds=0
    )
    trace = MeaningTrace(pending=noted(waiting), usage=doubt.usage if doubt else None)
    asked = MeaningAsked(text=message, prompt=table.phrases.route_prompt, options=options(wordings))
    return Entry(asked, trace)


def noted(waiting: Pending | None) -> dict[str, Any] | None:
    """What numbers mean now, as a trace has it."""
    return cast("dict[str, Any] | None", waiting)


def ruled(
    table: PuzzleContext, game: PuzzleState, text: str, ruling: Ruling, asked: str | None = None
) -> Entry:
    """The public event of a ruling, with its private trace beside it."""
    if ruling.ruled_as:
        text, asked = ruling.ruled_as, text
    event = QuestionRuled(
        text=text,
        ruling=ruling.ruling,
        remark=ruling.remark,
        source=ruling.source,
        usage=ruling.usage,
        asked=asked,
        ruled_as=bool(ruling.ruled_as),
        options=options([choice.text for choice in ruling.instead]),
    )
    trace = RulingTrace(
        facts=list(ruling.facts),
        steps=list(ruling.steps),
        authored=ruling.authored,
        confidence=ruling.confidence,
        rationale=ruling.rationale,
        settled=ruling.settled,
        ideas=table.new_ideas(text, asked or ""),
        pending=noted(_may_take_back(ruling, asked or text)),
    )
    return with_progress(game, Entry(event, trace), table.puzzle.core_facts)


def _may_take_back(ruling: Ruling, asked: str) -> Pending | None:
    """What numbers mean after a question was ruled as another: 0 takes that back."""
    if not ruling.ruled_as:
        return None
    # Of a compound question no single ruling is the one that was not meant.
    not_meant = -1 if ruling.authored is None else ruling.authored
    return {**pending("ruled_as", asked, ruling.instead), "shown": [not_meant]}


def options(wordings: Sequence[str]) -> list[Option]:
    """What the player sees of choices: number and wording, nothing else."""
    return [Option(n=number, text=wording) for number, wording in enumerate(wordings, 1)]


def pending(kind: str, text: str, choices: tuple[Choice, ...]) -> Pending:
    """What is remembered of a question back."""
    return Pending(
        kind=kind,
        text=text,
        choices=[choice.authored for choice in choices],
        wordings=[choice.text for choice in choices],
        confirmed=[],
        shown=[choice.authored for choice in choices],
        rounds=1,
    )


def _asked_back(table: PuzzleContext, text: str, doubt: Doubt) -> Entry:
    prompt = table.phrases.say("unsure")
    if doubt.reason in ("not_polar", "choice", "many"):
        prompt = f"{table.phrases.say(doubt.reason)} {prompt}"
    trace = MeaningTrace(
        pending=noted(pending("question", text, doubt.choices)),
        scores=[choice.score for choice in doubt.choices],
        usage=doubt.usage,
        ideas=table.new_ideas(text),
    )
    offered = options([choice.text for choice in doubt.choices])
    return Entry(MeaningAsked(text=text, prompt=prompt, options=offered), trace)


def _unavailable(table: PuzzleContext, text: str, doubt: Doubt) -> Entry:
    reason = "unknown" if doubt.reason == "unsure" else doubt.reason
    return unavailable(table, text, reason, doubt.usage, doubt.cause)


def unavailable(table: PuzzleContext, text: str, reason: Reason, usage: Usage, cause: str) -> Entry:
    """The event that says that there is no ruling; it is free."""
    trace = UnavailableTrace(
        reason=reason, failed=reason in FAILURES, cause=cause, ideas=table.new_ideas(text)
    )
    return Entry(RulingUnavailable(text=text, reason=table.phrases.say(reason), usage=usage), trace)
