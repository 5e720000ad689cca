"""Players: what is remembered of them, what follows from it, and how it is forgotten."""

import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.errors import BadInput, EchoesError, StorageFailed, UnknownName
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.engine.proposals import Candidate, Proposal, propose
from echoes.engine.puzzles import PuzzleRepository
from echoes.engine.session_index import SessionIndex
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.games.table import Recalled
from echoes.memory.manager import MemoryManager
from echoes.memory.records import record_of
from echoes.memory.settings import MemorySettings
from echoes.storage.backends import MEMORY_LOCK, Storage

_PLAYER_ID = re.compile(r"[\w-](?:[\w -]{0,38}[\w-])?")


class Players:
    """The memory of players, as the engine uses it.

    Args:
        games: the game types by name.
        puzzles: where puzzles are kept.
        storage: log, store and locks.
        models: one of them may sum up sessions.
        settings: which effects are switched on.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        puzzles: PuzzleRepository,
        storage: Storage,
        models: Models,
        settings: MemorySettings,
    ) -> None:
        self._games = games
        self._puzzles = puzzles
        self._storage = storage
        self._models = models
        self.settings = settings
        self.index = SessionIndex(storage, games)
        self._completion: Any = None

    async def memory(self) -> MemoryManager:
        """The memory operations, over the store."""
        return MemoryManager(self._storage.event_log, await self._storage.store(), self._games)

    async def recall(self, player_id: str, scenario: Scenario) -> Recalled:
        """What memory has to say when a session begins; nothing where it can't be asked."""
        settings = self.settings
        if not (settings.hints or settings.difficulty):
            return Recalled()
        try:
            memory = await self.memory()
            return Recalled(
                profile=await memory.retrieve_player_profile(player_id),
                statistics=await memory.ledger.statistics_of(
                    scenario.id, scenario.language, scenario.content_hash
                ),
                hints=settings.hints,
                difficulty=settings.difficulty,
            )
        except StorageFailed as error:
            logging.getLogger(__name__).warning("the game begins without memory: %s", error)
            return Recalled()

    async def remember(self, session_id: str, in_words: bool = True) -> None:
        """Count a game that has ended; the game itself is over and safe, whatever comes of this.

        Args:
            session_id: the session of that game.
            in_words: whether a model may sum it up, where one is to.
        """
        try:
            context = {
                "log": self._storage.event_log,
                "memory": await self.memory(),
                "writer": self._writer() if in_words else None,
                "lock": lambda: self._storage.lock(MEMORY_LOCK),
            }
            if self._completion is None:
                from echoes.memory.completion import build_completion_graph  # a second of imports

                self._completion = build_completion_graph().compile()
            about = self._about(self._storage.event_log.read_intact(session_id))
            ended = {"session_id": session_id, "about": about}
            await self._completion.ainvoke(ended, context=context)
        except EchoesError as error:
            logging.getLogger(__name__).warning(
                "session '%s' is not counted yet: %s `echoes maintenance` will.", session_id, error
            )

    def _writer(self) -> LLMClient | None:
        return self._models.llm("summaries") if self.settings.summaries == "model" else None

    def _about(self, entries: Sequence[Entry]) -> JsonObject:
        """What may be told of a session's scenario anywhere; nothing where its copy is gone."""
        started = cast("Any", entries[0].event)
        try:
            scenario = self._puzzles.version_of(started)
        except (EchoesError, KeyError):
            return {}
        return self._games[started.game_type].about(scenario)

    async def catch_up(self, rows: list[JsonObject]) -> None:
        """Count the games that ended while nobody could."""
        memory = await self.memory()
        counted: dict[str, set[str]] = {}
        for row in rows:
            player = str(row["player_id"])
            if row["status"] == "PLAYING" or not row["remembered"]:
                continue
            if player not in counted:
                counted[player] = {str(game["lineage"]) for game in await memory.ledger.games_of(player)}
            if str(row["lineage"]) not in counted[player]:
                await self.remember(str(row["session_id"]), in_words=False)
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
            BadInput: that is no player id.
            UnknownName: nothing is.
        """
        check_player_id(player_id)
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
            "games": cast("Any", await memory.ledger.games_of(player_id)),
            "open": open_sessions,
        }

    async def propose(self, player_id: str, language: str | None = None) -> list[Proposal]:
        """All puzzles for a player, the one to play next first.

        Args:
            player_id: whose record counts; where `propose` is switched off, none does.
            language: only puzzles in it; None takes English where there is a choice.
        """
        if not self.settings.propose:
            return propose(self._candidates(language, {}), {}, [], {})
        check_player_id(player_id)
        rows = await self.index.rows(player_id)
        await self.catch_up(rows)
        memory = await self.memory()
        going_on = {
            str(row["puzzle_id"]): (str(row["lang"]), str(row["session_id"]))
            for row in rows
            if row["status"] == "PLAYING" and row["turns"] and language in (None, row["lang"])
        }
        return propose(
            self._candidates(language, {puzzle: lang for puzzle, (lang, _) in going_on.items()}),
            await memory.retrieve_player_profile(player_id),
            await memory.ledger.games_of(player_id),
            {puzzle: session_id for puzzle, (_, session_id) in going_on.items()},
        )

    def _candidates(self, language: str | None, begun: Mapping[str, str]) -> list[Candidate]:
        """Each puzzle in one language: as asked for, else that of the open game, else English."""
        found: dict[str, Candidate] = {}
        for game, scenario in self._puzzles.scenarios():
            wanted = language or begun.get(scenario.id, "en")
            if scenario.language == wanted or (language is None and scenario.id not in found):
                found[scenario.id] = Candidate(scenario, self._games[game].about(scenario))
        return list(found.values())

    async def count_again(self) -> int:
        """Count everything anew from the logs.

        Returns:
            For how many players something was different.
        """
        log = self._storage.event_log
        memory = await self.memory()
        async with self._storage.lock(MEMORY_LOCK):
            rows = await self.index.rows()
            records: list[JsonObject] = []
            for row in rows:
                if row["status"] != "PLAYING":
                    with suppress(UnknownName):  # deleted meanwhile
                        entries = log.read_intact(str(row["session_id"]))
                        rules = memory.rules_of(entries, str(row["session_id"]))
                        record = record_of(entries, self._about(entries), rules)
                        records += [record] if record else []
            return await memory.ledger.count_again(records, {str(row["player_id"]) for row in rows})


def check_player_id(player_id: str) -> None:
    """Refuse what is no player id.

    Raises:
        BadInput: it is empty, too long, or has other characters.
    """
    if not _PLAYER_ID.fullmatch(player_id):
        raise BadInput(
            f"'{player_id[:40]}' is no player id",
            "Use letters, digits, _, - and spaces in between, 40 at the most.",
        )


def _in_short(player: str, profile: JsonObject, rows: list[JsonObject]) -> JsonObject:
    own = [row for row in rows if row["player_id"] == player]
    keys = ("games", "first_tries", "solved", "solve_rate", "questions_to_solve")
    counts = {key: profile.get(key, 0 if key in keys[:3] else None) for key in keys}
    going_on = sum(row["status"] == "PLAYING" for row in own)
    last = str(own[-1]["updated"]) if own else None
    return {"player_id": player, **counts, "open": going_on, "last_played": last}
