"""Players: what is remembered of them, and what follows from it."""

import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from echoes.core.errors import BadInput, EchoesError, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import read_log
from echoes.core.log.events import SessionStarted
from echoes.core.log.records import PlayerStatistics, ScenarioInfo
from echoes.core.protocols import LLMClient, Models
from echoes.core.seats.roles import SUMMARIES
from echoes.engine.players.carried_games import carried_games
from echoes.engine.players.overview import PlayerDetails, PlayerOverview, player_overview
from echoes.engine.players.proposals import Candidate, Proposal, propose
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.engine.scenarios.traits import ScenarioTraits
from echoes.engine.sessions.index import SessionIndex
from echoes.engine.sessions.overview import SessionOverview
from echoes.games.base import AnyGame
from echoes.games.resources import PlayerMemory
from echoes.games.scenario import Scenario
from echoes.memory.manager import MemoryManager
from echoes.memory.records import GameRecord, record_of
from echoes.memory.settings import MemorySettings
from echoes.storage.backends import MEMORY_LOCK, Storage

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from echoes.memory.game_end_graph import GameEndContext, GameEndState

_PLAYER_ID = re.compile(r"[\w-](?:[\w -]{0,38}[\w-])?")
_PATIENT_S = 120.0
"""The most seconds to wait until other games that ended at the same time are counted; no turn waits."""


