"""Fights turn by turn: everybody has a turn by initiative, the dying are rolled for, and every fight ends."""

from collections import Counter
from functools import reduce

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.core.log.entries import Entry
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import table_opening
from echoes.games.party.pack.parts import ModuleEffects
from echoes.games.party.pack.schema import Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.effects import apply, change_life, enter
from echoes.games.party.rules.fight_actions import perform_in_fight
from echoes.games.party.rules.fight_turns import (
    act_by_itself,
    begin_encounter,
    change_condition,
    finish_fight,
    runs_away,
    strike,
    wound,
)
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_round, end_turn
from echoes.games.party.state import new_table, next_to_act, order_of_turns, seat_to_act
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.respond import make_table_move

EN = BUNDLED["low_water", "en"]


def fighting(seed: str = "seed", module: Module = EN, away: tuple[str, ...] = ()) -> PartyPlay:
    """Return the play in which a fight in the crypt has just begun, with some of the party at the ford."""
    table = Table(module, seed)
    there = [seat for seat in module.party if seat not in away]
    state = {**table.state, "at": {**table.state["at"], **dict.fromkeys(there, "crypt")}}
    play = PartyPlay(module, state, "jory")  # pyright: ignore
    play.tell("They are here.", ())
    begin_encounter(play, "boats")
    return play


def fight_on(seed: str, choice: str) -> tuple[PartyPlay, list[Entry]]:
    """Fight a fight to its end, each by the first move of a kind where there is one."""
    play = fighting(seed)
    entries: list[Entry] = []
    for _ in range(100):
        if play.state["fight"] is None or play.state["ended"]:
            return play, entries
        [seat] = seat_to_act(EN, play.state) or ["jory"]
        moves = moves_of_seat(EN, play.state, seat)
        move = next((one for one in moves if one.key.startswith(choice)), moves[0])
        before, play = play.state, PartyPlay(EN, play.state, seat)
        make_table_move(play, move.key, move.text)
        entries += play.entries()
        assert reduce(table_after, play.entries(), before) == play.state
    raise AssertionError("the fight goes on")


def test_all_have_their_turns_by_initiative_and_foes_are_told_apart():
    play = fighting()
    began = next(one.event for one in play.entries() if isinstance(one.event, happened.FightBegan))
    totals = [one.initiative for one in began.fighters]
    assert totals == sorted(totals, reverse=True) and len(began.fighters) == 7
    assert order_of_turns(EN, play.state) == [one.id for one in began.fighters]
    assert len({one.name for one in began.fighters}) == 7


@pytest.mark.parametrize("choice", ["attack", "parley", "flee", "guard", "shove", "cast"])
def test_every_fight_ends_whatever_one_does(choice: str):
    ends = Counter[str]()
    for seed in range(6):
        _, entries = fight_on(f"{choice}{seed}", choice)
        events = [entry.event for entry in entries]
        [ended] = [event for event in events if isinstance(event, happened.FightEnded)]
        ends[ended.outcome] += 1
        by = {event.by for event in events if isinstance(event, happened.Attacked)}
        assert ended.outcome == "talked" or by
    if choice in ("parley", "flee"):
        assert ends["talked" if choice == "parley" else "fled"]


def test_who_falls_is_rolled_for_and_gets_up_when_it_is_over():
    play = fighting()
    wound(play, "neve", 19)
    assert play.state["vitals"]["neve"]["hit_points"] == 0
    assert "neve" in order_of_turns(EN, play.state)
    for _ in range(40):
        if next_to_act(EN, play.state) == "neve" or play.state["fight"] is None:
            break
        [seat] = seat_to_act(EN, play.state)
        play = PartyPlay(EN, play.state, seat)
        make_table_move(play, "guard:", "guard")
    while play.state["fight"] is not None and not play.state["ended"]:
        [seat] = seat_to_act(EN, play.state)
        play = PartyPlay(EN, play.state, seat)
        keys = [one.key for one in moves_of_seat(EN, play.state, seat)]
        key = "tend:neve" if "tend:neve" in keys else "guard:"
        make_table_move(play, key, key)
    assert not play.state["vitals"]["neve"]["dead"] and play.state["vitals"]["neve"]["hit_points"]


