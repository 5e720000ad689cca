"""Bodies that Gradio would believe."""

import json
from pathlib import Path
from typing import Any

import pytest

from echoes.interfaces.web.request_bodies import GradioBodies, Refused

ACTION = {"session_hash": "abc", "component_id": 7, "fn_name": "start_game", "data": {}}
EVENT = {"session_hash": "abc", "fn_index": 0, "data": ["situation_puzzle"]}


@pytest.fixture
def bodies(tmp_path: Path) -> GradioBodies:
    return GradioBodies([7], ["start_game"], [0, 1], tmp_path / "uploads")


def test_what_the_page_sends_is_taken(bodies: GradioBodies):
    bodies.check_action(json.dumps(ACTION).encode())
    bodies.check_event(json.dumps(EVENT).encode())


@pytest.mark.parametrize(
    "change",
    [
        *({"session_hash": bad} for bad in ("", "x" * 65, "a b", "../x", None, 5, ["a"], {"a": 1})),
        *({"component_id": bad} for bad in (8, -7, "7", 7.0, True, None, [7], 10**40)),
        *({"fn_name": bad} for bad in ("delete", "__class__", None, ["start_game"], {}, "")),
    ],
    ids=str,
)
def test_what_is_no_action_is_refused(bodies: GradioBodies, change: dict[str, Any]):
    with pytest.raises(Refused) as refused:
        bodies.check_action(json.dumps({**ACTION, **change}).encode())
    assert refused.value.status == 400


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"5", b"null", b"\xff", b"[" * 60_000, b'{"a":' + b"9" * 60_000 + b"}"],
    ids=len,
)
def test_a_body_of_any_shape_is_refused(bodies: GradioBodies, body: bytes):
    for check in (bodies.check_action, bodies.check_event):
        with pytest.raises(Refused):
            check(body)


def test_an_event_names_only_files_that_were_sent(bodies: GradioBodies, tmp_path: Path):
    def named(path: str) -> bytes:
        file = {"path": path, "meta": {"_type": "gradio.FileData"}}
        return json.dumps({**EVENT, "data": [{"deep": [file]}]}).encode()

    (bodies.uploads / "1").mkdir(parents=True)
    (tmp_path / "secret.json").write_text("{}")
    (bodies.uploads / "link.json").symlink_to(tmp_path / "secret.json")
    bodies.check_event(named(str(bodies.uploads / "1" / "bell.json")))
    elsewhere = [str(tmp_path / "secret.json"), f"{bodies.uploads}/../secret.json", "secret.json", "\0"]
    links = [str(bodies.uploads / "link.json"), "http://example.org/x.json", "file:///etc/passwd"]
    for path in [*elsewhere, *links]:
        with pytest.raises(Refused):
            bodies.check_event(named(path))


@pytest.mark.parametrize("number", [2, -1, None, "0", False])
def test_an_event_is_one_of_the_desk(bodies: GradioBodies, number: object):
    with pytest.raises(Refused):
        bodies.check_event(json.dumps({**EVENT, "fn_index": number}).encode())
