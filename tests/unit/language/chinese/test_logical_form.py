"""The logical form of a Chinese sentence: agent, object, and the rest, whatever the order of words."""

import pytest
from tests.unit.language.story import Character, Synonyms

from echoes.language.chinese.logical_form import in_order, match_frame, words_of
from echoes.language.logical_form import LogicalForm
from echoes.language.readers import reader_for

CAST = (Character("守灯人", ("他",)), Character("寡妇", ("她",)))
READER = reader_for("zh", CAST, (Synonyms(("船", "小艇")),))


def form(text: str) -> LogicalForm | None:
    [clause] = READER.clauses(text)
    return clause.logical_form


def known(text: str) -> LogicalForm:
    found = form(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    [
        "守灯人烧了小艇。",
        "船被守灯人烧了吗？",
        "守灯人把船烧了。",
        "他是不是烧了船？",
        "守灯人烧了一条船吗？",
    ],
)
def test_one_claim_has_one_core(text: str):
    assert known(text).core == known("他烧了船吗？").core
    assert known(text).core[1] == "船"


def test_a_cleft_sentence_is_undone():
    assert known("船是朋友偷的吗？").core == known("朋友偷了船吗？").core == ("朋友", "船", "偷")
    assert words_of("偷伞的是朋友")[0][0] == "朋友"


@pytest.mark.parametrize(
    ("text", "negated"), [("他没有烧船。", True), ("他不烧船。", True), ("他烧了船。", False)]
)
def test_negations_are_counted(text: str, negated: bool):
    assert known(text).negated is negated


def test_a_negated_question_is_like_its_like_only():
    assert known("他没烧船吗？").mood.endswith(" not")
    assert known("他没烧船。").mood == ""


@pytest.mark.parametrize(("text", "mood"), [("他能烧船吗？", "can"), ("他烧船吗？", "")])
def test_the_mood_is_apart_from_the_claim(text: str, mood: str):
    assert known(text).mood == mood
    assert known(text).core == known("他烧船吗？").core


@pytest.mark.parametrize("text", ["如果下雨他会走吗？", "就他烧了船吗？", "他吗？"])
def test_what_the_grammar_does_not_cover_has_no_form(text: str):
    assert form(text) is None


@pytest.mark.parametrize(("text", "kind"), [("天气重要", "matter"), ("有船", "exist"), ("他烧船", "")])
def test_the_usual_frames_are_recognised(text: str, kind: str):
    assert match_frame(text)[0] == kind


def test_passives_are_put_in_order():
    assert [word for word, _ in in_order(words_of("伞被朋友偷走"))] == ["朋友", "偷走", "伞"]
    assert [word for word, _ in in_order(words_of("朋友把伞偷走"))] == ["朋友", "偷走", "伞"]
