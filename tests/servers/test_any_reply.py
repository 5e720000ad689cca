"""Whatever a server replies, the outcome is a value or a failure of a known kind, and never anything else."""

import asyncio
import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Literal, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.health_checks import check_models
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import ModelSettings
from echoes.testing import ModelServer, Say, serving


class Colour(BaseModel):
    colour: Literal["red", "blue"]


RED = '{"colour": "red"}'
WHOLE: dict[str, Any] = {
    "id": "r",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": RED,
                "reasoning_content": "hm",
                "tool_calls": [{"function": {"name": "reply", "arguments": RED}}],
            },
            "delta": {"content": RED, "tool_calls": [{"function": {"name": "reply", "arguments": RED}}]},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8},
    "message": {"role": "assistant", "content": RED, "tool_calls": [{"function": {"name": "reply", "arguments": {}}}]},
    "done": True,
    "done_reason": "stop",
    "prompt_eval_count": 5,
    "eval_count": 3,
    "error": None,
    "data": [{"id": "stub-1", "index": 0, "embedding": [1.0, 2.0]}],
    "models": [{"model": "stub-1"}],
    "model_info": {"x.context_length": 4096},
    "embeddings": [[1.0, 2.0]],
}  # fmt: skip
ODD = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just("\ud800"), st.just(10**400)),
    *(st.just([]), st.just({}), st.just([None]), st.just({"error": 1}), st.just([[[[{}]]]]), st.just("x" * 70_000)),
    st.sampled_from(["429", "length", "content_filter", "load", "<think>", "</think>", "[DONE]", "error"]),
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the path of each part of a reply."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


@st.composite
def replies(draw: st.DrawFn) -> Say:
    """A good reply in which some part is missing or odd, or whose bytes are cut, broken, or of another kind."""
    body = json.loads(json.dumps(WHOLE))
    for path in draw(st.lists(st.sampled_from([*places(WHOLE)][1:]), max_size=3)):
        target = body
        try:
            for key in path[:-1]:
                target = target[key]
            if draw(st.booleans()):
                target[path[-1]] = deepcopy(draw(ODD))
            else:
                del target[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change has taken the place away
    data = json.dumps(body).encode()
    framed = [
        *(data, data + b"\n" + data, b"data: " + data + b"\n\n", b"data: " + data + b"\n\ndata: [DONE]\n\n"),
        *(b"event: error\ndata: " + data + b"\n\n", b"data: {broken\n\n", b"data:\n\n", b"", b"null", b"[1]"),
        *(data[: len(data) // 2], b"\xff\xfe" + data, b"<html></html>", b"[" * 50_000, b"{" * 50_000),
    ]
    return Say(
        raw=draw(st.sampled_from(framed[:4] * 4 + framed)),
        status=draw(st.sampled_from([200] * 6 + [204, 302, 400, 404, 422, 429, 500, 503])),
        kind=draw(st.sampled_from(["application/json", "text/event-stream", "text/html", "x"])),
        headers=draw(st.sampled_from([{}, {}, {"Content-Encoding": "gzip"}, {"Retry-After": "nan"}])),
        cut=draw(st.integers(0, 9)) == 0,
    )


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with serving(lambda asked: "") as server:
        yield server


@pytest.mark.parametrize("provider", ["api", "ollama"])
@pytest.mark.parametrize("way", ["form", "text", "stream", "call", "embed", "doctor"])
def test_any_reply_is_a_value_or_a_failure(provider: str, way: str, server: ModelServer):
    @settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
    @given(replies())
    def check(reply: Say) -> None:
        server.answer = lambda asked: reply
        server.everything = reply if way in ("embed", "doctor") else None
        asyncio.run(outcome_of(provider, way, server))

    try:
        check()
    finally:
        server.everything = None


async def outcome_of(provider: str, way: str, server: ModelServer) -> None:
    url = f"{server.url}/v1" if provider == "api" else server.url
    names = {"llm_model_name": "stub-1", "embedding_model_name": "stub-1"}
    wanted = ModelSettings(provider=provider, base_url=url, retries=0, timeout_s=20, **names)  # type: ignore[arg-type]
    registry = ModelProviderRegistry(wanted)
    llm: Any = registry.llm("referee")
    try:
        match way:
            case "form":
                found, usage = await llm.generate_structured("You name colours.", "Which?", Colour)
                assert isinstance(found, Colour)
            case "text":
                found, usage = await llm.generate("s", "p")
                assert found and found.encode()
            case "stream":
                found, usage = await llm.stream("s", "p", lambda text: text.encode() and None)
                assert found and found.encode()
            case "call":
                _, usage = await llm.call("s", "p", Colour, [])
            case "embed":
                [vector] = await registry.embeddings().embed(["a"])
                assert all(isinstance(number, float) for number in vector)
                return
            case _:
                checks = await check_models(wanted, registry, {"referee": 6000})
                assert all(check.detail.encode() for check in checks)
                return
    except ModelFailed as error:
        assert error.kind in get_args(FailureKind)
        assert f"{error} {error.detail}".encode()
        return
    counts = Usage.model_validate_json(usage.model_dump_json())
    assert min(counts.prompt_tokens, counts.completion_tokens) >= 0