def test_only_a_deadly_fight_kills():
    deadly = EN.model_copy(
        update={"encounters": {"boats": EN.encounters["boats"].model_copy(update={"deadly": True})}}
    )
    for module, dead in ((EN, False), (deadly, True)):
        play = fighting(module=module)
        wound(play, "neve", 99)
        assert play.state["vitals"]["neve"]["dead"] is dead


def test_who_lies_on_the_ground_is_easier_to_hit_and_who_guards_is_harder():
    play = fighting()
    cudgel = EN.party["jory"].weapons["cudgel"]

    def formula() -> str:
        strike(play, "jory", cudgel, "runner 1")
        return next(
            one.event.formula for one in reversed(play.entries()) if isinstance(one.event, happened.Attacked)
        )

    assert formula().startswith("1d20")
    change_condition(play, "runner 1", "prone", gained=True)
    assert formula().startswith("2d20kh1")
    change_condition(play, "runner 1", "prone", gained=False)
    play.note_of(PartyNote(acted=("runner 1 guards",)))
    assert formula().startswith("2d20kl1")


def test_a_spell_costs_its_slot_and_heals():
    play = fighting()
    wound(play, "neve", 10)
    for left in (2, 1, 0):
        play = PartyPlay(EN, play.state, "ash")
        [key] = [one.key for one in moves_of_seat(EN, play.state, "ash") if one.key == "cast:balm.neve"]
        before = play.state["vitals"]["neve"]["hit_points"]
        perform_in_fight(play, *key.split(":"))
        assert play.state["slots"]["ash"] == {"1": left}
        assert play.state["vitals"]["neve"]["hit_points"] > before
        wound(play, "neve", play.state["vitals"]["neve"]["hit_points"] - 2)
    assert not [one for one in moves_of_seat(EN, play.state, "ash") if one.key.startswith("cast:")]


def test_slots_are_there_from_the_beginning():
    started, trace = table_opening(EN, "party", PartyStartTrace(seed="seed"))
    state = table_after(new_table(EN), Entry(started, trace))
    assert state["fight"] is None and state["slots"] == {"ash": {"1": 3}}


def test_what_follows_from_a_fight_is_the_fighters_whoever_moved_last():
    play = fighting(away=("ash",))
    with play.acting("ash"):
        finish_fight(play, "won")
    assert play.state["flags"]["bram_free"] == ["jory", "neve", "corin"]


def test_who_is_called_away_breaks_the_fight_off():
    play = fighting(away=("ash",))
    with play.acting("ash"):
        apply(play, ModuleEffects(all_to="green"), (), "bell")
        assert play.state["fight"] and play.state["at"]["jory"] == "crypt"
        end_turn(play)
    assert play.state["fight"] is None
    assert {*play.state["at"].values()} == {"green"}
    [ended] = [one.event for one in play.entries() if isinstance(one.event, happened.FightEnded)]
    assert ended.outcome == "broken_off"


def test_only_those_who_are_still_there_run_by_the_way_out():
    play = fighting()
    runs_away(play, "neve")
    enter(play, "shrine", ["neve"])
    finish_fight(play, "fled")
    assert play.state["at"] == {"jory": "reeds", "corin": "reeds", "ash": "reeds", "neve": "shrine"}


def test_who_loses_while_most_are_elsewhere_comes_to_and_the_game_goes_on():
    play = fighting(away=("neve", "corin", "ash"))
    finish_fight(play, "lost")
    assert not play.ending and play.state["fight"] is None
    assert play.state["at"] == {"jory": "reeds", "neve": "ford", "corin": "ford", "ash": "ford"}
    play = fighting(away=("corin", "ash"))
    finish_fight(play, "lost")
    assert play.ending == "driven"


