"""The command line, as other programs rely on it."""

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle, write_puzzle
from tests.warm import WARM

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]
ECHOES = [sys.executable, "-m", "echoes"]


def run(*arguments: str, text: str | bytes = "", **env: str) -> subprocess.CompletedProcess[str]:
    done = WARM.run(*arguments, text=text.encode() if isinstance(text, str) else text, **env)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_game_through_a_pipe():
    events = rows(
        run(
            "play",
            "wrong_umbrella",
            "--json",
            text="Was the umbrella stolen?\n/hint\nfoo bar\n/giveup\nmore?\n",
        )
    )
    assert [event["event"] for event in events] == [
        "session_started", "question_ruled", "hint_given", "ruling_unavailable", "solution_revealed",
        "session_ended", "command_result",
    ]  # fmt: skip
    for event in events:
        assert {"event", "event_id", "session_id", "turn", "timestamp", "schema"} <= set(event)
    started, ruled, hint, silent, _, ended, _ = events
    assert {"puzzle_id", "title", "statement", "lang", "player_id", "resumed", "puzzle_hash", "referee", "model",
            "prompt_version"} <= set(started)  # fmt: skip
    assert (ruled["ruling"], ruled["source"], ruled["charged"], ruled["progress"]) == (
        "NO",
        "embedded",
        True,
        0.0,
    )
    assert set(ruled["usage"]) == {"model_calls", "prompt_tokens", "completion_tokens", "elapsed_ms"}
    assert (hint["level"], hint["remaining"]) == (1, 3)
    assert silent["charged"] is False
    assert (ended["status"], ended["score"], ended["questions"], ended["hints"]) == ("ABORTED", 0, 1, 1)


def test_a_restart_begins_the_same_puzzle_anew_and_keeps_the_game_before(tmp_path: Path):
    played = {"ECHOES__PATHS__GAME_STORAGE": str(tmp_path)}
    said = "Was the umbrella stolen?\nstart over\n1\nWas it raining?\n/重来\n"
    events = rows(run("play", "wrong_umbrella", "--json", text=said, **played))
    assert [event["event"] for event in events] == [
        "session_started", "question_ruled", "clarification_asked", "command_result",
        "session_started", "question_ruled", "command_result", "session_started",
    ]  # fmt: skip
    begun = [event["session_id"] for event in events if event["event"] == "session_started"]
    assert len({*begun}) == 3 and not any(event["resumed"] for event in events if "resumed" in event)
    assert begun[0] in events[3]["text"]
    listed = rows(run("sessions", "list", "--json", **played))
    assert {row["session_id"]: row["turns"] for row in listed} == dict(zip(begun, (1, 1, 0), strict=True))


def test_options_are_numbered_and_picked():
    events = rows(run("play", "wrong_umbrella", "--json", text="the police and a letter\n1\n"))
    asked, ruled = events[1:]
    assert asked["event"] == "clarification_asked"
    assert asked["options"][0] == {"n": 1, "text": ruled["text"]}
    assert ruled["asked"] == "the police and a letter"


def test_a_session_is_resumed_with_new_events_only():
    first = rows(run("play", "wrong_umbrella", "--json", text="Was the umbrella stolen?\n"))
    again = rows(run("play", "--json", "--session", first[0]["session_id"], text="/status\n"))
    assert [event["event"] for event in again] == ["session_started", "command_result"]
    assert again[0]["resumed"] is True
    exported = rows(run("sessions", "export", first[0]["session_id"], "--json"))
    assert exported == [*first, again[1]]


def test_options_that_can_still_be_picked_are_shown_when_a_session_is_resumed():
    first = rows(run("play", "wrong_umbrella", "--json", text="the police and a letter\n"))
    again = run("play", "--session", first[0]["session_id"], text="1\n").stdout
    before, picked = again.split("› 1")
    assert f"1  {first[1]['options'][0]['text']}" in before
    assert first[1]["options"][0]["text"] in picked


def test_leaving_prints_the_command_that_resumes():
    done = run("play", "wrong_umbrella", text="/quit\nnever read\n")
    assert done.returncode == 0
    assert "echoes play --session wrong_umbrella-" in done.stdout
    assert "never read" not in done.stdout


