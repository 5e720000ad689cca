"""Speech acts in English: whom a message addresses, what it does, and what it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.language.english.speech import ENGLISH_ACTS, with_plain_verbs
from echoes.language.speech_act import SpeechAct, read_act

NAMES = {"ada": ("Ada", "doctor"), "bert": ("Bert",)}


def read(text: str) -> SpeechAct:
    return read_act(text, NAMES, ENGLISH_ACTS)


@pytest.mark.parametrize(
    ("text", "act", "rest"),
    [
        ("Ask Ada about the key", "ask", "the key"),
        ("I would like to talk to the old doctor about the storm", "ask", "the storm"),
        ("Ada, where is the key?", "", "where is the key"),
        ("Tell Bert that the lamp is out", "tell", "the lamp is out"),
        ("confess the theft to Bert", "tell", "the theft"),
        ("Show Ada the letter", "show", "letter"),
        ("hand the letter over to Ada", "show", "the letter"),
        ("Say hello to Ada.", "greet", ""),
        ("have a word with Bert", "greet", ""),
        ("go to the harbour", "go", "to the harbour"),
        ("enter the cellar", "go", "cellar"),
        ("ok, off to the cellar", "go", "cellar"),
        ("pick up the lamp", "take", "lamp"),
        ("Let me take a closer look at the boat", "look", "boat"),
        ("look around", "around", ""),
        ("keep quiet", "wait", ""),
    ],
)
def test_what_is_done_and_what_it_is_about(text: str, act: str, rest: str):
    found = read(text)
    assert (found.act, found.rest) == (act, rest)


@pytest.mark.parametrize(
    ("text", "addressees", "mentioned"),
    [
        ("Ask Ada about Bert", ("ada",), ("bert",)),
        ("Ada, ask Bert about the key", ("ada",), ("bert",)),
        ("What does Ada know about the key?", ("ada",), ()),
        ("Tell Ada and Bert about the key", ("ada", "bert"), ()),
        ("Where were you, Bert?", ("bert",), ()),
        ("bert where were you", ("bert",), ()),
        ("ada did you see Bert?", ("ada",), ("bert",)),
        ("Bert did it", (), ("bert",)),
        ("Ada was there", (), ("ada",)),
    ],
)
def test_who_is_spoken_to_and_who_is_named(
    text: str, addressees: tuple[str, ...], mentioned: tuple[str, ...]
):
    found = read(text)
    assert (found.addressees, found.mentioned) == (addressees, mentioned)


@pytest.mark.parametrize(
    ("text", "question", "claim", "negated"),
    [
        ("Who has the key?", True, False, False),
        ("does Ada lie", True, False, False),
        ("I know that Ada lies", False, True, False),
        ("Don't tell Ada about the key", False, False, True),
        ("Ask Ada about the key", False, False, False),
    ],
)
def test_the_form_of_a_message(text: str, question: bool, claim: bool, negated: bool):
    found = read(text)
    assert (found.is_question, found.is_claim, found.is_negated) == (question, claim, negated)


def test_you_makes_the_addressee_the_matter():
    assert read("Ask Ada about her brother").about_addressee
    assert not read("Ask Ada about the key").about_addressee


@given(st.text(max_size=60))
def test_any_text_is_read_without_names_out_of_nowhere(text: str):
    found = read(f"{text} 12")
    assert {*found.addressees, *found.mentioned} <= NAMES.keys()
    assert not {*found.addressees} & {*found.mentioned}


@pytest.mark.parametrize("text", ["I would like evening tea", "I want nothing", "I'd like something to eat"])
def test_a_wish_for_a_thing_is_none_for_a_deed(text: str):
    assert with_plain_verbs(text) == text


def test_a_wish_in_ing_is_the_deed():
    assert with_plain_verbs("I would like looking at the boat") == "I would like to look at the boat"


def test_a_contracted_verb_is_written_out_after_a_question_word():
    assert with_plain_verbs("Who's here, and what’s that?") == "Who is here, and what is that?"
    assert with_plain_verbs("the warden's lamp") == "the warden's lamp"
