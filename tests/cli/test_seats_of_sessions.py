"""`echoes sessions` shows a session as one of its seats sees it, and knows the seats that there are."""

import json
from pathlib import Path

import pytest
from tests.warm import echoes

pytestmark = pytest.mark.slow
NO_SEAT = "there is no seat 'jroy' at this table. Name one with --seat: jory, neve, corin, ash, master."


@pytest.fixture
def table(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table at which Jory has made a turn."""
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
    played = echoes("play", "low_water", "--seat", "jory", "--json", text="wait\n", check=True).stdout
    return json.loads(played.splitlines()[0])["session_id"]


@pytest.mark.parametrize(
    "command", [["export"], ["export", "--json"], ["compare"], ["compare", "--json"]], ids=" ".join
)
def test_a_seat_that_the_game_does_not_have_is_refused_with_those_that_it_has(table: str, command: list[str]):
    both = [table] * (1 if "export" in command else 2)
    done = echoes("sessions", *command, *both, "--seat", "jroy")
    assert (done.returncode, done.stdout) == (1, "")
    assert NO_SEAT in done.stderr


def test_a_game_without_seats_says_that_it_has_none(bell: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    [started, *_] = echoes("play", "silent_bell", "--json", check=True).stdout.splitlines()
    done = echoes("sessions", "export", json.loads(started)["session_id"], "--seat", "jory")
    assert (done.returncode, done.stdout) == (1, "")
    assert "This game has no seats." in done.stderr


def test_an_export_is_that_of_everybody_of_a_seat_or_with_json_the_whole_log(table: str):
    def exported(*options: str) -> str:
        return echoes("sessions", "export", table, *options, check=True).stdout

    assert "Script of Jory" in exported("--seat", "jory")
    assert "Script of" not in exported()
    audiences = {
        whose: [json.loads(line).get("audience") for line in exported(*options, "--json").splitlines()]
        for whose, options in {"all": [], "jory": ["--seat", "jory"]}.items()
    }
    assert all("jory" in one for one in audiences["jory"] if one)
    assert any(one and "jory" not in one for one in audiences["all"])


def test_forks_are_compared_as_a_seat_saw_them(table: str):
    fork = echoes("sessions", "fork", table, "--at", "0", check=True).stdout.strip()
    said = echoes("sessions", "compare", table, fork, "--seat", "neve", check=True).stdout
    assert said.startswith("They share 0 turns.")
    assert "Jory" in said
    public = echoes("sessions", "compare", table, fork, check=True).stdout
    assert "--seat NAME" in public and "--seat NAME" not in said
