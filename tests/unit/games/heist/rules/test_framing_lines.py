"""What is told: by what has happened, and no sentence of it twice."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.core.views.blocks import Line
from echoes.games.heist.events import ActionFramed, ActivityDone, Told, WorldChanged
from echoes.games.heist.narration.phrases import LICENCE, phrases_in
from echoes.games.heist.narration.recap import clock_word, recap_text
from echoes.games.heist.rules.moves import end_heist
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.scenes import enter_scene
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.view.blocks import blocks_of_heist

KEY = "quay.patrol"
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def framed(game: Game, approach: str = "slip") -> tuple[str, str]:
    """Frame an action and let it be: what it said of the opportunity and of the stakes."""
    [event] = [one for one in game.make(f"approach:{KEY}:{approach}") if isinstance(one, ActionFramed)]
    game.make("drop")
    return event.opportunity, event.stakes


@LANGUAGES
def test_an_action_is_framed_by_what_has_happened_and_nothing_is_said_twice(language: str):
    game = in_play("seed", language)
    obstacle = game.score.obstacle(KEY)
    assert framed(game) == (obstacle.opportunity, obstacle.stakes)
    assert framed(game, "lure") == ("", "")
    game.state = {**game.state, "clocks": {**game.state["clocks"], KEY: 2}}
    assert framed(game) == (obstacle.begun, "")
    game.state = {**game.state, "worse": {KEY: 1}}
    assert framed(game) == ("", obstacle.worse)
    assert framed(game) == ("", "")


@LANGUAGES
def test_a_frame_without_new_sentences_still_says_what_moves(language: str):
    game = in_play("seed", language)
    framed(game)
    [event] = [one for one in game.make(f"approach:{KEY}:slip") if isinstance(one, ActionFramed)]
    shown = [str(getattr(block, "text", "")) for block in blocks_of_heist(event, language) or ()]
    assert event.threat in shown[-1]
    assert not any(text != text.strip() for text in shown)


@LANGUAGES
def test_what_a_place_has_cost_comes_back_once(language: str):
    game = in_play("seed", language)
    told: list[str] = []
    for place, what in (("quay.grate", "a"), (KEY, "b"), (KEY, "c")):
        echo = game.score.obstacle(place).echo or ""
        name = game.score.obstacle(place).name + {"en": ": ", "zh": "："}[language] + what
        play = HeistPlay(game.score, game.state, _NoDice())
        play.add(WorldChanged(kind="cost", id=name, text=echo))
        game.state = play.state
    for scene in ("undercroft", "hall", "vault"):
        play = HeistPlay(game.score, {**game.state, "done": ["quay"], "mood": ""}, _NoDice())
        enter_scene(play, scene)
        told += [
            one.event.text for one in play.entries() if isinstance(one.event, Told) and one.event.by == "echo"
        ]
        game.state = play.state
    assert told == [game.score.obstacle(KEY).echo, game.score.obstacle("quay.grate").echo]


class _NoDice:
    def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
        return (1,) * count


@LANGUAGES
def test_what_a_bargain_or_an_exit_costs_stands_beside_it_but_nothing_hidden(language: str):
    game = in_play("seed", language)
    state: Any = {**game.state, "scene": "hall", "full": ["hall.verrin"]}
    texts = {move.key: move.text for move in open_moves(game.score, state)}
    assert game.score.clocks["creel"].name in texts["exit:lift"]
    game.make(f"approach:{KEY}:slip")
    [deal] = [move.text for move in game.moves if move.key == "deal"]
    assert phrases_in(language).texts["price_unseen"] in deal, "the clock that it moves is hidden"
    assert game.score.clocks["marrow"].name not in deal


@LANGUAGES
def test_the_vice_is_named_where_it_is_offered_and_told_once(language: str):
    game = in_play("seed", language)
    vice = phrases_in(language).names["vices"][game.state["scoundrel"]["vice"]]
    game.make("retreat")
    [offer] = [move.text for move in game.moves if move.key == "do:vice"]
    told = [event for _ in range(2) for event in game.make("do:vice")]
    texts = [event.text for event in told if isinstance(event, ActivityDone | Told)]
    assert vice in offer
    assert len(texts) == len({*texts}) == 4, "and nothing repeats"


def test_a_goal_that_is_reached_is_no_goal_any_more():
    game = in_play("seed")
    state: Any = {**game.state, "goals": ["ledger", "boat"], "clocks": {**game.state["clocks"], "boat": 4}}
    assert game.score.goals["boat"] in recap_text(game.score, state)
    state["full"] = ["boat"]
    assert game.score.goals["boat"] not in recap_text(game.score, state)
    assert clock_word("en", 4, 4, "goal") == "done"
    assert clock_word("en", 2, 6) == "begun"


@pytest.mark.parametrize(("language", "says"), [("en", LICENCE), ("zh", "署名")])
def test_the_end_names_the_rules_in_the_language_of_the_game(language: str, says: str):
    game = in_play("seed", language)
    play = HeistPlay(game.score, game.state, _NoDice())
    play.ending = "walked"
    end_heist(play)
    last = [*(blocks_of_heist(play.entries()[-1].event, language) or ())][-1]
    assert isinstance(last, Line)
    assert says in last.text
    assert (LICENCE in last.text) == (language == "en")