@pytest.mark.parametrize(("away", "rounds", "passed"), [((), 1, 1), ((), 3, 1), (("ash",), 3, 3)])
def test_rounds_that_only_a_fight_makes_take_no_time(away: tuple[str, ...], rounds: int, passed: int):
    play = fighting(away=away)
    for _ in range(rounds):
        end_round(play)
    assert play.state["clocks"]["river"] == passed
    chatted = [one for one in play.state["told"] if not one.startswith("clock.")]
    assert not chatted  # while blows fall


def test_who_comes_later_sees_the_blows_talks_to_nobody_who_fights_and_may_join():
    play = fighting(away=("ash",))
    enter(play, "crypt", ["ash"])
    play = PartyPlay(EN, play.state, "ash")
    keys = [one.key for one in moves_of_seat(EN, play.state, "ash")]
    assert "join:" in keys and "try:sacks" in keys
    assert not [key for key in keys if key.startswith("talk:mags") or key in ("try:rush", "try:free")]
    strike(play, "jory", EN.party["jory"].weapons["cudgel"], "mags 1")
    assert play.entries()[-1].event.audience == ()
    perform_in_fight(play, "join", "")
    fight = play.state["fight"]
    assert fight and fight["fighters"]["ash"]["side"] == "party" and "ash" in fight["order"]
    rolls = [fight["fighters"][who]["initiative"] for who in fight["order"]]
    assert rolls == sorted(rolls, reverse=True)
    assert "guard:" in [one.key for one in moves_of_seat(EN, play.state, "ash")]


def test_who_cannot_act_loses_one_turn_in_a_fight_and_elsewhere():
    play = fighting(away=("ash",))
    for seat in ("neve", "ash"):
        change_condition(play, seat, "stunned", gained=True)
    change_condition(play, "neve", "frightened", gained=True)
    asked: list[str] = []
    while play.state["round"] == 1:
        asked += (due := seat_to_act(EN, play.state))
        if due:
            play.note_of(PartyNote(acted=tuple(due)))
        end_turn(play)
    assert not {"neve", "ash"} & {*asked} and "jory" in asked
    assert play.state["conditions"]["neve"] == ["frightened"] and not play.state["conditions"]["ash"]


def test_the_dying_keep_their_conditions():
    play = fighting()
    change_condition(play, "neve", "poisoned", gained=True)
    wound(play, "neve", 19)
    act_by_itself(play, "neve")
    assert play.state["conditions"]["neve"] == ["poisoned"]


def test_a_guard_holds_until_ones_next_turn():
    play = fighting()
    play.add(happened.TurnTaken(seat="jory", name="Jory"))
    perform_in_fight(play, "guard", "")
    end_round(play)
    assert play.state["acted"] == ["jory guards"] and "jory" in order_of_turns(EN, play.state)
    play.add(happened.TurnTaken(seat="jory", name="Jory"))
    assert play.state["acted"] == ["jory"]


def test_terms_can_be_offered_once_in_each_fight():
    play = fighting()

    def offered() -> bool:
        return "parley:" in [one.key for one in moves_of_seat(EN, play.state, "jory")]

    play.note_of(PartyNote(tried={"parley boats": "failed"}))
    assert not offered()
    finish_fight(play, "broken_off")
    begin_encounter(play, "boats")
    assert offered()


def test_death_saves_are_told_of_only_where_they_are_rolled():
    inside, outside = fighting(), PartyPlay(EN, Table(EN).state, "jory")
    for play in (inside, outside):
        change_life(play, "neve", -19, ())
    shown = [play.entries()[-1].event for play in (inside, outside)]
    assert [isinstance(one, happened.LifeChanged) and one.in_fight for one in shown] == [True, False]


def test_a_spell_that_is_resisted_shows_the_roll():
    play = fighting()
    play = PartyPlay(EN, play.state, "ash")
    perform_in_fight(play, "cast", "hush.mags 1")
    [roll] = [one.event for one in play.entries() if isinstance(one.event, happened.Checked)]
    assert (roll.name, roll.label) == ("Mags Fallow", "Resisting Hush")
