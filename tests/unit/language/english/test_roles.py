"""The roles in an English sentence: whose things are, who does what is done, and what that is."""

import pytest
from tests.unit.language.story import Character

from echoes.language.readers import reader_for
from echoes.language.roles import Roles

READER = reader_for("en", (Character("the widow", ("she", "her")), Character("the neighbour", ("he",))))


def roles(text: str) -> Roles:
    return READER.roles(text)


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Was it his money?", "@neighbour"),
        ("Was it her own money?", "@widow"),
        ("Was it the neighbour's money?", "@neighbour"),
        ("Was it a thief's money?", "thief"),
        ("Was it their money?", "they"),
    ],
)
def test_a_thing_has_its_owner_whether_by_name_or_by_pronoun(text: str, owner: str):
    assert roles(text).owned == {("money", owner)}


@pytest.mark.parametrize("text", ["Did he tell her about it?", "Was there money?"])
def test_what_nobody_owns_has_no_owner(text: str):
    assert not roles(text).owned


@pytest.mark.parametrize(
    ("text", "doers"),
    [
        ("Was the letter written by the enemy?", {"enemy"}),
        ("Was the jar found by the neighbour?", {"@neighbour"}),
        ("Was the money stolen by her son?", {"son"}),
        ("Was the jar found by the neighbour's wife?", {"wife"}),
        ("Was it found by accident?", set[str]()),
        ("Was it opened by breaking the seal?", set[str]()),
        ("Did he walk by the river?", set[str]()),
    ],
)
def test_a_passive_names_its_doer_after_by(text: str, doers: set[str]):
    assert roles(text).doers == doers


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Was the exam stolen?", {"exam"}),
        ("Did the oil lamp break?", {"oil", "lamp"}),
        ("Did the widow's son break it?", {"son"}),
        ("Was the farmer's horse lame?", {"horse"}),
        ("Did she paint the boat?", {"@widow"}),
        ("Is there a lamp?", set[str]()),
    ],
)
def test_a_question_begins_with_what_it_is_about(text: str, subjects: set[str]):
    assert roles(text).subjects == subjects


@pytest.mark.parametrize(
    ("text", "adjuncts"),
    [
        ("Did he get it from the bank?", {("bank", "from")}),
        ("Did she work under water?", {("water", "under")}),
        ("Was it taken by her son?", {("son", "by")}),
        ("Did he stand by the river?", set[str]()),
        ("Did they see it from their windows?", set[str]()),
        ("Did he do it in order to win?", set[str]()),
    ],
)
def test_a_thing_stands_behind_its_preposition(text: str, adjuncts: set[tuple[str, str]]):
    assert roles(text).adjuncts == adjuncts


@pytest.mark.parametrize(
    ("text", "knowing"),
    [("Did she know that it was gone?", True), ("Did he find out?", True), ("Did he find it?", False)],
)
def test_what_somebody_knows_is_told_by_a_verb(text: str, knowing: bool):
    assert roles(text).knowing is knowing


def test_nobody_acts_behind_other_prepositions():
    assert "enemy" in roles("Is the letter about the enemy?").others
    assert "sink" not in roles("Did she want to sink it?").others


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Would it have helped if it was unpainted?", {"help"}),
        ("Did the oil lamp break?", {"break"}),
        ("Were they thrown out of school?", {"throw"}),
        ("Did she want to sink the boat?", {"sink"}),
        ("Did she go home?", set[str]()),
        ("Is the boat old?", set[str]()),
    ],
)
def test_the_main_verb_is_the_first_that_is_no_general_one(text: str, verbs: set[str]):
    assert roles(text).verbs == verbs


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Did the clock go wrong because of the cold?", True),
        ("Was it cold, so the clock went wrong?", True),
        ("Did he light a fire so that it got warm?", True),
        ("Was the clock so wrong?", False),
    ],
)
def test_a_cause_or_a_condition_links_two_things(text: str, linked: bool):
    assert roles(text).linked is linked
