"""`echoes today` plays the puzzle of the day, goes on with it, and ends with a card to share."""

import json

import pytest
from tests.warm import echoes

pytestmark = pytest.mark.usefixtures("ready")


def test_it_is_shown_played_and_shared():
    shown = json.loads(echoes("today", "--show", "--json", check=True).stdout)
    assert (shown["session_id"], shown["card"]) == (None, "")
    left = echoes("today", text="/status\n", check=True).stdout
    assert shown["title"] in left
    again = [
        json.loads(line)
        for line in echoes("today", "--json", text="/giveup\n", check=True).stdout.splitlines()
    ]
    assert again[0]["event"] == "session_started" and again[0]["resumed"]
    assert again[0]["puzzle_id"] == shown["id"]
    assert again[-1]["event"] == "scenario_of_day"
    card = again[-1]["card"]
    assert shown["date"] in card
    assert echoes("today", check=True).stdout.strip() == card.strip(), (
        "whoever has finished it is shown the card"
    )


def test_it_is_the_same_in_the_other_language():
    rows = [json.loads(echoes("today", "--show", "--json", "--lang", lang).stdout) for lang in ("en", "zh")]
    assert rows[0]["id"] == rows[1]["id"]
    assert rows[0]["title"] != rows[1]["title"]
