"""A long table with scripted models: their prompts and calls, the time beside them, log and checkpoint."""

import json
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles

from echoes.app import open_engine
from echoes.bench.party.scripted_table import MODULE, scripted_models, write_endless
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import log_position
from echoes.games.party.agents.windows import SUMMARIZER
from echoes.games.party.game import Party
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

MOST_GROWTH, MOST_CALLS = 1.02, 1.3
MOST_KEPT = 1.1
"""Growth of the log's lines and of the checkpoint, which vary with what happens to be done."""


_Voice = tuple[str, str]
"""A role, and what it is always told, which says for whom it speaks or remembers."""


@dataclass
class _Turn:
    """One turn: tokens shown to each voice, milliseconds beside its calls, bytes of log and checkpoint."""

    shown: dict[_Voice, list[int]]
    ms: float
    log: int
    state: int


@dataclass(frozen=True)
class LongTableFigures:
    """Figures of one long table; growth is that of the last tenth of the turns over the second tenth.

    Attributes:
        prompts: growth of the tokens of a prompt, by role.
        calls: of models a turn, without summaries; `summaries`: those.
        ms: beside the models a turn, 95th percentile; told, and no bound, as machines differ.
        log: growth of the bytes of log a turn.
        state: growth of the checkpoint since the middle, by when what there is to find is found.
    """

    turns: int
    prompts: dict[str, float]
    calls: float
    summaries: float
    ms: float
    log: float
    state: float

    @property
    def ok(self) -> bool:
        """Return whether all stays as it is."""
        shown = all(growth <= MOST_GROWTH for growth in self.prompts.values())
        kept = self.log <= MOST_KEPT and self.state <= MOST_KEPT
        return shown and kept and self.calls <= MOST_CALLS

    def text(self) -> str:
        """Return the figures in a line."""
        prompts = ", ".join(f"{role} × {growth}" for role, growth in sorted(self.prompts.items()))
        return (
            f"{self.turns} turns with scripted models: prompts {prompts}; {self.calls} calls a turn and "
            f"{self.summaries} for summaries; {self.ms} ms beside them (p95); log × {self.log}, "
            f"checkpoint × {self.state}"
        )


async def measure_long_table(config: Config, language: str, turns: int) -> LongTableFigures:
    """Play four companions, led by a model, and look at each turn.

    Args:
        config: its storage is not touched.
        language: of the table.
        turns: at least 50.
    Raises:
        BadInput: a turn could not be made.
    """
    meter = _Meter()
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        own = config.model_copy(deep=True)
        write_endless(config.paths.material(Party.folder), Path(folder) / "data" / Party.folder)
        own.paths.data, own.paths.bundled = Path(folder) / "data", None
        own.paths.game_storage, own.paths.rag_storage = Path(folder) / "games", Path(folder) / "rag"
        own.storage.backend = "sqlite"
        async with (
            scripted_models(own, language) as scripted,
            open_engine(scripted, watch=meter.watched) as engine,
        ):
            made = await _play(engine, meter, language, turns)
    return _figures(made)


async def _play(engine: GameEngine, meter: "_Meter", language: str, turns: int) -> list[_Turn]:
    session_id = (await engine.create_session(MODULE, lang=language)).session_id
    runner, made = TableRunner(engine, session_id), list[_Turn]()
    before = log_position(engine, session_id)
    while len(made) < turns:
        began = meter.starts()
        done = await runner.step(ordered=True)
        await engine.settled(session_id)
        ms = (time.perf_counter() - began - meter.waited) * 1000
        if not any(event.makes_turn for step in done for event in step.events):
            raise BadInput(f"turn {len(made) + 1} came to nothing: {runner.why or 'nobody moved'}", "")
        now = log_position(engine, session_id)
        state = await (await engine.open_session(session_id)).state()
        made.append(_Turn(dict(meter.shown), ms, now - before, len(json.dumps(state, default=str))))
        before = now
    return made


def _figures(made: list[_Turn]) -> LongTableFigures:
    tenth = len(made) // 10
    early, middle, late = made[tenth : 2 * tenth], made[5 * tenth : 6 * tenth], made[-tenth:]
    roles = {role for turn in made for role, _ in turn.shown}
    calls = [_calls(turn) - _calls(turn, SUMMARIZER) for turn in made]
    return LongTableFigures(
        turns=len(made),
        prompts={role: growth for role in roles if (growth := _growth_of_prompts(role, early, late))},
        calls=round(mean(calls), 3),
        summaries=round(mean(_calls(turn, SUMMARIZER) for turn in made), 3),
        ms=round(quantiles([turn.ms for turn in made], n=20)[-1], 1),
        log=round(mean(turn.log for turn in late) / mean(turn.log for turn in early), 3),
        state=round(mean(turn.state for turn in late) / mean(turn.state for turn in middle), 3),
    )


def _calls(turn: _Turn, role: str = "") -> int:
    """Return the number of calls of a turn, of one role or of all."""
    return sum(len(sizes) for (one, _), sizes in turn.shown.items() if role in ("", one))


def _growth_of_prompts(role: str, early: list[_Turn], late: list[_Turn]) -> float | None:
    """Return the factor by which the prompts of a role are longer later, at the mean of its voices.

    One with a long memory is not compared with one with a short one. None where none was asked both times.
    """
    first, last = _by_voice(role, early), _by_voice(role, late)
    both = first.keys() & last.keys()
    return round(mean(mean(last[one]) / mean(first[one]) for one in sorted(both)), 3) if both else None


def _by_voice(role: str, turns: list[_Turn]) -> dict[_Voice, list[int]]:
    sizes = defaultdict[_Voice, list[int]](list)
    for turn in turns:
        for voice, shown in turn.shown.items():
            sizes[voice] += shown if voice[0] == role else []
    return {voice: shown for voice, shown in sizes.items() if shown}


def _none_shown() -> defaultdict[_Voice, list[int]]:
    return defaultdict(list)


@dataclass
class _Meter:
    """Sees all calls: the tokens that they show, by voice, and the time in which at least one was open."""

    shown: defaultdict[_Voice, list[int]] = field(default_factory=_none_shown)
    waited: float = 0.0
    open: int = 0
    since: float = 0.0

    def starts(self) -> float:
        """Begin a turn, and return the time."""
        self.shown, self.waited = _none_shown(), 0.0
        return time.perf_counter()

    def watched(self, role: str, completion: Completion) -> Completion:
        """Return the model of a role, which is looked over the shoulder."""
        return _Metered(completion, role, self)


class _Metered(CompletionWrapper):
    """Measures the calls of one role."""

    def __init__(self, inner: Completion, role: str, meter: _Meter) -> None:
        super().__init__(inner)
        self._role, self._meter = role, meter

    async def complete(self, request: Request) -> Reply:
        """Ask, and count."""
        meter = self._meter
        if not meter.open:
            meter.since = time.perf_counter()
        meter.open += 1
        try:
            reply = await self.inner.complete(request)
        finally:
            meter.open -= 1
            if not meter.open:
                meter.waited += time.perf_counter() - meter.since
        meter.shown[self._role, request.system].append(reply.usage.prompt_tokens)
        return reply
