"""A question gets the fact that answers it, and no other; whoever is only named in it is not spoken to."""

import pytest
from tests.unit.games.heist.playing import begun, in_play, read

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.answers import facts_here
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.questions import (
    action_asked_about,
    best_fact,
    differences_text,
    person_asked_about,
    rule_asked_about,
)


def fact_for(question: str, language: str, score: str = "tidewater_ledger") -> str:
    game = in_play("seed", language, score)
    return best_fact(game.score, facts_here(HeistPlay(game.score, game.state, PlainDice())), question)


@pytest.mark.parametrize(
    ("language", "question", "fact"),
    [
        ("en", "Why does Odalys want the ledger?", "odalys_why"),
        ("en", "Where is the ledger?", "ledger_where"),
        ("en", "What is in the Ledger?", "ledger_what"),
        ("en", "How long do I have?", "tide_time"),
        ("en", "How many lanterns are there?", "watch_count"),
        ("en", "Is the grate old?", "grate_age"),
        ("en", "Who hired me?", "who_hires"),
        ("en", "Is my name in the Ledger?", "ledger_what"),
        ("zh", "欧达莉为什么要账本？", "odalys_why"),
        ("zh", "潮账在哪儿？", "ledger_where"),
        ("zh", "潮账里写了什么？", "ledger_what"),
        ("zh", "现在几点？", "tide_time"),
        ("zh", "克里尔是谁？", "creel_who"),
        ("zh", "巡夜的有几个人？", "watch_count"),
        ("zh", "账在哪里？", "ledger_where"),
    ],
)
def test_a_question_finds_its_fact(language: str, question: str, fact: str):
    assert fact_for(question, language) == fact


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Is Odalys married?"),
        ("en", "How long will Odalys wait?"),
        ("en", "Does Odalys like the Office?"),
        ("en", "Where is the sergeant?"),
        ("en", "Why is it so cold?"),
        ("en", "Can the watchmen see me?"),
        ("zh", "欧达莉结婚了吗？"),
        ("zh", "欧达莉会等多久？"),
        ("zh", "欧达莉有几个孩子？"),
        ("zh", "班头在哪？"),
        ("zh", "灯笼看得见我吗？"),
        ("zh", "那辆自行车是谁的？"),
        ("zh", "为什么这么冷？"),
        ("zh", "为什么潮务局在水下？"),
    ],
)
def test_no_fact_answers_what_it_does_not_tell(language: str, question: str):
    assert fact_for(question, language) == ""


@pytest.mark.parametrize(
    ("language", "who", "later"), [("en", "Odalys", "the Diver"), ("zh", "欧达莉", "潜水人")]
)
def test_who_is_known_can_be_asked_about_and_nobody_of_a_later_scene(language: str, who: str, later: str):
    game = in_play("seed", language)
    asked = "Who is {}?" if language == "en" else "{}是谁？"
    assert person_asked_about(game.score, game.state, asked.format(who)) == "odalys"
    assert person_asked_about(game.score, game.state, asked.format(later)) == ""


@pytest.mark.parametrize(
    ("language", "question", "person"),
    [
        ("en", "Odalys, will it hold?", "odalys"),
        ("en", "Do you trust Odalys?", "odalys"),
        ("en", "How are you?", "odalys"),
        ("en", "Is Odalys tired?", ""),
        ("zh", "欧达莉，要变天了吗？", "odalys"),
        ("zh", "你还好吗？", "odalys"),
        ("zh", "欧达莉累不累？", ""),
    ],
)
def test_whoever_is_only_named_in_a_question_is_not_asked(language: str, question: str, person: str):
    game = in_play("seed", language)
    assert read(game, question).person == person


@pytest.mark.parametrize(
    ("language", "question", "fact"),
    [
        ("en", "What time is it?", "hour"),
        ("en", "How long do I have?", "how_long"),
        ("en", "Who wears white gloves?", "ushers_who"),
        ("en", "Who carries a white stick?", ""),  # nobody whom the player has met
        ("zh", "几点了？", "hour"),
        ("zh", "我有多久？", "how_long"),
    ],
)
def test_a_fact_answers_only_what_all_words_of_a_cue_name(language: str, question: str, fact: str):
    assert fact_for(question, language, "eleven_minutes") == fact


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [
        ("en", "What does attune mean?", "Attune ○○○○: sense"),
        ("en", "What is prowl?", "Prowl ●●○○"),
        ("en", "What does Odalys study?", ""),
        ("zh", "感应有什么用？", "感应 ○○○○"),
        ("zh", "潜行是什么意思？", "潜行 ●●○○"),
    ],
)
def test_an_action_is_told_with_what_one_can_do(language: str, question: str, told: str):
    game = in_play("seed", language)
    said = action_asked_about(HeistPlay(game.score, game.state, PlainDice()), question)
    assert said.startswith(told) and bool(said) == bool(told)


@pytest.mark.parametrize(
    ("language", "question", "begins"),
    [
        ("en", "Why do I pay stress?", "Stress"),
        ("en", "What happens if it breaks me?", "A scar"),
        ("zh", "为什么要付压力？", "压力"),
        ("zh", "撑不住会怎样？", "疤"),
    ],
)
def test_whoever_asks_what_a_price_does_is_told_the_rule(language: str, question: str, begins: str):
    game = in_play("seed", language)
    assert rule_asked_about(HeistPlay(game.score, game.state, PlainDice()), question).startswith(begins)


@pytest.mark.parametrize(
    ("language", "question", "command"),
    [
        ("en", "Which is the easiest?", "compare"),
        ("en", "What is the difference between these two?", "compare"),
        ("en", "So what have I got on me?", "gear"),
        ("en", "Do I really have to do both of them?", "duty"),
        ("zh", "哪个方案好走？", "compare"),
        ("zh", "这两个有什么区别", "compare"),
        ("zh", "我现在身上带了什么？", "gear"),
        ("zh", "两个都要解决吗？", "duty"),
    ],
)
def test_what_is_asked_of_the_game_itself_is_a_command(language: str, question: str, command: str):
    found = read(in_play("seed", language), question)
    assert (found.kind, found.move) == ("command", command)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What do they carry?"),
        ("en", "What did they bring?"),
        ("en", "Is it dark?"),
        ("en", "Do I have a rope?"),
        ("zh", "欧达莉手里有什么？"),
        ("zh", "欧达莉带了什么？"),
        ("zh", "我有绳子吗？"),
    ],
)
def test_what_is_asked_of_others_or_of_one_thing_is_none(language: str, question: str):
    assert read(in_play("seed", language), question).kind != "command"


def test_which_is_better_is_told_by_what_tells_them_apart():
    game = begun("seed", "en")
    plans, scene = game.make("ready"), in_play("seed", "en")
    texts = {differences_text(HeistPlay(one.score, one.state, PlainDice())) for one in (game, scene)}
    assert plans and len(texts) == 2 and "" not in texts
