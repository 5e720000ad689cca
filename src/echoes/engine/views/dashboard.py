"""Figures of each scenario: how many solve it, at what cost, and where it fails."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from echoes.core.log.records import Row
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.overview import SessionOverview

ABANDONED_AFTER = timedelta(days=1)
"""The time without a message after which an open game counts as abandoned."""


class ScenarioFigures(Row, frozen=True):
    """Figures of one scenario in one language; None if nothing was counted.

    Attributes:
        finished: games that were solved or given up.
        solve_rate: the share solved of the games that were finished or abandoned, 0 to 1.
        questions_to_solve, hints: means over the solved games, and over the finished ones.
        asked_back_rate: the share of questions that were asked back before any ruling, 0 to 1.
        model_calls, tokens, not_ruled, asked_back: sums.
    """

    puzzle_id: str
    lang: str
    title: str
    games: int
    finished: int
    solved: int
    solve_rate: float | None
    questions_to_solve: float | None
    hints: float | None
    given_up: int
    abandoned: int
    model_calls: int
    tokens: int
    not_ruled: int
    asked_back: int = 0
    asked_back_rate: float | None = None


async def scenario_figures(engine: GameEngine, now: datetime | None = None) -> list[ScenarioFigures]:
    """Return the figures of each scenario and language, the most played first.

    Args:
        engine: the engine whose sessions are counted.
        now: the current time; None for the clock's.
    """
    rows = await engine.players.index.rows()
    return count_scenarios(rows, now or datetime.now(UTC))


def count_scenarios(rows: Iterable[SessionOverview], now: datetime) -> list[ScenarioFigures]:
    """Count sessions by scenario and language, the most played first.

    Args:
        rows: all sessions; those of AI players and those without a turn are left out.
        now: the time at which open games are checked for being abandoned.
    """
    groups: dict[tuple[str, str], list[SessionOverview]] = {}
    for row in rows:
        if row.remembered and row.turns:
            groups.setdefault((row.puzzle_id, row.lang), []).append(row)
    figures = [_figures(scenario_id, lang, games, now) for (scenario_id, lang), games in groups.items()]
    return sorted(figures, key=lambda row: (-row.games, row.puzzle_id, row.lang))


def _figures(scenario_id: str, lang: str, games: Sequence[SessionOverview], now: datetime) -> ScenarioFigures:
    solved = [game for game in games if game.status == "COMPLETED"]
    given_up = [game for game in games if game.status == "ABORTED"]
    still = [game for game in games if game.is_open]
    left = [game for game in still if now - datetime.fromisoformat(game.updated) > ABANDONED_AFTER]
    done = len(solved) + len(given_up) + len(left)
    return ScenarioFigures(
        puzzle_id=scenario_id,
        lang=lang,
        title=games[-1].title,
        games=len(games),
        finished=len(solved) + len(given_up),
        solved=len(solved),
        solve_rate=round(len(solved) / done, 3) if done else None,
        questions_to_solve=_mean_count(solved, "questions"),
        hints=_mean_count([*solved, *given_up], "hints"),
        given_up=len(given_up),
        abandoned=len(left),
        model_calls=sum(game.model_calls for game in games),
        tokens=sum(game.tokens for game in games),
        not_ruled=_sum(games, "not_ruled"),
        asked_back=_sum(games, "asked_back"),
        asked_back_rate=_asked_back_rate(games),
    )


def _sum(games: Sequence[SessionOverview], name: str) -> int:
    return sum(game.counts.get(name) or 0 for game in games)


def _asked_back_rate(games: Sequence[SessionOverview]) -> float | None:
    """Return the share of messages that were asked back; a pick of an option is no question of its own."""
    back = _sum(games, "asked_back")
    asked = back + _sum(games, "questions") - _sum(games, "picked") + _sum(games, "not_ruled")
    return round(back / asked, 3) if asked > 0 else None


def _mean_count(games: Sequence[SessionOverview], name: str) -> float | None:
    known = [count for game in games if (count := game.counts.get(name)) is not None]
    return round(sum(known) / len(known), 1) if known else None
