"""The roles in a Chinese sentence: whose things are, who does what is done, and what that is."""

import pytest
from tests.unit.language.story import Character

from echoes.language.readers import reader_for
from echoes.language.roles import Roles
from echoes.language.symbols import FIRST_PERSON, is_member

READER = reader_for("zh", (Character("寡妇", ("她",)), Character("邻居", ("他",))))
WIDOW, NEIGHBOUR = FIRST_PERSON, chr(ord(FIRST_PERSON) + 1)


def roles(text: str) -> Roles:
    return READER.roles(text)


@pytest.mark.parametrize(
    ("text", "owner"),
    [("是他的钱吗？", NEIGHBOUR), ("那是她自己的钱吗？", WIDOW), ("是敌人的钱吗？", "敌人")],
)
def test_a_thing_has_its_owner_before_de(text: str, owner: str):
    assert roles(text).owned == {("钱", owner)}


@pytest.mark.parametrize(
    ("text", "doers"),
    [
        ("信是敌人写的吗？", {"敌人"}),
        ("钱被邻居偷走了吗？", {NEIGHBOUR}),
        ("钱是寡妇自己偷的吗？", {WIDOW}),
        ("松鸦是邻居们喂的吗？", {NEIGHBOUR}),
        ("偷钱的是机器人吗？", {"机器人"}),
        ("应答的是ai吗？", {"ai"}),
        ("喝的是水吗？", set[str]()),
        ("卖的是假药吗？", set[str]()),
        ("他偷的是银币吗？", set[str]()),
        ("船是漏水沉的吗？", set[str]()),
        ("钱是被人偷的吗？", set[str]()),
    ],
)
def test_a_passive_and_a_cleft_sentence_name_their_doer(text: str, doers: set[str]):
    assert roles(text).doers == doers


def test_nobody_acts_after_the_verb():
    assert "敌人" in roles("信写的是敌人的情况吗？").others
    assert "敌人" not in roles("信是敌人写的吗？").others


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("考卷被偷了吗？", {"考卷"}),
        ("邻居的猫跳上车了吗？", {"猫"}),
        ("题目里有国王吗？", set[str]()),
        ("偷走了钱吗？", set[str]()),
    ],
)
def test_a_sentence_begins_with_a_thing_whatever_verb_is_written_like_it(text: str, subjects: set[str]):
    assert roles(text).subjects == subjects


@pytest.mark.parametrize(
    ("text", "adjunct"),
    [
        ("钱是从银行拿的吗？", ("银行", "从")),
        ("她在水下修船吗？", ("水下", "在")),
        ("钱被她儿子偷了吗？", ("儿子", "被")),
        ("钱被邻居的儿子偷了吗？", ("儿子", "被")),
    ],
)
def test_a_thing_stands_behind_its_preposition(text: str, adjunct: tuple[str, str]):
    assert adjunct in roles(text).adjuncts


def test_a_verb_and_its_complement_tell_of_the_same():
    assert roles("钱被偷走了吗？").verbs & roles("他偷钱了吗？").verbs == {"偷"}


@pytest.mark.parametrize(
    ("text", "linked"),
    [("钟走不准是因为有人吗？", True), ("要是没有灯，船会沉吗？", True), ("钟走得不准吧，对吗？", False)],
)
def test_a_cause_or_a_second_part_links_two_things(text: str, linked: bool):
    assert roles(text).linked is linked


@pytest.mark.parametrize(("text", "knowing"), [("她知道钱被偷了吗？", True), ("钱被偷了吗？", False)])
def test_what_somebody_knows_is_told_by_a_verb(text: str, knowing: bool):
    assert roles(text).knowing is knowing


def test_a_character_is_one_symbol():
    assert is_member(WIDOW) and is_member(NEIGHBOUR)
