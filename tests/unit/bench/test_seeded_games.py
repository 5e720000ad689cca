"""Seeded games: which scenarios are played, by whom, and what came of them."""

import json

import pytest

from echoes.bench.seeded_games import (
    SeededResult,
    leaks_and_unended,
    players_named,
    row_of,
    scenarios_to_play,
)
from echoes.core.errors import BadInput, UnknownName
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import HEIST_PLAYERS

WON = SeededResult("vault", "greedy", "clean", True, 80, 0)
LOST = SeededResult("vault", "greedy", "caught", False, 15, 0)
STUCK = SeededResult("vault", "random", "", False, 0, 2)


def test_without_an_id_all_scenarios_of_the_language_are_played():
    english = scenarios_to_play(Score, "score", None, None)
    assert len(english) > 1 and {one.language for one in english} == {"en"}
    assert {one.language for one in scenarios_to_play(Score, "score", None, "zh")} == {"zh"}


def test_an_unknown_id_is_told_with_its_language_and_those_that_are_there():
    with pytest.raises(BadInput, match=r"no score 'vault' in 'zh'.*Known: eleven_minutes"):
        scenarios_to_play(Score, "score", "vault", "zh")


def test_players_are_named_with_commas_and_must_exist():
    assert players_named("random, greedy", HEIST_PLAYERS) == ["random", "greedy"]
    with pytest.raises(UnknownName):
        players_named("random,lucky", HEIST_PLAYERS)
    with pytest.raises(BadInput, match="--ai model"):
        players_named("random,model", HEIST_PLAYERS)


def test_a_row_counts_the_games_of_one_player():
    row = row_of([WON, STUCK, LOST], "score", "vault", "greedy", ["leaks"])
    assert (row.games, row.success, row.points, row.averages) == (2, 0.5, 47.5, {"leaks": 0})
    assert json.loads(row.json())["score"] == "vault"
    assert "50.0 % of 2 games; 47.5 points, 0 leaks (caught 1, clean 1)" in row.text()


def test_leaks_and_games_without_an_end_are_counted():
    assert leaks_and_unended([WON, LOST, STUCK]) == (2, 1)
    assert row_of([STUCK], "score", "vault", "random", []).endings == {"none": 1}
