"""The question flow: rule, ask for clarification, or say why there is no ruling."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.core.log.events import Option
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import PuzzleClarificationAsked, QuestionRuled, RulingUnavailable
from echoes.games.situation_puzzle.phase import Phase
from echoes.games.situation_puzzle.reducer import evolve_all, with_progress, without_last_ruling
from echoes.games.situation_puzzle.referees.types import (
    FAILURES,
    Abstention,
    Choice,
    PastRuling,
    Question,
    Ruling,
    RulingReason,
)
from echoes.games.situation_puzzle.state import PendingChoice, PuzzleState, pending_choice
from echoes.games.situation_puzzle.traces import ClarificationTrace, RulingTrace, UnavailableTrace
from echoes.games.situation_puzzle.turn.context import (
    PuzzleContext,
    PuzzleTurn,
    command_result,
    over_budget,
    parsed_message,
    puzzle_state,
    spent,
)
from echoes.games.situation_puzzle.turn.corrections import correction_entry
from echoes.games.situation_puzzle.turn.game_words import OF_MODELS, answer_words
from echoes.language.game_words import GameWords


async def rule_on_question(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask the referee, which rules or abstains."""
    context, game, parsed = runtime.context, puzzle_state(state), parsed_message(state)
    text, not_meant = parsed.text, parsed.not_meant
    if not_meant is not None:
        game = without_last_ruling(game)
    elif game["phase"] == Phase.AWAITING_FINAL:
        return {
            "outbox": [
                command_result("ask", context.phrases.format("question_limit", limit=game["max_questions"]))
            ]
        }
    question = Question(
        text,
        frozenset(game["ideas"]),
        past_rulings(game),
        over_budget=over_budget(state),
        calls_left=None
        if game["max_calls"] is None
        else max(0, game["max_calls"] - spent(state).model_calls),
        as_it_stands=parsed.as_it_stands,
        not_meant=not_meant,
    )
    taken_back: PuzzleTurn = {} if not_meant is None else {"undo": 1}
    answer = (
        _settled_by_author(context, question)
        or _asked_before(context, game, question)
        or await context.referee.rule(question)
    )
    if isinstance(answer, Ruling):
        outbox = [ruling_entry(context, game, text, answer)]
        for correction in answer.corrections:
            outbox.append(correction_entry(context, evolve_all(game, outbox), correction))
        return {**taken_back, "outbox": outbox}
    if intent := OF_MODELS.get(answer.reason):
        words = GameWords(intent, is_certain=intent != "hint")
        return {**taken_back, "outbox": [answer_words(context, state, text, words, answer.usage)]}
    make_entry = _clarification_entry if answer.choices else _abstention_entry
    return {**taken_back, "outbox": [make_entry(context, text, answer)]}


