"""Assembly of sessions: scenario, knowledge base, retrievers, context and graph."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from echoes.core.documents import Passage
from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import read_log
from echoes.core.log.events import SessionStarted
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.gc_pause import gc_paused
from echoes.core.protocols import Models, Retriever, SessionHistory, TimeSource
from echoes.engine.log.history import LogHistory
from echoes.engine.log.session_log import SessionLog
from echoes.engine.scenarios.knowledge import ScenarioKnowledge
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.engine.sessions.earlier_builds import must_go_on
from echoes.engine.sessions.session import GameSession
from echoes.engine.turns.turn import turn_graph
from echoes.games.base import AnyGame
from echoes.games.reading.reader import WordReader
from echoes.games.resources import GameResources
from echoes.games.scenario import Scenario
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import ModelSettings
from echoes.storage.backends import Storage


class SessionFactory:
    """A factory of sessions of any game type.

    Args:
        games: the game types by name.
        scenarios: the repository of scenarios.
        knowledge: their knowledge bases.
        models: the language models of the roles.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        scenarios: ScenarioRepository,
        knowledge: ScenarioKnowledge,
        models: Models,
    ) -> None:
        self._games = games
        self._scenarios = scenarios
        self._knowledge = knowledge
        self._models = models
        self._reader = WordReader(
            ModelProviderRegistry(ModelSettings()).embeddings
        )  # ours, whatever is configured
        self._graphs: dict[str, Any] = {}

    async def session(
        self, storage: Storage, session_id: str, clock: TimeSource, replayed: bool = False
    ) -> GameSession:
        """Return a session over its log.

        Args:
            storage: the storage with the log.
            session_id: the session.
            clock: tells the time.
            replayed: whether the log has all replies, so that no knowledge base is needed.
        Raises:
            UnknownName: no such session, or its game type is not installed.
            StorageFailed: its log or its scenario can't be read.
            BadInput: an earlier build began it.
        """
        log = await self._followed(storage, session_id, clock)
        started, game, scenario, journal = log.started, log.game, log.scenario, ReplyJournal()
        retrievers = (
            dict.fromkeys(game.roles, _NOTHING)
            if replayed
            else await self._knowledge.retrievers(game, scenario)
        )
        history = LogHistory(storage.event_log, session_id)
        resources = GameResources(
            session_id, scenario, retrievers, history, started, {}, self._models, journal, self._reader
        )
        graph, context = self._graph(started.game_type), game.context(resources)
        return GameSession(log, graph, context, journal)

    async def _followed(self, storage: Storage, session_id: str, clock: TimeSource) -> SessionLog:
        """Return the log of a session as it stands; its entries are dropped before garbage is collected."""
        parts = await read_log(storage.event_log, storage.event_log.parts, session_id)
        with gc_paused():
            entries, position = next(parts)
            started = self._started(session_id, entries)
            must_go_on(entries[0], self._games)
            game, scenario = self._games[started.game_type], self._scenarios.version_of(started)
            log = SessionLog(entries[0], game, scenario, storage, clock)
            await log.read(chain([(entries, position)], parts))
            del entries
        return log

    def _started(self, session_id: str, entries: Sequence[Entry]) -> SessionStarted:
        if not entries or not isinstance(entries[0].event, SessionStarted):
            raise StorageFailed(f"the log of session '{session_id}' has no beginning", "Delete the session.")
        started = entries[0].event
        if started.game_type not in self._games:
            raise UnknownName(
                f"session '{session_id}' plays '{started.game_type}', which is not installed",
                f"Known: {', '.join(sorted(self._games))}.",
            )
        return started

    async def context(
        self,
        name: str,
        scenario: Scenario,
        history: SessionHistory,
        agents: Mapping[str, str] | None = None,
    ) -> Any:
        """Return the context of a game outside any session.

        Args:
            name: the game type.
            scenario: the scenario.
            history: what has happened.
            agents: the names of agents that play roles instead of the configured ones, by role.
        """
        game, journal, reader = self._games[name], ReplyJournal(), self._reader
        retrievers = await self._knowledge.retrievers(game, scenario)
        resources = GameResources(
            "none", scenario, retrievers, history, None, agents or {}, self._models, journal, reader
        )
        return game.context(resources)

    async def warm_up(self, storage: Storage) -> None:
        """Prepare what the first session would otherwise have to wait for."""
        for game in self._games:
            self._graph(game)
        await storage.checkpointer()

    def _graph(self, game: str) -> Any:
        if game not in self._graphs:
            self._graphs[game] = turn_graph(self._games[game])
        return self._graphs[game]


class _Nothing:
    """The retriever of a replay; a call means that the log lacks a reply."""

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Refuse the search."""
        raise BadInput("a passage is looked up that the log does not hold")


_NOTHING: Retriever = _Nothing()
