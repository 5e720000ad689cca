"""A thing that a place's own description names can be looked at; nothing is added to it."""

import pytest
from tests.unit.games.party.table import MODULES, Table, read_by

from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.intents import PartyIntent


def read(language: str, message: str) -> PartyIntent:
    """What a message of the character who has gone to the loft means."""
    table = Table(MODULES[language])
    table.move("go:loft")  # Ilse
    return read_by(PartyPlay(table.module, table.state, "ilse"), message)


@pytest.mark.parametrize(
    ("language", "message", "seen"),
    [
        ("en", "look at the workbench", "Glass chimneys stand in rows like bottles"),
        ("en", "examine the window", "the great workbench runs along the window"),
        ("en", "Look at the glass chimneys.", "Glass chimneys stand in rows like bottles"),
        ("zh", "看看灯芯", "灯芯一圈圈挂着"),
        ("zh", "看看那扇窗户", "大工作台靠着窗"),
        ("zh", "看灯罩", "灯罩像酒瓶一样排成行"),
    ],
)
def test_what_the_description_names_is_told_in_its_own_words(language: str, message: str, seen: str):
    reading = read(language, message)
    assert reading.kind == "looks" and seen in reading.text
    assert reading.text in MODULES[language].scenes["loft"].read


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "look at the dragon"),
        ("en", "look at the fountain"),  # of the square
        ("en", "smash the workbench"),
        ("en", "don't look at the workbench"),
        ("en", "look at it"),
        ("en", "look at the run"),  # it runs along
        ("en", "examine great"),
        ("en", "look at the bottles"),  # in rows like bottles
        ("en", "look behind the workbench"),
        ("en", "look out of the window"),
        ("zh", "看看龙"),
        ("zh", "看看喷泉"),
        ("zh", "砸了工作台"),
        ("zh", "看看那个"),
        ("zh", "看看着"),
        ("zh", "看看像"),
        ("zh", "看看酒瓶"),  # 像酒瓶一样
        ("zh", "看看窗后面"),
    ],
)
def test_nothing_else_is_seen(language: str, message: str):
    assert read(language, message).kind != "looks"


@pytest.mark.parametrize(("language", "message"), [("en", "look at the lamp loft"), ("zh", "看看灯楼")])
def test_a_look_at_the_place_itself_looks_around(language: str, message: str):
    assert read(language, message) == PartyIntent("command", "look")


def test_a_feature_comes_before_the_description():
    assert read("en", "look at the door").key == "try:bolt"
    assert read("zh", "看看门").key == "try:bolt"