def test_chinese():
    events = rows(
        run("play", "wrong_umbrella", "--lang", "zh", "--json", text="伞是被偷的吗\n/提示\n/撤销\n/放弃\n")
    )
    assert [event["event"] for event in events[1:]] == [
        "question_ruled", "hint_given", "turns_undone", "command_result", "solution_revealed", "session_ended",
    ]  # fmt: skip


BAD_INPUT = [
    b"",
    b"x" * 6000,
    "\u202e\u200bhi\x07".encode(),
    "Это он?".encode(),
    b"\xff\xfe\x00",
    b"/undo x",
    b"9",
    b"/answer",
]


def test_bad_input_is_answered_in_words_and_free():
    done = run("play", "wrong_umbrella", "--json", text=b"\n".join(BAD_INPUT) + b"\n")
    _, *events = rows(done)
    assert len(events) == len(BAD_INPUT)
    for event in events:
        assert type(event.get("charged")) is not bool or event["charged"] is False
        assert event["turn"] == 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "nope"),
        ("play", "--session", "nope"),
        ("play", "--session", "../../etc/passwd"),
        ("play", "wrong_umbrella", "--lang", "fr"),
        ("play", "wrong_umbrella", "--player", "../x"),
        ("ask", "nope", "Is it?"),
        ("ask", "wrong_umbrella", "--batch", "nope.jsonl"),
        ("ingest", "nope.json"),
        ("puzzles", "show", "nope"),
        ("sessions", "show", "nope"),
        ("sessions", "undo", "nope"),
        ("sessions", "fork", "nope"),
        ("sessions", "delete", "nope"),
        ("bench", "referee", "--gold", "nope.jsonl"),
        ("web", "--host", "203.0.113.1"),
    ],
)
def test_a_failure_is_one_line_and_status_1(arguments: tuple[str, ...]):
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("echoes: ")
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("nope",), ("ask", "wrong_umbrella"), ("sessions", "undo", "x", "0"), ("play", "--nope")]
)
def test_wrong_usage_is_status_2(arguments: tuple[str, ...]):
    assert run(*arguments).returncode == 2


def test_ask_in_batches_keeps_input_and_order(tmp_path: Path):
    batch = tmp_path / "batch.jsonl"
    lines = [
        {"text": "Was the umbrella stolen?", "id": 7},
        {"text": "the police and a letter"},
        {"text": "qwerty"},
    ]
    batch.write_text("\n".join(map(json.dumps, lines)))
    ruled, asked, silent = rows(run("ask", "wrong_umbrella", "--batch", str(batch)))
    assert (ruled["id"], ruled["text"], ruled["ruling"], ruled["options"]) == (
        7,
        "Was the umbrella stolen?",
        "NO",
        [],
    )
    keys = {"ruling", "options", "source", "facts", "confidence", "model_calls", "prompt_tokens", "completion_tokens",
            "elapsed_ms"}  # fmt: skip
    assert keys <= set(ruled)
    assert asked["ruling"] is None
    assert set(asked["options"][0]) == {"n", "text", "ruling", "authored"}
    assert (silent["ruling"], silent["options"]) == (None, [])


@pytest.mark.parametrize("bad", ["not json", '{"txt": 1}', "[1]"])
def test_a_bad_batch_names_file_and_line(tmp_path: Path, bad: str):
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"text": "Is it?"}\n' + bad + "\n")
    done = run("ask", "wrong_umbrella", "--batch", str(batch))
    assert (done.returncode, done.stdout) == (1, "")
    assert "batch.jsonl, line 2" in done.stderr


def test_puzzles_list_and_show():
    listed = rows(run("puzzles", "list", "--json"))
    assert {"id", "title", "languages", "difficulty", "tags", "content_warnings"} <= set(listed[0])
    assert {row["id"] for row in listed} == {path.stem[:-3] for path in BUNDLED.glob("*.json")}
    [shown] = rows(run("puzzles", "show", "wrong_umbrella", "--json"))
    assert {"answer", "facts", "hints", "rulings", "cast"}.isdisjoint(shown)
    [secret] = rows(run("puzzles", "show", "wrong_umbrella", "--secret", "--json"))
    assert "kidnappers" in secret["answer"]
    assert json.loads(run("puzzles", "schema").stdout)["type"] == "object"


