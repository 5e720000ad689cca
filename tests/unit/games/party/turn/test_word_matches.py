"""Words and moves: cues decide, a mere direction only where nothing else is said, ideas only ask back."""

import pytest

from echoes.games.party.turn.party_move import PartyMove
from echoes.games.party.turn.word_matches import meaningful_ideas, near_by_ideas, plain_words, weight_of

DOWN = PartyMove("go:square", "Go down to the square", ("square", "down"))
BENCH = PartyMove("try:bench", "Look along the top of the bench", ("bench", "top"))
STAIRS = PartyMove("go:shrine", "上台阶，去祠里", ("台阶", "上去"))


def test_cues_weigh_by_their_length_as_whole_words():
    assert weight_of("en", "the bench top", BENCH) == len("bench") + len("top")
    assert weight_of("en", "the workbench", BENCH) == 0


@pytest.mark.parametrize(
    ("language", "message", "move", "counts"),
    [
        ("en", "down", DOWN, True),
        ("en", "I go down", DOWN, True),
        ("en", "I get down on my knees", DOWN, False),
        ("zh", "上去", STAIRS, True),
        ("zh", "上去摸摸神像", STAIRS, False),
    ],
)
def test_a_direction_is_a_way_only_where_nothing_else_is_said(
    language: str, message: str, move: PartyMove, counts: bool
):
    assert bool(weight_of(language, message, move)) is counts


def test_the_move_with_the_most_ideas_of_its_own_is_nearest():
    assert near_by_ideas("en", "what lies on top of the bench?", [DOWN, BENCH]) == ["try:bench"]
    assert near_by_ideas("en", "turnips", [DOWN, BENCH]) == []


def test_what_is_said_of_everything_is_no_idea():
    assert meaningful_ideas("en", "go and look") == frozenset()
    assert meaningful_ideas("zh", "去看看") == frozenset()


def test_chinese_characters_are_words_of_their_own():
    assert plain_words("Go, 上台阶！") == "go 上 台 阶"
