"""The scenario of the day: the same for everybody who has the same release."""

import hashlib
from collections.abc import Collection
from datetime import UTC, date, datetime

from echoes.core.errors import UnknownName
from echoes.core.files.install_paths import install_paths
from echoes.core.log.events import SessionStarted
from echoes.core.log.records import Row
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries, session_rows


class PlayersDay(Row, frozen=True):
    """The scenario of a day, and a player's game of it.

    Attributes:
        date: ISO 8601, in UTC.
        session_id: of the game that the player began on that day; None for none.
        status: of that game; None for none.
        card: a few lines to share, once that game is over; empty before.
    """

    date: str
    id: str
    title: str
    languages: tuple[str, ...]
    session_id: str | None = None
    status: str | None = None
    card: str = ""


def id_of_day(ids: Collection[str], day: date) -> str:
    """Return the id that is due on a day: each of them once in as many days, and none twice in a row.

    Args:
        ids: of what there is; at least one.
        day: the date.
    """
    number, place = divmod(day.toordinal(), len(ids))
    before, now = _order(ids, number - 1), _order(ids, number)
    if len(ids) > 2 and before[-1] == now[0]:
        now[0], now[1] = now[1], now[0]
    return now[place]


def _order(ids: Collection[str], number: int) -> list[str]:
    """Return the ids in the order of one round, which looks like chance and is the same everywhere."""
    return sorted(ids, key=lambda one: hashlib.sha256(f"{number} {one}".encode()).digest())


def scenario_of_day(engine: GameEngine, day: date) -> str:
    """Return the id of a day's scenario: one that came with the program, or where that is not there, any.

    Raises:
        UnknownName: there is none.
    """
    due = id_of_day(bundled, day) if (bundled := _bundled()) else ""
    if due and engine.scenarios.languages(due):
        return due  # no other file has to be read
    kinds = [name for name, game in engine.games.items() if game.has_days]
    there = {scenario.id for name in kinds for _, scenario in engine.scenarios.list_all(name)}
    if not there:
        raise UnknownName("there is no puzzle of the day", "Take a puzzle in with `echoes ingest`.")
    return id_of_day(there, day)


def _bundled() -> set[str]:
    """Return the ids of the scenarios that came with the program: each of them has its gold set."""
    return {path.stem[:-3] for path in (install_paths().bundled / "data" / "gold").glob("*_??.jsonl")}


def day_of(engine: GameEngine, started: SessionStarted) -> str:
    """Return the date on which a game was begun, if its scenario was that day's; else nothing."""
    begun = started.timestamp[:10]
    if not engine.games[started.game_type].has_days or not begun:
        return ""
    return begun if scenario_of_day(engine, date.fromisoformat(begun)) == started.puzzle_id else ""


async def players_day(
    engine: GameEngine, player_id: str, language: str | None = None, day: date | None = None
) -> PlayersDay:
    """Return the scenario of a day and a player's game of it.

    Args:
        engine: that plays it.
        player_id: the player.
        language: of the title, and of the game; None for the scenario's only one, or English.
        day: the date; None for today, in UTC.
    Raises:
        UnknownName: there is none, or none in this language.
    """
    day = day or datetime.now(UTC).date()
    name, scenario = engine.scenarios.get(scenario_of_day(engine, day), language)
    found = PlayersDay(
        date=day.isoformat(),
        id=scenario.id,
        title=scenario.title,
        languages=tuple(engine.scenarios.languages(scenario.id)),
    )
    games = [
        row
        for row in await session_rows(engine, player_id)
        if (row.puzzle_id, row.lang, row.started[:10]) == (scenario.id, scenario.language, found.date)
    ]
    if not games:
        return found
    entries = seen_by(read_entries(engine, games[-1].session_id), PUBLIC)
    card = engine.games[name].share_card(entries, found.date)
    return found.model_copy(
        update={"session_id": games[-1].session_id, "status": games[-1].status, "card": card}
    )
