"""Sessions and players from the command line, as people and programs use them."""

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path
from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle, write_puzzle
from tests.warm import WARM, echoes

from echoes.testing.model_server import Say, serving

pytestmark = pytest.mark.slow
ECHOES = [sys.executable, "-m", "echoes"]
SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


@pytest.fixture(autouse=True)
def data(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_puzzle(bell.parent, canary_puzzle(id="easy", title="Easy", difficulty=1))
    write_puzzle(bell.parent, canary_puzzle(id="hard", title="Hard", difficulty=5))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    return own_folders


def run(*arguments: str, text: str = "", status: int = 0) -> str:
    done = WARM.run(*arguments, text=text.encode())
    assert done.returncode == status, done.stderr.decode()
    return (done.stdout if status == 0 else done.stderr).decode()


def rows(*arguments: str, text: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, text=text).splitlines()]


def test_a_session_from_its_first_turn_to_its_end():
    events = rows("play", "silent_bell", "--player", "ann", "--json", text="Was the bell broken?\n/hint\n")
    session = events[0]["session_id"]
    [listed] = rows("sessions", "list", "--player", "ann", "--json")
    assert (listed["session_id"], listed["turns"], listed["status"]) == (session, 2, "PLAYING")
    assert rows("sessions", "list", "--player", "bob", "--json") == []
    assert rows("sessions", "show", session, "--json")[0]["hints"] == 1
    [undone] = rows("sessions", "undo", session, "--json")
    assert undone["turns"] == [2]
    forked = run("sessions", "fork", session, "--at", "1").strip()
    run("play", "--session", forked, text=f"{SOLVE}\n")
    shared, *branches = rows("sessions", "compare", session, forked, "--json")
    assert shared["shared_turns"] == 1 and [one["session_id"] for one in branches] == [session, forked]
    assert "They share 1 turn." in run("sessions", "compare", session, forked)
    assert [row["status"] for row in rows("sessions", "list", "--json")] == ["PLAYING", "COMPLETED"]
    assert [row["main_line"] for row in rows("sessions", "list", "--json")] == [True, False]
    assert run("sessions", "main", forked).strip() == f"{forked} is the main line."
    assert rows("sessions", "main", forked, "--json") == [], "it is already"
    assert [row["main_line"] for row in rows("sessions", "list", "--json")] == [False, True]
    assert [line.endswith("(main line)") for line in run("sessions", "list").splitlines()] == [False, True]
    assert rows("sessions", "compare", session, forked, "--json")[0]["main_line"] == forked
    assert f"The main line is {forked}." in run("sessions", "compare", session, forked)
    assert rows("sessions", "show", forked, "--json")[0]["main_line"]
    assert run("sessions", "main", "nowhere", status=1).count("\n") == 1
    assert rows("sessions", "replay", session, "--json") == rows("sessions", "export", session, "--json")
    for name in (session, forked):
        [checked] = rows("sessions", "replay", name, "--check", "--json")
        assert (checked["same"], checked["differences"]) == (True, [])
    assert "3 of 3 messages were run again: no difference." in run("sessions", "replay", session, "--check")
    run("sessions", "delete", session)
    assert "unknown session" in run("sessions", "show", session, status=1)
    assert [row["session_id"] for row in rows("sessions", "list", "--json")] == [forked]


def test_a_tampered_log_fails_the_check(own_folders: Path):
    session = rows("play", "silent_bell", "--json", text="Did the sexton fear the sound?\n")[0]["session_id"]
    path = own_folders / "game_storage" / "events" / f"{session}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"progress":0.5', b'"progress":0.9', 1))
    done = echoes("sessions", "replay", session, "--check")
    assert done.returncode == 1
    assert "turn 1: question_ruled.progress was 0.9 and is now 0.5" in done.stdout


def test_a_transcript_in_markdown():
    text = "Was the bell *broken*?\n/hint\n/undo\nIs the sexton old?\n" + SOLVE
    session = rows("play", "silent_bell", "--player", "ann", "--json", text=text)[0]["session_id"]
    said = run("sessions", "export", session)
    assert said.startswith("# The Silent Bell\n\nPlayer: ann · 20")
    assert "> A sexton climbs the tower" in said
    assert "**1. Was the bell \\*broken\\*?** — No." in said
    assert "~~**2. Hint** — Think of the season zzhintone.~~ (taken back)" in said
    assert "**3. Is the sexton old?** — Irrelevant." in said
    assert "## The solution" in said
    assert "Not finished" not in said


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "was torn: 13 bytes were set aside"), ("zh", "的记录末尾不完整，有 13 个字节移到了")],
)
def test_what_was_repaired_is_said_when_a_session_is_resumed(
    own_folders: Path, bell: Path, lang: str, said: str
):
    shutil.copy(BUNDLED / f"wrong_umbrella_{lang}.json", bell.parent)
    session = rows("play", "wrong_umbrella", "--lang", lang, "--json", text="/hint\n")[0]["session_id"]
    path = own_folders / "game_storage" / "events" / f"{session}.jsonl"
    path.write_bytes(path.read_bytes() + b'{"event":{"ev')
    started, *new = rows("play", "--session", session, "--json", text="/status\n")
    assert (started["resumed"], [event["event"] for event in new]) == (True, ["command_result"])
    assert said in started["notice"]
    [started] = rows("play", "--session", session, "--json")
    assert started["notice"] is None


