"""Effects at a table: each changes one thing, once, and is seen by those who witness it."""

from typing import Any

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.games.party import events as happened
from echoes.games.party.events import PartyTrace
from echoes.games.party.pack.parts import ModuleEffects
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.rules.effects import (
    apply,
    change_life,
    effects_for_latecomer,
    enter,
    learn_secret,
    move_clock,
    tell_secret,
)
from echoes.games.party.rules.play import PartyPlay

MODULE = MODULES["en"]
PARTY = [*MODULE.party]


def playing(seat: str = "ilse", **changes: Any) -> PartyPlay:
    play = PartyPlay(MODULE, {**Table().state, **changes}, seat)  # type: ignore[typeddict-item]
    play.tell("It goes on.", ())
    return play


def after(effects: ModuleEffects, play: PartyPlay | None = None) -> PartyPlay:
    play = play or playing()
    apply(play, effects, play.around if play.acts else (), "test")
    return play


def shown(play: PartyPlay) -> list[str]:
    return [entry.event.event for entry in play.entries()[1:]]


def test_a_thing_is_there_once_whoever_has_it():
    play = after(ModuleEffects(items=("deed",)))
    with play.acting("pip"):
        after(ModuleEffects(items=("deed",)), play)
    assert play.state["items"] == {seat: ["deed"] if seat == "ilse" else [] for seat in PARTY}
    after(ModuleEffects(lost=("deed", "tariff")), play)
    assert play.state["items"]["ilse"] == []
    moved = [entry.event for entry in play.entries() if isinstance(entry.event, happened.ItemMoved)]
    assert [one.got for one in moved] == [True, False]


def test_nobody_owes_coins():
    assert after(ModuleEffects(coins=-100)).state["coins"]["ilse"] == 0


def test_a_condition_comes_and_goes_once():
    play = playing()
    for effects in (ModuleEffects(condition="poisoned"), ModuleEffects(cured="poisoned")):
        after(effects, play)
        after(effects, play)
    assert shown(play) == ["condition_changed", "condition_changed"]
    assert play.state["conditions"]["ilse"] == []


def test_where_nobody_acts_what_is_meant_for_an_actor_is_left_out():
    play = playing("")
    after(ModuleEffects(items=("deed",), coins=5, damage="1d4", learns=("true_deed",), to="loft"), play)
    assert shown(play) == []
    after(ModuleEffects(flags=("lamp",), tells=("true_deed",), quests=("proof",)), play)
    assert play.state["flags"]["lamp"] == PARTY
    assert all("true_deed" in known for known in play.state["knows"].values())


def test_a_quest_is_opened_and_done_once_and_is_never_opened_again():
    play = playing()
    for effects in ({"quests": ("proof",)}, {"quests": ("proof",)}, {"done": ("proof",)}, {"done": ("proof",)},
                    {"quests": ("proof",)}):  # fmt: skip
        after(ModuleEffects(**effects), play)  # type: ignore[arg-type]
    moved = [entry.event.done for entry in play.entries() if isinstance(entry.event, happened.QuestMoved)]
    assert moved == [False, True]


def test_the_first_end_and_the_first_fight_that_are_due_stay():
    play = after(ModuleEffects(end="lit"))
    after(ModuleEffects(end="shadow"), play)
    assert play.ending == "lit"


def test_who_knows_a_secret_is_not_told_it_again():
    play = playing()
    learn_secret(play, "burn", ["tobit"])
    assert shown(play) == []
    learn_secret(play, "burn", ["tobit", "pip"])
    [learned] = [
        entry.event for entry in play.entries() if isinstance(entry.event, happened.PartySecretLearned)
    ]
    assert (learned.seats, learned.audience) == (["pip"], (MASTER, "pip"))


def test_a_secret_is_told_to_those_who_are_there_in_ones_own_words_or_the_authors():
    play = playing("tobit", at={**dict.fromkeys(PARTY, "square"), "ilse": "loft"})
    tell_secret(play, "burn", "")
    told = next(entry.event for entry in play.entries() if isinstance(entry.event, happened.SecretTold))
    assert told.text == (MODULE.secrets["burn"].told or MODULE.secrets["burn"].text)
    assert [seat for seat in PARTY if "burn" in play.state["knows"][seat]] == ["tobit", "marek", "pip"]