def test_ingest_names_the_bad_and_takes_the_good(tmp_path: Path):
    write_puzzle(tmp_path / "in", canary_puzzle())
    (tmp_path / "in" / "broken.json").write_text("{")
    env = {"ECHOES__PATHS__DATA": str(tmp_path / "data")}
    done = run("ingest", str(tmp_path / "in"), "--json", **env)
    assert done.returncode == 1
    assert "broken.json: is not JSON" in done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["status"] for row in found} == {"ingested", "failed"}
    events = rows(run("play", "silent_bell", "--json", text="Was the bell broken?\n", **env))
    assert events[1]["ruling"] == "NO"


def test_ingest_does_not_write_over_a_bundled_puzzle(tmp_path: Path):
    path = write_puzzle(tmp_path, canary_puzzle(id="wrong_umbrella"))
    done = run("ingest", str(path), "--dry-run")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert path.name in line and "“The Wrong Umbrella” (wrong_umbrella, en)" in line and "--replace" in line
    [valid] = rows(run("ingest", str(path), "--dry-run", "--replace", "--json"))
    assert valid["status"] == "valid"


@pytest.mark.parametrize("stories", [False, True])
@pytest.mark.parametrize("labelled", ["by a gold set", "by themselves"])
def test_archived_replies_are_scored_and_no_referee_runs(tmp_path: Path, labelled: str, stories: bool):
    """The stories are on no puzzle here, so that a referee would have nothing to rule on."""
    own = {"gold": "YES"} if labelled == "by themselves" else {}
    asked = [{"story": "An Empty Boat", "text": f"Was it {word}?"} for word in ("adrift", "empty")]
    replies, gold = tmp_path / "replies.jsonl", tmp_path / "gold.jsonl"
    said = zip(asked, ("Yes.", "no"), strict=True)
    write_lines(replies, [{**one, **own, "reply": reply} for one, reply in said])
    write_lines(gold, [{**one, "ruling": "YES"} for one in asked])
    more = [] if own else ["--gold", str(gold)]
    more += ["--stories", str(tmp_path / "stories.jsonl")] if stories else []
    [figures] = rows(run("bench", "referee", "--replies", str(replies), *more, "--json"))
    assert (figures["n"], figures["exact"]) == (2, 0.5)


def write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def test_sessions_commands():
    [started, *_] = rows(run("play", "wrong_umbrella", "--json", text="Was the umbrella stolen?\n/hint\n"))
    session = started["session_id"]
    [listed] = rows(run("sessions", "list", "--json"))
    assert (listed["session_id"], listed["turns"], listed["status"]) == (session, 2, "PLAYING")
    [undone] = rows(run("sessions", "undo", session, "1", "--json"))
    assert undone["turns"] == [2]
    forked = run("sessions", "fork", session).stdout.strip()
    [copy] = rows(run("sessions", "show", forked, "--json"))
    assert (copy["turns"], copy["hints"]) == (1, 1)
    assert "✘ NO" in run("sessions", "replay", session).stdout
    assert run("sessions", "delete", session).returncode == 0
    assert [row["session_id"] for row in rows(run("sessions", "list", "--json"))] == [forked]