def test_players_are_listed_shown_proposed_to_and_forgotten():
    run("play", "easy", "--player", "ann", text=f"Was the bell broken?\n{SOLVE}\n")
    [listed] = rows("players", "list", "--json")
    assert (listed["player_id"], listed["games"], listed["solved"], listed["open"]) == ("ann", 1, 1, 0)
    [shown] = rows("players", "show", "ann", "--json")
    assert shown["profile"]["levels"]["1"]["solved"] == 1
    assert {effect["effect"]: effect["on"] for effect in shown["effects"]} == dict.fromkeys(
        ("remember", "propose", "hints", "difficulty"), True
    )
    assert "What it changes" in run("players", "show", "ann")
    assert rows("players", "show", "ann", "--about", "bells", "--json")
    proposed = rows("puzzles", "list", "--for", "ann", "--json")
    assert [(row["id"], row["reason"]) for row in proposed] == [
        ("silent_bell", "harder"), ("hard", "harder"), ("easy", "played")
    ]  # fmt: skip
    assert {"id", "title", "languages", "difficulty", "tags", "content_warnings"} <= set(proposed[0])
    assert "Forgot ann: 1 session deleted." in run("players", "forget", "ann")
    assert rows("players", "list", "--json") == []
    assert "unknown player 'ann'" in run("players", "show", "ann", status=1)


def test_maintenance_says_what_it_did():
    run("play", "easy", "--player", "ann", text=f"{SOLVE}\n")
    assert rows("maintenance", "--json") == [
        {
            "sessions": 1,
            "repaired": [],
            "damaged": [],
            "recounted": 0,
            "orphans": 0,
            "versions": 0,
            "knowledge_bases": 0,
            "indexed_versions": 0,
        }
    ]
    assert run("maintenance").startswith("1 session; counts put right: 0 players.")


def test_what_a_role_is_shown():
    session = rows("play", "silent_bell", "--json", text="Was the bell broken?\n")[0]["session_id"]
    assert "Was the bell broken? — NO" in run("sessions", "show", session, "--context", "narrator")
    assert "Add --secret" in run("sessions", "show", session, "--context", "referee", status=1)
    [window] = rows("sessions", "show", session, "--context", "referee", "--secret", "--json")
    assert "zzanswer" in json.dumps(window)
    assert "unknown role 'x'" in run("sessions", "show", session, "--context", "x", status=1)


def _hears_ctrl_c() -> None:
    """Whatever started the tests may ignore it, as `nohup` and shells do for what runs behind them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A person at a terminal."""

    def __init__(self, *arguments: str) -> None:
        self._person, program = pty.openpty()
        self._process = subprocess.Popen(
            [*ECHOES, *arguments], stdin=program, stdout=program, stderr=program, preexec_fn=_hears_ctrl_c
        )
        os.close(program)
        self.seen = ""
        self._coming = select.poll()  # unlike select(), for any number of open files
        self._coming.register(self._person, select.POLLIN)
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def expect(self, text: str, seconds: float = 300) -> None:
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert self._coming.poll(max(0, end - time.monotonic()) * 1000), self.seen
            try:
                self.seen += self._decoder.decode(os.read(self._person, 65536))
            except OSError:
                raise AssertionError(f"it ended before {text!r} came:\n{self.seen}") from None

    def type(self, line: str, then: str) -> None:
        self.seen = ""
        os.write(self._person, line.encode() + b"\n")
        self.expect(then)

    def interrupt(self, then: str) -> None:
        self.seen = ""
        self._process.send_signal(signal.SIGINT)
        self.expect(then)

    def ends(self) -> int:
        return self._process.wait(300)


def test_a_person_plays_another_and_comes_back():
    person = Terminal("play", "easy", "--player", "ann")
    person.expect("Ask yes/no questions")
    person.type("Was the bell broken?", "NO")
    person.type(SOLVE, "Play another? Next for you: The Silent Bell")
    person.type("", "Difficulty 3 of 5: harder than anything you have solved so far (1).")
    person.type("Is the sexton old?", "IRRELEVANT")
    person.type("/quit", "Go on with: echoes play --session silent_bell-")
    assert person.ends() == 0
    again = Terminal("play", "--player", "ann")
    again.expect("you have begun it")
    again.expect("Enter for the first")
    again.type("1", "Go on with it?")
    again.type("", "(resumed)")
    again.expect("What is established so far")
    again.type("/giveup", "Enter to go on playing")
    again.type("", "› ")
    again.type("/giveup", "Enter to go on playing")
    again.type("y", "Play another? Next for you: ")
    again.type("n", "")
    assert again.ends() == 0