def test_a_clock_tells_what_it_passes_and_nothing_where_it_stands():
    play = playing()
    move_clock(play, "midnight", -1)
    assert shown(play) == []
    move_clock(play, "midnight", 99)
    [moved] = [entry.event for entry in play.entries() if isinstance(entry.event, happened.ClockMoved)]
    assert moved.filled == MODULE.clocks["midnight"].segments
    assert moved.text == "\n".join(text for _, text in sorted(MODULE.clocks["midnight"].marks.items()))


def test_what_a_clock_has_told_it_does_not_tell_again_after_it_was_wiped():
    play = playing()
    move_clock(play, "midnight", 99)
    move_clock(play, "midnight", -99)
    move_clock(play, "midnight", 99)
    told = [entry.event.text for entry in play.entries() if isinstance(entry.event, happened.ClockMoved)]
    assert told[0] and told[1:] == ["", ""]


def test_a_hidden_clock_moves_in_a_note_and_shows_only_what_it_says():
    play = playing()
    move_clock(play, "rumour", 1)
    assert (shown(play), play.state["clocks"]["rumour"]) == ([], 1)
    [entry] = play.entries()
    assert entry.traced(PartyTrace).notes[0].clocks == {"rumour": 1}
    move_clock(play, "rumour", 2)
    assert shown(play) == ["said"], "it has a line at 3"


def test_who_goes_is_seen_leaving_by_those_who_stay_and_coming_by_those_who_are_there():
    play = playing(at={**dict.fromkeys(PARTY, "square"), "pip": "loft"})
    enter(play, "loft", ["ilse"])
    left, arrived, told = [entry.event for entry in play.entries()[1:]]
    assert isinstance(left, happened.SomebodyLeft) and {*left.audience} == {MASTER, "tobit", "marek"}
    assert isinstance(arrived, happened.PartyArrived) and {*arrived.audience} == {MASTER, "ilse", "pip"}
    assert isinstance(told, happened.Said) and {*told.audience} == {MASTER, "ilse"}
    assert arrived.text == "" and told.text == MODULE.scenes["loft"].read, "who is there knows the place"
    enter(play, "loft", ["ilse"])
    assert len(play.entries()) == 4, "who is there does not come again"


def test_who_comes_to_others_is_shown_the_map_that_those_are_spared():
    play = playing(at={**dict.fromkeys(PARTY, "loft"), "pip": "square"})
    enter(play, "square", ["ilse"])
    *_, arrived, told = [entry.event for entry in play.entries()]
    assert isinstance(arrived, happened.PartyArrived) and arrived.map == []
    assert isinstance(told, happened.Said) and told.map == [*MODULE.scenes["square"].map] != []
    assert {*told.audience} == {MASTER, "ilse"}


def test_a_place_is_read_out_to_those_who_have_not_been_there():
    play = playing()
    enter(play, "loft", ["ilse"])
    enter(play, "square", ["ilse"])
    told = [entry.event for entry in play.entries()[1:]]
    texts = [one.text for one in told if isinstance(one, happened.PartyArrived | happened.Said) and one.text]
    assert texts == [
        MODULE.scenes["loft"].read,
        MODULE.scenes["square"].again or MODULE.scenes["square"].read,
    ]


def test_life_that_does_not_change_is_not_shown():
    play = playing()
    change_life(play, "ilse", 5, ())
    assert shown(play) == [], "in full health already"
    change_life(play, "ilse", -5, ())
    change_life(play, "ilse", 3, ())
    assert play.state["vitals"]["ilse"]["hit_points"] == MODULE.party["ilse"].hit_points - 2


@pytest.mark.parametrize("name", ["items", "coins", "damage", "attitudes", "ticks"])
def test_what_counts_only_once_is_not_had_by_who_comes_second(name: str):
    values: dict[str, Any] = {"items": ("deed",), "coins": 3, "damage": "1d4", "attitudes": {"hale": 1},
                              "ticks": {"midnight": 1}}  # fmt: skip
    whole = ModuleEffects(flags=("lamp",), learns=("burn",), **{name: values[name]})
    assert effects_for_latecomer(whole) == ModuleEffects(flags=("lamp",), learns=("burn",))


def test_all_go_where_all_are_sent():
    play = after(ModuleEffects(all_to="loft", to="mill"))
    assert {*play.state["at"].values()} == {"loft"}
