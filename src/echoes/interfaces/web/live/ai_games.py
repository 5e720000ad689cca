"""Games of AI players that somebody watches: at work, paused, step by step, stopped."""

import asyncio
import logging
from contextlib import suppress

from echoes.core.errors import EchoesError
from echoes.engine.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.games.player import PlayerLimits
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.session import LiveSession

_ALONE_S = 60.0
"""Seconds for which an AI plays on when nobody looks."""
_MOST, _MOST_OF_ONE = 16, 4
"""AI players at work at once, and those of one address."""
_SLOWEST_S, _FASTEST_S = 10.0, 0.2


class _AIGame:
    """An AI player at one table."""

    def __init__(self, live: LiveSession, address: str) -> None:
        self.live, self.address = live, address
        self.pace_s = 2.0
        self.running = asyncio.Event()
        self.running.set()
        self.step = False
        self.moved = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def tell(self, ai: str, ending: str = "") -> None:
        """Say to all who look on how it stands."""
        words = texts_in(self.live.lang)
        said = words[f"ai_{ai}"].format(ending=words[f"ending_{ending}"] if ending else "")
        self.live.say({"ai": ai, "said": said})

    async def go_on(self) -> bool:
        """Wait until the next step is due; False when nobody has been looking for long."""
        alone = 0.0
        due = asyncio.get_running_loop().time() + self.pace_s
        while True:
            if self.step:
                self.step = False
                return True
            if self.running.is_set() and asyncio.get_running_loop().time() >= due:
                return True
            self.moved.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await self.moved.wait()
            alone = 0.0 if self.live.subscribers else alone + 0.2
            if alone > _ALONE_S:
                return False


class AIGames:
    """The AI players at work, one a session.

    Args:
        engine: at whose tables they sit.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._at_work: dict[str, _AIGame] = {}

    def start(
        self, live: LiveSession, strategy: str, caps: PlayerLimits, seed: int, address: str = ""
    ) -> None:
        """Have an AI player play a session that nobody has played yet, for a visitor at an address."""
        table = _AIGame(live, address)
        self._at_work[live.session_id] = table
        game = Autoplay(self._engine, live.session_id, strategy, caps, seed)
        table.task = asyncio.create_task(self._play(table, game))

    async def _play(self, table: _AIGame, game: Autoplay) -> None:
        table.tell("running")
        ending = "halted"
        try:
            async for _ in game.steps():
                table.live.catch_up()
                if not await table.go_on():
                    break
            else:
                ending = game.ending
        except EchoesError as error:
            logging.getLogger(__name__).warning("an AI player has stopped: %s", error)
            ending = "no_player"
        finally:
            del self._at_work[table.live.session_id]
            table.tell("over", ending)
            with suppress(EchoesError):  # somebody may have deleted it
                table.live.catch_up()

    def steer(self, session_id: str, what: str, pace_s: float | None = None) -> None:
        """Pause an AI player, let it go on, let it make one step, or stop it; nothing where none plays.

        Args:
            session_id: at which table.
            what: `pause`, `resume`, `step`, `stop` or `pace`.
            pace_s: seconds from step to step.
        """
        table = self._at_work.get(session_id)
        if table is None:
            return
        if pace_s is not None:
            table.pace_s = min(_SLOWEST_S, max(_FASTEST_S, pace_s))
        if what == "stop" and table.task:
            table.task.cancel()
        elif what == "pause":
            table.running.clear()
            table.tell("paused")
        elif what == "resume":
            table.running.set()
            table.tell("running")
        elif what == "step":
            table.running.clear()
            table.step = True
            table.tell("paused")
        table.moved.set()

    def is_full(self, address: str) -> bool:
        """Return whether so many are at work, in all or for one address, that no other may begin."""
        own = sum(table.address == address for table in self._at_work.values())
        return len(self._at_work) >= _MOST or own >= _MOST_OF_ONE

    def is_at_work(self, session_id: str) -> bool:
        """Return whether an AI plays at a table."""
        return session_id in self._at_work

    async def stop_all(self) -> None:
        """Stop them all; to be called before the engine closes."""
        tasks = [table.task for table in self._at_work.values() if table.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
