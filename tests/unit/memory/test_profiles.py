"""A profile follows from the finished games by counting."""

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.memory.games import game

from echoes.core.log.records import PlayerStatistics
from echoes.memory.profiles import PlayerObservations, PlayerProfile, player_statistics


def test_a_puzzle_counts_once_by_its_first_game():
    games = [game(1, solved=False), game(2), game(3, puzzle_id="p1", solved=True, questions=1)]
    counted = player_statistics(games)
    assert (counted.games, counted.first_tries, counted.solved) == (3, 2, 1)
    assert counted.solve_rate == 0.5
    assert counted.questions_to_solve == 10


@given(st.permutations(range(1, 7)))
def test_the_order_in_which_games_are_found_makes_no_difference(order: list[int]):
    games = [game(n, puzzle_id=f"p{n % 3}", solved=n % 2 == 0, hints=n) for n in range(1, 7)]
    assert player_statistics([games[n - 1] for n in order]) == player_statistics(games)


def test_levels_tags_style_and_mistakes_are_counted():
    games = [
        game(1, questions=8),
        game(2, difficulty=3, solved=False, tags=["sea"], rulings={"IRRELEVANT": 4}),
    ]
    counted = player_statistics(games).to_json()
    assert counted["levels"] == {
        "2": {"games": 1, "solved": 1, "questions_to_solve": 8.0},
        "3": {"games": 1, "solved": 0, "questions_to_solve": None},
    }
    assert counted["tags"]["sea"] == {"games": 1, "solved": 0, "questions_to_solve": None}
    assert counted["style"]["rulings"] == {"IRRELEVANT": 0.5, "NO": 0.125, "YES": 0.375}
    assert counted["mistakes"] == {"wrong_answers": 2, "repeated": 0, "not_ruled": 0, "irrelevant": 4}


def test_what_was_observed_comes_first_in_the_json_form_and_counts_win():
    profile = PlayerProfile(
        observations=PlayerObservations(asks="broadly", last_updated="1"),
        statistics=PlayerStatistics(games=2),
    )
    shown = profile.to_json()
    assert list(shown)[:4] == ["asks", "summary_type", "last_updated", "games"]
    assert (shown["summary_type"], shown["last_updated"], shown["games"]) == ("profile", "", 2)
    assert PlayerProfile().is_empty and PlayerProfile().to_json() == {}
