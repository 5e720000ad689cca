"""The engine: sessions of any game type, over knowledge bases of their own."""

import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from echoes.core.errors import BadInput, EchoesError, SessionBusy, StorageFailed, UnknownName
from echoes.core.events import Draft, GameEvent, SessionEnded, SessionStarted
from echoes.core.protocols import Clock, JsonObject, Retriever, SessionHistory
from echoes.core.roles import Role
from echoes.core.tape import Tape
from echoes.engine.forks import copied, shared_past
from echoes.engine.history import LogHistory
from echoes.engine.players import Players
from echoes.engine.puzzles import PuzzleRepository
from echoes.engine.recorder import Recorder
from echoes.engine.session import GameSession
from echoes.engine.summaries import summary
from echoes.games.base import GameType, Scenario, Table
from echoes.memory.settings import MemorySettings
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.retriever import RoleRetriever
from echoes.storage.backends import MEMORY_LOCK, Storage

_PLAYER_ID = re.compile(r"[\w -]{1,40}")

_OPEN_SESSIONS = 64
"""How many sessions a process keeps open; a session that is asked for again is opened again."""

Announce = Callable[[str], None]


class GameEngine:
    """Creates, opens and runs sessions.

    Args:
        games: the game types by name.
        puzzles: where puzzles are kept.
        knowledge: their knowledge bases.
        storage: log, checkpoints, store and locks.
        referee: the name of the configured referee.
        memory: what memory may change.
        announce: is told in one line when something takes a while.
        clock: tells the time.

    Attributes:
        players: their memory.
    """

    def __init__(
        self,
        games: Mapping[str, GameType],
        puzzles: PuzzleRepository,
        knowledge: KnowledgeBase,
        storage: Storage,
        referee: str,
        memory: MemorySettings,
        announce: Announce = lambda line: None,
        clock: Clock = time.time,
    ) -> None:
        self.games = games
        self.puzzles = puzzles
        self.knowledge = knowledge
        self.storage = storage
        self.players = Players(games, puzzles, storage, memory)
        self._referee = referee
        self._announce = announce
        self._clock = clock
        self._sessions: dict[str, GameSession] = {}
        self._graphs: dict[str, Any] = {}

    async def __aenter__(self) -> "GameEngine":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Let go of all files."""
        self._sessions.clear()
        await self.knowledge.close_all()
        await self.storage.aclose()

    async def create_session(
        self, puzzle_id: str, player_id: str = "player", lang: str | None = None
    ) -> GameSession:
        """Start a session on the current version of a puzzle.

        Args:
            puzzle_id: which puzzle.
            player_id: whose session; letters, digits, space, `_` and `-`, 40 at the most.
            lang: which language; None takes the only one, else English.
        Raises:
            EchoesError: no such puzzle, or the storage can't be used.
        """
        if not _PLAYER_ID.fullmatch(player_id):
            raise BadInput(
                f"'{player_id[:40]}' is no player id", "Use letters, digits, space, _ and -, 40 at the most."
            )
        name, scenario = self.puzzles.get(puzzle_id, lang)
        await self.ensure_knowledge(name, scenario)
        self.puzzles.keep_version(name, scenario)
        session_id = f"{puzzle_id[:40]}-{secrets.token_hex(5)}"
        recalled = await self.players.recall(player_id, scenario)
        opening = self.games[name].opening(scenario, self._referee, recalled)
        recorder = Recorder(self.storage.event_log, session_id, self._clock)
        opening["trace"] = {**_trace(opening), "remembered": self.players.settings.remember}
        started = {**opening, "player_id": player_id, "lineage": session_id, "turn": 0}
        recorder.record([started], recorder.now())
        return await self.open_session(session_id)

    async def open_session(self, session_id: str) -> GameSession:
        """Open a session that exists, with the puzzle version that it began with.

        Raises:
            UnknownName: no such session.
            StorageFailed: its log or its puzzle can't be read.
        """
        session = self._sessions.pop(session_id, None)
        session = session or await self.session_on(self.storage, session_id, self._clock)
        self._sessions[session_id] = session
        while len(self._sessions) > _OPEN_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session

    async def session_on(self, storage: Storage, session_id: str, clock: Clock) -> GameSession:
        """A session over the log of a storage; a replay has one of its own.

        Raises:
            UnknownName: no such session.
            StorageFailed: its log or its puzzle can't be read.
        """
        entries = storage.event_log.read(session_id)
        if not entries or not isinstance(entries[0].event, SessionStarted):
            raise StorageFailed(f"the log of session '{session_id}' has no beginning", "Delete the session.")
        started = entries[0].event
        if started.game_type not in self.games:
            raise UnknownName(
                f"session '{session_id}' plays '{started.game_type}', which is not installed",
                f"Known: {', '.join(sorted(self.games))}.",
            )
        game = self.games[started.game_type]
        scenario = self.puzzles.version(
            started.game_type, started.puzzle_id, started.lang, started.puzzle_hash
        )
        await self.ensure_knowledge(started.game_type, scenario)
        tape = Tape()
        history = LogHistory(storage.event_log, session_id)
        table = await self._table(session_id, game, scenario, started.referee, history, tape)
        graph = await self._graph(started.game_type, storage)
        session = GameSession(started, game, scenario, graph, game.context(table), storage, clock, tape)
        session.turn = max(entry.event.turn for entry in entries)
        return session

    async def mend(self, session_id: str) -> list[str]:
        """Repair what a crash left of a session, unless another process is at it.

        Returns:
            What was repaired, a line each.
        """
        session = await self.open_session(session_id)
        try:
            async with self.storage.lock(session_id, wait_s=0):
                return await session.mend()
        except SessionBusy:
            return []

    async def handle_message(self, session_id: str, text: str) -> AsyncIterator[GameEvent]:
        """Handle a player's message; each event is in the log before it is yielded.

        What goes wrong on the way is a `turn_failed` event, and costs nothing.

        Raises:
            UnknownName: no such session.
        """
        session = await self.open_session(session_id)
        try:
            async with self.storage.lock(session_id):
                events = await session.process_player_input(text)
        except EchoesError as error:
            events = [session.failed(error)]
        for event in events:
            yield event
        if any(isinstance(event, SessionEnded) for event in events):
            await self.players.remember(session_id)

    async def undo(self, session_id: str, count: int) -> list[GameEvent]:
        """Take back the last turns of a session.

        Raises:
            BadInput: the session has ended.
        """
        session = await self.open_session(session_id)
        async with self.storage.lock(session_id):
            return await session.undo(count)

    async def fork(self, session_id: str, at: int | None = None) -> str:
        """A new session that shares the past of another, up to a turn.

        A log that is damaged in the middle is shared up to there.

        Args:
            session_id: whose past.
            at: the last turn to share; None shares all of them.
        Returns:
            The new session's id.
        Raises:
            UnknownName: no such session.
            BadInput: no such turn.
        """
        shared = shared_past(self.storage.event_log.read_intact(session_id), at)
        forked = f"{session_id.rsplit('-', 1)[0]}-{secrets.token_hex(5)}"
        self.storage.event_log.append(forked, copied(shared, session_id, forked))
        return forked

    async def table(self, puzzle_id: str, lang: str | None = None, referee: str | None = None) -> Any:
        """The context of a game outside any session, for authors and benchmarks."""
        name, scenario = self.puzzles.get(puzzle_id, lang)
        await self.ensure_knowledge(name, scenario)
        referee = referee or self._referee
        history = LogHistory(self.storage.event_log, "none")
        table = await self._table("none", self.games[name], scenario, referee, history, Tape())
        return self.games[name].context(table)

    async def ensure_knowledge(self, game: str, scenario: Scenario) -> bool:
        """Build a puzzle's knowledge base where this version is not built yet.

        Returns:
            Whether it was built now.
        """
        kb_id = kb_id_of(scenario)
        if self.knowledge.is_current(kb_id, scenario.content_hash):
            return False
        self._announce(f"Preparing “{scenario.title}” …")
        metadata = {"game_id": scenario.id, "game_type": game, "language": scenario.language}
        documents = self.games[game].documents(scenario)
        await self.knowledge.build(kb_id, scenario.title, scenario.content_hash, documents, metadata)
        return True

    def get_session_state(self, session_id: str) -> JsonObject:
        """A session in short, from its log; nothing secret."""
        return summary(self.storage.event_log.read_intact(session_id))

    async def delete_session(self, session_id: str) -> None:
        """Delete a session for good: log, checkpoints, notes, and its game in the player's record.

        Raises:
            UnknownName: no such session.
        """
        entries = self.storage.event_log.read_intact(session_id)
        started = entries[0].event if entries else None
        memory, saver = await self.players.memory(), await self.storage.checkpointer()
        # The log goes last: until then the session can be deleted again.
        async with self.storage.lock(session_id), self.storage.lock(MEMORY_LOCK):
            self._sessions.pop(session_id, None)
            if isinstance(started, SessionStarted):
                await memory.ledger.forget(started.player_id, started.lineage, session_id)
            await memory.forget_session(session_id)
            await saver.adelete_thread(session_id)
            self.storage.event_log.delete(session_id)

    async def retriever(self, session: GameSession, role: Role) -> RoleRetriever:
        """What one role may find in a session's knowledge base, and nothing else."""
        return await self._retriever(self.games[session.started.game_type], session.scenario, role)

    async def _retriever(self, game: GameType, scenario: Scenario, role: Role) -> RoleRetriever:
        return await self.knowledge.retriever(kb_id_of(scenario), scenario.content_hash, role, game.access)

    async def _table(
        self,
        session_id: str,
        game: GameType,
        scenario: Scenario,
        referee: str,
        history: SessionHistory,
        tape: Tape,
    ) -> Table:
        retrievers: dict[Role, Retriever] = {
            role: await self._retriever(game, scenario, role) for role in game.roles
        }
        return Table(session_id, scenario, retrievers, history, referee, tape)

    async def _graph(self, game: str, storage: Storage) -> Any:
        if storage is not self.storage:
            return self.games[game].build_graph().compile(checkpointer=await storage.checkpointer())
        if game not in self._graphs:
            checkpointer = await storage.checkpointer()
            self._graphs[game] = self.games[game].build_graph().compile(checkpointer=checkpointer)
        return self._graphs[game]


def _trace(draft: Draft) -> JsonObject:
    trace = draft.get("trace")
    return trace if isinstance(trace, dict) else {}


def kb_id_of(scenario: Scenario) -> str:
    """The name of a scenario's knowledge base."""
    return f"game_{scenario.id}_{scenario.language}"
