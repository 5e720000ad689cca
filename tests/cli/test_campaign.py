"""`echoes campaign` plays chapter by chapter, and says how far one has come."""

import json

import pytest
from tests.warm import echoes

pytestmark = pytest.mark.usefixtures("ready")


def test_a_chapter_is_begun_left_gone_on_with_and_told():
    shown = json.loads(echoes("campaign", "--show", "--json", check=True).stdout)
    assert (shown["next"], shown["points"]) == (1, 0)
    left = echoes("campaign", text="/status\n", check=True).stdout
    assert shown["opening"] in left and shown["chapters"][0]["before"] in left
    again = [
        json.loads(line)
        for line in echoes("campaign", "--json", text="/giveup\n/giveup\n", check=True).stdout.splitlines()
    ]
    assert again[0]["event"] == "session_started" and again[0]["resumed"]
    assert again[-1]["event"] == "campaign"
    assert [one["state"] for one in again[-1]["chapters"][:3]] == ["given_up", "open", "locked"]
    assert again[-1]["chapters"][0]["after"] in echoes("campaign", "--show", "--json", check=True).stdout


def test_an_unknown_one_is_refused():
    refused = echoes("campaign", "nowhere")
    assert refused.returncode == 1 and "inspectors_notebook" in refused.stderr
