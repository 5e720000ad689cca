"""The end of turns and rounds: what is due follows at once, each thing once, and a fight stops the clock."""

from typing import Any

from tests.unit.games.party.table import BUNDLED, MODULES, Table

from echoes.games.party import events as happened
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.effects import move_clock
from echoes.games.party.rules.fight_turns import begin_encounter
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_round, end_turn, progress_at_table

EN = MODULES["en"]
PARTY = [*EN.party]


def playing(seat: str = "ilse", module: Module = EN, **changes: Any) -> PartyPlay:
    play = PartyPlay(module, {**Table(module).state, **changes}, seat)  # type: ignore[typeddict-item]
    play.tell("It goes on.", ())
    return play


def with_trigger(**trigger: Any) -> Module:
    module = EN.model_dump()
    module["triggers"] = {"bang": {"happens": {"text": "Bang."}, **trigger}}
    return Module.model_validate(module)


def said(play: PartyPlay) -> list[happened.Said]:
    return [entry.event for entry in play.entries()[1:] if isinstance(entry.event, happened.Said)]


def test_a_round_ends_when_everybody_has_acted_and_not_before():
    assert playing(acted=PARTY[:3]).state["round"] == 1
    play = playing(acted=PARTY[:3])
    end_turn(play)
    assert play.state["round"] == 1
    play = playing(acted=PARTY)
    end_turn(play)
    assert (play.state["round"], play.state["acted"]) == (2, [])


def test_at_the_end_of_a_round_clocks_that_run_by_themselves_move_and_others_stand():
    play = playing()
    end_round(play)
    assert play.state["clocks"] == {"midnight": 1, "rumour": 0}


def test_a_clock_that_came_about_does_not_run_on():
    play = playing(full=["midnight"], clocks={"midnight": 12, "rumour": 0})
    end_round(play)
    assert "clock_moved" not in [entry.event.event for entry in play.entries()]


def test_a_full_clock_comes_about_once_by_nobodys_hand():
    play = playing()
    move_clock(play, "rumour", 6)
    end_turn(play)
    end_turn(play)
    full = EN.clocks["rumour"].full.text
    assert [one.text for one in said(play)].count(full) == 1
    assert play.state["full"] == ["rumour"]
    assert play.seat == "ilse", "who acted acts on"


def test_somebody_near_says_a_line_in_passing_each_once_unless_a_person_leads():
    play = playing()
    end_round(play)
    lines = EN.people["warden"].lines
    assert [one.text for one in said(play)] == [lines[0]] if lines else said(play) == []
    led = playing(master=True)
    end_round(led)
    assert not {one.text for one in said(led)} & {*lines}


def test_passing_words_belong_to_the_place_where_somebody_is_found_first():
    assert "warden" in EN.scenes["square"].present and "warden" in EN.scenes["barge"].present
    for scene, heard in (("square", True), ("barge", False)):
        play = playing(at=dict.fromkeys(PARTY, scene))
        end_round(play)
        assert bool(said(play)) is heard


def test_a_trigger_goes_off_once():
    play = playing(module=with_trigger(when={"round": 1}))
    end_turn(play)
    end_turn(play)
    assert [one.text for one in said(play)] == ["Bang."]
    assert said(play)[0].audience == ()


def test_a_trigger_bound_to_a_place_is_heard_there_alone():
    away = {**dict.fromkeys(PARTY, "square"), "pip": "loft"}
    play = playing("pip", module=with_trigger(when={"round": 1}, here=True), at=away)
    end_turn(play)
    assert said(play)[0].audience == ("master", "pip")


def test_what_a_secret_deed_sets_off_is_for_whoever_did_it():
    trigger = with_trigger(when={"flag": "bench_searched"}, here=True)
    play = playing("pip", module=trigger, flags={"bench_searched": ["pip"]})
    end_turn(play)
    assert said(play)[0].audience == ("master", "pip")
    play = playing("pip", module=trigger, flags={"bench_searched": ["pip", "ilse"]})
    end_turn(play)
    assert {*said(play)[0].audience} == {"master", "pip", "ilse"}


def test_a_trigger_for_those_who_know_something_is_heard_by_them_alone():
    play = playing(module=with_trigger(when={"round": 1}, heard_by="burn"))
    end_turn(play)
    assert said(play)[0].audience == ("master", "tobit")


def test_a_secret_whose_time_has_come_is_known_to_all_at_once():
    play = playing(flags={"keeper_spoke": ["ilse"]})
    end_turn(play)
    assert all("true_deed" in known for known in play.state["knows"].values())


def test_once_a_game_has_its_end_nothing_follows_any_more():
    play = playing(module=with_trigger(when={"round": 1}))
    play.ending = "lit"
    end_turn(play)
    assert (said(play), play.ending) == ([], "lit")


def test_while_a_fight_is_all_that_goes_on_no_time_passes():
    module = BUNDLED["low_water", "en"]
    here = dict.fromkeys(module.party, "crypt")
    play = PartyPlay(module, {**Table(module).state, "at": here}, "jory")
    play.tell("They are here.", ())
    begin_encounter(play, "boats")
    clocks = play.state["clocks"]
    end_round(play)
    assert play.state["clocks"]["river"] == clocks["river"] + 1, "the round in which it began has passed"
    clocks = play.state["clocks"]
    end_round(play)
    assert play.state["clocks"] == clocks


def test_progress_is_quests_done_and_time_passed_as_the_table_knows_them():
    state = Table().state
    assert progress_at_table(EN, state) == 0
    half: Any = {**state, "clocks": {**state["clocks"], "midnight": 6}}
    assert progress_at_table(EN, half) == 0.25
    assert progress_at_table(EN, {**half, "ended": "lit"}) == 1
    hidden: Any = {**state, "clocks": {**state["clocks"], "rumour": 6}}
    assert progress_at_table(EN, hidden) == 0, "nobody knows of it"


def test_an_ending_is_judged_by_what_anybody_knows():
    """Whoever acts last knows nothing of what two others did under the shrine."""
    table = Table(BUNDLED["low_water", "en"])
    flags = {"water_back": [*table.module.party], "bram_free": ["corin", "ash"]}
    table.state = {**table.state, "flags": flags}
    play = PartyPlay(table.module, table.state, "jory")
    end_turn(play)
    assert play.ending == "high_water"
