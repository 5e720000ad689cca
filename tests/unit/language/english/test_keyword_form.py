"""The keyword form of an English sentence: what may turn its meaning stands apart from what it is about."""

import pytest
from tests.unit.language.story import Character, Synonyms

from echoes.language.keyword_form import KeywordForm
from echoes.language.readers import reader_for

CAST = (Character("the keeper", ("he", "him")), Character("the widow", ("she", "her")))
READER = reader_for("en", CAST, (Synonyms(("boat", "skiff")),))


def form(text: str) -> KeywordForm | None:
    [clause] = READER.clauses(text)
    return clause.keyword_form


def known(text: str) -> KeywordForm:
    found = form(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Did the keeper burn the boat?", "Did the keeper not burn the boat?"),
        ("Did the keeper burn the boat?", "Did the keeper only burn the boat?"),
        ("Did the keeper burn the boat?", "Did the keeper want to burn the boat?"),
        ("Did the keeper burn the boat?", "Could the keeper burn the boat?"),
        ("Did he burn two boats?", "Did he burn three boats?"),
        ("Did he eat before the storm?", "Did he eat after the storm?"),
        ("Did he eat before the storm?", "Did he eat before the wedding?"),
        ("Is the keeper the thief?", "Is the keeper a thief?"),
        ("Did he have a boat?", "Did he see a boat?"),
        ("Is the widow having a baby?", "Does the widow have a baby?"),
        ("Was the lamp on?", "Was it an oil lamp?"),
        ("Is the tide in?", "Is it the tide?"),
    ],
)
def test_what_may_turn_the_meaning_is_a_guard(one: str, other: str):
    assert known(one).guards != known(other).guards


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Did the keeper burn the boat?", "Was the boat burned by the keeper?"),
        ("Did he burn a skiff?", "Had the keeper burned boats?"),
    ],
)
def test_voice_tense_number_and_synonyms_are_no_difference(one: str, other: str):
    first, second = known(one), known(other)
    assert (first.guards, first.words) == (second.guards, second.words)
    assert first.members == second.members == ("@keeper",)


def test_the_agent_comes_first_whatever_the_voice():
    assert known("Was the keeper saved by the widow with a boat?").members == ("@widow", "@keeper")
    assert known("Did the keeper save the widow with a boat?").members == ("@keeper", "@widow")


def test_order_heads_and_ties_tell_who_did_what_to_whom():
    bit = known("Did the dog bite the keeper?")
    assert bit.order == ("dog", "bite", "@keeper")
    assert known("Did he steal the boat key?").heads > known("Did he steal the key?").heads
    assert ("storm", "about") in known("Did he write a letter about the storm?").ties


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("Did he burn the boat?", False),
        ("Did he not burn the boat?", True),
        ("Did he burn only the boat?", True),
    ],
)
def test_a_word_with_scope_over_all_makes_it_strict(text: str, strict: bool):
    assert known(text).strict is strict


@pytest.mark.parametrize("text", ["the lamp", "Is it so?"])
def test_what_is_only_named_or_says_nothing_has_no_form(text: str):
    assert form(text) is None
