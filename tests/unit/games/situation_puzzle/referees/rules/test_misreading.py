"""A ruling on another question is not given in place of one on the player's."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.misreading import MisreadingGuard
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex

ENGLISH = [
    "Was it her own money?",
    "Was the letter written by the spy?",
    "Was the letter about the enemy?",
    "Would the boat sink?",
    "Did she deceive the baker?",
    "Are they queuing for bread?",
    "Was the key stolen?",
    "Did the spy carry the letter off?",
    "Did the water repair the boat?",
    "Was the money a gift?",
    "Did the baker get on the cart?",
    "Was the lamp broken, and did the others break theirs to comfort him?",
    "Is there more than one lamp on the tower?",
    "Did the baker lend her the cart on purpose?",
]
CHINESE = [
    "那是她自己的钱吗？",
    "信写的是敌人的情况吗？",
    "信是间谍写的吗？",
    "钥匙被偷了吗？",
    "船会沉吗？",
    "答案被人偷了吗？",
    "间谍拿走了信吗？",
    "回答的是人吗？",
    "面包师坐上车了吗？",
    "他家的灯坏了，别人也弄坏来陪他？",
    "塔上不止一盏灯吗？",
    "面包师主动借给她车的吗？",
]


def guarded(language: str, texts: list[str]) -> tuple[RulingIndex, MisreadingGuard]:
    cast = {
        "en": [{"name": "the widow", "aliases": ["she", "her"]}, {"name": "the baker", "aliases": ["he"]}, {"name": "the spy"}],
        "zh": [{"name": "寡妇", "aliases": ["她"]}, {"name": "面包师", "aliases": ["他"]}, {"name": "间谍"}],
    }  # fmt: skip
    index = index_of(
        language=language,
        cast=cast[language],
        synonyms=[],
        rulings=[{"text": text, "ruling": "NO"} for text in texts],
    )
    return index, MisreadingGuard(index)


GUARDED = {"en": guarded("en", ENGLISH), "zh": guarded("zh", CHINESE)}


def is_other(text: str, wording: str, ruling: RulingWord = "NO") -> bool:
    index, guard = GUARDED["en" if wording.isascii() else "zh"]
    ranked = index.ranker.ranking(text, {}).ranked
    return guard.is_other(text, next(one for one in ranked if one.wording.text == wording), ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was it his money?", "Was it her own money?"),
        ("Was it the baker's money?", "Was it her own money?"),
        ("是他的钱吗？", "那是她自己的钱吗？"),
    ],
)
@pytest.mark.parametrize("ruling", ["YES", "NO", "IRRELEVANT"])
def test_another_owner_makes_another_question(text: str, wording: str, ruling: RulingWord):
    assert is_other(text, wording, ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the letter written by the enemy?", "Was the letter written by the spy?"),
        ("Was the letter written by the enemy?", "Was the letter about the enemy?"),
        ("信是敌人写的吗？", "信写的是敌人的情况吗？"),
        ("信是敌人写的吗？", "信是间谍写的吗？"),
    ],
)
@pytest.mark.parametrize("ruling", ["YES", "NO"])
def test_the_doer_who_is_named_must_be_the_one_who_acts(text: str, wording: str, ruling: RulingWord):
    assert is_other(text, wording, ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [("Would the boat have helped?", "Would the boat sink?"), ("船会修好吗？", "船会沉吗？")],
)
def test_another_deed_makes_another_question(text: str, wording: str):
    assert is_other(text, wording)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Is there a lamp on the tower?", "Is there more than one lamp on the tower?"),
        ("塔上有灯吗？", "塔上不止一盏灯吗？"),
    ],
)
def test_one_is_not_more_than_one(text: str, wording: str):
    assert is_other(text, wording, "IRRELEVANT")
    assert not is_other(wording, wording, "IRRELEVANT")


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Did the baker lend her the cart?", "Did the baker lend her the cart on purpose?"),
        ("面包师借给她车了吗？", "面包师主动借给她车的吗？"),
    ],
)
def test_what_was_not_done_on_purpose_may_have_been_done(text: str, wording: str):
    assert is_other(text, wording, "NO")


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the lamp broken?", "Was the lamp broken, and did the others break theirs to comfort him?"),
        ("他家的灯坏了吗？", "他家的灯坏了，别人也弄坏来陪他？"),
    ],
)
def test_a_no_to_two_things_at_once_is_none_to_one_of_them(text: str, wording: str):
    assert is_other(text, wording, "NO")


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Are they queuing for shade?", "Are they queuing for bread?"),
        ("Was the exam stolen?", "Was the key stolen?"),
        ("信被偷了吗？", "钥匙被偷了吗？"),
    ],
)
@pytest.mark.parametrize("ruling", ["YES", "NO"])
def test_the_same_deed_with_another_thing_is_another_question(text: str, wording: str, ruling: RulingWord):
    assert is_other(text, wording, ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Did the spy get the letter from the neighbours?", "Did the spy carry the letter off?"),
        ("Was the key stolen by her son?", "Was the key stolen?"),
        ("间谍的信是从邻居那里拿的吗？", "间谍拿走了信吗？"),
        ("间谍被邻居带走了吗？", "间谍拿走了信吗？"),
    ],
)
def test_a_yes_to_less_than_was_asked_leaves_a_source_or_a_doer_open_and_a_no_leaves_nothing_open(
    text: str, wording: str
):
    assert is_other(text, wording, "YES")


@pytest.mark.parametrize("ruling", ["YES", "NO"])
def test_what_is_done_in_a_place_is_not_done_by_it(ruling: RulingWord):
    assert is_other("Did she repair the boat under water?", "Did the water repair the boat?", ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Was the jar a gift?", "Was the money a gift?"),
        ("考卷被偷了吗？", "答案被人偷了吗？"),
        ("回答的是机器吗？", "回答的是人吗？"),
        ("Did the baker's cat get on the cart?", "Did the baker get on the cart?"),
        ("面包师的猫跳上车了吗？", "面包师坐上车了吗？"),
    ],
)
@pytest.mark.parametrize("ruling", ["YES", "NO"])
def test_what_is_said_of_another_is_another_question(text: str, wording: str, ruling: RulingWord):
    assert is_other(text, wording, ruling)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("so was it her money, then?", "Was it her own money?"),
        ("Had the letter been written by the spy?", "Was the letter written by the spy?"),
        ("Did she trick the baker?", "Did she deceive the baker?"),
        ("So are they queuing for a loaf of bread?", "Are they queuing for bread?"),
        ("是她的钱吧？", "那是她自己的钱吗？"),
        ("信是不是间谍写的？", "信是间谍写的吗？"),
        ("船沉没了吗？", "船会沉吗？"),
    ],
)
def test_the_same_in_other_words_is_no_other_question(text: str, wording: str):
    assert not is_other(text, wording)
