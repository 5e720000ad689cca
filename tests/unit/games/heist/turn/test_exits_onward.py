"""Going to some place: which way is meant is asked, or what is in the way is said."""

import pytest
from tests.unit.games.heist.playing import read
from tests.unit.games.heist.turn.test_reading import at, in_scene


@pytest.mark.parametrize(
    ("language", "message"),
    [
        *(("en", said) for said in ("go backstage", "I want to get into the vault", "enter the vault")),
        *(("zh", said) for said in ("进后台", "我想去地窖", "到地窖去")),
    ],
)
def test_whoever_goes_where_no_way_leads_yet_is_told_what_is_in_the_way(language: str, message: str):
    intent = read(at("scene", language), message)
    assert intent.why == "no_way_yet" or intent.kind == "choose"


@pytest.mark.parametrize(("language", "message"), [("en", "go to the pub"), ("zh", "去酒馆")])
def test_a_way_is_never_taken_to_a_place_that_it_does_not_name(language: str, message: str):
    intent = read(in_scene("hall", language), message)
    assert intent.kind == "choose" and all(move.key.startswith("exit:") for move in intent.moves)


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("en", "get it;move that;run away;get the rope"),
        ("zh", "拿走;去拿绳子;上当了;到底怎么了;去你的"),
    ],
)
def test_whoever_gets_something_goes_nowhere(language: str, messages: str):
    for message in messages.split(";"):
        assert read(at("scene", language), message).why != "no_way_yet", message
