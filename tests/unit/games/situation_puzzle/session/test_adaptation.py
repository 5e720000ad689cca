"""A player's record changes the next game: when a hint is offered, and which comes first."""

import pytest
from tests.support import canary_puzzle

from echoes.core.log.records import GroupStatistics, HintStatistics, PlayerStatistics, ScenarioStatistics
from echoes.games.resources import PlayerMemory
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.session.adaptation import adapt, difficulty_for

PUZZLE = Puzzle.model_validate(canary_puzzle(hints=["vague", "clearer", "clear"]))
USUAL = 10


def record(solved: int, games: int = 10, hints: float = 0.0) -> PlayerStatistics:
    return PlayerStatistics(first_tries=games, solve_rate=solved / games, hints_per_game=hints)


def memory(profile: PlayerStatistics, *uses: tuple[int, int], hints: bool = True) -> PlayerMemory:
    by_level = {
        str(n): HintStatistics(given=given, helped=helped) for n, (given, helped) in enumerate(uses, 1)
    }
    statistics = ScenarioStatistics(puzzle_id="p", lang="en", hints=by_level) if uses else None
    return PlayerMemory(profile=profile, statistics=statistics, hints=hints)


@pytest.mark.parametrize(
    ("profile", "after"),
    [
        (record(4), 6),  # solves less than half
        (record(9, hints=2), 6),  # needs many hints
        (record(6, hints=1), 10),
        (record(8, hints=0.5), 15),  # solves nearly all, with few hints
        (record(0, games=1), 10),  # nothing is known of one who has hardly played
    ],
)
def test_a_hint_is_offered_as_early_as_the_record_says(profile: PlayerStatistics, after: int):
    assert adapt(PUZZLE, memory(profile), USUAL).offer_hint_after == after


def test_who_rarely_solves_gets_the_vaguest_hint_last():
    found = adapt(PUZZLE, memory(record(3)), USUAL)
    assert (found.hint_order, found.hint_order_reason) == ((2, 3, 1), "direct")


def test_a_hint_that_states_a_core_fact_comes_last_whatever_the_record_says():
    stating = {"text": "He feared the snow.", "facts": [canary_puzzle()["facts"][0]["id"]]}
    puzzle = Puzzle.model_validate(canary_puzzle(hints=["vague", "clearer", "clear", stating]))
    assert adapt(puzzle, memory(record(3)), USUAL).hint_order == (2, 3, 1, 4)
    assert adapt(puzzle, memory(record(6), (5, 5), (5, 0)), USUAL).hint_order == (1, 3, 2, 4)


@pytest.mark.parametrize(
    ("uses", "order"),
    [
        ([(5, 0), (5, 5), (5, 5)], (2, 3, 1)),
        ([(4, 0), (5, 5), (5, 5)], (1, 2, 3)),  # not given often enough to say
        ([(5, 1), (5, 0), (5, 0)], (1, 2, 3)),  # a fifth is enough, and the others are last already
    ],
)
def test_a_hint_that_rarely_helped_comes_after_the_others(
    uses: list[tuple[int, int]], order: tuple[int, ...]
):
    assert adapt(PUZZLE, memory(record(6), *uses), USUAL).hint_order == order


def test_nothing_changes_where_it_is_switched_off_or_never_offered():
    found = adapt(PUZZLE, memory(record(1), (5, 0), hints=False), USUAL)
    assert (found.offer_hint_after, found.hint_order, found.hint_order_reason) == (USUAL, (1, 2, 3), "")
    assert adapt(PUZZLE, memory(record(1)), None).offer_hint_after is None


@pytest.mark.parametrize(
    ("levels", "difficulty", "phrase"),
    [
        ({}, 3, None),
        ({"3": (2, 1)}, 3, "difficulty_known"),
        ({"3": (2, 0)}, 3, "difficulty_tried"),
        ({"2": (2, 2)}, 3, "difficulty_harder"),
        ({"4": (2, 2)}, 3, "difficulty_easier"),
        ({"4": (2, 0)}, 3, None),  # nothing solved says nothing of another difficulty
    ],
)
def test_a_difficulty_is_set_against_the_own_record(
    levels: dict[str, tuple[int, int]], difficulty: int, phrase: str | None
):
    own = {level: GroupStatistics(games=games, solved=solved) for level, (games, solved) in levels.items()}
    found = difficulty_for(PlayerStatistics(levels=own), difficulty)
    assert (found[0] if found else None) == phrase
