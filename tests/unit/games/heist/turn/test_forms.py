"""Messages whose form tells their meaning: names, answers to a question back, and refusals."""

import pytest
from tests.unit.games.heist.playing import begun, read
from tests.unit.games.heist.turn.test_reading import at, in_scene


@pytest.mark.parametrize(
    ("language", "none", "some"), [("en", "look at me?", "he/him"), ("zh", "阿潮", "她")]
)
def test_few_words_are_pronouns_and_no_question_is_a_name(language: str, none: str, some: str):
    game = begun("seed", language)
    game.make("own")
    assert read(game, "What is this?" if language == "en" else "这是什么意思？").kind == "question"
    game.first("fill:name")
    assert read(game, none).kind in ("question", "unknown")
    assert read(game, some).move == f"fill:pronouns:{some}"


@pytest.mark.parametrize("name", ["Will Tanner", "Can Yaman", "Do Kyung-soo", "哪吒", "陈呢"])
def test_a_name_may_begin_like_a_question(name: str):
    game = begun("seed", "en")
    game.make("own")
    assert read(game, name).move == f"fill:name:{name}"
    assert read(game, f"{name}?").kind == "question"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        *(("en", said) for said in ("let it be", "Not like this.", "never mind", "no, let it be then")),
        *(("zh", said) for said in ("不是这个", "不行，我不敢", "算了", "还是算了吧", "不这么干")),
    ],
)
def test_the_last_option_of_the_dice_is_taken_by_its_own_words(language: str, message: str):
    assert read(at("dice", language), message).move == "drop"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        *(("en", said) for said in ("yes exactly", "Yes, that.", "please do", "ok", "yes please")),
        *(("zh", said) for said in ("对，就是", "嗯", "是的", "对，就是这个")),
    ],
)
def test_plain_agreement_means_the_one_that_was_asked_back(language: str, message: str):
    game = in_scene("vault", language)
    game.state = {**game.state, "asked": ["exit:page"]}
    assert read(game, message).move == "exit:page"
    game.state = {**game.state, "asked": ["exit:page", "exit:ledger"]}
    assert not read(game, message).move


@pytest.mark.parametrize(
    ("language", "message", "name"),
    [
        ("en", "Call her Mirabel Tack", "Mirabel Tack"),
        ("en", "my name is Will Sable.", "Will Sable"),
        ("en", "I am Sable", "Sable"),
        ("en", "I’m “Sable”, please", "Sable"),
        ("en", "Callum Imre", "Callum Imre"),
        ("zh", "叫我沈三更吧", "沈三更"),
        ("zh", "我叫沈三更", "沈三更"),
        ("zh", "就叫沈三更", "沈三更"),
        ("zh", "沈三更", "沈三更"),
    ],
)
def test_a_name_is_kept_without_the_words_around_it(language: str, message: str, name: str):
    game = begun("seed", language)
    game.make("own")
    assert read(game, message).move == f"fill:name:{name}"


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        (
            "en",
            "no;I don't accept that price;not that;that's too much;I refuse to pay;none of these, thanks;"
            "I wouldn't do it;absolutely not",
        ),
        ("zh", "不;我不接受这个代价;这个不要;太贵了;都不要;我拒绝;不划算，算了"),
    ],
)
def test_a_refusal_closes_or_keeps_what_is_offered_and_pays_nothing(language: str, messages: str):
    for message in messages.split(";"):
        assert read(at("dice", language), message).move == "drop", message
        paid = at("dice", language)
        paid.make("push")
        for game, kept in (
            (paid, ["drop"]),
            (at("price", language), ["resist"]),
            (at("between", language), []),
        ):
            intent = read(game, message)
            assert (intent.move, [move.key for move in intent.moves]) == ("", kept), message
        asked = at("dice", language)
        asked.state = {**asked.state, "asked": ["push"]}
        assert read(asked, message).kind == "declined", message


def test_go_on_may_mean_yes_or_the_next_scene_and_is_asked_back():
    game = at("between", "en")
    game.state = {**game.state, "asked": ["do:vice"]}
    assert {move.key for move in read(game, "go on").moves} == {"go", "do:vice"}
    assert [read(game, said).move for said in ("yes", "go ahead")] == ["do:vice"] * 2
    game.state = {**game.state, "asked": ["go"]}
    assert read(game, "go on").move == "go"
