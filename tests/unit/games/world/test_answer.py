"""A game of moves gets reading, offers, questions back and undo without writing any of it."""

import pytest
from tests.unit.games.world.small_game import PlayedGame, SmallTable, small_game, small_pack

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.world.events import (
    Arrived,
    Learned,
    MoveAsked,
    MoveOption,
    MoveReplied,
    WorldEnded,
    WorldMoved,
    WorldOffered,
)


def played(seat: str = "", language: str = "en") -> PlayedGame:
    return PlayedGame(small_game(SmallTable if seat else type(small_game())), small_pack(language), seat)


def made(events: list[Event]) -> list[str]:
    return [event.key for event in events if isinstance(event, WorldMoved)]


def replied(events: list[Event]) -> list[str]:
    return [event.command for event in events if isinstance(event, MoveReplied)]


async def test_a_move_is_made_by_its_number_its_words_or_a_wording_of_it():
    for message in ("1", "Go to the yard", "go outside"):
        assert made(await played().send(message)) == ["go:yard"]


async def test_after_a_move_what_is_open_is_offered_the_new_first():
    game = played()
    events = await game.send("go to the yard")
    offer = events[-1]
    assert isinstance(offer, WorldOffered)
    assert [option.key for option in offer.options] == ["go:hall", "ask:eve"]
    await game.send("ask Eve why")
    [offer] = [event for event in await game.send("go to the hall") if isinstance(event, WorldOffered)]
    assert [option.key for option in offer.options] == ["end:gone", "go:yard"]


async def test_what_is_final_is_done_only_in_full():
    game = played()
    for message in ("go to the yard", "ask Eve why", "perhaps we leave"):
        events = await game.send(message)
    assert not any(isinstance(event, WorldEnded) for event in events)
    [*_, ended] = await game.send("leave for good")
    assert isinstance(ended, WorldEnded) and ended.details.ending == "gone"
    assert replied(await game.send("1")) == ["ended"]


async def test_words_that_mean_nothing_cost_nothing_and_what_comes_nearest_is_asked_back():
    game = played()
    events = await game.send("xylophone")
    assert replied(events) == ["unknown"] and not made(events)
    assert game.state["turns"] == 0


@pytest.mark.parametrize(("reply", "ends"), [("1", True), ("yes", True), ("0", False), ("no", False)])
async def test_a_question_back_is_answered_by_its_number_or_by_yes_or_no(reply: str, ends: bool):
    game = played()
    for message in ("go to the yard", "ask Eve why"):
        await game.send(message)
    asked = [one for one in await game.send("shall we leave for good soon") if isinstance(one, MoveAsked)]
    assert [option.text for option in asked[0].options][:1] == ["Leave for good"]
    assert any(isinstance(event, WorldEnded) for event in await game.send(reply)) == ends


@pytest.mark.parametrize(
    ("message", "command"),
    [("/help", "help"), ("/notebook", "notebook"), ("/quit", "quit"), ("/nonsense", "unknown"), ("", "empty"),
     ("x" * 5000, "too_long"), ("99", "pick"), ("/undo x", "undo"), ("/undo", "undo")],
)  # fmt: skip
async def test_commands_and_what_can_not_be_taken_are_replied_to(message: str, command: str):
    assert replied(await played().send(message)) == [command]


async def test_a_command_in_plain_words_is_the_command():
    assert isinstance((await played().send("where am I"))[0], Arrived)
    assert isinstance((await played(language="zh").send("我在哪里"))[0], Arrived)


async def test_undo_takes_back_what_was_learned_and_shows_where_that_leads():
    game = played()
    for message in ("go to the yard", "ask Eve why"):
        await game.send(message)
    assert game.state["knows"] == {"": ["why"]}
    events = await game.send("/undo 2")
    assert game.state["knows"] == {"": []}
    assert [event.place for event in events if isinstance(event, Arrived)] == ["hall"]


async def test_what_a_seat_is_told_only_that_seat_sees():
    game = played("ann")
    for event in await game.send("/notebook"):
        assert event.audience == ("ann",)
    await game.send("go to the yard")
    [learned] = [one for one in await game.send("ask Eve why") if isinstance(one, Learned)]
    assert (learned.seats, learned.audience) == (["ann"], ("ann",))


async def test_a_move_that_closes_something_for_another_seat_is_followed_by_a_new_offer_to_it():
    game = played("ann")
    assert [one.seat for one in await game.send("wait") if isinstance(one, WorldOffered)] == ["ann"]
    offers = [one for one in await game.send("light the lamp") if isinstance(one, WorldOffered)]
    assert [(offer.seat, offer.audience) for offer in offers] == [("ann", ("ann",)), ("ben", ("ben",))]
    assert "light:" not in game.state["asked"]["ben"]


async def test_a_seat_that_was_asked_back_keeps_its_question_while_it_can_be_answered():
    game = played("ben")
    await game.send("go, or light, or what")
    asked, game.seat = game.state["asked"]["ben"], "ann"
    assert game.state["doubted"] == ["ben"]
    await game.send("wait")
    assert (game.state["asked"]["ben"], game.state["doubted"]) == (asked, ["ben"])
    await game.send("light the lamp")
    assert "light:" not in game.state["asked"]["ben"] and game.state["doubted"] == []


async def test_a_number_of_what_is_closed_is_told_so():
    game = played()
    option = MoveOption(n=1, text="Fly", key="fly:")
    game.entries.append(Entry(WorldOffered(prompt="", options=[option])))
    events = await game.send("1")
    assert replied(events) == ["move"] and not made(events)
