"""The cost of a turn of a heist in a running session, without a model; a part of `echoes bench overhead`.

Processor time is compared, which says the same on a busy machine.
"""

import json
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from echoes.app import open_engine
from echoes.config import load_config
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import log_position
from echoes.games.heist.events import HeistEnded, HeistOption, OptionsOffered
from echoes.games.heist.game import Heist

_SCORE = "tidewater_ledger"
_TO_BEGIN = ("1", "1", "1")
_SETTLED = 5
"""Turns after which a session has settled."""


@dataclass(frozen=True)
class HeistTurnFigures:
    """The cost of turns of heists.

    Attributes:
        ratio: a move of a random player over a ruling of a puzzle, both in the same run, medians.
        growth, disk_growth: the last tenth of a long session's turns over the first, in time and in bytes of
            the log.
        state_growth: the state at the end over the state in the middle, in bytes of JSON.
    """

    ratio: float
    growth: float
    disk_growth: float
    state_growth: float


async def measure_heist_turns(
    turns: int, puzzle: str, questions: Sequence[str], rag: Path
) -> HeistTurnFigures:
    """Measure moves of whole games beside questions of a puzzle, and one long session.

    Args:
        turns: of the long session; a fifth as many are compared with a puzzle's.
        puzzle: the id of the puzzle.
        questions: that are asked about it.
        rag: where the knowledge base is, or is built.
    """
    config = load_config()
    config.agents = {**config.agents, Heist.name: {**config.agents.get(Heist.name, {}), "seed": "overhead"}}
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        config.paths.rag_storage = rag
        config.paths.game_storage = Path(folder) / "game_storage"
        async with open_engine(config) as engine:
            ratio = await _compare(engine, max(2 * _SETTLED, turns // 5), puzzle, questions)
            return await _play_on(engine, turns, ratio)


async def _compare(engine: GameEngine, count: int, puzzle: str, questions: Sequence[str]) -> float:
    """Return the processor time of a move over that of a ruling: both are timed in turn."""
    asked, moved, chance = list[float](), list[float](), random.Random(0)
    session = (await engine.create_session(puzzle, lang="en")).session_id
    heist = _Heist(engine)
    for number in range(count):
        began = time.process_time()
        events = [e async for e in engine.handle_message(session, questions[number % len(questions)])]
        if events[-1].event == "question_ruled":
            asked.append(time.process_time() - began)
        options = await heist.options()
        moved.append(await heist.timed(str(chance.randint(1, len(options)))))
    return statistics.median(moved[_SETTLED:]) / statistics.median(asked[_SETTLED:])


async def _play_on(engine: GameEngine, turns: int, ratio: float) -> HeistTurnFigures:
    """Play on and on in one session: an action is framed, thought better of, asked about."""
    heist = _Heist(engine)
    await heist.options()
    spent, logged, sizes = list[float](), list[int](), list[int]()
    for number in range(turns):
        keys = [option.key for option in await heist.options()]
        wanted = "drop" if "drop" in keys else next(key for key in keys if key.startswith("approach:"))
        spent.append(await heist.timed(str(keys.index(wanted) + 1)))
        await heist.timed("/recap" if number % 10 == 0 else f"Is it dark behind door {number}?")
        logged.append(log_position(engine, heist.session_id))
        state = await (await engine.open_session(heist.session_id)).read()
        sizes.append(len(json.dumps(state.get("game"))))
    tenth = max(1, turns // 10)
    return HeistTurnFigures(
        ratio=ratio,
        growth=statistics.median(spent[-tenth:]) / statistics.median(spent[:tenth]),
        disk_growth=(logged[-1] - logged[-1 - tenth]) / (logged[tenth] - logged[0]),
        state_growth=max(sizes[-tenth:]) / max(sizes[turns // 2 :][:tenth]),
    )


class _Heist:
    """A heist in its first scene; one that has ended is followed by another."""

    def __init__(self, engine: GameEngine) -> None:
        self._engine, self.session_id = engine, ""
        self._options: Sequence[HeistOption] = ()

    async def options(self) -> Sequence[HeistOption]:
        """Return the offered moves; a new game begins where none is under way."""
        if not self.session_id:
            self.session_id = (await self._engine.create_session(_SCORE, lang="en")).session_id
            for message in _TO_BEGIN:
                await self.timed(message)
        return self._options

    async def timed(self, message: str) -> float:
        """Send a message; return the seconds of processor time that it took."""
        began = time.process_time()
        events = [event async for event in self._engine.handle_message(self.session_id, message)]
        took = time.process_time() - began
        for event in events:
            if isinstance(event, OptionsOffered):
                self._options = event.options
            elif isinstance(event, HeistEnded):
                self.session_id = ""
        return took
