"""The measurements of `echoes bench overhead` with their bounds.

Machines differ and are noisy; a ratio to a bare import of the same run says more than seconds.
"""

import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from echoes.bench.heist.tokens import measure_heist_tokens
from echoes.bench.heist.turns import measure_heist_turns
from echoes.bench.performance.benchmarks import BUSY_LATENCY_MS, measure_benchmarks
from echoes.bench.performance.command_specs import OverheadOptions
from echoes.bench.performance.ingest import measure_ingest
from echoes.bench.performance.memory import measure_memory
from echoes.bench.performance.models import LATENCY_MS, measure_models
from echoes.bench.performance.profile import Profile
from echoes.bench.performance.sessions import PUZZLE, measure_asked_back, measure_turns, sample_questions
from echoes.bench.performance.starts import measure_starts
from echoes.bench.performance.storage import measure_storage
from echoes.bench.performance.tracing import measure_tracing
from echoes.bench.performance.web import measure_hearing, measure_web
from echoes.bench.performance.workers import WORKERS, measure_workers
from echoes.bench.story.turns import OPENINGS, measure_story_turns
from echoes.config import load_config
from echoes.core.errors import BadInput

_ROUNDS = 3
"""Questions of each of many concurrent sessions."""
_THINK_S = 10.0
"""The longest that a player thinks before a question to workers that are killed."""


@dataclass(frozen=True)
class Measurement:
    """One measurement with its bound.

    Attributes:
        value: in `unit`; None for what can't be measured here.
        bound: None for none.
        at_least: true where the value must not be below the bound, false where it must not exceed it.
        ok: true where the bound is kept.
    """

    name: str
    value: float | None
    bound: float | None
    at_least: bool
    unit: str
    ok: bool


async def measure(load: OverheadOptions, parts: Sequence[str] = ()) -> list[Measurement]:
    """Measure parts of the platform.

    Args:
        load: the amounts to measure with.
        parts: names of `PARTS`; none means all.
    Raises:
        BadInput: there is no such part.
    """
    if unknown := sorted(set(parts) - set(PARTS)):
        raise BadInput(f"there is no part '{unknown[0]}'", f"Known: {', '.join(PARTS)}.")
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        rag = Path(folder) / "rag_storage"  # built once, by the first
        return [row for part in parts or PARTS for row in await PARTS[part](load, rag, Path(folder))]


