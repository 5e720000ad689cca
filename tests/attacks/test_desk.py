"""The desk, attacked by who knows its password and by who does not."""

from pathlib import Path
from typing import Any

import pytest
from tests.attacks.conftest import Attacker, Target
from tests.support import LEAKS, canary_puzzle

UPLOAD, JOIN, DATA = (f"/desk/gradio_api/{name}" for name in ("upload", "queue/join", "queue/data"))


def event(author: Attacker, target_kind: str) -> int:
    """The number of what a component of the desk sets off."""
    found = author.client.get("/desk/config").json()
    kinds = {one["id"]: one["type"] for one in found["components"]}
    return next(one["id"] for one in found["dependencies"] if kinds.get(one["targets"][0][0]) == target_kind)


def join(author: Attacker, number: Any, *data: Any, session_hash: Any = "abc") -> tuple[int, str]:
    """Send an event, and wait for what comes of it."""
    body = {
        "fn_index": number,
        "data": data,
        "session_hash": session_hash,
        "event_data": None,
        "trigger_id": None,
    }
    answer = author.client.post(JOIN, json=body)
    if answer.status_code != 200:
        return answer.status_code, answer.text
    with author.client.stream("GET", DATA, params={"session_hash": session_hash}) as lines:
        found = next((line for line in lines.iter_lines() if "process_completed" in line), "")
    return 200, found


def file_at(path: str) -> dict[str, Any]:
    return {"path": path, "orig_name": "x.json", "meta": {"_type": "gradio.FileData"}}


@pytest.mark.parametrize(
    "path",
    [
        *(
            str(LEAKS / "silent_bell.json"),
            "/etc/passwd",
            "silent_bell.json",
            "../silent_bell.json",
            "",
            "\0",
        ),
        *(
            "http://127.0.0.1:9/x.json",
            "file:///etc/passwd",
            "https://example.org/x.json",
            "//example.org/x.json",
        ),
    ],
)
def test_only_what_was_sent_is_read(target: Target, author: Attacker, path: str):
    read, tried = event(author, "file"), event(author, "textbox")
    for number, data in ((read, (file_at(path), "situation_puzzle")), (tried, (file_at(path), None, None))):
        status, said = join(author, number, *data)
        assert status == 400 and "Silent Bell" not in said
    nested = join(author, read, {"a": [file_at(path)]}, "situation_puzzle")
    assert nested[0] == 400


def test_a_file_that_was_sent_is_read(author: Attacker, here: Path):
    content = (LEAKS / "silent_bell.json").read_bytes()
    sent = author.client.post(UPLOAD, files={"files": ("../../bell.json", content)}).json()
    status, said = join(author, event(author, "file"), file_at(sent[0]), "situation_puzzle")
    assert status == 200 and "valid" in said
    assert ".." not in sent[0]
    outside = join(
        author, event(author, "file"), file_at(f"{sent[0]}/../../../../memory.sqlite"), "situation_puzzle"
    )
    assert outside[0] == 400


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../web_secret", "uploads/../web_secret", "http://127.0.0.1:9/", "%00"]
)
def test_no_other_file_is_handed_out(author: Attacker, path: str):
    assert author.client.get(f"/desk/gradio_api/file={path}").status_code in (400, 403, 404)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 60_000,
        b"\xff\xfe",
        b"null",
        b'{"id": 5}',
        b'{"statement": "' + b"x" * 500_000 + b'", "answer": "y"}',
    ],
    ids=len,
)
def test_a_file_of_any_shape_is_answered_in_words(author: Attacker, content: bytes):
    sent = author.client.post(UPLOAD, files={"files": ("odd.json", content)}).json()
    status, said = join(author, event(author, "file"), file_at(sent[0]), "situation_puzzle")
    assert status == 200 and "Traceback" not in said and "odd.json" in said


def test_a_file_that_is_too_large_is_refused(author: Attacker):
    assert author.client.post(UPLOAD, files={"files": ("big.json", b"x" * 2_000_000)}).status_code == 413


@pytest.mark.parametrize("number", [99, -1, None, "0", True])
def test_an_event_that_is_none_is_refused(author: Attacker, number: Any):
    assert join(author, number)[0] == 400


def test_states_have_short_names(author: Attacker):
    assert join(author, event(author, "textbox"), "x", None, None, session_hash="x" * 60_000)[0] == 400


def test_scripts_in_a_puzzle_are_text(author: Attacker):
    from json import dumps

    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    puzzle = canary_puzzle(id="hostile", title=hostile, statement=hostile, tags=[hostile])
    sent = author.client.post(UPLOAD, files={"files": (f"{hostile}.json", dumps(puzzle).encode())}).json()
    said = join(author, event(author, "file"), file_at(sent[0]), "situation_puzzle")[1]
    report = said.partition("<section")[2]
    assert report and "<img" not in report and "<script" not in report
