"""Two Chinese sentences are the same only if they say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.language.story import Character

from echoes.language.chinese.lexicon import IMPERSONAL
from echoes.language.reader import Form, human_names
from echoes.language.readers import reader_for

CAST = (
    Character(name="女人", aliases=("她", "女士")),
    Character(name="男人", aliases=("他", "伞的主人")),
)
READER = reader_for("zh", CAST)


def same(one: str, other: str) -> bool:
    [first], [second] = READER.clauses(one), READER.clauses(other)
    return first.says_the_same(second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("伞是被偷的吗？", "伞被偷了吗"),
        ("她偷了伞吗？", "女人是不是偷了伞"),
        ("她偷了伞吗？", "请问女士偷了伞吗?"),
        ("他是医生吗？", "伞的主人是不是医生？"),
        ("他死了吗？", "他死了没有？"),
        ("有两个绑匪吗？", "有2个绑匪吗"),
        ("她知道吗？", "她知不知道？"),
        ("他是一个人吗？", "我觉得他是一个人"),
    ],
)
def test_other_words_for_the_same(one: str, other: str):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("她偷了伞吗？", "她没偷伞吗？"),
        ("她偷了伞吗？", "她没有偷伞"),
        ("他是医生吗？", "他不是医生"),
        ("男人认识女人吗？", "女人认识男人吗？"),
        ("男人杀了女人吗？", "男人被女人杀了吗？"),
        ("有两个绑匪吗？", "有三个绑匪吗？"),
        ("他死了吗？", "他会死吗？"),
        ("他来过吗？", "他来吗？"),
        ("他们认识吗？", "他认识吗？"),
        ("是他杀吗？", "是自杀吗？"),
        ("只有她知道吗？", "她知道吗？"),
        ("孩子是男人的吗？", "孩子是男人吗？"),
        ("凶手是医生的吗", "凶手是医生吗"),
        ("这样做对吗", "这样做吗"),
        ("他喜欢酒吧吗", "他喜欢酒吗"),
        ("是一九四五年吗", "是一九五五年吗"),
        ("有两三个人吗", "有三个人吗"),
        ("有十一二个人吗", "有十二个人吗"),
        ("有三百五个人吗", "有三百零五个人吗"),
        ("有1.5米吗", "有15米吗"),
        ("是-5度吗", "是5度吗"),
        ("有2-3个人吗", "有23个人吗"),
        ("没，有人死了", "没有人死了"),
        ("他离开了吗", "他离开吗"),
        ("他了解吗", "他解吗"),
    ],
)
def test_near_is_not_the_same(one: str, other: str):
    assert not same(one, other)


def test_a_name_may_take_a_plural_and_a_pronoun_may_not():
    reader = reader_for("zh", (Character(name="渔民", aliases=("水手", "他")),))
    [one], [other] = reader.clauses("水手们回来了吗"), reader.clauses("渔民回来了吗")
    assert one.says_the_same(other)
    assert not one.says_the_same(reader.clauses("他们回来了吗")[0])


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("为什么她要报警？", Form.OPEN),
        ("他是谁", Form.OPEN),
        ("奶奶为什么要等", Form.OPEN),
        ("男孩怎么活下来的", Form.OPEN),
        ("奶奶几岁", Form.OPEN),
        ("后座上是什么东西", Form.OPEN),
        ("他不知道她为什么等", Form.CLAIM),
        ("最后谁也没出事", Form.CLAIM),
        ("面包里什么都没放", Form.CLAIM),
        ("死了好几个人", Form.CLAIM),
        ("他没多少钱", Form.CLAIM),
        ("他不是什么好人", Form.CLAIM),
        ("这就是她为什么要等", Form.CLAIM),
        ("她忘了为什么要去", Form.CLAIM),
        ("他不知怎么就死了", Form.CLAIM),
        ("再怎么叫他都不醒", Form.CLAIM),
        ("他几岁就死了", Form.CLAIM),
        ("小说家为什么死", Form.OPEN),
        ("去问邻居谁拿了钱", Form.OPEN),
        ("告诉我谁送的礼物。", Form.OPEN),
        ("问过邻居吗", Form.POLAR),
        ("问题在雨伞上。", Form.CLAIM),
        ("检查员是凶手。", Form.CLAIM),
        ("搜查令是假的", Form.CLAIM),
        ("去调查的人是他", Form.CLAIM),
        ("调查显示他有罪", Form.CLAIM),
        ("告诉我他死了吗", Form.POLAR),
        ("是自杀还是意外？", Form.CHOICE),
        ("他一个人。", Form.CLAIM),
        ("他一个人吗", Form.POLAR),
        ("有人知道他去了哪里吗", Form.POLAR),
    ],
)
def test_forms(text: str, form: Form):
    assert READER.clauses(text)[0].form is form


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str):
    for clause in READER.clauses(text):
        assert clause.says_the_same(clause) or not clause.key
    READER.ideas(text)


@pytest.mark.parametrize(
    ("names", "person"),
    [
        (("工程师", "电台工程师"), True),
        (("老太太", "鹦鹉的主人", "遛狗的人"), True),
        (("松鸦", "那些鸟", "它们"), False),
        (("鹦鹉", "鸟儿"), False),
        (("出租车公司", "总台"), False),
    ],
)
def test_an_animal_a_machine_or_a_company_is_no_person(names: tuple[str, ...], person: bool):
    member = Character(name=names[0], aliases=names[1:])
    assert bool(human_names([member], IMPERSONAL)) is person


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("钟的时间是错的吗？", "钟的时间对吗？"),
        ("她是故意把毛衣洗缩水的吗？", "她把毛衣洗缩水了吗？"),
        ("那年橡子很缺吗？", "那年橡子很多吗？"),
        ("他听见了什么？", "他看见了什么？"),
    ],
)
def test_words_that_exclude_each_other_make_texts_contrary(one: str, other: str):
    assert READER.are_contrary(one, other)
    assert READER.are_contrary(other, one)


def test_other_words_do_not():
    assert not READER.are_contrary("真相是什么？", "他是假装的吗？")
    assert not READER.are_contrary("水热吗？", "汤被喝了吗？")


@pytest.mark.parametrize(
    ("text", "negated"),
    [("没有船沉没", True), ("有船沉没了", False), ("灯塔没了", False), ("灯塔没亮", True)],
)
def test_not_every_mei_negates(text: str, negated: bool):
    [clause] = READER.clauses(text)
    assert READER.count_negations(clause.key) % 2 == negated


@pytest.mark.parametrize(
    "text",
    [
        "云来了以后，他们回家了吗？",
        "云一来，这些人就回家去了",
        "除了压船，石头还有别的用处吗？",
        "钱还回来，是邻居良心发现了吧",
    ],
)
def test_a_time_or_a_comment_is_no_part_of_its_own(text: str):
    assert READER.split_loosely(text) == []
