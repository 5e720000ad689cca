"""The answer to one message of a heist: a move, a fact, a question back, or a reply that costs no turn."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, begun, in_play
from tests.words import READER

from echoes.core.log.reply_journal import ReplyJournal
from echoes.games.heist.events import (
    DiceRenewed,
    HeistAsked,
    HeistEnded,
    HeistReplied,
    HeistTrace,
    MoveMade,
    OptionsOffered,
)
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.respond import HeistTurn, answer_in_heist
from echoes.games.resources import Limits


async def answered(message: str, game: Game | None = None, **changes: Any) -> HeistTurn:
    game = game or in_play()
    state: Any = {**game.state, **changes}
    history: Any = SimpleNamespace()
    context = HeistContext(
        "s-1", game.score, ReplyJournal(), history, Limits(max_message_chars=200), reader=READER
    )
    runtime: Any = SimpleNamespace(context=context)
    return await answer_in_heist({"game": state, "message": message}, runtime)


def events(turn: HeistTurn) -> list[Any]:
    return [entry.event for entry in turn.get("outbox", ())]


def kinds(turn: HeistTurn) -> list[str]:
    return [event.command if isinstance(event, HeistReplied) else event.event for event in events(turn)]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", ["empty"]),
        ("a" * 300, ["too_long"]),
        ("/help", ["help"]),
        ("/sheet", ["sheet"]),
        ("/quit", ["quit"]),
        ("/jump", ["unknown"]),
        ("who is here?", ["look"]),
        ("9", ["pick"]),
        ("/recap", ["recap", "options_offered"]),
    ],
)
async def test_what_is_no_move_is_replied_to_and_costs_no_turn(message: str, said: list[str]):
    turn = await answered(message)
    assert kinds(turn) == said
    assert not any(event.makes_turn for event in events(turn))


async def test_after_the_end_nothing_happens_any_more():
    assert kinds(await answered("draw back", ended=True)) == ["ended"]


async def test_a_move_is_made_and_what_is_open_next_is_offered():
    found = events(await answered("sneak across"))
    assert isinstance(found[0], MoveMade) and isinstance(found[-1], OptionsOffered)


async def test_between_two_moves_one_is_asked_back_by_number_and_keys_stay_private():
    turn = await answered("I run away")
    [asked] = [entry for entry in turn.get("outbox", ()) if isinstance(entry.event, HeistAsked)]
    keys = asked.traced(HeistTrace).keys
    assert len(keys) == len(asked.event.options) > 0
    assert not any(key in asked.event.model_dump_json() for key in keys)


async def test_numbers_of_a_question_that_is_no_longer_in_sight_stand_for_nothing():
    turn = await answered("/help", asked=["retreat"])
    assert kinds(turn) == ["help", "options_offered"]
    assert kinds(await answered("", asked=["retreat"])) == ["empty"], "it is still in sight"


async def test_what_was_not_understood_offers_what_there_is():
    assert kinds(await answered("zxqv")) == ["clarification_asked"]


async def test_before_the_first_scene_only_what_is_offered_can_be_meant():
    assert kinds(await answered("zxqv", begun())) == ["unknown", "options_offered"]


async def test_a_question_that_an_author_answered_gets_that_answer():
    assert kinds(await answered("Why does Odalys want the ledger?")) == ["fact_told"]


async def test_whoever_is_there_answers_with_a_line_of_theirs():
    assert kinds(await answered("hello Odalys")) == ["person_spoke"]


async def test_a_question_of_yes_or_no_is_left_to_chance_once_and_for_all():
    turn = await answered("Is the sergeant asleep?")
    assert "oracle_answered" in kinds(turn)


async def test_other_dice_may_be_asked_for_between_actions_only():
    turn = await answered("/fresh")
    assert isinstance(events(turn)[0], DiceRenewed) and kinds(turn)[1:] == ["fresh", "options_offered"]
    game = in_play()
    game.make("approach:quay.patrol:slip")
    assert kinds(await answered("/fresh", game)) == ["fresh"]


async def test_giving_up_ends_the_game_without_an_ending():
    [ended] = [event for event in events(await answered("/giveup")) if isinstance(event, HeistEnded)]
    assert ended.details.ending == "" and not ended.details.success
