"""Players: what is remembered of them, what follows from it, and how it is forgotten."""

import logging
from collections.abc import Mapping
from typing import Any, cast

from echoes.core.errors import EchoesError, StorageFailed, UnknownName
from echoes.core.protocols import JsonObject
from echoes.engine.proposals import Candidate, Proposal, propose
from echoes.engine.puzzles import PuzzleRepository
from echoes.engine.session_index import SessionIndex
from echoes.games.base import GameType, Recalled, Scenario
from echoes.memory.manager import MemoryManager
from echoes.memory.records import record_of
from echoes.memory.settings import MemorySettings
from echoes.storage.backends import MEMORY_LOCK, Storage


class Players:
    """The memory of players, as the engine uses it.

    Args:
        games: the game types by name.
        puzzles: where puzzles are kept.
        storage: log, store and locks.
        settings: which effects are switched on.
    """

    def __init__(
        self,
        games: Mapping[str, GameType],
        puzzles: PuzzleRepository,
        storage: Storage,
        settings: MemorySettings,
    ) -> None:
        self._games = games
        self._puzzles = puzzles
        self._storage = storage
        self.settings = settings
        self.index = SessionIndex(storage)
        self._completion: Any = None

    async def memory(self) -> MemoryManager:
        """The memory operations, over the store."""
        return MemoryManager(self._storage.event_log, await self._storage.store())

    async def recall(self, player_id: str, scenario: Scenario) -> Recalled:
        """What memory has to say when a session begins; nothing where it can't be asked."""
        settings = self.settings
        if not (settings.hints or settings.difficulty):
            return Recalled()
        try:
            memory = await self.memory()
            return Recalled(
                profile=await memory.retrieve_player_profile(player_id),
                statistics=await memory.statistics_of(scenario.id, scenario.language),
                hints=settings.hints,
                difficulty=settings.difficulty,
            )
        except StorageFailed:
            logging.getLogger(__name__).exception("memory can't be asked; the game begins without it")
            return Recalled()

    async def remember(self, session_id: str) -> None:
        """Count a game that has ended; the game itself is over and safe, whatever comes of this."""
        if not self.settings.remember:
            return
        try:
            about = self.about(session_id)
            if self._completion is None:
                from echoes.memory.completion import build_completion_graph  # a second of imports

                self._completion = build_completion_graph().compile()
            context = {"log": self._storage.event_log, "memory": await self.memory()}
            async with self._storage.lock(MEMORY_LOCK):
                await self._completion.ainvoke({"session_id": session_id, "about": about}, context=context)
        except Exception:
            logging.getLogger(__name__).exception(
                "session %s could not be counted; `echoes maintenance` will", session_id
            )

    def about(self, session_id: str) -> JsonObject:
        """What may be told of a session's scenario anywhere; nothing where its copy is gone."""
        entries = self._storage.event_log.read_intact(session_id)
        started = cast("Any", entries[0].event)
        try:
            scenario = self._puzzles.version(
                started.game_type, started.puzzle_id, started.lang, started.puzzle_hash
            )
        except (EchoesError, KeyError):
            return {}
        return self._games[started.game_type].about(scenario)

    async def catch_up(self, rows: list[JsonObject]) -> None:
        """Count the games that ended while nobody could."""
        if not self.settings.remember:
            return
        memory = await self.memory()
        counted: dict[str, set[str]] = {}
        for row in rows:
            player = str(row["player_id"])
            if row["status"] == "PLAYING":
                continue
            if player not in counted:
                counted[player] = {str(game["lineage"]) for game in await memory.games_of(player)}
            if str(row["lineage"]) not in counted[player]:
                await self.remember(str(row["session_id"]))
                counted[player].add(str(row["lineage"]))

    async def all(self) -> list[JsonObject]:
        """All players: `player_id`, `open` (sessions), and their profiles' counts."""
        rows = await self.index.rows()
        await self.catch_up(rows)
        profiles = dict(await (await self.memory()).players())
        found = sorted({*profiles, *(str(row["player_id"]) for row in rows)})
        return [_in_short(player, profiles.get(player, {}), rows) for player in found]

    async def show(self, player_id: str) -> JsonObject:
        """All that is remembered of a player.

        Raises:
            UnknownName: nothing is.
        """
        rows = await self.index.rows(player_id)
        await self.catch_up(rows)
        memory = await self.memory()
        profile = await memory.retrieve_player_profile(player_id)
        if not rows and not profile:
            raise UnknownName(f"unknown player '{player_id}'", "`echoes players list` shows the known ones.")
        open_sessions: Any = [row["session_id"] for row in rows if row["status"] == "PLAYING"]
        return {
            "player_id": player_id,
            "profile": profile,
            "games": cast("Any", await memory.games_of(player_id)),
            "open": open_sessions,
        }

    async def propose(self, player_id: str, language: str | None = None) -> list[Proposal]:
        """All puzzles for a player, the one to play next first.

        Args:
            player_id: whose record counts; where `propose` is switched off, none does.
            language: only puzzles in it; None takes English where there is a choice.
        """
        candidates: dict[str, Candidate] = {}
        for game, scenario in self._puzzles.scenarios():
            if language in (None, scenario.language) and (
                scenario.id not in candidates or scenario.language == "en"
            ):
                candidates[scenario.id] = Candidate(scenario, self._games[game].about(scenario))
        if not self.settings.propose:
            return propose(list(candidates.values()), {}, [], {})
        rows = await self.index.rows(player_id)
        await self.catch_up(rows)
        memory = await self.memory()
        playing = [row for row in rows if row["status"] == "PLAYING" and row["turns"]]
        going_on = {str(row["puzzle_id"]): str(row["session_id"]) for row in playing}
        profile = await memory.retrieve_player_profile(player_id)
        return propose(list(candidates.values()), profile, await memory.games_of(player_id), going_on)

    async def forget_game(self, player_id: str, session_id: str) -> None:
        """Take the game of a session that is no more out of its player's record."""
        async with self._storage.lock(MEMORY_LOCK):
            await (await self.memory()).forget_game(player_id, session_id)

    async def count_again(self, rows: list[JsonObject]) -> int:
        """Count everything anew from the logs.

        Returns:
            For how many players something was different.
        """
        ended = [str(row["session_id"]) for row in rows if row["status"] != "PLAYING"]
        log = self._storage.event_log
        records = [record_of(log.read_intact(session), self.about(session)) for session in ended]
        async with self._storage.lock(MEMORY_LOCK):
            return await (await self.memory()).count_again([record for record in records if record])


def _in_short(player: str, profile: JsonObject, rows: list[JsonObject]) -> JsonObject:
    own = [row for row in rows if row["player_id"] == player]
    keys = ("games", "first_tries", "solved", "solve_rate", "questions_to_solve")
    counts = {key: profile.get(key, 0 if key in keys[:3] else None) for key in keys}
    going_on = sum(row["status"] == "PLAYING" for row in own)
    last = str(own[-1]["updated"]) if own else None
    return {"player_id": player, **counts, "open": going_on, "last_played": last}
