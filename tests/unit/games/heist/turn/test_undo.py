"""Turns of a heist are taken back: what they were is named, and what was open before them is offered again."""

from dataclasses import dataclass

import pytest
from tests.unit.games.heist.playing import score_in

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.reply_journal import ReplyJournal
from echoes.games.heist.events import HeistAsked, HeistOption, MoveMade, OptionsOffered
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.undo import take_back
from echoes.games.resources import Limits


@dataclass
class Kept:
    """The history of a session."""

    kept: list[Entry]

    async def entries(self) -> list[Entry]:
        return self.kept


def offer(turn: int, prompt: str) -> Event:
    return OptionsOffered(turn=turn, prompt=prompt, options=[HeistOption(n=1, text=f"{prompt}!", key="wait")])


def moved(turn: int, key: str, text: str) -> Event:
    return MoveMade(turn=turn, key=key, text=text)


GAME = [
    offer(0, "in"),
    moved(1, "approach:gate:quiet", "Over the wall"),
    offer(1, "over"),
    moved(2, "die:0", "Spend the four"),
    HeistAsked(turn=2, text="over", prompt="Which?", decline="", options=[]),
    offer(2, "inside"),
    moved(3, "drop", "Draw back"),
]


async def taken_back(events: list[Event], argument: str):
    score = score_in("en")
    context = HeistContext("s", score, ReplyJournal(), Kept([*map(Entry, events)]), Limits())  # type: ignore[arg-type]
    answered = await take_back(context, HeistPlay(score, begun_heist(score, "seed"), PlainDice()), argument)
    return answered, [entry.event for entry in answered["outbox"]]


@pytest.mark.parametrize(
    ("argument", "turns", "prompt"), [("", 1, "inside"), ("2", 2, "over"), ("9", 3, "in")]
)
async def test_what_was_open_before_the_turns_is_offered_again(argument: str, turns: int, prompt: str):
    answered, events = await taken_back(GAME, argument)
    assert answered["undo"] == turns
    assert isinstance(events[-1], OptionsOffered) and events[-1].prompt == prompt


async def test_what_is_taken_back_is_named_in_its_order():
    _, [said, _] = await taken_back(GAME, "3")
    assert said.text.index("Over the wall") < said.text.index("Spend the four") < said.text.index("Draw back")


async def test_at_most_three_moves_are_named():
    _, [said, _] = await taken_back([*GAME, moved(4, "drop", "Once more")], "4")
    assert "Draw back" in said.text and "Once more" not in said.text and "1" in said.text


async def test_whoever_takes_back_a_spent_die_is_told_that_luck_does_not_change():
    _, [plain, _] = await taken_back(GAME, "1")
    _, [spent, _] = await taken_back(GAME, "2")
    assert plain.text.replace("Draw back", "") != spent.text.replace("Draw back", "").replace(
        "Spend the four", ""
    )
    assert "dice" in spent.text.lower() or "die" in spent.text.lower()


@pytest.mark.parametrize("argument", ["0", "-1", "all", "1.5"])
async def test_what_is_no_number_of_turns_takes_nothing_back(argument: str):
    answered, [said] = await taken_back(GAME, argument)
    assert "undo" not in answered and "/undo" in said.text


async def test_before_the_first_move_there_is_nothing_to_take_back():
    answered, events = await taken_back(GAME[:1], "")
    assert "undo" not in answered and len(events) == 1
