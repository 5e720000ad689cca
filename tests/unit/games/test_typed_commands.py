"""A command is one by any keyboard's slash, and nearly right; words that only look like one are words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.engine.engine import GameEngine
from echoes.games.typed_commands import CommandTable, without_marks

COMMANDS = CommandTable(
    {
        "hint": ("hint", "提示"),
        "answer": ("answer", "答案"),
        "status": ("status", "状态"),
        "giveup": ("giveup", "放弃"),
        "undo": ("undo", "撤销"),
    },
    takes_text=("answer",),
)


@pytest.mark.parametrize(
    ("message", "name", "argument"),
    [
        ("/hint", "hint", ""), ("/HINT", "hint", ""), ("/ hint", "hint", ""), ("／ｈｉｎｔ", "hint", ""),
        ("、提示", "hint", ""), ("/、状态", "status", ""), ("、、提示", "hint", ""), ("\\提示", "hint", ""),
        ("/提示！", "hint", ""), ("、提示。", "hint", ""), ("/status..", "status", ""), ("/狀態", "status", ""),
        (" 　、提示", "hint", ""), ("、撤销2", "undo", "2"), ("/undo2", "undo", "2"), ("/undo -1", "undo", "-1"),
        ("、答案 他瞎了", "answer", "他瞎了"), ("、答案他瞎了，她不知道", "answer", "他瞎了，她不知道"),
        ("/答案：#1 #2", "answer", "#1 #2"), ("、答案2 1 4", "answer", "2 1 4"), ("/answer他瞎了", "answer", "他瞎了"),
        ("/stat", "status", ""), ("/stauts", "status", ""), ("/statuses now", "status", "now"),
        ("/answer /hint", "hint", ""), ("/答案 、放弃", "giveup", ""), ("/答案、放弃", "answer", "放弃"), ("/answer 、他瞎了", "answer", "他瞎了"),
    ],
)  # fmt: skip
def test_a_command_is_read_as_it_is_typed(message: str, name: str, argument: str):
    typed = COMMANDS.read(message)
    assert typed is not None and (typed.name, typed.argument) == (name, argument)


def test_commands_within_commands_are_read_however_many_there_are():
    assert COMMANDS.read("/answer " * 5000) is not None


@pytest.mark.parametrize(
    "message",
    [
        "hint",
        "、提示牌是他写的吗？",
        "、他瞎了",
        "他说、提示",
        "say /hint",
        "、",
        "\\o/",
        "、hints",
        "and/or",
        "",
    ],
)
def test_words_are_no_command(message: str):
    assert COMMANDS.read(message) is None


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("/hints", "/hint"), ("/hnit", "/hint"), ("/give up", "/giveup"), ("/give-up now", "/giveup"), ("/giveu", "/giveup"),
        ("/anwser he is blind", "/answer"), ("/answr", "/answer"), ("/提示一下", "/提示"), ("/放弃吧", "/放弃"),
        ("/undoo", "/undo"), ("/放起", "/放弃"),
    ],
)  # fmt: skip
def test_what_costs_or_ends_something_is_asked_back_where_it_is_only_nearly_said(message: str, meant: str):
    typed = COMMANDS.read(message)
    assert typed is not None and typed.name == ""
    assert COMMANDS.meant_instead(typed.word, "en").endswith(f"Did you mean {meant}?")
    assert meant in COMMANDS.meant_instead(typed.word, "zh")


@pytest.mark.parametrize("word", ["dance", "", "x", "st", "跳舞"])
def test_a_word_that_is_near_none_is_unknown(word: str):
    typed = COMMANDS.read(f"/{word}")
    assert typed is not None and (typed.name, typed.word) == ("", word)
    assert COMMANDS.meant_instead(word, "en") == ""


@pytest.mark.parametrize("mark", ["?", "？", " ?", "?!", "！？"])
def test_a_command_that_is_asked_about_is_told_of_and_not_done(own_engine: GameEngine, mark: str):
    for table in (game.commands for game in own_engine.games.values()):
        for name, words in table.words.items():
            told = {typed.name if (typed := table.read(f"/{word}{mark}")) else None for word in words}
            assert told <= {"help"} or told == {name} <= {
                "status",
                "recap",
                "story",
                "look",
                "notebook",
                "who",
                "map",
                "sheet",
                "script",
                "clues",
            }


def test_every_word_of_every_kind_of_game_is_known_by_every_slash(own_engine: GameEngine):
    tables = [game.commands for game in own_engine.games.values()]
    assert all(len(table.words) > 3 for table in tables)
    said = [(table, name, word) for table in tables for name, words in table.words.items() for word in words]
    for table, name, word in said:
        for message in (f"/{word}", f"、{word}！", f"／ {word.upper()}", f"/、{word}"):
            typed = table.read(message)
            assert typed is not None and typed.name == name, message


@given(st.text(max_size=30))
def test_any_text_is_read_and_none_is_a_command_without_its_marks(text: str):
    COMMANDS.read(text)
    assert COMMANDS.read(without_marks(text)) is None
