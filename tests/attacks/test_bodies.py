"""Bodies, headers and data of every shape: each is refused in words, and nothing fails."""

import json
from typing import Any

import httpx
import pytest
from tests.attacks.conftest import Attacker, Target

from echoes.interfaces.web.actions import ACTIONS

ACTION = "/gradio_api/component_server/"
ODD = [
    *(None, [], 5, "x", True, {}, {"game": ["a"], "text": {"b": 1}, "address": 5, "name": []}),
    *(dict.fromkeys(("game", "text", "address", "name", "puzzle", "lang", "seat", "what", "room"), value)
      for value in ("\ud800", "../../etc/passwd", "x" * 5_000, "\0", "{{7*7}}", "%s%n", "'; DROP TABLE x; --")),
    {"turn": 10**30, "stars": -1, "pace": 1e308},
    {"turn": True, "stars": "5", "pace": "fast"},
    {"turn": float("nan"), "stars": float("inf"), "pace": float("nan")},
    {"address": "?" + "&".join(f"a{n}=1" for n in range(300))},
]  # fmt: skip


@pytest.mark.parametrize("action", [one.__name__ for one in ACTIONS])
def test_data_of_any_shape_is_answered_in_words(target: Target, action: str):
    visitor = Attacker(target)
    failed = visitor.call("send_message")["error"]
    for data in ODD:
        body = {"session_hash": "x", "component_id": visitor.component, "fn_name": action, "data": data}
        sent = {"content-type": "application/json"}
        answer = visitor.client.post(ACTION, content=json.dumps(body), headers=sent)
        assert answer.status_code == 200 and isinstance(answer.json(), dict), (data, answer.text)
        assert failed and "Traceback" not in answer.text and "49" not in answer.json().get("error", "")


@pytest.mark.parametrize("component", [99_999, -1, "x", None, [1], {"a": 1}, True, 1.5, 10**40], ids=str)
def test_another_component_is_refused(target: Target, component: Any):
    answer = Attacker(target).send("start_game", {}, component_id=component)
    assert answer.status_code == 400 and "Traceback" not in answer.text


@pytest.mark.parametrize(
    "function", ["value", "launch", "__class__", "", None, ["open_page"], 5, "x" * 9_000], ids=str
)
def test_another_function_is_refused(target: Target, function: Any):
    assert Attacker(target).send("", {}, fn_name=function).status_code == 400


@pytest.mark.parametrize(
    "name",
    ["", "x" * 65, "x" * 60_000, "../x", "a b", None, 5, ["a"], {"a": 1}],
    ids=lambda name: str(name)[:9],
)
def test_another_name_for_a_state_is_refused(target: Target, name: Any):
    assert Attacker(target).send("choose_language", {}, session_hash=name).status_code == 400


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        *(
            ("application/json", content)
            for content in (b"", b"{", b"[]", b"\xff", b"[" * 60_000, b"9" * 60_000)
        ),
        *(
            (kind, b"{}")
            for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/xml")
        ),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--",
        ),
        ("multipart/form-data", b"--x--"),
    ],
    ids=str,
)
def test_a_body_that_is_no_action_is_refused(target: Target, kind: str, content: bytes):
    for path in (ACTION, "/login"):
        answer = Attacker(target).client.post(path, content=content[:60_000], headers={"content-type": kind})
        assert answer.status_code in (400, 403, 415)


def test_what_is_too_large_is_refused(target: Target):
    visitor = Attacker(target)
    for path in (ACTION, "/login", "/leave"):
        assert visitor.client.post(path, content=b"x" * 70_000).status_code == 413
    assert visitor.client.post("/desk/upload", content=b"x" * 70_000).status_code == 401
    assert visitor.client.get("/?" + "x" * 20_000).status_code == 414


def test_what_does_not_say_its_size_is_refused(target: Target):
    assert httpx.post(f"{target.url}{ACTION}", content=iter([b"{", b"}"]), timeout=300).status_code == 413


START = b"POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
RAW = {
    "two lengths": START + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "length and pieces": START + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no length": START + b"\r\n",
    "length below nothing": START + b"Content-Length: -1\r\n\r\n",
    "length without end": START + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    "compressed": START + b"Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n\x1f\x8b\x08" + b"\0" * 17,
    "a host that is none": b"GET / HTTP/1.1\r\nHost: a</script><script>alert(1)</script>\r\nConnection: close\r\n\r\n",
    "no http": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "http 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a header that is none": b"GET / HTTP/1.1\r\nHost: localhost\r\na b: c\r\nConnection: close\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\nConnection: close\r\n\r\n",
}


@pytest.mark.parametrize("name", RAW)
def test_bytes_that_are_no_request_are_refused(target: Target, name: str):
    assert target.raw(RAW[name])[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 413", b"HTTP/1.1 415")


@pytest.mark.parametrize("header", [b"X: " + b"a" * 10_000_000, b"X: a\r\n" * 100_000], ids=["long", "many"])
def test_headers_without_end_end_the_connection(target: Target, header: bytes):
    assert b"200 OK" not in target.raw(b"GET / HTTP/1.1\r\n", header, b"\r\n\r\n")
    assert target.get("/health").text == "ok"


def test_a_socket_is_no_way_in(target: Target):
    upgrade = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
    heard = target.raw(b"GET /live/x HTTP/1.1\r\nHost: localhost\r\n" + upgrade + b"\r\n")
    assert b" 101 " not in heard[:20]
