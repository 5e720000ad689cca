"""Bodies that Gradio would believe."""

import json
from typing import Any

import pytest

from echoes.interfaces.web.request_bodies import GradioBodies, Refused

ACTION = {"session_hash": "abc", "component_id": 7, "fn_name": "start_game", "data": {}}


@pytest.fixture
def bodies() -> GradioBodies:
    return GradioBodies([7], ["start_game"])


def test_what_the_page_sends_is_taken(bodies: GradioBodies):
    bodies.check_action(json.dumps(ACTION).encode())


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
    with pytest.raises(Refused):
        bodies.check_action(body)
