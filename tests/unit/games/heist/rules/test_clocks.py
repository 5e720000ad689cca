"""Clocks: which of them a player may know of, and where time goes that a full one has no room for."""

from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.events import ClockTicked
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.clocks import filled_segments, shown_clocks
from echoes.games.heist.rules.play import HeistPlay


def shown(game: Game) -> list[str]:
    return [key for key, _ in shown_clocks(game.score, game.state)]


def test_a_hidden_clock_is_known_of_once_it_is_full_and_its_ticks_are_no_events():
    game = in_play("hidden")
    hidden = next(
        key for key, spec in game.score.clocks.items() if spec.visibility == "hidden" and spec.present
    )
    spec, before = game.score.clocks[hidden], filled_segments(game.score, game.state, hidden)
    assert hidden not in shown(game)
    play = HeistPlay(game.score, game.state, PlainDice())
    play.tick(hidden, 1, "reason")
    assert filled_segments(game.score, play.state, hidden) == before + 1
    assert not any(isinstance(entry.event, ClockTicked) for entry in play.entries())
    play.tick(hidden, spec.segments, "reason")
    game.state = play.state
    assert hidden in shown(game)


def test_what_would_unfill_a_full_clock_gives_time_on_the_one_that_waited_for_it():
    game = in_play("full")
    game.state = {**game.state, "full": ["bell"], "clocks": {**game.state["clocks"], "bell": 6, "breath": 3}}
    play = HeistPlay(game.score, game.state, PlainDice())
    play.tick("bell", -1, "reason")
    assert (play.state["clocks"]["bell"], play.state["clocks"]["breath"]) == (6, 2)
