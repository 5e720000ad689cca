"""Characters that players make: what suits them, what they may choose, and what the rules refuse."""

import pytest

from echoes.games.party.events import MadeCharacter
from echoes.games.party.phrases import CREATION_PHRASES
from echoes.games.party.rules.callings import (
    ABILITIES,
    BUDGET,
    CALLINGS,
    armour_of,
    even_scores,
    hit_points_of,
    price_of_scores,
    skill_pairs,
    suitable_scores,
)
from echoes.games.party.rules.creation import (
    REST,
    STEPS,
    answers_to,
    fault_of,
    suitable_character,
    with_answer,
)


def suitable(language: str = "en") -> MadeCharacter:
    return suitable_character(language, ["hill folk"], ["Mira Stone"])


@pytest.mark.parametrize("calling", CALLINGS)
def test_both_spreads_of_every_calling_cost_the_whole_budget(calling: str):
    assert price_of_scores(suitable_scores(calling)) == price_of_scores(even_scores(calling)) == BUDGET
    assert {*CALLINGS[calling].order} == {*ABILITIES}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("step", STEPS)
def test_every_answer_that_is_offered_fits_the_rules_and_the_first_changes_nothing(language: str, step: str):
    draft = suitable(language)
    answers = [value for value, _ in answers_to(step, language, draft, ["hill folk", "river folk"])]
    assert answers[-1] == REST and len({*answers}) == len(answers)
    made = [with_answer(draft, step, value) for value in answers[:-1]]
    assert made[0] == draft
    assert [fault_of(one, language, ["Somebody"]) for one in made] == [""] * len(made)


def test_who_skips_everything_has_a_name_that_nobody_bears():
    assert suitable().name != "Mira Stone"
    assert fault_of(suitable(), "en", ["Mira Stone"]) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_there_is_a_free_name_even_where_all_of_the_list_are_taken(language: str):
    taken = [one.upper() for one in CREATION_PHRASES.of_language(language).lists["names"]]
    assert fault_of(suitable_character(language, ["hill folk"], taken), language, taken) == ""


@pytest.mark.parametrize(
    ("step", "value", "said"),
    [
        ("name", "", "A name has letters"),
        ("name", "1984", "A name has letters"),
        ("name", "x" * 41, "at most 40"),
        ("name", "Mira\nStone", "A name has letters"),
        ("name", "mira stone", "called that already"),
        ("people", "x" * 41, "at most 40"),
        ("trait", "a\nb", "one line"),
        ("secret", "x" * 241, "at most 240"),
        ("calling", "archmage", "no such calling"),
        ("scores", "15 15 15 15 8 8", "cost 36, and the budget is 27"),
        ("scores", "16 8 8 8 8 8", "six numbers from 8 to 15"),
        ("scores", "15 14 13", "six numbers from 8 to 15"),
        ("scores", "as strong as can be", "six numbers from 8 to 15"),
        ("skills", "arcana history", "do not go with the calling"),
        ("skills", "athletics athletics", "do not go with the calling"),
        ("skills", "athletics", "do not go with the calling"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(step: str, value: str, said: str):
    fault = fault_of(with_answer(suitable(), step, value), "en", ["Mira Stone"])
    assert said in fault and "\n" not in fault


def test_another_calling_brings_its_own_spread_and_skills():
    healer = with_answer(suitable(), "calling", "healer")
    assert healer.scores == suitable_scores("healer")
    assert healer.skills == skill_pairs("healer")[0]


def test_hit_points_and_armour_follow_from_calling_and_scores():
    assert [hit_points_of("guard", 14, level) for level in (1, 2, 3)] == [12, 20, 28]
    assert hit_points_of("scholar", 8, 3) == 5 + 3 + 3
    assert [armour_of("guard", score) for score in (8, 12, 15)] == [13, 15, 15]
    assert armour_of("rogue", 15) == 13