def test_a_slow_answer_is_stopped_at_no_cost_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch):
    with serving(lambda asked: Say(wait_s=600)) as server:
        for name, value in {"PROVIDER": "api", "BASE_URL": server.url, "LLM_MODEL_NAME": "stub-1"}.items():
            monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
        person = Terminal("play", "easy", "--player", "ann")
        person.expect("Ask yes/no questions")
        person.type("Is it winter?", "Ctrl-C stops it")
        person.interrupt("Stopped, at no cost.")
        person.type("Was the bell broken?", "NO")
        person.type("/status", "Questions: 1")
        person.type("Is it summer?", "Ctrl-C stops it")
        person.interrupt("Stopped, at no cost.")
        person.expect("› ")
        person.interrupt("Go on with: echoes play --session easy-")
        assert person.ends() == 0


def test_a_newcomer_learns_the_rules_and_begins_with_what_is_proposed():
    person = Terminal("play", "--player", "ann")
    person.expect("Starting")
    person.expect("Try it first, in three turns?")
    person.type("", "Turn 1 of 3")
    person.type("1", "Turn 2 of 3")
    person.type("s", "Enter for the first")
    person.type("1", "› ")
    person.type("/quit", "Go on with: echoes play --session")
    assert person.ends() == 0
    again = Terminal("play", "--player", "bob")
    again.expect("Enter for the first")
    assert "Try it first" not in again.seen
    again.type("1", "› ")
    again.type("/quit", "Go on with: echoes play --session")
    assert again.ends() == 0


def test_forgetting_asks_a_person_first():
    run("play", "easy", "--player", "ann", text="Was the bell broken?\n")
    person = Terminal("players", "forget", "ann")
    person.expect("Delete all sessions and memories of 'ann' for good?")
    person.type("n", "Abort")
    assert person.ends() == 1
    assert len(rows("players", "list", "--json")) == 1


def test_games_are_backed_up_restored_and_moved(data: Path, database: str):
    run("play", "easy", "--player", "ann", "--json", text="Was the bell broken?\n/giveup\n")
    [before] = rows("sessions", "list", "--json")
    archive, elsewhere = str(data / "games.tar.gz"), str(data / "elsewhere")
    [saved] = rows("storage", "backup", archive, "--json")
    assert (saved["sessions"], saved["entries"], saved["damaged"]) == (1, 4, [])
    assert "is there already. Name another file." in run("storage", "backup", archive, status=1)
    run("sessions", "delete", before["session_id"])
    assert run("storage", "restore", archive).startswith("1 session, 4 events, ")
    assert [row["session_id"] for row in rows("sessions", "list", "--json")] == [before["session_id"]]
    assert run("storage", "migrate", "--to", database).endswith(f"Copied now: {saved['copied']}.\n")
    for again in (database, elsewhere, elsewhere):
        [moved] = rows("storage", "migrate", "--to", again, "--json")
    assert moved == saved | {"copied": 0}
    assert run("storage", "check").endswith(": sound.\n")
    assert "can't be read" in run("storage", "restore", str(data / "nothing"), status=1)
    wrong = run("storage", "migrate", "--to", "postgresql://ann:zzpass@127.0.0.1:1/games", status=1)
    assert "can't be reached" in wrong and "zzpass" not in wrong


def test_a_game_is_played_on_where_it_moved_though_its_puzzle_was_edited(
    data: Path, bell: Path, database: str, monkeypatch: pytest.MonkeyPatch
):
    [opening, *_] = rows("play", "easy", "--json", text="Was the bell broken?\n")
    write_puzzle(bell.parent, canary_puzzle(id="easy", title="Edited", difficulty=1))
    elsewhere = str(data / "elsewhere")
    run("storage", "migrate", "--to", database)
    monkeypatch.setenv("ECHOES__STORAGE__BACKEND", "postgres")
    monkeypatch.setenv("ECHOES__STORAGE__URL", database)
    run("storage", "migrate", "--to", elsewhere)
    monkeypatch.delenv("ECHOES__STORAGE__BACKEND")
    monkeypatch.delenv("ECHOES__STORAGE__URL")
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", elsewhere)
    assert "Easy" in run("play", "--session", opening["session_id"], text="/status\n")


def test_who_plays_one_game_does_not_wait_for_the_import_of_the_others():
    code = "import sys; from echoes.interfaces.cli.start import start\ntry: start()\nfinally: print(*sys.modules)"
    command = [sys.executable, "-c", code, "play", "silent_bell", "--json"]
    done = subprocess.run(command, input=b"", capture_output=True, check=True)
    loaded = {".".join(name.split(".")[:3]) for name in done.stdout.decode().split()}
    assert "echoes.games.situation_puzzle" in loaded
    assert not loaded & {"echoes.games.heist", "echoes.games.party", "echoes.games.story"}
