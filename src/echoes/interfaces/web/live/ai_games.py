"""Games of AI players, and tables whose free seats play: at work, paused, step by step, stopped."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from time import monotonic

from echoes.core.errors import EchoesError
from echoes.core.log.events import TurnFailed
from echoes.engine.ai_players.ai_table import Step, table_pauses
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.games.player import PlayerLimits
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.ai_status import ai_status
from echoes.interfaces.web.live.relay import Relay, RelayedMessage
from echoes.interfaces.web.live.session import LiveSession

_ALONE_S = 60.0
"""Seconds for which an AI plays on when nobody looks."""
_MOST, _MOST_OF_ONE = 16, 4
"""AI players at work at once, and those of one address."""
_MOST_TABLES = 200
"""Tables at once whose free seats play; without a model they cost little."""
_SLOWEST_S, _FASTEST_S = 10.0, 0.2


class _AIGame:
    """An AI player at one table, or the runner of its free seats.

    Args:
        live: the session.
        address: of the visitor who began it.
        is_table: whether it is the runner of free seats.

    Attributes:
        resumes: whether somebody wants it to go on though the table pauses; `pauses`: whether the table does.
    """

    def __init__(self, live: LiveSession, address: str, is_table: bool = False) -> None:
        self.live, self.address, self.is_table = live, address, is_table
        self.pace_s = 2.0
        self.running = asyncio.Event()
        self.running.set()
        self.step = False
        self.ordered = 0
        self.resumes = self.pauses = False
        self.moved = asyncio.Event()
        self.watched_at = monotonic()
        self.task: asyncio.Task[None] | None = None

    def tell(self, ai: str, ending: str = "", why: str = "") -> None:
        """Say to all who look on how it stands."""
        self.live.say(ai_status(self.live.lang, ai, ending, "table" if self.is_table else "ai", why))

    async def go_on(self) -> bool:
        """Wait until the next step is due; False when nobody has been looking for long."""
        due = monotonic() + self.pace_s
        while True:
            if self.live.is_watched:
                self.watched_at = monotonic()
            if monotonic() - self.watched_at > _ALONE_S:
                return False
            if self.step:
                self.step = False
                return True
            if (self.running.is_set() or self.ordered) and monotonic() >= due:
                return True
            self.moved.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await self.moved.wait()


class AIGames:
    """The AI players at work, one a session.

    Args:
        engine: at whose tables they sit.
        relay: tells the other workers.
    """

    def __init__(self, engine: GameEngine, relay: Relay) -> None:
        self._engine, self._relay = engine, relay
        self._at_work: dict[str, _AIGame] = {}

    def start(
        self, live: LiveSession, strategy: str, caps: PlayerLimits, seed: int, address: str = ""
    ) -> None:
        """Start an AI player on a session that nobody has played yet, for a visitor at an address."""
        table = _AIGame(live, address)
        self._at_work[live.session_id] = table
        table.tell("running")
        game = Autoplay(self._engine, live.session_id, strategy, caps, seed)
        table.task = asyncio.create_task(self._play(table, game))

    def run_table(self, live: LiveSession, address: str = "", paused: bool = False) -> None:
        """Run the seats of a table that nobody holds, unless they run already, wherever that is.

        Args:
            live: the session.
            address: of the visitor who wants it.
            paused: whether they make only turns that are ordered.
        """
        tables = sum(game.is_table for game in self._at_work.values())
        is_at_work = live.ai.is_at_work or live.session_id in self._at_work
        if not live.game.companion or live.ended or is_at_work or tables >= _MOST_TABLES:
            return
        table = _AIGame(live, address, is_table=True)
        self._at_work[live.session_id] = table
        if paused:
            table.running.clear()
        table.tell("paused" if paused else "running")
        table.task = asyncio.create_task(self._run(table))

    async def _run(self, table: _AIGame) -> None:
        """Make the turns of free seats until the game is over or nobody looks on any more."""
        why = ""
        try:
            async for why in _turns(self._engine, table):
                runs = table.running.is_set() and not table.pauses
                table.tell("running" if runs else "paused", why=why)
                await table.live.catch_up()
        except EchoesError as error:
            logging.getLogger(__name__).warning("a table has stopped: %s", error)
        finally:
            self._forget(table)
            table.tell("over", why=why)
            with suppress(EchoesError):  # somebody may have deleted it
                await table.live.catch_up()

    async def _play(self, table: _AIGame, game: Autoplay) -> None:
        ending = "halted"
        try:
            async for _ in game.steps():
                await table.live.catch_up()
                if not await table.go_on():
                    break
            else:
                ending = game.ending
        except EchoesError as error:
            logging.getLogger(__name__).warning("an AI player has stopped: %s", error)
            ending = "no_player"
        finally:
            self._forget(table)
            table.tell("over", ending)
            with suppress(EchoesError):  # somebody may have deleted it
                await table.live.catch_up()

    def _forget(self, table: _AIGame) -> None:
        if self._at_work.get(table.live.session_id) is table:
            del self._at_work[table.live.session_id]

    def steer(self, session_id: str, what: str, pace_s: float | None = None, turns: int = 0) -> None:
        """Pause an AI player, let it go on, let it make one step, or stop it, wherever it is at work.

        Args:
            session_id: at which table.
            what: `pause`, `resume`, `step`, `stop`, `pace`, or `run` for some turns of a table.
            pace_s: seconds from step to step.
            turns: how many to `run`; then it stands as before.
        """
        if session_id in self._at_work:
            self._steer(self._at_work[session_id], what, pace_s, turns)
        else:
            self._relay.tell(session_id, "steer", what=what, pace_s=pace_s, turns=turns)

    def steered_from_elsewhere(self, message: RelayedMessage) -> None:
        """Do what a visitor of another worker wants of an AI player that may be at work here."""
        if table := self._at_work.get(message.session):
            self._steer(table, message.what, message.pace_s, message.turns)

    def _steer(self, table: _AIGame, what: str, pace_s: float | None, turns: int) -> None:
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
        elif what == "run":
            table.ordered = turns
        elif what == "step":
            table.running.clear()
            table.step = True
            table.tell("paused")
        table.resumes = table.resumes or what in ("resume", "run", "step")
        table.moved.set()

    def is_full(self, address: str) -> bool:
        """Return whether so many are at work, in all or for one address, that no other may begin."""
        players = [game for game in self._at_work.values() if not game.is_table]
        own = sum(game.address == address for game in players)
        return len(players) >= _MOST or own >= _MOST_OF_ONE

    def is_at_work(self, session_id: str) -> bool:
        """Return whether an AI plays at a table."""
        return session_id in self._at_work

    async def stop_all(self) -> None:
        """Stop them all; to be called before the engine closes."""
        tasks = [table.task for table in self._at_work.values() if table.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _turns(engine: GameEngine, table: _AIGame) -> AsyncIterator[str]:
    """Make the turns of free seats in the pace of the table, and yield after each why it can't go on."""
    runner = TableRunner(engine, table.live.session_id, table.live.game.caps())
    while not runner.is_spent and await table.go_on() and not table.live.ended:
        resumes, table.resumes = table.resumes, False
        if resumes or await runner.is_due():
            steps = await runner.step(resumes=resumes)
            table.ordered = 0 if runner.is_stuck else max(0, table.ordered - 1)
            table.pauses = False
            yield _told(table.live, steps, runner)
        else:
            table.ordered = 0  # it is a person's turn, or the table pauses
            if table.pauses != (pauses := await table_pauses(engine, table.live.session_id)):
                table.pauses = pauses
                yield texts_in(table.live.lang)["table_pauses"] if pauses else ""


def _told(live: LiveSession, steps: Sequence[Step], runner: TableRunner) -> str:
    """Return the public reason that a runner can't go on; what its operator should know is logged."""
    refused = [event for step in steps[-1:] for event in step.events if isinstance(event, TurnFailed)]
    if not runner.why or runner.is_spent or (refused and refused[-1].mended_by == "player"):
        return runner.why
    logging.getLogger(__name__).warning("a table waits: %s", runner.why)
    return texts_in(live.lang)["failed"]
