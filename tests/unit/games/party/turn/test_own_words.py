"""Questions about the table itself are answered like the command for them; words within the game are not."""

import pytest

from echoes.games.party.turn.own_words import asked_about_table


@pytest.mark.parametrize(
    ("language", "message", "command"),
    [
        ("en", "Where are we now?", "look"),
        ("en", "so, who's here?", "look"),
        ("en", "What can I do?", "look"),
        ("en", "where can we go from here", "look"),
        ("en", "Show me my sheet", "sheet"),
        ("en", "what do I have?", "sheet"),
        ("en", "Do I have a secret?", "sheet"),
        ("en", "what do I want?", "script"),
        ("en", "What have we found so far?", "clues"),
        ("en", "whose turn is it?", "status"),
        ("en", "What's the time?", "status"),
        ("en", "How much time do we have left?", "status"),
        ("zh", "现在几点了？", "status"),
        ("zh", "离午夜还有多久？", "status"),
        ("en", "where were we?", "recap"),
        ("en", "help!", "help"),
        ("zh", "我们在哪？", "look"),
        ("zh", "这里有谁", "look"),
        ("zh", "我的秘密是什么？", "sheet"),
        ("zh", "我身上带着什么", "sheet"),
        ("zh", "我们查到了什么？", "clues"),
        ("zh", "轮到谁了？", "status"),
        ("zh", "刚才发生了什么？", "recap"),
        ("zh", "四周看看", "look"),
        ("zh", "现在该谁了？", "status"),
        ("en", "undo my last turn", "undo"),
        ("zh", "撤销", "undo"),
    ],
)
def test_a_question_about_the_table_is_answered(language: str, message: str, command: str):
    assert asked_about_table(language, message) == command


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "look at the lantern"),
        ("en", "where were you at dusk?"),
        ("en", "show my sheet to the warden"),
        ("en", "help the ferryman"),
        ("en", "what do you have?"),
        ("zh", "看看灯笼"),
        ("zh", "你的秘密是什么？"),
        ("zh", "帮助他"),
        ("en", "undo the knot"),
        ("zh", "撤回手"),
        ("zh", "该谁负责？"),
        ("en", ""),
    ],
)
def test_words_within_the_game_are_not(language: str, message: str):
    assert asked_about_table(language, message) == ""
