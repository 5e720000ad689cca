"""A play: numbers keep their bounds, clocks tick in the open or behind, and private parts stay in traces."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.core.log.entries import Entry
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace
from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import MOST_DICE, MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED


def playing(**changes: Any) -> HeistPlay:
    return HeistPlay(in_play().score, {**in_play().state, **changes}, PlainDice())  # type: ignore[typeddict-item]


def kinds(play: HeistPlay) -> list[str]:
    return [entry.event.event for entry in play.entries()]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("stress", 0, MOST_STRESS), ("heat", 0, MOST_HEAT), ("wanted", 0, MOST_WANTED), ("harm", 0, MOST_HARM),
     ("coin", -9, 99)],
)  # fmt: skip
def test_a_number_stays_in_its_bounds_and_what_does_not_change_is_no_event(name: Any, least: int, most: int):
    play = playing(**{name: most})
    change = getattr(play, name)
    change(1, "more")
    assert kinds(play) == []
    change(-1000, "none left")
    assert play.state[name] == least
    [event] = [entry.event for entry in play.entries()]
    assert isinstance(event, happened.NumberChanged) and (event.old, event.new) == (most, least)


def test_a_pool_holds_no_more_dice_than_it_may_and_a_game_without_one_gets_none():
    play = playing(pool=[1] * (MOST_DICE - 1))
    play.gain_dice(5, "gift")
    play.gain_dice(5, "gift")
    assert len(play.state["pool"]) == MOST_DICE
    assert kinds(play) == ["dice_thrown"]
    thrown = playing(dice="roll", pool=[])
    thrown.gain_dice(5, "gift")
    assert kinds(thrown) == []


def test_an_open_clock_is_seen_ticking_and_a_hidden_one_is_not():
    play = playing()
    play.tick("bell", 1, "time")
    assert kinds(play) == ["clock_ticked"]
    play = playing()
    play.add(happened.Told(by="city", text="It goes on.", line=""))
    play.tick("marrow", 1, "a deal")
    assert play.state["clocks"]["marrow"] == 1
    told, *omens = play.entries()
    assert told.traced(HeistTrace).hidden == {"marrow": 1}
    assert all(isinstance(entry.event, happened.OmenShown) for entry in omens)


def test_a_full_clock_comes_about_once_and_what_would_move_it_after_that_is_heat():
    play = playing(heat=0)
    play.tick("bell", 99, "time")
    assert "bell" in play.state["full"]
    assert kinds(play).count("clock_filled") == 1
    linked = play.state["clocks"].get("breath", 0)
    play.tick("bell", 1, "time")
    assert play.state["clocks"]["breath"] == linked + 1, "the one that waited for it moves"
    play = playing(full=["watch"], heat=0)
    play.tick("watch", 2, "noise")
    assert play.state["heat"] == 2
    play.tick("watch", -2, "quiet")
    assert play.state["heat"] == 2


def test_a_thing_of_the_world_changes_once():
    play = playing(flags=[])
    for on in (True, True, False, False):
        play.world("flag", "seen", on=on)
    changed = [entry.event.on for entry in play.entries() if isinstance(entry.event, happened.WorldChanged)]
    assert changed == [True, False]


def test_a_faction_stands_between_its_bounds():
    play = playing(factions={"watch": 3})
    play.effects(ScoreEffects(factions={"watch": 2}, bonds={"tam": 1}), "-")
    assert play.state["factions"]["watch"] == 3
    assert play.state["scoundrel"]["bonds"]["tam"] == 1


def test_only_a_thread_that_runs_can_be_resolved():
    play = playing(threads=["alarm"])
    play.effects(ScoreEffects(resolved=("alarm", "old_debt")), "-")
    assert (play.state["threads"], kinds(play)) == ([], ["world_changed"])


def test_the_first_end_that_is_due_stays():
    play = playing()
    play.effects(ScoreEffects(end="sold"), "-")
    play.effects(ScoreEffects(end="burned"), "-")
    assert play.ending == "sold"


def test_a_voice_speaks_its_lines_in_order_once_a_moment_until_it_has_none():
    play = playing()
    lines = play.score.voices["crack"]
    for moment in ("1", "1", *(str(n) for n in range(2, len(lines) + 3))):
        play.voice("crack", moment)
    told = [entry.event.text for entry in play.entries() if isinstance(entry.event, happened.Told)]
    assert told == [*lines]


def test_what_is_drawn_follows_from_the_seed_and_the_key():
    assert playing().draw("a", 5, 6) == playing().draw("a", 5, 6) != playing().draw("b", 5, 6)
    assert playing(renewed=1).draw("a", 5, 6) != playing().draw("a", 5, 6)


def test_outcomes_are_kept_in_the_trace_of_the_framing_and_never_in_its_event():
    game = in_play()
    play = HeistPlay(game.score, game.state, PlainDice())
    game.make("approach:quay.patrol:slip")
    [framed] = [entry for entry in game.entries if isinstance(entry.event, happened.ActionFramed)]
    noted = framed.traced(HeistTrace).outcomes
    assert len(noted) == len(game.state["pool"])
    assert "outcomes" not in framed.event.model_dump()
    play.add(framed.event, HeistTrace(outcomes=noted))
    play.reword({0: "In other words."})
    assert play.last(happened.ActionFramed)
    [entry] = play.entries()
    words = [one.words for one in entry.traced(HeistTrace).outcomes]
    assert words == ["In other words.", *[""] * (len(noted) - 1)]
    tiers = [(one.die, one.tier, one.stress, one.heat) for one in noted]
    assert tiers == [(one.die, one.tier, one.stress, one.heat) for one in entry.traced(HeistTrace).outcomes]


def test_a_summary_is_put_into_other_words_and_its_scene_stays():
    play = playing()
    assert play.last(happened.SceneCompressed) is None
    play.add(happened.SceneCompressed(summary="It was wet.", seeds=["a"]))
    found = play.last(happened.SceneCompressed)
    assert found is not None
    place, summary = found
    play.replace(place, Entry(summary.model_copy(update={"summary": "Water everywhere."})))
    [entry] = play.entries()
    assert getattr(entry.event, "summary", "") == "Water everywhere."
    assert play.state["summaries"][-1]["text"] == "Water everywhere."
    assert play.state["summaries"][-1]["scene"] == "quay"


def test_a_rumour_goes_round_once():
    play = playing()
    rumour = next(iter(play.score.rumours))
    for _ in range(2):
        play.effects(ScoreEffects(rumours=(rumour,)), "talk")
    assert kinds(play) == ["world_changed"] and play.state["rumours"] == [rumour]
