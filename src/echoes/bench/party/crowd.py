"""Many tables at once, each watched to its ending: whether each log holds what was shown, and replays."""

import asyncio
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from echoes.app import open_engine
from echoes.config import Config
from echoes.core.log.entries import Entry
from echoes.core.log.queries import ending_of
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import RoundEnded, TurnTaken
from echoes.games.party.pack.schema import Module


@dataclass(frozen=True)
class CrowdFigures:
    """Figures of many tables at once.

    Attributes:
        turns: that were made at all of them.
        seconds: until the last ended.
        lost: events that were shown and are in no log; `twice`: turns of a seat beyond one in a round.
        changed: tables whose log plays otherwise a second time; `open`: tables without an ending.
    """

    tables: int
    turns: int
    seconds: float
    lost: int
    twice: int
    changed: int
    open: int

    @property
    def ok(self) -> bool:
        """Return whether nothing was lost, nobody acted twice, and each table came to its ending."""
        return not (self.lost or self.twice or self.changed or self.open)

    def text(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.tables} tables at once: {self.turns} turns in {self.seconds} s; events lost {self.lost}, "
            f"seats that acted twice {self.twice}, logs that play otherwise {self.changed}, open {self.open}"
        )


async def measure_tables_at_once(
    config: Config, tables: int, most_turns: int = 400, lang: str = "en"
) -> CrowdFigures:
    """Play many tables of companions side by side, and read all logs again by another engine.

    Args:
        config: its storage is not touched; no model is asked.
        tables: how many.
        most_turns: of one table.
        lang: of the modules, which take turns.
    """
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        own = config.model_copy(deep=True)
        own.paths.game_storage, own.paths.rag_storage = Path(folder) / "games", Path(folder) / "rag"
        own.storage.backend = "sqlite"
        own.agents["party"] = {**own.agents.get("party", {}), "by": "rules"}
        began = time.perf_counter()
        async with open_engine(own) as engine:
            ids = sorted({one.id for _, one in engine.scenarios.list_all() if isinstance(one, Module)})
            begun = [await engine.create_session(ids[n % len(ids)], lang=lang) for n in range(tables)]
            sessions = [one.session_id for one in begun]
            played = await asyncio.gather(*(_watched(engine, one, most_turns) for one in sessions))
        seconds = time.perf_counter() - began
        async with open_engine(own) as again:
            logs = [read_entries(again, session) for session in sessions]
            changed = [bool((await replay(again, session)).differences) for session in sessions]
    kept = [{entry.event.event_id for entry in log} for log in logs]
    return CrowdFigures(
        tables=tables,
        turns=sum(isinstance(entry.event, TurnTaken) for log in logs for entry in log),
        seconds=round(seconds, 1),
        lost=sum(len(shown - log) for shown, log in zip(played, kept, strict=True)),
        twice=sum(map(_acted_twice, logs)),
        changed=sum(changed),
        open=sum(ending_of(log) is None for log in logs),
    )


async def _watched(engine: GameEngine, session_id: str, most_turns: int) -> set[str]:
    """Play a table of companions to its ending; return the ids of all events that were shown."""
    runner, shown = TableRunner(engine, session_id), set[str]()
    for _ in range(most_turns):
        made = await runner.step(ordered=True)
        shown |= {event.event_id for step in made for event in step.events}
        shown |= {event.event_id for event in await engine.settled(session_id)}
        if not made:
            break
    return shown


def _acted_twice(log: list[Entry]) -> int:
    """Return the number of turns of a seat that came after another of the same round."""
    twice, acted = 0, Counter[str]()
    for entry in log:
        if isinstance(entry.event, RoundEnded):
            acted.clear()
        elif isinstance(entry.event, TurnTaken):
            twice += acted[entry.event.seat] > 0
            acted[entry.event.seat] += 1
    return twice