def past_rulings(game: PuzzleState) -> tuple[PastRuling, ...]:
    """Return the rulings of the session that stand, oldest first."""
    return tuple(
        PastRuling(
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


def _settled_by_author(context: PuzzleContext, question: Question) -> Ruling | None:
    """Return the author's correction, where the same is asked again, whichever referee rules."""
    normalized, said = context.reader.normalize(question.text), context.reader.clauses(question.text)
    for one in reversed(question.earlier):
        if not one.settled:
            continue
        before = context.reader.clauses(one.text)
        same = len(said) == len(before) == 1 and said[0].says_the_same(before[0])
        if same or context.reader.normalize(one.text) == normalized:
            why = f"the author's correction of turn {one.turn}"
            return Ruling(one.ruling, "author", one.facts, rationale=why, settled=True)
    return None


def _asked_before(context: PuzzleContext, game: PuzzleState, question: Question) -> Ruling | None:
    """Return the ruling that stands on the same words, where it is given again free of charge."""
    if question.not_meant is not None:
        return None
    normalized = context.reader.normalize(question.text)
    for one in reversed(question.earlier):
        if context.reader.normalize(one.asked or one.text) == normalized:
            return Ruling(
                one.ruling,
                context.referee.name,
                one.facts,
                authored=one.authored,
                rationale=f"as in turn {one.turn}",
                ruled_as=one.text if one.asked else "",
            )
    return None


def ask_message_kind(context: PuzzleContext, message: str) -> Entry:
    """Ask back whether a message is a final answer or a question."""
    wordings = [context.phrases.route_answer, context.phrases.route_question]
    waiting = pending_choice("route", message, wordings)
    trace = ClarificationTrace(pending=waiting)
    asked = PuzzleClarificationAsked(
        text=message, prompt=context.phrases.route_prompt, options=numbered_options(wordings)
    )
    return Entry(asked, trace)


def ruling_entry(
    context: PuzzleContext, game: PuzzleState, text: str, ruling: Ruling, asked: str | None = None
) -> Entry:
    """Return the public event of a ruling, with its private trace."""
    if ruling.ruled_as:
        text, asked = ruling.ruled_as, text
    normalize = context.reader.normalize
    repeated = any(
        one["ruling"] == ruling.ruling and normalize(one["text"]) == normalize(text) for one in game["ruled"]
    )
    event = QuestionRuled(
        text=text,
        ruling=ruling.ruling,
        remark=ruling.remark or (context.phrases.asked_before if repeated else ""),
        source=ruling.source,
        charged=not repeated,
        usage=ruling.usage,
        asked=asked,
        ruled_as=bool(ruling.ruled_as),
        options=numbered_options([choice.shown for choice in ruling.instead]),
    )
    trace = RulingTrace(
        facts=list(ruling.facts),
        steps=list(ruling.steps),
        authored=ruling.authored,
        confidence=ruling.confidence,
        rationale=ruling.rationale,
        settled=ruling.settled,
        evidence=list(ruling.evidence),
        ideas=context.new_ideas(text, asked or ""),
        pending=_retractable(ruling, asked or text),
    )
    return with_progress(game, Entry(event, trace), context.puzzle.core_facts)


def _retractable(ruling: Ruling, asked: str) -> PendingChoice | None:
    """Return the pending choice after a question was ruled as another: 0 takes that back."""
    if not ruling.ruled_as:
        return None
    # For a compound question no single ruling is the one that was not meant.
    return _pending("ruled_as", asked, ruling.instead, -1 if ruling.authored is None else ruling.authored)


def numbered_options(wordings: Sequence[str]) -> list[Option]:
    """Return options as the player sees them: number and wording, nothing else."""
    return [Option(n=number, text=wording) for number, wording in enumerate(wordings, 1)]


def _pending(kind: str, text: str, choices: Sequence[Choice], not_meant: int = -1) -> PendingChoice:
    """Return the pending choice of a clarification."""
    return pending_choice(
        kind, text, [choice.shown for choice in choices], [choice.authored for choice in choices], not_meant
    )


def _clarification_entry(context: PuzzleContext, text: str, abstention: Abstention) -> Entry:
    prompt = context.phrases.format("unsure" if len(abstention.choices) > 1 else "unsure_of_one")
    if abstention.reason in ("not_polar", "choice", "many"):
        prompt = f"{context.phrases.format(abstention.reason)} {prompt}"
    trace = ClarificationTrace(
        pending=_pending("question", text, abstention.choices),
        scores=[choice.score for choice in abstention.choices],
        usage=abstention.usage,
        ideas=context.new_ideas(text),
    )
    offered = numbered_options([choice.shown for choice in abstention.choices])
    return Entry(PuzzleClarificationAsked(text=text, prompt=prompt, options=offered), trace)


def _abstention_entry(context: PuzzleContext, text: str, abstention: Abstention) -> Entry:
    reason = "unknown" if abstention.reason == "unsure" else abstention.reason
    return unavailable_entry(context, text, reason, abstention.usage, abstention.cause)


def unavailable_entry(
    context: PuzzleContext, text: str, reason: RulingReason, usage: Usage, cause: str
) -> Entry:
    """Return the event that there is no ruling, which is free of charge."""
    trace = UnavailableTrace(
        reason=reason, failed=reason in FAILURES, cause=cause, ideas=context.new_ideas(text)
    )
    return Entry(RulingUnavailable(text=text, reason=context.phrases.format(reason), usage=usage), trace)
