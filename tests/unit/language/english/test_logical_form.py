"""The logical form of an English sentence: agent, verb, object, and what may be left out."""

import pytest
from tests.unit.language.story import Character, Synonyms

from echoes.language.logical_form import LogicalForm
from echoes.language.readers import reader_for

CAST = (Character("the keeper", ("he", "him")), Character("the widow", ("she", "her")))
READER = reader_for("en", CAST, (Synonyms(("boat", "skiff")),))


def form(text: str) -> LogicalForm | None:
    [clause] = READER.clauses(text)
    return clause.logical_form


def known(text: str) -> LogicalForm:
    found = form(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("Did the keeper burn the boat?", ("@keeper", "burn", "boat")),
        ("Was the skiff burned by the keeper?", ("@keeper", "burn", "boat")),
        ("The keeper had burned a boat.", ("@keeper", "burn", "boat")),
        ("Was it the keeper who burned the boat?", ("@keeper", "burn", "boat")),
    ],
)
def test_one_claim_has_one_core(text: str, core: tuple[str, ...]):
    assert known(text).core == core


def test_a_passive_without_an_agent_leaves_it_open():
    assert known("Was the boat burned?").core[1:] == ("burn", "boat")
    assert known("Was the boat burned?").core[0] not in ("@keeper", "boat")


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Did he burn the boat?", ""),
        ("Could he burn the boat?", "can"),
        ("Was he able to burn the boat?", "can"),
        ("Did he have to burn the boat?", "must"),
        ("Is he going to burn the boat?", "will"),
        ("Is the keeper a thief?", "be"),
        ("Did he not burn the boat?", " not"),
    ],
)
def test_the_mood_is_apart_from_the_claim(text: str, mood: str):
    assert known(text).mood == mood


@pytest.mark.parametrize(
    ("text", "negated"),
    [("He did not burn the boat.", True), ("He never burned the boat.", True), ("Nobody burned the boat.", True),
     ("He burned the boat.", False), ("The keeper is dead.", False), ("The keeper is alive.", True)],
)  # fmt: skip
def test_negations_and_opposites_are_counted(text: str, negated: bool):
    assert known(text).negated is negated


def test_what_prepositions_bring_in_may_be_left_out_but_times_bind():
    found = known("Did he burn the boat in the harbour during the storm?")
    assert found.adjuncts == {"in harbour", "during storm"}
    assert found.binding == {"during storm"}


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("Did he only burn the boat?", True),
        ("Was he burning the boat?", True),
        ("Did he burn the boat?", False),
    ],
)
def test_nothing_follows_where_a_word_has_scope_over_all(text: str, strict: bool):
    assert known(text).strict is strict


@pytest.mark.parametrize(
    "text",
    [
        "Would he leave if it rained?",
        "Did he burn or sink the boat?",
        "Somebody did not leave.",
        "The keeper.",
    ],
)
def test_what_the_grammar_does_not_cover_has_no_form(text: str):
    assert form(text) is None
