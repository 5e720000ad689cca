"""The dashboard counts sessions by puzzle, from their overviews alone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support import say

from echoes.engine.engine import GameEngine
from echoes.engine.sessions.overview import SessionOverview
from echoes.engine.views.dashboard import count_scenarios, scenario_figures

NOW = datetime(2026, 1, 10, tzinfo=UTC)


def row(**changes: Any) -> SessionOverview:
    return SessionOverview.from_json(
        {
            "session_id": "s", "game_type": "situation_puzzle", "puzzle_id": "p", "puzzle_hash": "h", "title": "P", "lang": "en", "player_id": "ann",
            "lineage": "s", "forked_from": None, "remembered": True, "started": "2026-01-10T00:00:00+00:00", "updated": "2026-01-10T00:00:00+00:00",
            "status": "PLAYING", "turns": 1, "progress": 0.0, "questions": 4, "hints": 1, "score": None, "not_ruled": 0, "model_calls": 2, "tokens": 10,
            **changes,
        }
    )  # fmt: skip


def test_games_are_counted_by_how_they_ended():
    rows = [
        row(status="COMPLETED", questions=6),
        row(status="ABORTED", hints=2),
        row(updated="2026-01-01T00:00:00+00:00"),
        row(),
        row(turns=0),
        row(remembered=False),
    ]
    [figures] = count_scenarios(rows, NOW)
    assert (figures.games, figures.finished, figures.solved, figures.given_up, figures.abandoned) == (
        4,
        2,
        1,
        1,
        1,
    )
    assert (figures.solve_rate, figures.questions_to_solve, figures.hints) == (0.333, 6.0, 1.5)
    assert (figures.model_calls, figures.tokens) == (8, 40)


def test_a_game_without_figures_has_none():
    [figures] = count_scenarios([row(status="COMPLETED", questions=None, hints=None, not_ruled=None)], NOW)
    assert (figures.questions_to_solve, figures.hints, figures.not_ruled) == (None, None, 0)


def test_the_asked_back_are_a_share_of_what_was_asked():
    """Ten questions: six ruled on at once, three asked back of which two were picked, one not ruled."""
    [figures] = count_scenarios([row(questions=8, picked=2, asked_back=3, not_ruled=1)], NOW)
    assert (figures.asked_back, figures.asked_back_rate) == (3, 0.3)


@pytest.mark.usefixtures("bell")
async def test_the_dashboard_counts_games_by_how_they_ended(own_engine: GameEngine):
    for player in ("ann", "bo", "cy"):
        session = await own_engine.create_session("silent_bell", player)
        await say(own_engine, session.session_id, "Was the bell broken?", "/hint")
        if player == "ann":
            await say(own_engine, session.session_id, "/giveup")
    ai = await own_engine.create_session("silent_bell", "ai-baseline", remembered=False)
    await say(own_engine, ai.session_id, "Was the bell broken?")
    [today] = await scenario_figures(own_engine)
    assert (today.games, today.given_up, today.abandoned, today.solve_rate) == (3, 1, 0, 0.0)
    [later] = await scenario_figures(own_engine, datetime.now(UTC) + timedelta(days=2))
    assert (later.abandoned, later.hints, later.questions_to_solve) == (2, 1.0, None)
