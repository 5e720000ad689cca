"""Players without a model take what is at hand, and repeat themselves only where they must."""

from echoes.core.log.events import Option
from echoes.games.context_window import Window
from echoes.games.player import PlayerSeat
from echoes.games.story.events import StoryStarted, SuggestionsOffered
from echoes.games.world.events import MoveOption
from echoes.games.world.players import CuriousPlayer, RandomPlayer


async def _look() -> Window:
    raise AssertionError("a player without a model reads no window")


def seat(seed: int = 0) -> PlayerSeat:
    started = StoryStarted.model_construct(options=[])
    return PlayerSeat(started=started, look=_look, seed=seed)


def offered(*keys: str) -> SuggestionsOffered:
    options = [MoveOption(n=n, text=key, key=key) for n, key in enumerate(keys, 1)]
    return SuggestionsOffered(prompt="", options=options)


async def told(reader: RandomPlayer, *events: SuggestionsOffered) -> list[str]:
    moves = [await reader.move([event], 9) for event in events]
    return [move.text if move else "" for move in moves]


async def test_a_curious_player_asks_and_looks_before_it_acts():
    shown = offered("do:cut", "go:loft", "ask:tove:knot", "wait:")
    assert await told(CuriousPlayer(seat()), shown) == ["3"]


async def test_a_curious_player_does_nothing_twice_while_there_is_something_new():
    shown = offered("look:crates", "ask:tove:knot", "do:cut")
    assert sorted(await told(CuriousPlayer(seat()), shown, shown, shown)) == ["1", "2", "3"]


async def test_a_curious_player_may_go_the_same_way_again():
    shown = offered("go:loft")
    assert await told(CuriousPlayer(seat()), shown, shown) == ["1", "1"]


async def test_what_was_done_is_done_again_where_nothing_else_is_at_hand():
    shown = offered("look:crates")
    assert await told(CuriousPlayer(seat()), shown, shown) == ["1", "1"]


async def test_where_nothing_was_ever_offered_there_is_no_move():
    assert await RandomPlayer(seat()).move([], 9) is None


async def test_options_stay_until_others_are_offered():
    reader = RandomPlayer(seat())
    await reader.move([offered("wait:")], 9)
    again = await reader.move([], 9)
    assert again and again.text == "1"


async def test_the_seed_decides_what_a_random_player_takes():
    shown = offered(*"abcdefgh")
    runs = [await told(RandomPlayer(seat(seed)), *[shown] * 8) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_a_random_player_takes_any_option():
    options = [Option(n=n, text=str(n)) for n in (1, 2, 3)]
    reader = RandomPlayer(seat())
    assert {reader.choose(options).n for _ in range(60)} == {1, 2, 3}
