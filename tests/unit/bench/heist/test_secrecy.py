"""Secrets of a heist: what is shown before its time is found, what is shown in time is not."""

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.bench.heist.games import play_heists
from echoes.bench.heist.secrecy import leaks_of, secrets_of
from echoes.games.heist.events import DieSpent, Told
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay


def test_a_line_is_no_secret_once_its_die_is_spent():
    game, secrets = in_play("secrecy"), secrets_of(score_in("en"), "the seed")
    game.first("approach:")
    [spent] = [event for event in game.make("die:1") if isinstance(event, DieSpent)]
    assert leaks_of(Told(by="weaver", text=spent.text), dict(secrets)) == ["unspent outcome"]
    assert leaks_of(spent, secrets) == []
    assert leaks_of(Told(by="echo", text=spent.text), secrets) == []


@pytest.mark.parametrize("kind", ["seed", "hidden clock", "later scene", "unspent outcome"])
def test_each_kind_of_secret_is_found(kind: str):
    secrets = secrets_of(score_in("en"), "the seed")
    text = next(text for text, own in secrets.items() if own == kind)
    assert leaks_of(Told(by="weaver", text=f"It is so: {text}"), secrets) == [kind]


@pytest.mark.parametrize("name", ["tidewater_ledger", "eleven_minutes"])
def test_whole_games_show_nothing_before_its_time(name: str):
    [result] = play_heists(score_in("zh", name), "cautious", [0], 1)
    assert (result.leaks, bool(result.ending)) == (0, True)


def test_an_omen_does_not_say_which_clock_it_is_of_nor_how_far_that_has_come():
    score = score_in("en")
    [(key, _)] = [(key, one) for key, one in score.clocks.items() if one.visibility == "hidden"]
    game = in_play("secrecy")
    play = HeistPlay(score, game.state, PlainDice())
    play.tick(key, 1, "")
    [omen] = [entry.event for entry in play.entries()]
    assert leaks_of(omen, secrets_of(score, "the seed")) == []
    assert leaks_of(omen.model_copy(update={"line": f"omen:{key}:1"}), secrets_of(score, "the seed"))
