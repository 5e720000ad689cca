"""What happens in a world is seen by those who are there, and changes the state through the log alone."""

from functools import reduce

from tests.unit.games.world.small_game import SmallTable, small_game, small_pack

from echoes.games.conditions import Condition
from echoes.games.world.events import Learned, Spoke, WorldEnded, WorldTold

PACK = small_pack()


def test_what_is_said_and_learned_is_for_those_who_are_there():
    game = small_game(SmallTable)
    state = {**game.initial_state(PACK), "at": {"ann": "yard", "ben": "hall", "eve": "yard"}}
    play = game.play(PACK, state, "ann")  # type: ignore[arg-type]
    [ask] = [move for move in game.moves(play) if move.key == "ask:eve"]
    game.make(play, ask)
    audiences = [event.audience for event in play.events() if isinstance(event, Spoke | Learned)]
    assert audiences == [("ann",), ("ann",)]
    assert (play.state["knows"], play.state["flags"]) == ({"ann": ["why"], "ben": []}, ["asked"])


def test_whoever_goes_is_seen_leaving_and_coming():
    game = small_game(SmallTable)
    play = game.play(PACK, game.initial_state(PACK), "ann")
    play.go("yard")
    play.go("hall")
    told = [(event.text, event.audience) for event in play.events() if isinstance(event, WorldTold)]
    assert told == [("Ann leaves for the yard.", ("ben",)), ("Ann comes in.", ("ben",))]


def test_nothing_is_learned_twice_and_where_one_seat_plays_everybody_sees_it():
    game = small_game()
    play = game.play(PACK, game.initial_state(PACK))
    play.learn("why")
    play.learn("why")
    [learned] = [event for event in play.events() if isinstance(event, Learned)]
    assert (learned.seats, learned.audience) == ([""], ())


def test_the_state_follows_from_the_entries():
    game = small_game()
    play = game.play(PACK, game.initial_state(PACK))
    for move in ("go:yard", "ask:eve", "end:gone"):
        [open_move] = [one for one in game.moves(play) if one.key == move]
        play.begin(open_move)
        game.make(play, open_move)
    assert reduce(game.evolve, play.entries(), game.initial_state(PACK)) == play.state
    [ended] = [event for event in play.events() if isinstance(event, WorldEnded)]
    assert (ended.details.turns, ended.details.learned, ended.details.secrets) == (3, 1, 1)


def test_conditions_are_about_the_seat_that_asks():
    game = small_game(SmallTable)
    state = {**game.initial_state(PACK), "knows": {"ann": ["why"], "ben": []}, "flags": ["lit"]}
    plays = {seat: game.play(PACK, state, seat) for seat in ("ann", "ben")}  # type: ignore[arg-type]
    conditions = ({"knows": "why"}, {"at": "hall"}, {"at": "eve.yard"}, {"flag": "lit"}, {"made": "go:yard"})
    held = {
        seat: [play.holds(Condition.model_validate(one)) for one in conditions]
        for seat, play in plays.items()
    }
    assert held == {"ann": [True, True, True, True, False], "ben": [False, True, True, True, False]}
