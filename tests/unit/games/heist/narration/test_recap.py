"""Sheet and recap: all that the player knows, and no more."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.narration.recap import clock_text, clock_word, left_behind, recap_text, sheet_text
from echoes.games.heist.pack.parts import ClockSpec
from echoes.games.heist.state import new_heist

SCORE = score_in("en")


SHEET = in_play().state["scoundrel"]


def state(**changes: Any) -> Any:
    return {**in_play().state, **changes}


def test_the_sheet_names_who_one_is_and_what_one_can_do():
    lines = sheet_text(SCORE, state(stress=4)).splitlines()
    assert "Wren" in lines[0] and "4" in lines[1]
    assert any("Finesse 3" in line for line in lines) and not any("Hunt" in line for line in lines)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"traumas": ["haunted"]}, "aunted"),
        ({"declared": ["lantern"]}, f"1/5 · {SCORE.items['lantern'].label}"),
        ({"scoundrel": {**SHEET, "bonds": {"odalys": 1, "of_another_score": 2}}}, "Odalys Quill +1\n"),
        ({"scoundrel": {**SHEET, "vice": "drink"}}, "Vice: drink"),
    ],
)
def test_scars_gear_vice_and_bonds_stand_on_the_sheet_once_there_are_any(changes: dict[str, Any], word: str):
    assert word in sheet_text(SCORE, state(**changes)) and word not in sheet_text(SCORE, state())


def test_the_recap_tells_the_place_what_stands_in_the_way_and_the_clocks():
    told = recap_text(SCORE, state(clocks={"quay.patrol": 2, "boat": 1, "creel": 3, "marrow": 2}))
    scene, patrol = SCORE.scenes["quay"], SCORE.obstacle("quay.patrol")
    assert all(text in told for text in (scene.title, patrol.name, SCORE.clocks["boat"].name, "2/4"))
    assert SCORE.clocks["marrow"].name not in told, "it is hidden"
    assert patrol.text not in recap_text(SCORE, state(full=["quay.patrol"]))


def test_a_veiled_clock_has_no_number():
    spec = ClockSpec.model_validate({**SCORE.clocks["creel"].model_dump(), "visibility": "veiled"})
    veiled = clock_text(SCORE, "creel", spec, state(clocks={"creel": 3}))
    assert not any(char.isdigit() for char in veiled)
    assert "6" in clock_text(SCORE, "creel", spec, state(clocks={"creel": 6}, full=["creel"]))


def test_a_clock_has_five_words_from_nothing_to_full():
    words = [clock_word("en", filled, 6) for filled in range(7)]
    assert len(dict.fromkeys(words)) == 5
    assert words[0] != words[1] and words[5] != words[6]


def test_a_scene_in_which_nothing_was_told_leaves_no_empty_line():
    told = recap_text(SCORE, state(summaries=[{"text": text} for text in ("It was wet.", "")]))
    assert "It was wet." in told and "\n\n" not in told


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({}, f"an encounter · {SCORE.tone.atmosphere} · {SCORE.tone.pressure}"),
        ({"mood": "action", "variant": ""}, f"on the edge · {SCORE.tone.atmosphere} · {SCORE.tone.pressure}"),
        ({"style": {"atmosphere": "smoke", "pressure": "bells"}}, "an encounter · smoke · bells"),
    ],
)
def test_the_recap_tells_the_mood_and_the_style_of_the_scene(changes: dict[str, Any], shown: str):
    assert f"Mood: {shown}\n" in recap_text(SCORE, state(**changes))


def test_the_recap_tells_what_is_unresolved():
    assert "Unresolved: The Watch wakes" in recap_text(SCORE, state(threats=["The Watch wakes"]))


@pytest.mark.parametrize(("language", "said"), [("en", "Nobody goes in yet"), ("zh", "还没定下谁去")])
def test_before_somebody_is_chosen_the_sheet_says_so(language: str, said: str):
    assert sheet_text(score_in(language), new_heist()).startswith(said)


def test_what_is_left_at_the_end_names_running_clocks_and_those_whom_one_met():
    game = in_play()
    score, state = game.score, game.state
    key = next(one for one, spec in score.clocks.items() if spec.segments > 1)
    moved = {**state, "clocks": {**state["clocks"], key: 1}}
    clocks, people = left_behind(score, moved)  # type: ignore[arg-type]
    assert score.clocks[key].name in clocks and "1/" in clocks
    met = {who for scene in state["visits"] for who in score.scenes[scene].people}
    assert met and all((one.name in people) == (who in met) for who, one in score.people.items())