async def _starts(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    starts = measure_starts(load.rounds, rag)
    return [
        _row("echoes --help / bare import of typer, pydantic, rich", starts.help, 2.0, "x"),
        _row("start to first ruling / import langgraph.graph", starts.first_ruling, 3.0, "x"),
        _row("peak memory of a terminal game", starts.peak_mb, 300.0, "MB"),
    ]


async def _session(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    questions = load.questions
    turns = await measure_turns(questions, rag)
    asked_back = {lang: await measure_asked_back(lang, rag) for lang in ("en", "zh")}
    return [
        _row("a ruling in a running session, median", turns.total, 30.0, "ms"),
        _row("of which graph and storage, median", turns.platform, 10.0, "ms"),
        _row(f"the last tenth of {questions} turns / the first, time", turns.growth, 1.5, "x"),
        _row(f"the last tenth of {questions} turns / the first, disk", turns.disk_growth, 1.5, "x"),
        _row("event log and checkpoints, a turn", turns.disk_kb, 4.0, "KB"),
        *(
            _row(
                f"a question asked back / its text embedded and a bare graph's turn, {lang}", ratio, 2.0, "x"
            )
            for lang, ratio in asked_back.items()
        ),
    ]


async def _heist(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    turns = load.questions
    figures = await measure_heist_turns(turns, PUZZLE, sample_questions(load_config(), "en"), rag)
    led = await measure_heist_tokens(load.turns, rag)
    return [
        _row("a move of a heist / a ruling in the same run, medians", figures.ratio, 1.5, "x"),
        _row(f"the last tenth of {turns} moves / the first, time", figures.growth, 1.5, "x"),
        _row(f"the last tenth of {turns} moves / the first, disk", figures.disk_growth, 1.1, "x"),
        _row(f"state after {turns} moves / after half of them", figures.state_growth, 1.1, "x"),
        _row(f"prompt tokens a call of a model at turn {load.turns} / at turn 20", led.growth, 1.1, "x"),
        _row("calls a message, beside the one that sums up", led.calls, 2.0, ""),
        _row(
            f"calls that sum up a scene, {led.summaries} scenes, a message at most", led.summing_up, 1.0, ""
        ),
        _row("processor time of a message beside the calls, median", led.beside_ms, 10.0, "ms"),
    ]


async def _story(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    long, turns = load.questions, load.turns
    figures = await measure_story_turns(long, turns, PUZZLE, sample_questions(load_config(), "en"), rag)
    return [
        _row(
            "a turn of a story without a model / a ruling in the same run, medians", figures.ratio, 1.5, "x"
        ),
        _row(
            f"opening {long} turns, beyond an empty session, least of {OPENINGS}",
            figures.opening_ms,
            100.0,
            "ms",
        ),
        _row("calls before the player reads on, beside each who speaks, at most", figures.before, 2.0, ""),
        _row("calls behind the reader's back, beside each who remembers, at most", figures.behind, 1.0, ""),
        _row(f"prompt of an agent at turn {turns} / at turn 20, at most", figures.growth, 1.1, "x"),
        _row("what settles at once / its slowest call, median", figures.parallel, 1.25, "x"),
        _row(f"the last tenth of {turns} turns / the first, beside the calls", figures.beside, 1.2, "x"),
    ]


async def _memory(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_memory(load.players, load.events, 60, load.questions, rag)
    much = f"{load.players} players, {load.events} events"
    return [
        _row(f"recall and record a turn, {much}", figures.recall_and_record, 5.0, "ms"),
        _row(f"a game counted, {much}", figures.update, 50.0, "ms"),
        _row(f"memories of a player searched, {much}", figures.search, None, "ms"),
        _row(f"opening {load.questions} turns, beyond an empty session", figures.open, 200.0, "ms"),
    ]


async def _models(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_models(load.turns, load.sessions, _ROUNDS, rag)
    long, concurrent = figures.long_game, figures.concurrent
    at_once = f"{load.sessions} sessions at once, {LATENCY_MS} ms a call"
    return [
        _row("model calls a question", long.calls, 1.05, ""),
        _row(f"prompt at turn {load.turns} / at turn 5, length", long.growth, 1.2, "x"),
        _row("share of a prompt that is as the one before", long.prefix, 0.8, "x", at_least=True),
        _row("a turn beside its model call, median", long.beside, 10.0, "ms"),
        _row(
            f"{at_once}: rate / bare loop, one process",
            concurrent.one_process,
            0.8,
            "x",
            at_least=True,
        ),
        _row(f"{at_once}: the same, one a core", concurrent.all_cores, 0.8, "x", at_least=True),
        _row(f"{at_once}: lost turns", concurrent.lost, 0.0, ""),
        *(_shares(at_once, figures.profile, concurrent.one_process) if figures.profile else ()),
    ]


def _shares(at_once: str, profile: Profile, ratio: float) -> list[Measurement]:
    """Return the share of each part in the processor time of a turn, in one process."""
    return [
        _row(f"{at_once}: processor time of a turn", profile.turn_ms, None, "ms"),
        _row("… of which the model call, as a bare loop makes it", profile.call, None, ""),
        _row("… of which LangGraph", profile.graph, None, ""),
        _row("… of which log, locks and checkpoints", profile.storage, None, ""),
        _row("… of which event loop and threads", profile.rest, None, ""),
        _row("… of which all else of ours", profile.own, 0.2, ""),
        _row("rate / bare loop, one process, if that took no time", ratio / (1 - profile.own), None, "x"),
    ]


async def _benchmarks(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_benchmarks(load.games, load.asked, load.busy, rag, folder)
    busy = f"{load.busy} games at once keep a model of {BUSY_LATENCY_MS} ms a call busy"
    rate = figures.games_a_minute
    return [
        _row("games a minute, baseline player and embedded referee", rate, 50.0, "", at_least=True),
        _row("bench referee, a question beside the referee's own time", figures.added, 2.0, "ms"),
        _row(f"memory after {load.asked} questions / after a tenth of them", figures.growth, 1.1, "x"),
        _row(busy, figures.busy, 0.9, "x", at_least=True),
    ]


async def _ingest(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_ingest(load.puzzles, folder)
    many = f"{load.puzzles} short puzzles"
    return [
        _row(f"{many}: taken in a second, beside embedding", figures.rate, 40.0, "", at_least=True),
        _row(f"{many}: file descriptors above the start", figures.descriptors, 50.0, ""),
        _row(f"{many}: threads above the start", figures.threads, 20.0, ""),
        _row(f"{many}: memory", figures.resident_mb, 400.0, "MB"),
        _row(f"{many}: disk, each", figures.disk_kb, 50.0, "KB"),
        _row(f"{many}: taken in again, processor time", figures.rerun_s, 10.0, "s"),
        _row("a knowledge base opened and asked once, median", figures.open_ms, 50.0, "ms"),
        _row("a bundled puzzle's knowledge base", figures.bundled_mb, 4.0, "MB"),
        _row("its first game begins, in a process that has warmed up", figures.first_game_s, 1.0, "s"),
        _row("… and its first question is answered", figures.first_ruling_s, None, "s"),
        _row("a query / the same by the Chroma provider", figures.query, 2.0, "x"),
        _row(f"a dossier of {50 * load.puzzles} words: taken in", figures.dossier_s, 30.0, "s"),
        _row("… and asked by another process, processor time", figures.dossier_asked_s, 2.0, "s"),
    ]


async def _web(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_web(load.visitors, load.asks, load.rounds, rag, folder)
    many = f"{load.visitors} players at once"
    return [
        _row("the web app's page ready / an empty Gradio page", figures.pages.ready, 3.0, "x"),
        _row("a ruling shown after it was sent, median", figures.pages.shown, 300.0, "ms"),
        _row(f"{many}: a ruling, median", figures.median, None, "ms"),
        _row(f"{many}: a ruling, 95th percentile", figures.late, 2000.0, "ms"),
        _row(f"{many}: lost questions", figures.lost, 0.0, ""),
    ]


async def _storage(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_storage(load.questions, load.sessions, _ROUNDS, rag, folder)
    turn, at_once, workers, notice_ms, lost = astuple(figures) if figures else (None,) * 5
    calls = f"{load.sessions} sessions, {LATENCY_MS} ms a call"
    return [
        _row("a turn on PostgreSQL / on SQLite, one session, median", turn, 3.0, "x"),
        _row("turns a second on PostgreSQL / on SQLite, 16 sessions at once", at_once, 1.0, "x", True),
        _row(f"{calls}: rate of four workers / of one", workers, 3.0, "x", at_least=True),
        _row(f"{calls}: lost turns", lost, 0.0, ""),
        _row("until another worker hears of something, median", notice_ms, 200.0, "ms"),
    ]


async def _workers(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    figures = await measure_workers(load.crowd, _ROUNDS, _THINK_S, rag, folder)
    late_ms = await measure_hearing(load.asks, rag, folder)
    many = f"{load.crowd} sessions on {WORKERS} workers, {figures.killed} of them killed"
    return [
        _row(f"{many}: lost turns", figures.lost, 0.0, ""),
        _row(f"{many}: turns that are there twice", figures.twice, 0.0, ""),
        _row(f"{many}: a turn, 95th percentile", figures.late_ms, None, "ms"),
        _row("a live event at another worker's page after its own, median", late_ms, 200.0, "ms"),
    ]


async def _tracing(load: OverheadOptions, rag: Path, folder: Path) -> list[Measurement]:
    ratio = await measure_tracing(load.questions, rag, folder)
    return [_row("a turn whose trace is sent / the same without, medians", ratio, 1.1, "x")]


PARTS: dict[str, Callable[[OverheadOptions, Path, Path], Awaitable[list[Measurement]]]] = {
    "start": _starts,
    "session": _session,
    "heist": _heist,
    "story": _story,
    "memory": _memory,
    "models": _models,
    "benchmarks": _benchmarks,
    "ingest": _ingest,
    "web": _web,
    "storage": _storage,
    "workers": _workers,
    "tracing": _tracing,
}
"""The parts by name."""


def _row(
    name: str, value: float | None, bound: float | None, unit: str, at_least: bool = False
) -> Measurement:
    kept = bound is None or value is None or (value >= bound if at_least else value <= bound)
    return Measurement(name, None if value is None else round(value, 3), bound, at_least, unit, kept)
