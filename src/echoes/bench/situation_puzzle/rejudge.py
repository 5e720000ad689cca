"""The work of `echoes sessions rerun`: rule once more on a transcript, and compare."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from echoes.app import open_engine
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.runs.variants import AgentSpec, with_model
from echoes.bench.situation_puzzle.command_specs import RejudgeOptions
from echoes.bench.situation_puzzle.referees import named_referee
from echoes.config import Config, load_config
from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionStarted
from echoes.core.log.queries import effective_entries
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import context_of, read_entries
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import (
    KEPT_RULINGS,
    Hypothesis,
    PastRuling,
    Question,
    Ruling,
)
from echoes.games.situation_puzzle.session.current_rulings import current_rulings
from echoes.games.situation_puzzle.turn import board, cloze


@dataclass(frozen=True)
class RejudgedTurn:
    """One turn with its ruling then and now.

    Attributes:
        before, now: a ruling or a verdict; None where there is none now.
        source: of the ruling now.
        why: the reason for none, as a key of the phrases.
        ruled_as: the question that is ruled on now in place of this one; empty for none.
    """

    turn: int
    text: str
    before: str
    now: str | None
    source: str
    why: str | None = None
    usage: Usage = field(default_factory=Usage)
    ruled_as: str = ""

    @property
    def changed(self) -> bool:
        """Return whether it is another one now."""
        return self.before != self.now


@dataclass(frozen=True)
class Rejudged:
    """A transcript that was ruled on once more.

    Attributes:
        started: the opening of the session.
        referee: the name of the new one.
        turns: each turn that was ruled.
    """

    started: SessionStarted
    referee: str
    turns: Sequence[RejudgedTurn]


async def rejudge_session(options: RejudgeOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Rule once more on a session, and show the differences."""
    referee = AgentSpec.parse(options.referee) if options.referee else None
    found = await rejudge(changed_config(load_config(), referee, options.rag), options.session_id)
    return BenchmarkOutcome(
        _text(options.session_id, found), [_json_line(options.session_id, turn) for turn in found.turns]
    )


def _json_line(session_id: str, turn: RejudgedTurn) -> str:
    more = {"changed": turn.changed, "usage": turn.usage.model_dump()}
    return json_text({"session_id": session_id, **asdict(turn), **more})


def _text(session_id: str, found: Rejudged) -> list[str]:
    before = found.started.model or getattr(found.started, "referee", "")
    lines = [f"{session_id}: ruled by {before}, now by {found.referee}"]
    for turn in found.turns:
        if turn.changed:
            now = turn.now or f"no ruling ({turn.why})"
            now += f", to: {turn.ruled_as}" if turn.ruled_as else ""
            lines.append(f"  turn {turn.turn}: {turn.before} → {now}   {turn.text}")
    changed = sum(turn.changed for turn in found.turns)
    lost = sum(turn.now is None for turn in found.turns)
    same = len(found.turns) - changed
    total = f"{len(found.turns)} turns: {same} the same"
    return [*lines, f"{total}, {changed - lost} changed, {lost} not ruled now"]


def changed_config(config: Config, referee: AgentSpec | None, rag: str | None) -> Config:
    """Copy the settings with another referee, model or provider."""
    own = with_model(config.model_copy(deep=True), Role.REFEREE, referee.model if referee else None)
    own.play.referee = named_referee(own, referee.name if referee else None)
    if rag:
        own.rag = own.rag.model_copy(update={"provider": rag})
    return own


async def rejudge(config: Config, session_id: str) -> Rejudged:
    """Rule once more on all rulings of a session; the session is not changed.

    The turns that stand are asked in their order, each with the new rulings before it in view. An answer
    that was put together is left out, since it is judged by code.

    Args:
        config: with the other referee, model or provider.
        session_id: of the session.
    Raises:
        UnknownName: no such session.
    """
    async with open_engine(config) as engine:
        session = await engine.open_session(session_id)
        entries = effective_entries(read_entries(engine, session_id))
        context: Any = await context_of(engine, session)
        turns = await _turns(context.referee, entries)
        return Rejudged(session.started, context.referee.name, turns)


async def _turns(referee: Referee, entries: Sequence[Entry]) -> list[RejudgedTurn]:
    stands = current_rulings(entries)
    turns: list[RejudgedTurn] = []
    earlier: list[PastRuling] = []
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled) and event.turn in stands:
            turns.append(await _question(referee, event, stands[event.turn], earlier))
        elif isinstance(event, HypothesisJudged) and event.source not in (board.SOURCE, cloze.SOURCE):
            turns.append(await _hypothesis(referee, event, earlier))
    return turns


async def _question(
    referee: Referee, event: QuestionRuled, before: str, earlier: list[PastRuling]
) -> RejudgedTurn:
    """Rule on a question, and add the ruling to the earlier ones."""
    turn, text = event.turn, event.text
    answer = await referee.rule(Question(text, earlier=tuple(earlier[-KEPT_RULINGS:]), as_it_stands=True))
    if not isinstance(answer, Ruling):
        return RejudgedTurn(turn, text, before, None, referee.name, answer.reason, answer.usage)
    shown, asked = answer.ruled_as or text, text if answer.ruled_as else ""
    earlier.append(PastRuling(shown, answer.ruling, answer.facts, turn, answer.authored, asked=asked))
    return RejudgedTurn(
        turn, text, before, answer.ruling, answer.source, usage=answer.usage, ruled_as=answer.ruled_as
    )


async def _hypothesis(
    referee: Referee, event: HypothesisJudged, earlier: Sequence[PastRuling]
) -> RejudgedTurn:
    """Judge a final answer."""
    found = await referee.judge(Hypothesis(event.text, earlier=tuple(earlier[-KEPT_RULINGS:])))
    now = None if found.unavailable else found.verdict
    return RejudgedTurn(
        event.turn, event.text, event.verdict, now, found.source, found.unavailable, found.usage
    )
