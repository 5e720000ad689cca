"""Offers: open moves numbered from 1, each under its heading, and the line above them."""

from typing import Any

from tests.unit.games.heist.playing import begun, in_play, score_in

from echoes.core.log.entries import Entry
from echoes.games.heist.events import HeistAsked, HeistOption, HeistStarted, OptionsOffered, Told
from echoes.games.heist.turn.offers import last_offer, offer_moves

OFFERED = OptionsOffered(prompt="What now?", options=[HeistOption(n=1, text="Go.", key="go")])
ASKED = HeistAsked(text="over", prompt="Which?", decline="never mind", options=[])
TOLD = Told(by="city", text="It rains.", line="")


def test_every_open_move_is_offered_under_its_number():
    game = in_play()
    offered = offer_moves(game.score, game.state)
    assert [option.n for option in offered.options] == [*range(1, len(game.moves) + 1)]
    assert [(option.key, option.text) for option in offered.options] == [
        (one.key, one.text) for one in game.moves
    ]


def test_ways_past_an_obstacle_stand_under_it_with_its_clock():
    game = in_play()
    game.state = {**game.state, "clocks": {"quay.patrol": 1}}
    groups = {option.key: option.group for option in offer_moves(game.score, game.state).options}
    assert groups["approach:quay.patrol:slip"] == "The lanterns on the quay (1/4)"
    assert groups["retreat"] not in ("", groups["approach:quay.patrol:slip"])


def test_the_line_above_says_where_one_stands():
    lines: list[str] = []
    game = begun()
    for key in ("ready", "plan:", "detail:", "approach:", "drop", "retreat"):
        lines.append(offer_moves(game.score, game.state).prompt)
        game.first(key)
    lines.append(offer_moves(game.score, game.state).prompt)
    assert all(lines) and len({*lines}) == len(lines) - 1, "a scene is the same before an action and after it"


def test_where_dice_are_thrown_no_die_is_to_be_picked():
    game = in_play()
    game.state = {**game.state, "dice": "roll"}
    game.first("approach:")
    assert "Throw" in offer_moves(game.score, game.state).prompt


def test_the_line_above_a_scene_grows_darker_with_stress_and_heat():
    def prompt(**changes: Any) -> str:
        return offer_moves(score_in("en"), {**in_play().state, **changes}).prompt  # type: ignore[typeddict-item]

    assert len({prompt(), prompt(stress=8, heat=9, wanted=3)}) == 2


def test_whoever_came_is_asked_about_first():
    state: Any = {**in_play().state, "interrupt": {"obstacle": "", "entanglement": "raid"}}
    scene = offer_moves(score_in("en"), in_play().state)
    assert offer_moves(score_in("en"), state).prompt != scene.prompt


def test_what_can_be_picked_is_the_last_offer_or_the_question_after_it():
    assert last_offer([Entry(OFFERED), Entry(TOLD)]) == OFFERED
    assert last_offer([Entry(OFFERED), Entry(ASKED), Entry(TOLD)]) == ASKED
    assert last_offer([Entry(TOLD)]) is None


def test_the_first_offer_stands_in_the_opening():
    started = HeistStarted(
        puzzle_id="x", title="X", lang="en", puzzle_hash="", statement="", seed_hash="", licence="",
        prompt=OFFERED.prompt, options=OFFERED.options,
    )  # fmt: skip
    found: Any = last_offer([Entry(started)])
    assert (found.prompt, found.options) == (OFFERED.prompt, OFFERED.options)