class Players:
    """The memory of players, as the engine uses it.

    Args:
        games: the game types by name.
        scenarios: the repository of scenarios.
        storage: log, store and locks.
        models: the language models, one of which may sum up sessions.
        settings: the switches of its effects.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        scenarios: ScenarioRepository,
        storage: Storage,
        models: Models,
        settings: MemorySettings,
    ) -> None:
        self._games = games
        self._traits = ScenarioTraits(games)
        self._scenarios = scenarios
        self._storage = storage
        self._models = models
        self.settings = settings
        self.index = SessionIndex(storage, games)
        self._game_end: (
            CompiledStateGraph[GameEndState, GameEndContext, GameEndState, GameEndState] | None
        ) = None

    async def memory(self) -> MemoryManager:
        """Return the operations of memory on the store."""
        return MemoryManager(self._storage.event_log, await self._storage.store(), self._games)

    async def recall(self, player_id: str, game_type: str, scenario: Scenario) -> PlayerMemory:
        """Return the memory with which a session begins; nothing if it can't be read."""
        settings = self.settings
        if not (settings.hints or settings.difficulty):
            return PlayerMemory()
        try:
            memory = await self.memory()
            profile = await memory.retrieve_player_profile(player_id)
            statistics = await memory.ledger.statistics_of(
                scenario.id, scenario.language, scenario.content_hash
            )
            games = await memory.ledger.games_of(player_id)
            counted = [game for game in games if game.game_type == game_type]
            own = await carried_games(counted, self.index, self._record)
            return PlayerMemory(
                last=own[-1].facts if own else None,
                earlier=tuple(game.facts for game in own),
                counted=tuple(game.facts for game in counted),
                profile=profile.counts,
                statistics=statistics,
                hints=settings.hints,
                difficulty=settings.difficulty,
                is_kept=settings.remember,
            )
        except StorageFailed as error:
            logging.getLogger(__name__).warning("the game begins without memory: %s", error)
            return PlayerMemory()

    async def remember(self, session_id: str, by_model: bool = True) -> None:
        """Count a game that has ended; a failure here does not affect the game.

        Args:
            session_id: the session.
            by_model: whether a model may sum it up, if one is configured.
        """
        try:
            context: GameEndContext = {
                "log": self._storage.event_log,
                "memory": await self.memory(),
                "writer": self._writer() if by_model else None,
                "lock": lambda: self._storage.lock(MEMORY_LOCK, _PATIENT_S),
            }
            if self._game_end is None:
                from echoes.memory.game_end_graph import build_game_end_graph  # a second of imports

                self._game_end = build_game_end_graph().compile()
            log = self._storage.event_log
            info = self._info(await read_log(log, log.read_intact, session_id))
            await self._game_end.ainvoke({"session_id": session_id, "info": info}, context=context)
        except EchoesError as error:
            logging.getLogger(__name__).warning(
                "session '%s' is not counted yet: %s `echoes maintenance` will.", session_id, error
            )

    def _writer(self) -> LLMClient | None:
        return self._models.llm(SUMMARIES) if self.settings.summaries == "model" else None

    def _info(self, entries: Sequence[Entry]) -> ScenarioInfo:
        """Return the public traits of a session's scenario; empty if its copy is gone."""
        started = entries[0].event if entries else None
        if not isinstance(started, SessionStarted):
            return ScenarioInfo()
        if started.game_type not in self._games:
            cause = f"the kind of game '{started.game_type}' is not installed"
        else:
            try:
                return self._traits.of(started.game_type, self._scenarios.version_of(started))
            except EchoesError as error:
                cause = str(error)
        logging.getLogger(__name__).warning(
            "session '%s' counts without the traits of its scenario: %s", started.session_id, cause
        )
        return ScenarioInfo()

    async def catch_up(self, rows: Sequence[SessionOverview]) -> None:
        """Count games that have ended but were not counted yet."""
        memory = await self.memory()
        counted: dict[str, set[str]] = {}
        for row in rows:
            player = row.player_id
            if row.status == "PLAYING" or not row.remembered:
                continue
            if player not in counted:
                counted[player] = {game.lineage for game in await memory.ledger.games_of(player)}
            if row.lineage not in counted[player]:
                await self.remember(row.session_id, by_model=False)
                counted[player].add(row.lineage)

    async def overviews(self) -> list[PlayerOverview]:
        """Return all players, sorted by id."""
        rows = await self.index.rows()
        await self.catch_up(rows)
        counts = dict(await (await self.memory()).players())
        found = sorted({*counts, *(row.player_id for row in rows)})
        return [player_overview(player, counts.get(player, PlayerStatistics()), rows) for player in found]

    async def show(self, player_id: str) -> PlayerDetails:
        """Return everything that is remembered of a player.

        Raises:
            BadInput: the player id is invalid.
            UnknownName: nothing is remembered.
        """
        check_player_id(player_id)
        rows = await self.index.rows(player_id)
        await self.catch_up(rows)
        memory = await self.memory()
        profile = await memory.retrieve_player_profile(player_id)
        if not rows and profile.is_empty:
            raise UnknownName(f"unknown player '{player_id}'", "`echoes players list` shows the known ones.")
        return PlayerDetails(
            player_id=player_id,
            profile=profile,
            games=tuple(await memory.ledger.games_of(player_id)),
            open=tuple(row.session_id for row in rows if row.is_open),
        )

    async def propose(self, player_id: str, language: str | None = None) -> list[Proposal]:
        """Return all scenarios in order for a player, the one to play next first.

        Args:
            player_id: the player whose record counts; none counts if `propose` is off.
            language: the language of the scenarios; None prefers English.
        """
        if not self.settings.propose:
            return propose(self._candidates(language, {}), PlayerStatistics(), [], {})
        check_player_id(player_id)
        rows = await self.index.rows(player_id)
        await self.catch_up(rows)
        memory = await self.memory()
        begun = {
            row.puzzle_id: row for row in rows if row.is_open and row.turns and language in (None, row.lang)
        }
        return propose(
            self._candidates(language, {scenario_id: row.lang for scenario_id, row in begun.items()}),
            (await memory.retrieve_player_profile(player_id)).counts,
            await memory.ledger.games_of(player_id),
            {scenario_id: row.session_id for scenario_id, row in begun.items()},
        )

    def _candidates(self, language: str | None, begun: Mapping[str, str]) -> list[Candidate]:
        """Return each scenario in one language: the given one, else that of the open game, else English."""
        found: dict[str, Candidate] = {}
        for game_type, scenario in self._scenarios.list_all():
            wanted = language or begun.get(scenario.id, "en")
            if scenario.language == wanted or (language is None and scenario.id not in found):
                found[scenario.id] = Candidate(scenario, self._traits.of(game_type, scenario))
        return list(found.values())

    async def recount(self) -> int:
        """Count everything again from the logs.

        Returns:
            The number of players whose counts changed.
        """
        memory = await self.memory()
        async with self._storage.lock(MEMORY_LOCK):
            rows = await self.index.rows()
            found = [await self._record(row.session_id) for row in rows if row.status != "PLAYING"]
            return await memory.ledger.recount(filter(None, found), {row.player_id for row in rows})

    async def _record(self, session_id: str) -> GameRecord | None:
        """Make the record of a session; None for one that is open, does not count, or was deleted."""
        log = self._storage.event_log
        with suppress(UnknownName):
            entries = await read_log(log, log.read_intact, session_id)
            rules = (await self.memory()).rules_of(entries, session_id)
            return record_of(entries, self._info(entries), rules)
        return None


def check_player_id(player_id: str) -> None:
    """Refuse an invalid player id.

    Raises:
        BadInput: it is empty, too long, or has other characters.
    """
    if not _PLAYER_ID.fullmatch(player_id):
        raise BadInput(
            f"'{player_id[:40]}' is no player id",
            "Use letters, digits, _, - and spaces in between, 40 at the most.",
        )
