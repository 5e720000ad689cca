"""Answers to questions: open facts where they belong, and an oracle that stays true."""

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.events import FactTold, OracleAnswered
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.answers import ask_oracle, facts_here, tell_fact, tell_of_person
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.play import HeistPlay


def play_of(game: Game) -> HeistPlay:
    return HeistPlay(game.score, game.state, PlainDice())


def oracle(game: Game, question: str, *ideas: str) -> OracleAnswered:
    """Ask, and let the answer count in the game."""
    play = play_of(game)
    ask_oracle(play, question, ideas)
    game.state = play.state
    [answered] = [entry.event for entry in play.entries()]
    assert isinstance(answered, OracleAnswered)
    return answered


def test_the_same_question_gets_the_same_answer_for_the_whole_score():
    game = in_play("oracle")
    first = {n: oracle(game, f"Is there a door {n}?", "door", str(n)).answer for n in range(12)}
    assert {*first.values()} == {"yes", "no"}
    game.state = {**game.state, "scene": "elsewhere"}
    again = {n: oracle(game, f"A door {n}, is there one?", str(n), "door") for n in first}
    assert {n: one.answer for n, one in again.items()} == first
    assert not any(one.twist or one.line for one in again.values()), "and no twist comes twice"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_answer_that_was_given_says_so(language: str):
    game = in_play("oracle", language)
    first, again, third = (oracle(game, "门？" if language == "zh" else "A door?", "door") for _ in range(3))
    assert first.answer == again.answer and again.text == third.text != first.text


def test_no_twist_is_told_twice():
    game = in_play("twists")
    lines = [line for n in range(60) if (line := oracle(game, f"Question {n}?", str(n)).line)]
    assert lines and len(lines) == len({*lines})


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("会议开始了吗？", ("是的。", "还没有。")),
        ("门锁了吗？", ("是的。", "还没有。")),
        ("机会大吗？", ("是。", "不是。")),
        ("他是不是管会计的？", ("是。", "不是。")),
        ("社会上的人来吗？", ("是。", "不是。")),
        ("他能干吗？", ("是。", "不是。")),
        ("所有人都在吗？", ("是。", "不是。")),
        ("有可能吗？", ("有。", "没有。")),
        ("今晚会下雨吗？", ("会。", "不会。")),
        ("司机会来吗？", ("会。", "不会。")),
        ("你不会出卖我吧，对吗？", ("对。", "不对。")),
        ("我能过去吗？", ("能。", "不能。")),
    ],
)
def test_the_oracle_answers_in_the_word_of_the_question(question: str, answers: tuple[str, str]):
    game = in_play("oracle", "zh")
    answered = [oracle(game, question, str(n)) for n in range(24)]
    assert {one.text for one in answered if not one.twist} == {*answers}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fact_is_told_where_it_can_be_known(language: str):
    game = in_play("facts", language)
    play = play_of(game)
    known = facts_here(play)
    assert known
    for _, fact in known:
        assert not fact.where or game.state["scene"] in fact.where
    elsewhere = {**game.state, "scene": "nowhere"}
    assert [
        key for key, fact in facts_here(HeistPlay(game.score, elsewhere, PlainDice())) if fact.where
    ] == []
    tell_fact(play, known[0][0], "What is that?")
    [told] = [entry.event for entry in play.entries()]
    assert isinstance(told, FactTold) and told.text == known[0][1].text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_asks_for_somebody_learns_whether_they_are_here(language: str):
    game = in_play("people", language)
    present = dict(people_here(game.score, game.state))
    texts = {}
    for person in game.score.people:
        play = play_of(game)
        tell_of_person(play, person, "?", where=True)
        [told] = [entry.event for entry in play.entries()]
        assert isinstance(told, FactTold)
        texts[person in present] = told.text.replace(game.score.people[person].name, "X")
    assert set(texts) == {True, False} and texts[True] != texts[False]
