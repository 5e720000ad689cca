"""Creation: a sheet is filled in step by step, or taken ready-made; then the cards are dealt."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import begun, score_in

from echoes.core.log.records import GameFacts
from echoes.games.heist.events import CarriedSheet
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.creation import (
    STEPS,
    card_name,
    carried_scoundrel,
    dots_left,
    fill_in,
    next_step,
    ready_made,
)
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import Veteran

OWN = [("name", "Ada " * 20), ("pronouns", "she"), ("archetype", "burglar"), ("background", "dockside"),
       ("dots", "sway"), ("dots", "sway"), ("dots", "hunt"), ("vice", "cards")]  # fmt: skip


def play(**changes: Any) -> HeistPlay:
    return HeistPlay(score_in("en"), {**begun().state, **changes}, PlainDice())  # type: ignore[typeddict-item]


def test_each_step_comes_in_its_order_and_the_cards_at_the_end():
    one = play()
    for step, value in OWN:
        assert next_step(one.state) == step
        assert one.state["phase"] == "creation"
        fill_in(one, step, value)
    assert next_step(one.state) == "" and one.state["phase"] == "scenario"
    assert {*one.state["cards"]} == {"past", "present", "future"}
    assert {step for step, _ in OWN} == {*STEPS}


def test_what_is_chosen_stands_on_the_sheet():
    one = play()
    before = dict(one.state["scoundrel"]["ratings"])
    for step, value in OWN:
        fill_in(one, step, value)
    sheet = one.state["scoundrel"]
    assert (len(sheet["name"]), sheet["vice"]) == (40, "cards")
    assert sheet["ratings"]["hunt"] == before["hunt"] + 1
    assert max(sheet["ratings"].values()) <= 3


def test_the_ready_made_one_needs_one_key():
    one = play()
    ready_made(one, None)
    assert one.state["scoundrel"]["name"] and one.state["phase"] == "scenario"


def back(experience: int) -> HeistPlay:
    carried = CarriedSheet(name="Ada", experience=experience, traumas=["haunted"], ratings={"hunt": 3})
    one = play(veteran=Veteran(**carried.model_dump()))
    ready_made(one, one.state["veteran"])
    return one


def test_a_veteran_comes_with_name_experience_and_scars():
    one = back(experience=5)
    sheet = one.state["scoundrel"]
    assert (sheet["name"], sheet["experience"], sheet["ratings"]["hunt"]) == ("Ada", 5, 3)
    assert (one.state["traumas"], one.state["phase"]) == (["haunted"], "scenario")


def test_who_has_learnt_enough_gets_better_at_what_they_choose():
    one = back(experience=13)
    assert (next_step(one.state), dots_left(one.state), one.state["phase"]) == ("dots", 2, "creation")
    fill_in(one, "dots", "hunt")
    assert (dots_left(one.state), one.state["phase"]) == (1, "creation")
    fill_in(one, "dots", "sway")
    sheet = one.state["scoundrel"]
    assert (sheet["ratings"]["hunt"], sheet["ratings"]["sway"], sheet["experience"]) == (4, 1, 1)
    assert one.state["phase"] == "scenario"


@pytest.mark.parametrize(
    ("kept", "carried"),
    [
        ({"name": "Ada", "vice": "cards"}, CarriedSheet(name="Ada", vice="cards")),
        ({"name": ""}, None),
        (None, None),
        ("Ada", None),
    ],
)
def test_only_who_came_out_of_a_heist_goes_on_to_the_next(kept: Any, carried: Any):
    facts = GameFacts.model_construct(scoundrel=kept)
    object.__setattr__(facts, "__pydantic_extra__", {"scoundrel": kept})
    assert carried_scoundrel(facts) == carried
    assert carried_scoundrel(None) is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_card_has_a_name_of_its_own(language: str):
    cards = [f"trumps_{n}" for n in range(22)]
    cards += [f"{suit}_{n}" for suit in ("cups", "coins", "swords", "wands") for n in range(1, 15)]
    assert len({card_name(language, card) for card in cards}) == 78
