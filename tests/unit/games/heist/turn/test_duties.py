"""Whether all has to be done is known, and no chance decides it."""

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.duties import duty_text


def answered(game: Game) -> tuple[str, HeistPlay]:
    play = HeistPlay(game.score, game.state, PlainDice())
    return duty_text(play), play


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_leads_on_is_told_by_the_conditions_of_the_exits(language: str):
    game = in_play("seed", language)
    said, play = answered(game)
    [patrol, grate] = [one.name for one in game.score.scenes["quay"].obstacles.values()][:2]
    told = {play.say("duty_any", things=play.say("either").join((patrol, grate)))}
    told |= {play.say("duty_any", things=name) for name in (patrol, grate)}
    assert said in told | {play.say("duty_all", things=play.say("enumeration").join((patrol, grate)))}
    full = [f"quay.{key}" for key in game.score.scenes["quay"].obstacles]
    game.state = {**game.state, "full": full}
    assert answered(game)[0] == play.say("duty_none")
    game.first("retreat")
    assert answered(game)[0] == play.say("duty_between")
