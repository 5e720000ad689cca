"""`echoes ingest` in a terminal and a pipe: a line as each record ends, stopped at any moment, and on again."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.warm import echoes

pytestmark = pytest.mark.slow
WORDS = "amber bridge candle drum eagle ferry garden harbour island jacket kettle ladder mirror needle orchard".split()


def stories(count: int) -> list[dict[str, Any]]:
    """Stories that have little in common."""
    return [
        {
            "id": number,
            "surface": f"Number {number * 7919} stands by the {WORDS[number % 15]} {number * 31} and waits.",
            "bottom": f"The {WORDS[(number * 7) % 15]} of {number * 104729} was {WORDS[(number * 11) % 15]} {number}.",
        }
        for number in range(count)
    ]


@pytest.fixture(autouse=True)
def data(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return echoes("ingest", *arguments, cwd=folder)


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGKILL])
def test_stopped_after_its_first_line_it_goes_on_and_takes_in_the_rest(
    tmp_path: Path, with_signal: signal.Signals
):
    path = tmp_path / "many.json"
    path.write_text(json.dumps(stories(40)), "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "echoes", "ingest", str(path), "--json", "--keep-duplicates"],
        env={**os.environ}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    assert json.loads(process.stdout.readline())["status"] == "ingested", "a line as the first record ends"
    process.send_signal(with_signal)
    _, errors = process.communicate()
    assert process.returncode == (130 if with_signal == signal.SIGINT else -signal.SIGKILL)
    assert "Traceback" not in errors
    again = rows(run(tmp_path, str(path), "--json", "--keep-duplicates"))
    statuses = [row["status"] for row in again if row["status"] != "mapping"]
    assert len(statuses) == 40 and {"ingested", "unchanged"} >= set(statuses) and "unchanged" in statuses
    assert len(list((tmp_path / "data" / "situation_puzzles").glob("*.json"))) == 40


def test_an_interrupt_leaves_the_terminal_as_it_was(tmp_path: Path):
    path = tmp_path / "many.json"
    path.write_text(json.dumps(stories(40)), "utf-8")
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "echoes", "ingest", str(path), "--keep-duplicates"],
        env={**os.environ, "TERM": "xterm"}, stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while b"ingested" not in shown:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # the end of a terminal
        while more := os.read(ours, 4096):
            shown += more
    os.close(ours)
    assert process.wait() == 130 and b"goes on from here" in shown
    assert shown.rfind(b"\x1b[?25h") > shown.rfind(b"\x1b[?25l") > 0, "the cursor is hidden, and shown again"
    assert shown.rstrip().endswith(b"\x1b[?25h"), "the bar is gone"


def test_a_folder_of_which_nothing_comes_in_is_a_failure(tmp_path: Path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "hosts.txt").write_text("127.0.0.1 localhost\n")
    done = run(tmp_path, "notes")
    assert done.returncode == 1 and "nothing to take in" in done.stderr


def test_a_dry_run_shows_how_each_column_is_mapped_and_writes_nothing(tmp_path: Path):
    path = tmp_path / "sheet.csv"
    path.write_text("Title,Plot,Truth,Mood\nBell,He rings a bell.,He calls his dog.,dark\n", "utf-8")
    refused = run(tmp_path, str(path), "--dry-run")
    assert refused.returncode == 1 and "field 'statement': is missing" in refused.stderr
    done = run(tmp_path, str(path), "--dry-run", "--map", "statement=plot", "--json")
    *records, mapping = rows(done)
    assert [row["status"] for row in records] == ["valid"] and done.returncode == 0
    assert mapping["columns"] == {
        "Title": {"field": "title", "count": 1},
        "Plot": {"field": "statement", "count": 1},
        "Truth": {"field": "answer", "count": 1},
        "Mood": {"field": None, "count": 1},
    }
    assert not (tmp_path / "data").exists()


def test_notes_on_many_records_are_counted_by_their_kind(tmp_path: Path):
    path = tmp_path / "many.json"
    path.write_text(json.dumps(stories(12)), "utf-8")
    told = run(tmp_path, str(path), "--dry-run").stdout.splitlines()
    assert "    12 × title taken as …" in told and "    12 × language taken as 'en'" in told


@pytest.mark.parametrize("pair", ["statement", "statement=", "=plot", "nonsense=plot"])
def test_a_wrong_map_is_said_in_a_line(tmp_path: Path, pair: str):
    path = tmp_path / "sheet.csv"
    path.write_text("a,b\nc,d\n", "utf-8")
    done = run(tmp_path, str(path), "--map", pair)
    assert done.returncode in (1, 2) and "--map" in done.stderr and "Traceback" not in done.stderr


def test_a_pipe_does_not_make_it_wait(tmp_path: Path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes by name here")
    os.mkfifo(tmp_path / "pipe.json")
    done = run(tmp_path, str(tmp_path / "pipe.json"))
    assert done.returncode == 1 and "is no regular file" in done.stderr


def test_lint_prints_sarif_and_fails_on_an_error(tmp_path: Path):
    puzzle = {"id": "bell", "statement": "A man rings a bell.", "answer": "He is deaf. He calls his dog.",
              "facts": [{"id": "f1", "statement": "He is deaf.", "core": True}], "rulings": [{"text": "Is it a bell?", "ruling": "YES"}]}  # fmt: skip
    path = tmp_path / "bell_en.json"
    path.write_text(json.dumps(puzzle), "utf-8")
    done = echoes("puzzles", "lint", str(path), "--sarif")
    [found] = json.loads(done.stdout)["runs"]
    assert done.returncode == 1
    assert ("unreachable-fact", "error") in {(one["ruleId"], one["level"]) for one in found["results"]}


def with_gaps(folder: Path, language: str, count: int) -> Path:
    """The file of a puzzle whose cloze has so many gaps."""
    wrong = {"en": ["the priest", "the dark"], "zh": ["神父", "黑暗"]}[language]
    right = {"text": {"en": "an avalanche", "zh": "雪崩"}[language], "right": True}
    told = {
        "en": ("A sexton does not ring.", "He feared an avalanche."),
        "zh": ("敲钟人没有敲钟。", "他怕雪崩。"),
    }
    gaps = [{"id": f"g{n}", "choices": [right, *wrong], "facts": ["f1"]} for n in range(count)]
    puzzle = {
        "id": "bell",
        "language": language,
        "title": {"en": "Bell", "zh": "钟"}[language],
        "statement": told[language][0],
        "answer": told[language][1],
        "facts": [{"id": "f1", "statement": told[language][1], "core": True}],
        "cloze": {"text": " ".join(f"{{g{n}}}" for n in range(count)), "gaps": gaps},
    }
    path = folder / f"{language}_{count}" / f"bell_{language}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(puzzle), "utf-8")
    return path


def taken(folder: Path, *arguments: object) -> list[tuple[str, str]]:
    """The status and the error of each record."""
    found = rows(run(folder, *map(str, arguments), "--json"))
    return [(row["status"], row.get("error") or "") for row in found if row["status"] != "mapping"]


@pytest.mark.parametrize("order", [("en", "zh"), ("zh", "en")])
def test_two_languages_with_another_number_of_gaps_are_refused(tmp_path: Path, order: tuple[str, str]):
    first, second = order
    two, three = with_gaps(tmp_path, first, 2), with_gaps(tmp_path, second, 3)
    said = "field 'cloze.gaps': {} gaps, but {} in the other language"
    for more in ((), ("--dry-run",)):
        (status, error), (other_status, other_error) = taken(tmp_path, two, three, *more)
        assert status == other_status == "failed", "which of the two is meant, nobody can tell"
        assert said.format(2, 3) in error and said.format(3, 2) in other_error
    assert taken(tmp_path, two) == [("ingested", "")]
    for more in ((), ("--dry-run",), ("--replace",)):
        [(status, error)] = taken(tmp_path, three, *more)
        assert status == "failed" and said.format(3, 2) in error, more
    assert taken(tmp_path, with_gaps(tmp_path, second, 2)) == [("ingested", "")]
    [(status, error)] = taken(tmp_path, three, "--replace")
    assert status == "failed" and said.format(3, 2) in error
    together = (with_gaps(tmp_path, first, 3), three, "--replace")
    assert taken(tmp_path, *together) == [("updated", "")] * 2, "replaced together, they fit"
