"""The model server of the kit says what it is told to, in both protocols, and fails as it is told to."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from echoes.testing import Asked, ModelServer, Say, embed_by_letters, serving

HELLO = {
    "model": "m",
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}],
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(lambda asked: f"{asked.system} {asked.last}") as server:
        yield server


def post(server: ModelServer, path: str, **changes: Any) -> bytes:
    asked = urllib.request.Request(server.url + path, json.dumps({**HELLO, **changes}).encode())
    with urllib.request.urlopen(asked) as reply:
        return reply.read()


def test_it_speaks_both_protocols(server: ModelServer):
    openai = json.loads(post(server, "/v1/chat/completions"))
    ollama = json.loads(post(server, "/api/chat", stream=False))
    assert openai["choices"][0]["message"]["content"] == ollama["message"]["content"] == "Be brief. Hello"
    assert openai["usage"]["completion_tokens"] == ollama["eval_count"] == 7


def test_it_streams_in_both_protocols(server: ModelServer):
    openai = post(server, "/v1/chat/completions", stream=True).decode().split("\n\n")
    words = [json.loads(line.removeprefix("data: ")) for line in openai if line.startswith("data: {")]
    said = [chunk["choices"][0]["delta"].get("content", "") for chunk in words]
    assert said == ["Be ", "brief. ", "Hello", ""]
    lines = [json.loads(line) for line in post(server, "/api/chat").splitlines()]
    assert "".join(line["message"]["content"] for line in lines) == "Be brief. Hello"
    assert [line["done"] for line in lines] == [False, False, True]


def test_a_streamed_function_call_comes_in_two_parts(server: ModelServer):
    server.answer = lambda asked: Say(arguments='{"colour": "red"}')
    chunks = post(server, "/v1/chat/completions", stream=True).decode()
    assert chunks.count("tool_calls") == 2


def test_it_fails_as_it_is_told(server: ModelServer):
    server.answer = lambda asked: Say("too busy", status=429, headers={"retry-after": "1"})
    with pytest.raises(urllib.error.HTTPError) as failed:
        post(server, "/v1/chat/completions")
    assert (failed.value.code, failed.value.headers["retry-after"]) == (429, "1")
    server.answer = lambda asked: Say(raw=b"<html>")
    assert post(server, "/v1/chat/completions") == b"<html>"
    server.answer = lambda asked: Say("one two three four", unended=True)
    assert b"[DONE]" not in post(server, "/v1/chat/completions", stream=True)


def test_it_lists_models_and_embeds(server: ModelServer):
    with urllib.request.urlopen(f"{server.url}/v1/models") as reply:
        assert [one["id"] for one in json.load(reply)["data"]] == ["stub-1", "stub-2"]
    server.embed = embed_by_letters
    vectors = json.loads(post(server, "/v1/embeddings", input=["lamp", "lamps", "bell"]))["data"]
    lamp, lamps, bell = (one["embedding"] for one in vectors)
    near, far = (sum(a * b for a, b in zip(lamp, other, strict=True)) for other in (lamps, bell))
    assert near > far


@pytest.mark.parametrize(
    ("body", "mode"),
    [
        ({"tools": [{}]}, "function_calling"),
        ({"format": {"type": "object"}}, "json_schema"),
        ({"format": "json"}, "json"),
        ({"response_format": {"type": "json_schema"}}, "json_schema"),
        ({"response_format": {"type": "json_object"}}, "json"),
        ({}, "plain"),
    ],
)
def test_a_request_says_in_which_mode_a_form_is_asked_for(body: dict[str, Any], mode: str):
    assert Asked("/", body, {}).mode == mode
