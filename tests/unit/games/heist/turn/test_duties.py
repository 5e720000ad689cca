"""Whether all has to be done is known, and no chance decides it."""

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.duties import duty_asked_about


def answered(game: Game, question: str) -> tuple[str, HeistPlay]:
    play = HeistPlay(game.score, game.state, PlainDice())
    return duty_asked_about(play, question), play


@pytest.mark.parametrize(
    ("language", "question", "other"),
    [("en", "Do I have to do both?", "Do I have a rope?"), ("zh", "两个都要解决吗？", "我有绳子吗？")],
)
def test_what_leads_on_is_told_by_the_conditions_of_the_exits(language: str, question: str, other: str):
    game = in_play("seed", language)
    assert not answered(game, other)[0]
    said, play = answered(game, question)
    [patrol, grate] = [one.name for one in game.score.scenes["quay"].obstacles.values()][:2]
    told = {play.say("duty_any", things=play.say("either").join((patrol, grate)))}
    told |= {play.say("duty_any", things=name) for name in (patrol, grate)}
    assert said in told | {play.say("duty_all", things=play.say("enumeration").join((patrol, grate)))}
    full = [f"quay.{key}" for key in game.score.scenes["quay"].obstacles]
    game.state = {**game.state, "full": full}
    assert answered(game, question)[0] == play.say("duty_none")
    game.first("retreat")
    assert answered(game, question)[0] == play.say("duty_between")
