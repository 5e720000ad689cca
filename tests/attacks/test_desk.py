"""The desk, attacked by who knows its password and by who does not."""

from json import dumps
from typing import Any

import pytest
from tests.attacks.conftest import Attacker, Target
from tests.support import CANARY, LEAKS, canary_puzzle

from echoes.interfaces.web.desk.actions import DESK_ACTIONS

UPLOAD, ACT = "/desk/upload", "/desk/act"
BYTES = {"content-type": "application/octet-stream"}


def send(author: Attacker, content: bytes, name: str = "bell.json") -> str:
    """Send a file, and return the token by which it goes."""
    answer = author.client.post(UPLOAD, params={"name": name}, content=content, headers=BYTES)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["file"])


def act(author: Attacker, do: Any, **data: Any) -> tuple[int, str]:
    answer = author.client.post(ACT, json={**data, "do": do})
    return answer.status_code, answer.text


def read(author: Attacker, *files: Any) -> tuple[int, str]:
    """Have files read to the end, and return what is said of them."""
    status, said = act(author, "read_files", files=[*files], game="situation_puzzle")
    begun = author.client.post(ACT, json={"do": "read_files", "files": [*files], "game": "situation_puzzle"})
    token = begun.json().get("import")
    return (
        (status, said + act(author, "go_on_importing", **{"import": token})[1]) if token else (status, said)
    )


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
        *("http://127.0.0.1:9/x.json", "file:///etc/passwd", "//example.org/x.json", ".", "..", "../uploads"),
        *({"path": "/etc/passwd"}, ["/etc/passwd"], None, 5, "x" * 22, "../../../../etc/pass/d"),
    ],
    ids=repr,
)
def test_only_what_was_sent_is_read(author: Attacker, path: Any):
    status, said = read(author, path)
    assert status == 200 and "no longer here" in said
    assert "Silent Bell" not in said and "root:" not in said


@pytest.mark.parametrize("name", ["../../bell.json", "..\\..\\bell.json", "/etc/bell.json", "a/b/bell.json"])
def test_a_file_that_was_sent_is_read_and_lies_where_it_should(author: Attacker, target: Target, name: str):
    token = send(author, (LEAKS / "silent_bell.json").read_bytes(), name)
    status, said = read(author, token)
    assert status == 200 and "silent_bell" in said and "/" not in token
    if target.own:
        kept = target.own.folder / "game_storage" / "uploads" / token
        assert [path.name for path in kept.rglob("*") if path.is_file()] == ["bell.json"]


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
    status, said = read(author, send(author, content, "odd.json"))
    assert status == 200 and "Traceback" not in said and "odd.json" in said


def test_a_file_that_is_too_large_is_refused(author: Attacker):
    big = author.client.post(UPLOAD, content=b"x" * 2_000_000, headers=BYTES)
    assert big.status_code == 413


@pytest.mark.parametrize("do", [99, -1, None, "0", True, "__class__", "delete", ["go_on_importing"], {}])
def test_an_action_that_is_none_is_refused(author: Attacker, do: Any):
    assert act(author, do)[0] == 400


@pytest.mark.parametrize("do", DESK_ACTIONS)
def test_data_of_any_shape_is_answered_in_words(author: Attacker, do: str):
    strange = {"id": ["x"], "in": {}, "values": [[]], "files": "x", "columns": [1], "version": "9" * 40}
    strange |= {
        "game": "../x",
        "import": 7,
        "links": {"a": 1},
        "choice": None,
        "text": {"a": []},
        "lang": "xx",
    }
    for data in ({}, strange, {"id": "wrong_umbrella", "in": "en", "values": {"facts": [5, {"id": {}}]}}):
        status, said = act(author, do, **data)
        assert status == 200 and "Traceback" not in said


def test_a_body_of_another_kind_is_refused(author: Attacker):
    """Forms of another site send three kinds without being asked first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        for path in (ACT, UPLOAD):
            answer = author.client.post(
                path, content=b'{"do": "go_on_importing"}', headers={"content-type": kind}
            )
            assert answer.status_code == 415
    for body in (b"", b"[" * 60_000, b"\xff", b"null"):
        answer = author.client.post(ACT, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400


def test_what_the_desk_shows_is_shown_to_nobody_else(target: Target, author: Attacker):
    """Solutions stand on its pages, and a player gets neither these nor an answer."""
    pages = [
        f"/desk/?page={name}&id=silent_bell&in=en"
        for name in ("list", "puzzle", "questions", "import", "figures")
    ]
    shown = "".join(author.client.get(page).text for page in pages)
    assert not target.own or CANARY.search(shown), "an author sees the solution"
    visitor = Attacker(target)
    for page in pages:
        assert visitor.client.get(page).status_code == 401
    for do in DESK_ACTIONS:
        answer = visitor.client.post(
            ACT, json={"do": do, "id": "silent_bell", "in": "en", "text": "Is it snow?"}
        )
        assert answer.status_code == 401
    assert visitor.client.post(UPLOAD, content=b"{}", headers=BYTES).status_code == 401
    visitor.client.get("/")
    assert not any(CANARY.search(heard) for heard in visitor.heard)


def test_scripts_in_a_puzzle_are_text(author: Attacker):
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    puzzle = canary_puzzle(
        id="hostile", title=hostile, statement=hostile, tags=[hostile], **{hostile: hostile}
    )
    _, said = read(author, send(author, dumps(puzzle).encode(), f"{hostile}.json"))
    report = said.partition("<section")[2]
    assert report and "<img" not in report and "<script" not in report
    page = author.client.get("/desk/", params={"page": hostile, "said": hostile, "id": hostile}).text
    assert "<img" not in page and "<script>alert" not in page
    assert "<script nonce" not in page, "what somebody wrote could not run even then"
