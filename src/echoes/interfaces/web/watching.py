"""AI players that somebody watches: at work, paused, step by step, stopped."""

import asyncio
import logging
from contextlib import suppress

from echoes.core.errors import EchoesError
from echoes.engine.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.games.player import Caps
from echoes.interfaces.web.live import LiveSession
from echoes.interfaces.web.words import words_in

_ALONE_S = 60.0
"""So long an AI plays on when nobody looks."""
_MOST, _MOST_OF_ONE = 16, 4
"""AI players at work at once, and those of one address."""
_SLOWEST_S, _FASTEST_S = 10.0, 0.2


class _Watch:
    """One AI player at one table."""

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
        words = words_in(self.live.lang)
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
            alone = 0.0 if self.live.readers else alone + 0.2
            if alone > _ALONE_S:
                return False


class Watching:
    """The AI players at work, one a session.

    Args:
        engine: at whose tables they sit.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._at_work: dict[str, _Watch] = {}

    def start(self, live: LiveSession, strategy: str, caps: Caps, seed: int, address: str = "") -> None:
        """Have an AI player play a session that nobody has played yet, for a visitor at an address."""
        watch = _Watch(live, address)
        self._at_work[live.session_id] = watch
        game = Autoplay(self._engine, live.session_id, strategy, caps, seed)
        watch.task = asyncio.create_task(self._play(watch, game))

    async def _play(self, watch: _Watch, game: Autoplay) -> None:
        watch.tell("running")
        ending = "halted"
        try:
            async for _ in game.steps():
                watch.live.catch_up()
                if not await watch.go_on():
                    break
            else:
                ending = game.ending
        except EchoesError as error:
            logging.getLogger(__name__).warning("an AI player has stopped: %s", error)
            ending = "no_player"
        finally:
            del self._at_work[watch.live.session_id]
            watch.tell("over", ending)
            with suppress(EchoesError):  # somebody may have deleted it
                watch.live.catch_up()

    def steer(self, session_id: str, what: str, pace_s: float | None = None) -> None:
        """Pause an AI player, let it go on, let it make one step, or stop it; nothing where none plays.

        Args:
            session_id: at which table.
            what: `pause`, `resume`, `step`, `stop` or `pace`.
            pace_s: seconds from step to step.
        """
        watch = self._at_work.get(session_id)
        if watch is None:
            return
        if pace_s is not None:
            watch.pace_s = min(_SLOWEST_S, max(_FASTEST_S, pace_s))
        if what == "stop" and watch.task:
            watch.task.cancel()
        elif what == "pause":
            watch.running.clear()
            watch.tell("paused")
        elif what == "resume":
            watch.running.set()
            watch.tell("running")
        elif what == "step":
            watch.running.clear()
            watch.step = True
            watch.tell("paused")
        watch.moved.set()

    def is_full(self, address: str) -> bool:
        """Whether so many are at work, in all or for one address, that no other may begin."""
        own = sum(watch.address == address for watch in self._at_work.values())
        return len(self._at_work) >= _MOST or own >= _MOST_OF_ONE

    def is_at_work(self, session_id: str) -> bool:
        """Whether an AI plays at a table."""
        return session_id in self._at_work

    async def stop_all(self) -> None:
        """Stop them all; to be called before the engine closes."""
        tasks = [watch.task for watch in self._at_work.values() if watch.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
