"""Panels beside a heist: what is veiled shows no number, and what is hidden shows nothing."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import begun, in_play, score_in

from echoes.core.views.panels import Clock, Listing, Meter
from echoes.games.heist.view.panels import composer_of_heist, panels_of_heist


def panels(language: str = "en", **changes: Any) -> list[Any]:
    return [*panels_of_heist(score_in(language), {**in_play(language=language).state, **changes})]  # type: ignore[typeddict-item]


def clocks(**changes: Any) -> dict[str, int | None]:
    return {one.title: one.filled for one in panels(**changes) if isinstance(one, Clock)}


def test_before_it_begins_only_the_target_is_known():
    [only] = panels_of_heist(score_in("en"), begun().state)
    assert isinstance(only, Listing) and only.items == [score_in("en").target]


def test_a_veiled_clock_shows_no_number_until_it_is_full_and_a_hidden_one_not_at_all():
    names = {key: spec.name for key, spec in score_in("en").clocks.items()}
    running = {"creel": 2, "marrow": 3, "boat": 2}
    shown = clocks(clocks=running)
    assert (shown[names["creel"]], shown[names["boat"]]) == (None, 2)
    assert names["marrow"] not in shown
    full = clocks(clocks=running, full=["creel", "marrow"])
    assert (full[names["creel"]], full[names["marrow"]]) == (6, 4)


def test_an_obstacle_that_is_past_is_gone():
    name = score_in("en").obstacle("quay.patrol").name
    assert clocks(clocks={"quay.patrol": 2})[name] == 2
    assert name not in clocks(full=["quay.patrol"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_stress_heat_and_dice_are_shown_as_they_are(language: str):
    found = panels(language, stress=4, heat=3, pool=[6, 1], traumas=["haunted"])
    meters = [one.value for one in found if isinstance(one, Meter)]
    assert meters[0].startswith("4/") and meters[1].startswith("3/")
    assert any(isinstance(one, Listing) and one.items == ["⚅ 6", "⚀ 1"] for one in found)


@pytest.mark.parametrize(("made", "enabled"), [([], [False, False, False, True]), (["name"], [True] * 4)])
def test_buttons_that_say_nothing_yet_are_off(made: list[str], enabled: list[bool]):
    [mode] = composer_of_heist("en", {**begun().state, "made": made})
    assert [button.enabled for button in mode.shortcuts] == enabled


@pytest.mark.parametrize("language", ["en", "zh"])
def test_whoever_makes_a_scoundrel_is_not_asked_what_they_do(language: str):
    playing = begun().state
    [making], [doing] = (
        composer_of_heist(language, {**playing, "phase": phase}) for phase in ("creation", "playing")
    )
    assert making.placeholder != doing.placeholder