def test_what_was_shown_survives_a_kill():
    process = subprocess.Popen(
        [*ECHOES, "play", "wrong_umbrella", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout
    shown = [json.loads(process.stdout.readline())]
    for message in ("Was the umbrella stolen?", "/hint", "Is the rain important?"):
        process.stdin.write(message + "\n")
        process.stdin.flush()
        shown.append(json.loads(process.stdout.readline()))
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert rows(run("sessions", "export", shown[0]["session_id"], "--json")) == shown
    again = rows(run("play", "--session", shown[0]["session_id"], "--json", text="/status\n"))
    assert "Questions: 2." in again[1]["text"]


def test_an_interrupt_saves():
    process = subprocess.Popen(
        [*ECHOES, "play", "wrong_umbrella", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    session = json.loads(process.stdout.readline())["session_id"]
    process.stdin.write("/status\n")
    process.stdin.flush()
    process.stdout.readline()  # it plays
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 0
    assert f"echoes play --session {session}" in said
    assert "Traceback" not in said


def test_two_processes_on_one_session_lose_nothing():
    [started] = rows(run("play", "wrong_umbrella", "--json"))
    command = [*ECHOES, "play", "--session", started["session_id"], "--json"]
    players = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(3)]
    text = b"Was the umbrella stolen?\nIs the rain important?\n/status\n" * 3
    for player in players:
        assert player.stdin
        player.stdin.write(text)
        player.stdin.close()
    for player in players:
        assert player.stdout
        player.stdout.read()
        assert player.wait() == 0
    events = rows(run("sessions", "export", started["session_id"], "--json"))
    turns = [event["turn"] for event in events if event["event"] == "question_ruled"]
    assert turns == list(range(1, 19))


@pytest.mark.parametrize(
    "arguments",
    [("play", "wrong_umbrella"), ("sessions", "list"), ("sessions", "show", "x"), ("players", "list")],
    ids=" ".join,
)
def test_a_storage_folder_that_is_a_file_is_said(arguments: tuple[str, ...], tmp_path: Path):
    (tmp_path / "file").write_text("")
    done = run(*arguments, ECHOES__PATHS__GAME_STORAGE=str(tmp_path / "file"))
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.strip().splitlines()) <= 2
    assert "Traceback" not in done.stderr and "ECHOES__PATHS__GAME_STORAGE" in done.stderr


@pytest.mark.parametrize("arguments", [("games",), ("scenarios", "list"), ("puzzles", "list")], ids=" ".join)
def test_what_keeps_no_session_does_not_need_the_storage_folder(arguments: tuple[str, ...], tmp_path: Path):
    (tmp_path / "file").write_text("")
    done = run(*arguments, ECHOES__PATHS__GAME_STORAGE=str(tmp_path / "file"))
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


def test_the_version_is_the_installed_one():
    assert run("--version").stdout == f"echoes {version('echoes-of-deceit')}\n"


def test_doctor():
    checks = rows(run("doctor", "--json"))
    assert all(check["ok"] for check in checks)
    assert {"configuration", "models", "data", "puzzles"} <= {check["check"] for check in checks}


def test_it_works_from_any_folder(tmp_path: Path):
    done = subprocess.run(
        [*ECHOES, "puzzles", "list", "--json"], cwd=tmp_path, capture_output=True, check=True
    )
    assert b"wrong_umbrella" in done.stdout


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    echoes = f"{sys.executable} -m echoes"
    return subprocess.run(
        command.replace("echoes", echoes, 1),
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    ["echoes play wrong_umbrella --json <&-", "echoes play wrong_umbrella </dev/null > /dev/full"],
)
def test_a_closed_or_full_stream_is_no_traceback(command: str):
    done = shell(command)
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "full" in command else 0)


def test_a_narrow_encoding_of_the_terminal_does_no_harm():
    done = shell("echoes play wrong_umbrella --lang zh </dev/null", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "咖啡馆" in done.stdout


def test_markup_in_a_puzzle_shows_as_text(tmp_path: Path):
    write_puzzle(tmp_path / "data" / "situation_puzzles", canary_puzzle(title="[/] oops [red]x[/red]"))
    done = run("play", "silent_bell", ECHOES__PATHS__DATA=str(tmp_path / "data"))
    assert done.returncode == 0
    assert "[/] oops [red]x[/red]" in done.stdout


def test_a_full_disk_loses_nothing_that_was_shown(tmp_path: Path):
    """A bound on the size of files stands for a full disk; it works without privileges."""
    [started] = rows(run("play", "wrong_umbrella", "--json"))
    size = max(path.stat().st_size for path in (tmp_path / "game_storage").rglob("*") if path.is_file())
    text = "Was the umbrella stolen?\nIs the rain important?\n" * 150
    limited = f"ulimit -f {size // 1024 + 24}; exec {sys.executable} -m echoes play --json --session {started['session_id']}"
    done = subprocess.run(
        ["bash", "-c", limited], input=text, capture_output=True, text=True, env=os.environ, check=False
    )
    assert "Traceback" not in done.stderr
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [event for event in shown if event["event"] == "turn_failed"]
    assert failed
    assert not any(event["charged"] for event in failed)
    logged = rows(run("sessions", "export", started["session_id"], "--json"))
    assert [event for event in shown[1:] if event["event"] != "turn_failed"] == logged[1:]
