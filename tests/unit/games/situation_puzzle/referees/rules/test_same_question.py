"""A wording stands for a question only where both hold the same words in the same parts."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.same_question import QuestionComparison

ENGLISH = [
    ["Was it her own money?"],
    ["Was the letter written by the spy?"],
    ["Was the letter about the enemy?"],
    ["Would the boat sink?"],
    ["Did she deceive the baker?", "Did she trick the baker?"],
    ["Are they queuing for bread?"],
    ["Was the key stolen?"],
    ["Did the water repair the boat?"],
    ["Does the baker want to help her?"],
    ["Is there only one lamp on the tower?"],
    ["Is there more than one lamp on the tower?"],
    ["Did the baker lend her the cart on purpose?"],
    ["Did she turn to the spy?"],
    ["Was the widow photographed with the cart?"],
    ["Did the widow rescue somebody?"],
    ["Was the lamp broken, and did the others break theirs to comfort him?"],
    ["Does he have a cart?", "Is there a cart?"],
    ["Are the stairs important?", "Are there stairs?"],
]
CHINESE = [
    ["那是她自己的钱吗？"],
    ["信写的是敌人的情况吗？"],
    ["信是间谍写的吗？"],
    ["船会沉吗？"],
    ["答案被人偷了吗？"],
    ["面包师想帮她吗？"],
    ["塔上不止一盏灯吗？"],
    ["面包师主动借给她车的吗？"],
    ["寡妇被拍到了吗？"],
    ["车是红色的吗？"],
    ["楼梯上有什么东西吗？"],
    ["墙后面有人吗？"],
    ["寡妇胖吗？"],
    ["间谍是两个人吗？"],
]


def comparison_of(language: str, rulings: list[list[str]]) -> QuestionComparison:
    cast = {
        "en": [{"name": "the widow", "aliases": ["she", "her"]}, {"name": "the baker", "aliases": ["he"]}, {"name": "the spy"}],
        "zh": [{"name": "寡妇", "aliases": ["她"]}, {"name": "面包师", "aliases": ["他"]}, {"name": "间谍"}],
    }  # fmt: skip
    authored = [{"texts": texts, "ruling": "NO"} for texts in rulings]
    index = index_of(language=language, cast=cast[language], synonyms=[], rulings=authored)
    return QuestionComparison(index)


COMPARISONS = {"en": (comparison_of("en", ENGLISH), ENGLISH), "zh": (comparison_of("zh", CHINESE), CHINESE)}


def is_same(text: str, wording: str) -> bool:
    comparison, rulings = COMPARISONS["en" if wording.isascii() else "zh"]
    number = next(number for number, texts in enumerate(rulings) if wording in texts)
    return wording in [one.text for one in comparison.same(text, number)]


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Does the baker want to report her?", "Does the baker want to help her?"),
        ("Did she ask the spy?", "Did she turn to the spy?"),
        ("Are they queuing for shade?", "Are they queuing for bread?"),
        ("楼梯上有人吗？", "楼梯上有什么东西吗？"),
        ("墙后面有什么吗？", "墙后面有人吗？"),
        ("Was the exam stolen?", "Was the key stolen?"),
        ("Would the boat have helped?", "Would the boat sink?"),
        ("Does he have a big cart?", "Does he have a cart?"),
        ("船会修好吗？", "船会沉吗？"),
        ("面包师想告发她吗？", "面包师想帮她吗？"),
        ("考卷被人偷了吗？", "答案被人偷了吗？"),
    ],
)
def test_another_word_makes_another_question(text: str, wording: str):
    assert not is_same(text, wording)


@pytest.mark.parametrize(
    ("text", "wording", "more"),
    [
        ("Was the key stolen that autumn?", "Was the key stolen?", True),
        ("Was the key stolen on Monday?", "Was the key stolen?", True),
        ("Was the key stolen in the cellar?", "Was the key stolen?", True),
        ("Was the key really stolen?", "Was the key stolen?", False),
        ("Was the key in the letter stolen?", "Was the key stolen?", True),
        ("Was the key stolen in the town?", "Was the key stolen?", True),
        ("那年秋天答案被人偷了吗？", "答案被人偷了吗？", True),
        ("答案在地窖被人偷了吗？", "答案被人偷了吗？", True),
        ("答案真的被人偷了吗？", "答案被人偷了吗？", False),
    ],
)
def test_a_time_or_a_place_is_more_than_a_wording_says(text: str, wording: str, more: bool):
    comparison, rulings = COMPARISONS["en" if wording.isascii() else "zh"]
    number = next(number for number, texts in enumerate(rulings) if wording in texts)
    assert comparison.says_more(text, number) == more


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the key stolen by a servant?", "Was the key stolen?"),
        ("Did the baker lend her the cart?", "Did the baker lend her the cart on purpose?"),
        ("间谍是两个人，敌人也是两个人？", "间谍是两个人吗？"),
        ("Was the lamp broken?", "Was the lamp broken, and did the others break theirs to comfort him?"),
        ("Does the baker help her?", "Does the baker want to help her?"),
        ("面包师借给她车了吗？", "面包师主动借给她车的吗？"),
    ],
)
def test_a_word_that_only_one_of_them_has_makes_another_question(text: str, wording: str):
    assert not is_same(text, wording)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Is there more than one lamp on the tower?", "Is there only one lamp on the tower?"),
        ("Is there a lamp on the tower?", "Is there more than one lamp on the tower?"),
        ("Was the key not stolen?", "Was the key stolen?"),
        ("塔上有灯吗？", "塔上不止一盏灯吗？"),
        ("Is it important that the key was stolen?", "Was the key stolen?"),
        ("Do the stairs matter?", "Are there stairs?"),
        ("答案能被人偷吗？", "答案被人偷了吗？"),
    ],
)
def test_what_restricts_or_denies_makes_another_question(text: str, wording: str):
    assert not is_same(text, wording)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the letter written by the enemy?", "Was the letter about the enemy?"),
        ("Was the letter written by the enemy?", "Was the letter written by the spy?"),
        ("Did the widow photograph the cart?", "Was the widow photographed with the cart?"),
        ("Was the widow rescued?", "Did the widow rescue somebody?"),
        ("Did she repair the boat under water?", "Did the water repair the boat?"),
        ("信是敌人写的吗？", "信写的是敌人的情况吗？"),
        ("间谍是他写的信吗？", "信是间谍写的吗？"),
        ("寡妇拍到了车吗？", "寡妇被拍到了吗？"),
    ],
)
def test_another_part_in_what_is_done_makes_another_question(text: str, wording: str):
    assert not is_same(text, wording)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("so was it her money, then?", "Was it her own money?"),
        ("Had the letter been written by the spy?", "Was the letter written by the spy?"),
        ("Did she trick the baker?", "Did she trick the baker?"),
        ("Was the key the thing that was stolen?", "Was the key stolen?"),
        ("Did he have a cart?", "Does he have a cart?"),
        ("是她的钱吧？", "那是她自己的钱吗？"),
        ("信是不是间谍写的？", "信是间谍写的吗？"),
        ("船沉没了吗？", "船会沉吗？"),
        ("车是红的吧？", "车是红色的吗？"),
        ("寡妇胖不胖？", "寡妇胖吗？"),
    ],
)
def test_the_same_in_other_words_is_the_same_question(text: str, wording: str):
    assert is_same(text, wording)


def test_what_is_so_could_be_so_and_what_is_not_so_might_still_be():
    def same(text: str, wording: str, ruling: str) -> bool:
        index = index_of(rulings=[{"text": wording, "ruling": ruling}])
        return bool(QuestionComparison(index).same(text, 0))

    assert same("Could the spy steal the bread?", "Did the spy steal the bread?", "YES")
    assert not same("Could the spy steal the bread?", "Did the spy steal the bread?", "NO")
    assert not same("Could the spy not steal the bread?", "Did the spy not steal the bread?", "YES")
    assert not same("Did the spy steal the bread?", "Could the spy steal the bread?", "YES")


def carries(text: str, wording: str) -> bool:
    comparison, _ = COMPARISONS["en" if wording.isascii() else "zh"]
    return comparison.carries_over(text, wording)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("Did the baker lend her the cart on credit?", "Did the baker lend her the cart?"),
        ("Was the key stolen by a servant?", "Was the key stolen?"),
        ("面包师白天借给她车了吗？", "面包师借给她车了吗？"),
    ],
)
def test_what_holds_for_more_carries_over_to_it_and_never_to_less(more: str, less: str):
    assert carries(more, less) and not carries(less, more)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the key stolen by a spy?", "Was the key stolen because of the spy?"),
        ("Was the key not stolen by a servant?", "Was the key stolen?"),
        ("Were two keys stolen?", "Was the key stolen?"),
        ("Was the key stolen, and was the lamp broken?", "Was the key stolen?"),
        ("Did she lend him the cart by accident?", "Did she lend him the cart?"),
        ("Did something in the cart move?", "Did somebody move?"),
        ("Do they believe that the key was stolen?", "Was the key stolen?"),
        ("船没有沉在海里吗？", "船会沉吗？"),
        ("Did the baker lend her the cart at night?", "Did the baker refuse to lend her the cart?"),
        ("Did the spy steal the key at night?", "Did only the spy steal the key?"),
        ("Were there fewer than two robbers?", "Were there two robbers?"),
        ("Were there five robbers?", "Were there robbers?"),
        ("Was the key not stolen at night?", "Was the key stolen?"),
        ("Did she know that the key was stolen?", "Was the key stolen?"),
        ("Did the spy rob the baker at night?", "Did the baker rob the spy?"),
        ("Was somebody robbed at night?", "Was something robbed?"),
        ("面包师借给她车了吗？", "面包师拒绝借给她车吗？"),
        ("Did the baker refuse to lend her the cart?", "Did the baker lend her the cart?"),
        ("Did she turn the lamp off?", "Did she turn the lamp up?"),
        ("面包师拒绝借给她车吗？", "面包师借给她车了吗？"),
    ],
)
def test_what_decides_otherwise_carries_nothing_over(text: str, wording: str):
    assert not carries(text, wording)


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("Were there more than two robbers?", ["Were there two robbers?", "Was there more than one robber?"]),
        ("Did the baker love the widow?", ["Did the widow love the baker?"]),
        ("Does the baker pay her?", ["Does the baker get paid?"]),
        ("Did the baker rob somebody?", ["Was the baker robbed?", "Is it about a robbery of the baker?"]),
        ("Did the lamp take the baker for a ghost?", ["Was the lamp taken for a ghost?"]),
        ("Did the widow take the ghost?", ["Did the widow take it for a ghost?"]),
        ("Did she like the baker's shadow?", ["Did she like the spy's shadow?"]),
    ],
)
def test_who_does_it_to_what_and_whose_it_is_is_in_the_wording_that_is_shown(text: str, ruling: list[str]):
    assert comparison_of("en", [ruling]).same(text, 0) == []


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("太阳遮住了云吗？", "太阳被云遮住了吗？"),
        ("寡妇站在面包师的影子里吗？", "寡妇站在间谍的影子里吗？"),
    ],
)
def test_voice_and_owner_count_in_chinese_too(text: str, wording: str):
    assert comparison_of("zh", [[wording]]).same(text, 0) == []


def holding(ruling: str, *texts: str) -> QuestionComparison:
    authored = [{"texts": [*texts], "ruling": ruling}]
    return QuestionComparison(index_of(language="zh", cast=[], synonyms=[], rulings=authored))


def test_what_would_be_so_need_not_have_come_about():
    would = "船会沉吗？"
    assert holding("YES", would).same("船沉了吗？", 0) == []
    assert holding("NO", would).same("船沉了吗？", 0)
    assert holding("YES", "船沉了吗？").same("船会沉吗？", 0)


def test_that_something_is_there_says_nothing_of_what_it_does():
    rulings = [{"texts": ["Was there a storm?", "Did the storm damage the boat?"], "ruling": "YES"}]
    index = index_of(language="en", cast=[], synonyms=[], rulings=rulings)
    shown = QuestionComparison(index).same("Did the boat damage the storm?", 0)
    assert shown == []


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("她骗了他吗？", "他骗了她吗？"),
        ("他被她骗了吗？", "他骗了她吗？"),
    ],
)
def test_who_does_it_counts_where_an_attitude_is_all_that_is_said(text: str, wording: str):
    assert comparison_of("zh", [[wording]]).same(text, 0) == []


def test_a_word_of_another_wording_of_the_ruling_is_held_and_the_nearest_wording_is_nearer():
    comparison, _ = COMPARISONS["en"]
    assert comparison.distance("Did she trick the baker?", "Did she trick the baker?") == 0
    assert comparison.distance("Did she trick the baker?", "Did she deceive the baker?") == 2
