"""Lines of outcomes: those that tell of success come only when the obstacle is past."""

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.outcome_lines import fresh_line, line_text
from echoes.games.heist.rules.play import HeistPlay

KEY = "quay.patrol"


def test_only_an_outcome_that_gets_past_tells_so():
    game = in_play()
    play = HeistPlay(game.score, game.state, PlainDice())
    nearer, past = (fresh_line(play, KEY, "slip", "partial", done) for done in (False, True))
    assert "as far as the crane" in line_text(play, nearer)
    assert "You are across" in line_text(play, past)


def test_no_line_is_told_twice_and_the_most_fitting_comes_first():
    game = in_play()
    told: list[str] = []
    for _ in range(6):
        play = HeistPlay(game.score, {**game.state, "told": told}, PlainDice())
        told = [*told, fresh_line(play, KEY, "slip", "partial", True)]
    assert len({*told}) == len(told)
    assert [line.split("|")[0] for line in told[:5]] == [f"{KEY}.slip", f"{KEY}.slip", KEY, KEY, "score"]


@pytest.mark.parametrize("name", ["tidewater_ledger", "eleven_minutes"])
def test_both_languages_have_the_same_lines(name: str):
    english, chinese = (_counts(language, name) for language in ("en", "zh"))
    assert english == chinese


def _counts(language: str, name: str) -> list[list[int]]:
    scenes = score_in(language, name).scenes.values()
    told_by = [
        one
        for scene in scenes
        for obstacle in scene.obstacles.values()
        for one in (obstacle, *obstacle.approaches.values())
    ]
    return [[len(lines) for lines in (*one.lines.values(), *one.full_lines.values())] for one in told_by]


def test_each_die_shows_how_far_it_takes_one():
    game = in_play()
    [framed] = [one for one in game.make("approach:quay.patrol:slip") if one.event == "action_framed"]
    segments = game.score.obstacle(KEY).clock
    for offer, move in zip(framed.dice, game.moves, strict=False):
        assert (f"→ {offer.filled}/{segments}" in move.text) == (offer.filled > 0)
    game.make("die:1")
    assert game.state["clocks"].get(KEY, 0) == framed.dice[0].filled
