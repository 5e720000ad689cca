"""TextArena plays our puzzles through its own registry, wrappers and invalid moves."""

import doctest
import subprocess
import sys

import pytest
import textarena as ta
from tests.unit.environments.conftest import SOLVE

import echoes.environments.textarena_env as module
from echoes.core.errors import BadInput


def test_a_game_is_played_as_textarena_plays_games():
    env = ta.make("SituationPuzzle-v0")
    env.reset(num_players=1, seed=3)
    assert env.get_observation()[1].count("The Silent Bell") == 1
    for action, done in (("[Was the bell broken?]", False), ("/hint", False), (SOLVE, True)):
        assert env.step(action=action) == (done, {})
    assert "[Player] [Was the bell broken?]\n[GAME] ✘ NO" in env.get_observation()[1]
    assert env.env.get_board_str().startswith("> Was the bell broken?\n✘ NO\n> /hint")
    rewards, info = env.close()
    assert 0.5 < rewards[0] < 1 and info[0]["reason"] == "The puzzle is solved."
    assert (info[0]["turn_count"], info[0]["invalid_move"]) == (3, False)


def test_it_ends_at_the_last_turn_without_a_reward_and_can_be_begun_again():
    env = ta.make("SituationPuzzle-v0-train", max_turns=1)
    for _ in range(2):
        env.reset(num_players=1)
        assert env.step("Was the bell broken?")[0]
        assert env.close()[0] == {0: 0}


def test_what_comes_after_the_end_changes_nothing():
    env = ta.make("SituationPuzzle-v0")
    env.reset(num_players=1)
    assert env.step(SOLVE)[0]
    env.get_observation()
    assert env.step("Was the bell broken?") == (True, {})
    assert env.env.state.get_current_player_observation() == []
    assert env.close()[1][0]["turn_count"] == 1


def test_without_a_game_there_is_no_turn_and_nothing_to_close():
    env = ta.make("SituationPuzzle-v0")
    assert env.close() == (None, {})
    for _ in range(2):
        with pytest.raises(BadInput, match="no game is being played"):
            env.step("Was the bell broken?")
        env.reset(num_players=1)
        env.close()


@pytest.mark.parametrize("turns", [0, -1, 2.5, "x", None, True])
def test_a_number_of_turns_that_is_none_is_refused(turns: object):
    with pytest.raises(BadInput, match="no number of messages"):
        ta.make("SituationPuzzle-v0", max_turns=turns)


def test_a_program_ends_though_a_game_was_not_closed():
    script = "import textarena as ta, echoes.environments.textarena_env\n"
    script += (
        "env = ta.make('SituationPuzzle-v0'); env.reset(num_players=1); env.step('Was the bell broken?')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_two_empty_messages_are_invalid_moves():
    env = ta.make("SituationPuzzle-v0")
    env.reset(num_players=1)
    assert [env.step(text)[0] for text in (" ", "[]")] == [False, True]
    assert env.close()[1][0]["invalid_move"]


def test_the_example_of_the_module_is_true(monkeypatch):
    monkeypatch.delenv("ECHOES__PATHS__DATA")
    [example] = doctest.DocTestFinder(recurse=False).find(module)
    assert doctest.DocTestRunner().run(example).failed == 0
