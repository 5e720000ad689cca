"""`echoes sessions rerun`: a transcript under another model, prompt or provider, and what changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from echoes.app import open_engine
from echoes.bench.variants import Who, named_referee, with_model
from echoes.config import Config
from echoes.core.entries import Entry
from echoes.core.events import SessionStarted
from echoes.core.history import active
from echoes.core.roles import Role
from echoes.core.usage import Usage
from echoes.engine.history import LogHistory
from echoes.games.situation_puzzle import board
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled, RulingWord
from echoes.games.situation_puzzle.referees.answers import (
    KEPT_RULINGS,
    Earlier,
    Hypothesis,
    Question,
    Ruling,
)
from echoes.games.situation_puzzle.referees.base import Referee
from echoes.games.situation_puzzle.rulings import standing


@dataclass(frozen=True)
class Ruled:
    """One turn, as it was and as it would be.

    Attributes:
        before, now: a ruling or a verdict; None where there is none now.
        why: why there is none now, as a key of the phrases.
        ruled_as: the question that is ruled on now in place of this one; empty where it is this one.
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
        """Whether it is another one now."""
        return self.before != self.now


def changed_config(config: Config, referee: Who | None, rag: str | None) -> Config:
    """The same settings with another referee, model or provider."""
    own = with_model(config.model_copy(deep=True), Role.REFEREE, referee.model if referee else None)
    own.play.referee = named_referee(own, referee.name if referee else None)
    if rag:
        own.rag = own.rag.model_copy(update={"provider": rag})
    return own


async def rerun(config: Config, session_id: str) -> tuple[SessionStarted, str, list[Ruled]]:
    """Rule once more on all that a session was ruled on; the session is left alone.

    The turns that count are asked in their order, each with the new rulings before it in view. An answer
    from the board is left out: code judges it, and no referee.

    Args:
        config: with the other referee, model or provider.
        session_id: which session.
    Returns:
        Its opening, the new referee's name, and each turn.
    Raises:
        UnknownName: no such session.
    """
    async with open_engine(config) as engine:
        session = await engine.open_session(session_id)
        entries = active(engine.storage.event_log.read(session_id))
        name, history = session.started.game_type, LogHistory(engine.storage.event_log, session_id)
        referee = engine.referee
        table: Any = await engine.assembly.context(name, session.scenario, history, referee)
        return session.started, table.referee.name, await _again(table.referee, entries)


async def _again(referee: Referee, entries: Sequence[Entry]) -> list[Ruled]:
    stands = standing(entries)
    ruled: list[Ruled] = []
    earlier: list[Earlier] = []
    for event in (entry.event for entry in entries):
        turn = event.turn
        if isinstance(event, QuestionRuled) and turn in stands:
            text = event.text
            before = tuple(earlier[-KEPT_RULINGS:])
            answer = await referee.rule(Question(text, earlier=before, as_it_stands=True))
            if isinstance(answer, Ruling):
                now: RulingWord = answer.ruling
                shown, asked = answer.ruled_as or text, text if answer.ruled_as else ""
                earlier.append(Earlier(shown, now, answer.facts, turn, answer.authored, asked=asked))
                source, usage = answer.source, answer.usage
                ruled.append(Ruled(turn, text, stands[turn], now, source, None, usage, answer.ruled_as))
            else:
                why = answer.reason
                ruled.append(Ruled(turn, text, stands[turn], None, referee.name, why, answer.usage))
        elif isinstance(event, HypothesisJudged) and event.source != board.SOURCE:
            text = event.text
            verdict = await referee.judge(Hypothesis(text, earlier=tuple(earlier[-KEPT_RULINGS:])))
            unclear = verdict.unavailable or ("answer" if verdict.lines or verdict.would_solve else None)
            given = None if unclear else verdict.verdict
            ruled.append(Ruled(turn, text, event.verdict, given, verdict.source, unclear, verdict.usage))
    return ruled
