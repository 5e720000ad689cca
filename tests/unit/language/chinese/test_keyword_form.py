"""The keyword form of a Chinese sentence: what may turn its meaning stands apart from what it is about."""

import pytest
from tests.unit.language.story import Character, Synonyms

from echoes.language.keyword_form import KeywordForm
from echoes.language.readers import reader_for

CAST = (Character("守灯人", ("他",)), Character("寡妇", ("她",)))
READER = reader_for("zh", CAST, (Synonyms(("船", "小艇")),))


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
        ("他烧了船吗？", "他没有烧船吗？"),
        ("他烧了船吗？", "他只烧了船吗？"),
        ("他烧了船吗？", "他想烧船吗？"),
        ("他烧了两条船吗？", "他烧了三条船吗？"),
        ("他在风暴以前走了吗？", "他在风暴以后走了吗？"),
    ],
)
def test_what_may_turn_the_meaning_is_a_guard(one: str, other: str):
    assert known(one).guards != known(other).guards


@pytest.mark.parametrize(
    ("one", "other"), [("守灯人烧了船吗？", "船被守灯人烧了吗？"), ("他把小艇烧了吗？", "他烧了船吗？")]
)
def test_voice_and_synonyms_are_no_difference(one: str, other: str):
    first, second = known(one), known(other)
    assert (first.guards, first.words, first.members) == (second.guards, second.words, second.members)
    assert first.order == second.order


def test_outside_is_not_inside():
    inside, outside = known("守灯人在船里吗？"), known("守灯人在船外吗？")
    assert inside.words < outside.words
    assert not READER.same_word_family("门外", frozenset({"门"}))


def test_what_is_gone_is_told_and_not_denied():
    burnt, gone = known("船被烧了吗？"), known("船被烧没了吗？")
    assert burnt.guards == gone.guards
    assert gone.words - burnt.words == known("船不见了吗？").words - {"船"} == {"消失"}


def test_the_order_tells_who_did_what_to_whom():
    saved, was_saved = known("守灯人救了寡妇吗？"), known("守灯人被寡妇救了吗？")
    assert saved.members == was_saved.members[::-1]
    assert len(saved.members) == 2


def test_a_verb_without_its_object_leaves_a_gap():
    assert known("他烧了吗？").gaps and not known("他烧了船吗？").gaps


@pytest.mark.parametrize("text", ["船", "他吗？"])
def test_what_is_only_named_has_no_form(text: str):
    assert form(text) is None
