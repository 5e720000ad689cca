"""Finished games, and the statistics that follow from them.

A player's records are the truth of the store. The statistics of players and puzzles follow from the records
alone and are written in the same transaction. The caller of a method that writes ensures that no other
process writes meanwhile.
"""

from collections.abc import Collection, Iterable, Sequence

from echoes.core.log.records import HintStatistics, ScenarioStatistics
from echoes.core.protocols import JsonObject
from echoes.core.text.plain_text import pluralize
from echoes.memory.documents import UNLIMITED, DocumentChange, Documents, Namespace
from echoes.memory.profiles import player_statistics
from echoes.memory.records import FORM, GameRecord

PUZZLES = ("system", "puzzles")
RATINGS = "ratings"
"""The namespace of ratings: one namespace per puzzle below it, with the stars of each player."""


def add_game(statistics: ScenarioStatistics, record: GameRecord) -> ScenarioStatistics:
    """Return the statistics with one more game.

    Args:
        statistics: the statistics before; not changed.
        record: the record of a first try.
    """
    facts = record.facts
    hints = dict(statistics.hints)
    for hint in facts.hints_given:
        before = hints.get(str(hint.level), HintStatistics())
        hints[str(hint.level)] = HintStatistics(given=before.given + 1, helped=before.helped + hint.helped)
    after = statistics.model_copy(
        update={
            "first_tries": statistics.first_tries + 1,
            "solved": statistics.solved + record.solved,
            "questions": statistics.questions + ((facts.questions or 0) if record.solved else 0),
            "hints": hints,
        }
    )
    return after.model_copy(update={"content": describe_scenario(record.title, after)})


def describe_scenario(title: str, statistics: ScenarioStatistics) -> str:
    """Return the statistics as a sentence."""
    solved, tries = statistics.solved, statistics.first_tries
    asked = pluralize(round(statistics.questions / solved), "question") if solved else ""
    mean = f", in {asked} on average" if solved else ""
    return f"“{title}”: {solved} of {pluralize(tries, 'player')} solved it{mean}."


def first_tries(records: Iterable[GameRecord]) -> list[GameRecord]:
    """Return the first game to end, for each player and puzzle."""
    ordered = sorted(records, key=lambda record: record.ended, reverse=True)
    return list({(record.player_id, record.puzzle_id): record for record in ordered}.values())


