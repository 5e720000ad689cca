"""Finished games, and what follows from them by counting.

A player's records are the truth of the store; a profile and the statistics of a puzzle
follow from records alone, and are written with them in one transaction. Whoever calls a
method that writes sees to it that no other process does so meanwhile.
"""

from collections.abc import Collection, Iterable, Sequence

from echoes.core.protocols import JsonObject
from echoes.memory.documents import MANY, Change, Documents, Namespace
from echoes.memory.profiles import profile_of
from echoes.memory.records import FORM
from echoes.memory.statistics import add_game, empty_statistics, first_tries

PUZZLES = ("system", "puzzles")
RATINGS = "ratings"
"""Below it a namespace for each puzzle, and in it the stars of each player."""


class GameLedger:
    """Counts games for their players and their puzzles.

    Args:
        documents: of the store.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    async def games_of(self, player_id: str) -> list[JsonObject]:
        """The records of a player's finished games, in the order in which they ended."""
        found = (await self._documents.below("player", player_id, "games")).values()
        return _in_order(record for record in found if record.get("form") == FORM)

    async def statistics_of(self, puzzle_id: str, language: str, version: str) -> JsonObject:
        """The statistics of one version of a puzzle; zeros where nobody has finished it."""
        item = await self._documents.store.aget(PUZZLES, f"{puzzle_id}_{language}-{version}")
        return item.value if item else empty_statistics(puzzle_id, language)

    async def all_statistics(self) -> list[JsonObject]:
        """The statistics of all puzzles that somebody has finished, by id."""
        return [value for _, value in sorted((await self._documents.below(*PUZZLES)).items())]

    async def remember(self, record: JsonObject) -> bool:
        """Count a finished game for its player and its puzzle, once.

        Args:
            record: as `records.record_of` made it.
        Returns:
            Whether it was new. Of a session and its forks only the first to end counts.
        """
        player = str(record["player_id"])
        games = await self.games_of(player)
        if any(game["lineage"] == record["lineage"] for game in games):
            return False
        same = [game for game in games if game["puzzle_id"] == record["puzzle_id"]]
        changes = [_game(record), _profile(player, [*games, record])]
        if not same:
            changes.append(await self._counted(record))
        elif any(str(game["ended"]) > str(record["ended"]) for game in same):
            known = await self._records_of(str(record["puzzle_id"]))  # another was taken for the first
            changes += await self._statistics([*known, record], str(record["puzzle_id"]))
        await self._documents.change(changes)
        return True

    async def forget(self, player_id: str, lineage: str, session_id: str, puzzle_id: str) -> None:
        """Take the game of one session out of its player's record and its puzzle's statistics."""
        games = await self.games_of(player_id)
        left = [game for game in games if game["session_id"] != session_id]
        known = await self._records_of(puzzle_id)
        changes = await self._statistics([r for r in known if r["session_id"] != session_id], puzzle_id)
        if len(left) < len(games):
            changes += [(("player", player_id, "games"), lineage, None), _profile(player_id, left)]
        await self._documents.change(changes)

    async def forget_player(self, player_id: str) -> None:
        """Remove all documents of a player, and count the puzzles anew without them."""
        puzzles = {str(game["puzzle_id"]) for game in await self.games_of(player_id)}
        await self._documents.clear("player", player_id)
        rated = [(where, key) for where, key in await self._documents.below(RATINGS) if key == player_id]
        await self._documents.change([(where, key, None) for where, key in rated])
        for puzzle in sorted(puzzles):
            await self._documents.change(await self._statistics(await self._records_of(puzzle), puzzle))

    async def count_again(self, records: Sequence[JsonObject], players: Collection[str]) -> int:
        """Count everything anew.

        Args:
            records: of all games that ended, as the logs give them.
            players: everybody who has a session; others are forgotten.
        Returns:
            For how many players something was different.
        """
        wanted: dict[str, dict[str, JsonObject]] = {player: {} for player in players}
        for record in _in_order(records):
            wanted.setdefault(str(record["player_id"]), {}).setdefault(str(record["lineage"]), record)
        kept: dict[str, dict[tuple[Namespace, str], JsonObject]] = {}
        for (where, key), value in (await self._documents.below("player")).items():
            kept.setdefault(where[1], {})[where, key] = value
        changed = 0
        for player in {*kept, *wanted}:
            changed += await self._settle(player, wanted.get(player, {}), kept.get(player, {}))
        for player in set(kept) - set(wanted):
            await self._documents.clear("player", player)
        every = [game for games in wanted.values() for game in games.values()]
        await self._documents.change(await self._statistics(every))
        return changed

    async def _settle(
        self, player: str, games: dict[str, JsonObject], kept: dict[tuple[Namespace, str], JsonObject]
    ) -> bool:
        """Bring a player's documents in line with the games; nothing vanishes on the way."""
        profile = kept.get((("player", player), "profile"))
        records = {key: value for (where, key), value in kept.items() if where[2:] == ("games",)}
        right = _profile(player, list(games.values()))
        if records == games and (profile == right[2] or (profile is None and not games)):
            return False
        gone: list[Change] = [(("player", player, "games"), key, None) for key in records if key not in games]
        await self._documents.change([*gone, *map(_game, games.values()), right])
        return True

    async def first_tries_of(self, puzzle_id: str, version: str) -> list[JsonObject]:
        """The records of all players' first tries at one version of a puzzle, those given up among them."""
        known = await self._records_of(puzzle_id)
        return [record for record in first_tries(known) if record["puzzle_hash"] == version]

    async def _records_of(self, puzzle_id: str) -> list[JsonObject]:
        found = await self._documents.store.asearch(
            ("player",), filter={"summary_type": "game", "puzzle_id": puzzle_id, "form": FORM}, limit=MANY
        )
        return [item.value for item in found]

    async def _statistics(self, records: Sequence[JsonObject], puzzle_id: str | None = None) -> list[Change]:
        """What has to change for statistics to follow from records; of one puzzle, or of all."""
        right: dict[str, JsonObject] = {}
        for record in first_tries(records):
            key = _version(record)
            before = right.get(key) or empty_statistics(str(record["puzzle_id"]), str(record["lang"]))
            right[key] = add_game(before, record)
        kept = {key: value for (_, key), value in (await self._documents.below(*PUZZLES)).items()}
        stale = [key for key, value in kept.items() if puzzle_id in (None, value.get("puzzle_id"))]
        gone: list[Change] = [(PUZZLES, key, None) for key in stale if key not in right]
        return [*gone, *((PUZZLES, key, value) for key, value in right.items() if kept.get(key) != value)]

    async def _counted(self, record: JsonObject) -> Change:
        item = await self._documents.store.aget(PUZZLES, _version(record))
        before = item.value if item else empty_statistics(str(record["puzzle_id"]), str(record["lang"]))
        return PUZZLES, _version(record), add_game(before, record)


def _version(record: JsonObject) -> str:
    return f"{record['puzzle_id']}_{record['lang']}-{record['puzzle_hash']}"


def _game(record: JsonObject) -> Change:
    return ("player", str(record["player_id"]), "games"), str(record["lineage"]), record


def _profile(player: str, games: Sequence[JsonObject]) -> Change:
    latest = max((str(game["ended"]) for game in games), default="")
    return ("player", player), "profile", {**profile_of(games), "last_updated": latest}


def _in_order(records: Iterable[JsonObject]) -> list[JsonObject]:
    return sorted(records, key=lambda record: str(record["ended"]))
