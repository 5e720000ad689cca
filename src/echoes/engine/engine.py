"""The engine: sessions of any game type, each over a knowledge base of its own."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping

from echoes.core.errors import EchoesError, SessionBusy
from echoes.core.log.entries import Entry, Operation
from echoes.core.log.events import Event, SessionEnded
from echoes.core.operation.spending import LimitSettings, Spending, spending_for
from echoes.core.operation.wait_budget import shared_wait_budget
from echoes.core.protocols import Models, Retriever, TimeSource
from echoes.core.seats.events import SeatChange
from echoes.core.seats.visibility import PUBLIC
from echoes.core.views.live_text import hearing
from echoes.engine.log.recorder import Recorder
from echoes.engine.players.players import Players, check_player_id
from echoes.engine.scenarios.knowledge import OnNotice, ScenarioKnowledge
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.engine.sessions.deletion import delete
from echoes.engine.sessions.factory import SessionFactory
from echoes.engine.sessions.forks import fork
from echoes.engine.sessions.overview import SessionOverview, session_overview
from echoes.engine.sessions.retriever import SessionRetriever
from echoes.engine.sessions.session import GameSession
from echoes.engine.turns.limits import PlayLimits
from echoes.engine.turns.narration import OnNarrationPiece, narrate_turn, requested_narration, turn_pieces
from echoes.engine.turns.turn import Turn
from echoes.engine.turns.turn_taking import TurnTaking
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.memory.settings import MemorySettings
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.storage.backends import MEMORY_LOCK, Storage

_OPEN_SESSIONS = 256
"""The most sessions that a process keeps open; others are opened again when they are needed."""


class GameEngine:
    """The engine, which creates, opens and runs sessions.

    Args:
        games: the game types by name.
        scenarios: the repository of scenarios.
        knowledge: their knowledge bases.
        storage: log, checkpoints, store and locks.
        models: the language models of the roles.
        memory: the settings of memory.
        announce: gets a line of text when something takes a while.
        clock: tells the time.
        spending: counts what is spent; None for no limits.

    Attributes:
        players: the memory of players.
        session_factory: assembles sessions.

    >>> open_engine().scenarios.get("wrong_umbrella", "en")[1].title
    'The Wrong Umbrella'
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        scenarios: ScenarioRepository,
        knowledge: KnowledgeBase,
        storage: Storage,
        models: Models,
        memory: MemorySettings,
        announce: OnNotice = lambda line: None,
        clock: TimeSource = time.time,
        spending: Spending | None = None,
    ) -> None:
        self.games = games
        self.scenarios = scenarios
        self.knowledge, self.storage = knowledge, storage
        self.players = Players(games, scenarios, storage, models, memory)
        self.models, self._clock = models, clock
        self.scenario_knowledge = ScenarioKnowledge(knowledge, announce)
        self.session_factory = SessionFactory(games, scenarios, self.scenario_knowledge, models)
        spending = spending or Spending(LimitSettings(), storage.counters)
        self._turns = TurnTaking(storage, games, PlayLimits(spending))
        self._sessions: dict[str, GameSession] = {}

    async def __aenter__(self) -> "GameEngine":
        return self

    async def __aexit__(self, failure: type[BaseException] | None, *_: object) -> None:
        await self.aclose(cancelled=failure is not None)

    async def aclose(self, cancelled: bool = False) -> None:
        """Close all files, after what is still being built, unless that is cancelled."""
        await self._turns.aclose()
        self._sessions.clear()
        await self.scenario_knowledge.aclose(cancelled)
        await self.storage.aclose()

    async def create_session(
        self,
        scenario_id: str,
        player_id: str = "player",
        lang: str | None = None,
        remembered: bool = True,
        draft: tuple[str, Scenario] | None = None,
    ) -> GameSession:
        """Start a session on the current version of a scenario, or on one that is not published.

        Args:
            scenario_id: the scenario.
            player_id: the player; letters, digits, spaces, `_` and `-`, at most 40.
            lang: the language; None takes the only one, otherwise English.
            remembered: whether the game may count in the player's record, if games are counted.
            draft: the unpublished version and its game type.
        Raises:
            EchoesError: no such scenario, or the storage can't be used.
        """
        check_player_id(player_id)
        name, scenario = draft or self.scenarios.get(scenario_id, lang)
        await self.scenario_knowledge.prepare(self.games[name], scenario)
        self.scenarios.keep_version(name, scenario)
        session_id = f"{scenario_id[:40]}-{secrets.token_hex(5)}"
        recalled = await self.players.recall(player_id, name, scenario)
        started, trace = self.games[name].opening(scenario, recalled, self.models)
        counted = remembered and self.players.settings.remember
        noted = {"remembered": counted, "rules": self.games[name].rules}
        opening = Entry(started, trace.model_copy(update=noted))
        opening = opening.changed(player_id=player_id, lineage=session_id, turn=0)
        dealt = self.games[name].dealt(scenario, started, trace)
        await Recorder(self.storage.event_log, session_id, self._clock).record([opening, *dealt])
        return self._turns.read_ahead(await self.open_session(session_id))

    async def open_session(self, session_id: str) -> GameSession:
        """Open an existing session, with the version of the scenario that it began with.

        Raises:
            UnknownName: no such session.
            StorageFailed: its log or its scenario can't be read.
            BadInput: an earlier build began it.
        """
        session = self._sessions.pop(session_id, None)
        session = session or await self.session_factory.session(self.storage, session_id, self._clock)
        self._sessions[session_id] = session
        while len(self._sessions) > _OPEN_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session

    async def reconcile(self, session_id: str) -> list[str]:
        """Repair what a crash left of a session, unless another process is using it.

        Returns:
            The repairs, one line each.
        """
        session = self._turns.read_ahead(await self.open_session(session_id))
        try:
            async with self.storage.lock(session_id, wait_s=0):
                return await session.reconcile()
        except SessionBusy:
            return []

    async def handle_message(
        self,
        session_id: str,
        text: str,
        on_piece: OnNarrationPiece | None = None,
        by: str = "",
        seat: str | None = None,
    ) -> AsyncIterator[Event]:
        """Handle a player's message; each event is in the log before it is yielded.

        Errors become a `turn_failed` event and cost nothing. A narrator speaks after the events have been
        shown, and nobody has to wait for it; words that are part of the turn are heard before its events.

        Args:
            session_id: the session.
            text: the message.
            on_piece: gets a model's words as they come, before their event; for all seats.
            by: the sender's name, if several play.
            seat: the seat that speaks, and that decides what is yielded; None for the one that is to move.
        Raises:
            UnknownName: no such session.
        """
        with shared_wait_budget():  # never around a `yield`, since whoever listens is no part of the turn
            session = await self.open_session(session_id)
            turn, shown = await self._taken(session, text, on_piece, by, seat)
        for event in shown:
            yield event
        if turn is None:
            return
        if request := await requested_narration(session, turn):
            spoken = await narrate_turn(session, self.storage, request, turn.position, on_piece)
            for event in await session.seen(spoken, turn.seat):
                yield event
        if any(isinstance(event, SessionEnded) for event in turn.events):
            with spending_for(session.started):
                await self.players.remember(session_id)

    async def _taken(
        self, session: GameSession, text: str, on_piece: OnNarrationPiece | None, by: str, seat: str | None
    ) -> tuple[Turn | None, list[Event]]:
        """Take a turn, and return it with what is shown of it; None for one that failed."""
        try:
            with hearing(turn_pieces(session, on_piece)):
                turn = await self._turns.take(session, text, by, seat)
        except EchoesError as error:
            return None, [session.failed(error, seat or PUBLIC)]
        self._turns.settle(session, turn)
        return turn, await session.seen([*turn.news, *turn.events], turn.seat)

    async def settled(self, session_id: str, seat: str | None = None) -> list[Event]:
        """Wait for the follow-up work of the last turn, and return the events that were not shown yet.

        The arguments are those of `handle_message`.
        """
        return await self._turns.news(await self.open_session(session_id), seat)

    async def settle(self, session_id: str) -> None:
        """Wait for the follow-up work of the last turn, or do it; what it shows is kept for its readers."""
        await self._turns.settled(await self.open_session(session_id))

    async def sit(self, session_id: str, change: SeatChange, host: str = "") -> list[Event]:
        """Give somebody a seat, or take it back; `host`, a person's mark (else the player's), may free any.

        Raises:
            BadInput: there is no such seat, somebody else holds it, or nobody holds the one to leave.
        """
        session = await self.open_session(session_id)
        async with self.storage.lock(session_id):
            return await session.seen(await session.sit(change, host), change.seat)

    async def next_seat(self, session_id: str) -> str:
        """Return the first seat that may act next; `PUBLIC` if all share one."""
        session = await self.open_session(session_id)
        if not session.seats:
            return PUBLIC
        async with self.storage.lock(session_id):
            return await session.next_seat()

    async def undo(self, session_id: str, count: int) -> list[Event]:
        """Take back the last turns of a session.

        Raises:
            BadInput: the session has ended.
        """
        session = await self.open_session(session_id)
        async with self.storage.lock(session_id):
            return await session.undo(count)

    async def operate(self, session_id: str, operation: Operation) -> list[Event]:
        """Change a session from outside, as its author or operator.

        Args:
            session_id: the session.
            operation: one of its game type's `operations`, such as `correct`, with its arguments.
        Raises:
            BadInput: the operation is not possible, or the session has ended.
        """
        session = await self.open_session(session_id)
        async with self.storage.lock(session_id):
            return await session.operate(operation)

    async def fork(self, session_id: str, at: int | None = None) -> str:
        """Start a session that shares the past of another, and return its id.

        A log that is damaged in the middle is shared up to the damage.

        Args:
            session_id: the session whose past is shared.
            at: the last turn to share; None shares all.
        Raises:
            UnknownName: no such session.
            BadInput: no such turn, or an earlier build began the session.
        """
        return await asyncio.to_thread(fork, self.storage.event_log, session_id, at, self.games)

    async def ensure_knowledge(self, game: str, scenario: Scenario) -> bool:
        """Build a scenario's knowledge base if this version has none; return whether it was built now."""
        return await self.scenario_knowledge.ensure(self.games[game], scenario)

    def get_session_state(self, session_id: str) -> SessionOverview:
        """Return the overview of a session, from its log; nothing in it is secret."""
        return session_overview(self.storage.event_log.read_intact(session_id), self.games)

    async def delete_session(self, session_id: str) -> None:
        """Delete a session for good: log, checkpoints, notes, and its game in the player's record.

        Raises:
            UnknownName: no such session.
        """
        memory = await self.players.memory()
        async with self.storage.lock(session_id), self.storage.lock(MEMORY_LOCK):
            self._sessions.pop(session_id, None)
            await delete(self.storage, memory, session_id)

    async def retriever(self, session: GameSession, role: str) -> Retriever:
        """Return the retriever of one role for a session: over its own documents, or its knowledge base."""
        game = self.games[session.started.game_type]
        if game.session_documents(session.scenario, game.initial_state(session.scenario), role) is not None:
            return SessionRetriever(session, game, role)
        return await self.scenario_knowledge.retriever(game, session.scenario, role)