class GameLedger:
    """The counts of games, by player and by puzzle.

    Args:
        documents: the documents of the store.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    async def games_of(self, player_id: str) -> list[GameRecord]:
        """Return the records of a player's finished games, in the order in which they ended."""
        found = (await self._documents.below("player", player_id, "games")).values()
        return _in_order(GameRecord.from_json(record) for record in found if record.get("form") == FORM)

    async def statistics_of(self, scenario_id: str, language: str, version: str) -> ScenarioStatistics:
        """Return the statistics of one version of a puzzle; zeros if nobody has finished it."""
        item = await self._documents.store.aget(PUZZLES, _version_key(scenario_id, language, version))
        if item is None:
            return ScenarioStatistics(puzzle_id=scenario_id, lang=language)
        return ScenarioStatistics.from_json(item.value)

    async def statistics(self) -> list[ScenarioStatistics]:
        """Return the statistics of all versions of all puzzles that somebody has finished."""
        found = (await self._documents.below(*PUZZLES)).values()
        return [ScenarioStatistics.from_json(one) for one in found]

    async def remember(self, new: GameRecord) -> bool:
        """Count a finished game for its player and its puzzle, once.

        Args:
            new: the record, from `records.record_of`.
        Returns:
            Whether it was new. Of a session and its forks, only the first to end counts.
        """
        games = await self.games_of(new.player_id)
        if any(game.lineage == new.lineage for game in games):
            return False
        same = [game for game in games if game.puzzle_id == new.puzzle_id]
        changes = [_put_game(new), _put_statistics(new.player_id, [*games, new])]
        if not same:
            changes.append(await self._put_first_try(new))
        elif any(game.ended > new.ended for game in same):
            known = await self._records_of(new.puzzle_id)  # another was taken for the first
            changes += await self._corrections([*known, new], new.puzzle_id)
        await self._documents.apply(changes)
        return True

    async def forget(self, player_id: str, lineage: str, session_id: str, scenario_id: str) -> None:
        """Remove the game of one session from its player's record and its puzzle's statistics."""
        games = await self.games_of(player_id)
        left = [game for game in games if game.session_id != session_id]
        known = await self._records_of(scenario_id)
        changes = await self._corrections([r for r in known if r.session_id != session_id], scenario_id)
        if len(left) < len(games):
            changes += [(("player", player_id, "games"), lineage, None), _put_statistics(player_id, left)]
        await self._documents.apply(changes)

    async def forget_player(self, player_id: str) -> None:
        """Remove all documents of a player, and recount the puzzles without them."""
        puzzles = {game.puzzle_id for game in await self.games_of(player_id)}
        await self._documents.clear("player", player_id)
        rated = [(where, key) for where, key in await self._documents.below(RATINGS) if key == player_id]
        await self._documents.apply([(where, key, None) for where, key in rated])
        for puzzle in sorted(puzzles):
            await self._documents.apply(await self._corrections(await self._records_of(puzzle), puzzle))

    async def recount(self, records: Iterable[GameRecord], players: Collection[str]) -> int:
        """Count everything again.

        Args:
            records: the records of all games that ended, made from the logs.
            players: everybody who has a session; others are forgotten.
        Returns:
            The number of players whose counts changed.
        """
        wanted: dict[str, dict[str, GameRecord]] = {player: {} for player in players}
        for record in _in_order(records):
            wanted.setdefault(record.player_id, {}).setdefault(record.lineage, record)
        kept: dict[str, dict[tuple[Namespace, str], JsonObject]] = {}
        for (where, key), value in (await self._documents.below("player")).items():
            kept.setdefault(where[1], {})[where, key] = value
        changed = 0
        for player in {*kept, *wanted}:
            changed += await self._correct_player(player, wanted.get(player, {}), kept.get(player, {}))
        for player in set(kept) - set(wanted):
            await self._documents.clear("player", player)
        every = [game for games in wanted.values() for game in games.values()]
        await self._documents.apply(await self._corrections(every))
        return changed

    async def _correct_player(
        self, player: str, games: dict[str, GameRecord], kept: dict[tuple[Namespace, str], JsonObject]
    ) -> bool:
        """Make a player's documents match the games, without removing any that is right."""
        stored = kept.get((("player", player), "profile"))
        records = {key: value for (where, key), value in kept.items() if where[2:] == ("games",)}
        right, puts = _put_statistics(player, list(games.values())), [*map(_put_game, games.values())]
        unchanged = records == {key: value for _, key, value in puts}
        if unchanged and (stored == right[2] or (stored is None and not games)):
            return False
        gone: list[DocumentChange] = [
            (("player", player, "games"), key, None) for key in records if key not in games
        ]
        await self._documents.apply([*gone, *puts, right])
        return True

    async def first_tries_of(self, scenario_id: str, version: str) -> list[GameRecord]:
        """Return all players' first tries at one version of a puzzle, including those given up."""
        known = await self._records_of(scenario_id)
        return [record for record in first_tries(known) if record.puzzle_hash == version]

    async def _records_of(self, scenario_id: str) -> list[GameRecord]:
        found = await self._documents.store.asearch(
            ("player",),
            filter={"summary_type": "game", "puzzle_id": scenario_id, "form": FORM},
            limit=UNLIMITED,
        )
        return [GameRecord.from_json(item.value) for item in found]

    async def _corrections(
        self, records: Sequence[GameRecord], scenario_id: str | None = None
    ) -> list[DocumentChange]:
        """Return the changes that make the statistics of one puzzle, or of all, match the records."""
        counted: dict[str, ScenarioStatistics] = {}
        for record in first_tries(records):
            key = _key_of(record)
            counted[key] = add_game(counted.get(key) or _nothing_counted(record), record)
        right = {key: statistics.to_json() for key, statistics in counted.items()}
        kept = {key: value for (_, key), value in (await self._documents.below(*PUZZLES)).items()}
        stale = [key for key, value in kept.items() if scenario_id in (None, value.get("puzzle_id"))]
        gone: list[DocumentChange] = [(PUZZLES, key, None) for key in stale if key not in right]
        return [*gone, *((PUZZLES, key, value) for key, value in right.items() if kept.get(key) != value)]

    async def _put_first_try(self, record: GameRecord) -> DocumentChange:
        before = await self.statistics_of(record.puzzle_id, record.lang, record.puzzle_hash)
        return PUZZLES, _key_of(record), add_game(before, record).to_json()


def _nothing_counted(record: GameRecord) -> ScenarioStatistics:
    return ScenarioStatistics(puzzle_id=record.puzzle_id, lang=record.lang)


def _version_key(scenario_id: str, language: str, version: str) -> str:
    return f"{scenario_id}_{language}-{version}"


def _key_of(record: GameRecord) -> str:
    return _version_key(record.puzzle_id, record.lang, record.puzzle_hash)


def _put_game(record: GameRecord) -> DocumentChange:
    return ("player", record.player_id, "games"), record.lineage, record.to_json()


def _put_statistics(player: str, games: Sequence[GameRecord]) -> DocumentChange:
    return ("player", player), "profile", player_statistics(games).to_json()


def _in_order(records: Iterable[GameRecord]) -> list[GameRecord]:
    return sorted(records, key=lambda record: record.ended)
