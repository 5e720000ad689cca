"""Good replies in odd clothes, over real HTTP: forms in envelopes, bodies with a mark, and streams of all dialects."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from tests.servers.test_in_the_wild import RAIN, SUN, TEXT, asked_for, good, settings

from echoes.core.errors import ModelFailed
from echoes.models.health_checks import check_models
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.testing import ModelServer, Say, serving

FORM = json.loads(RAIN)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(good) as server:
        yield server


def body(message: dict[str, Any], /, **more: Any) -> bytes:
    """A whole reply of the provider `api`; further keys stand beside its choices."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    return json.dumps({"choices": [choice], **more}).encode()


def call(arguments: Any, content: Any = None) -> dict[str, Any]:
    return {"content": content, "tool_calls": [{"function": {"name": "reply", "arguments": arguments}}]}


TOLD = json.dumps({"name": "reply", "arguments": FORM})
FORMS: dict[str, dict[str, Any]] = {
    "under a name": {"content": json.dumps({"reply": FORM})},
    "under two names": {"content": json.dumps({"response": {"data": FORM}})},
    "a call as text": {"content": TOLD},
    "a call as text, in marks": {"content": f"<tool_call>\n{TOLD}\n</tool_call>"},
    "a call as text, read twice": {"content": json.dumps({"name": "reply", "parameters": RAIN})},
    "with the form's own frame": {"content": json.dumps({"type": "object", "properties": FORM})},
    "as a JSON text": {"content": json.dumps(RAIN)},
    "as an object": {"content": FORM},
    "in a list": {"content": json.dumps([FORM])},
    "a call written twice": call(json.dumps(RAIN)),
    "an empty call beside": call("", RAIN),
    "a call of nothing beside": call("{}", RAIN),
    "a call by its older name": {"content": None, "function_call": {"name": "reply", "arguments": RAIN}},
    "declared as thinking": {"content": None, "reasoning_content": RAIN},
}


@pytest.mark.parametrize("kind", FORMS)
async def test_a_form_is_read_in_whatever_it_stands(kind: str, server: ModelServer, tmp_path: Path):
    server.answer = lambda asked: Say(raw=body(FORMS[kind]))
    await asked_for("form", settings("api", server, retries=0), tmp_path)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "message",
    [
        {"content": json.dumps({"reply": FORM, "response": json.loads(SUN)})},
        {"content": json.dumps({"weather": "snow", "reply": FORM})},
        {"content": None, "reasoning_content": f"It may be {RAIN}"},
    ],
)
async def test_nothing_is_guessed_where_two_may_be_meant(
    message: dict[str, Any], server: ModelServer, tmp_path: Path
):
    server.answer = lambda asked: Say(raw=body(message))
    with pytest.raises(ModelFailed):
        await asked_for("form", settings("api", server, retries=0), tmp_path)


BESIDE: dict[str, dict[str, Any]] = {
    "a code of success": {"code": 200, "message": "success"},
    "an error of no code": {"error": {"code": 0, "message": "ok"}},
    "a message": {"message": "ok"},
    "a warning": {"errors": [{"message": "deprecated"}]},
}


@pytest.mark.parametrize("way", ["form", "text", "stream"])
@pytest.mark.parametrize("kind", BESIDE)
async def test_what_stands_beside_a_reply_makes_it_no_error(
    kind: str, way: str, server: ModelServer, tmp_path: Path
):
    content = {"content": RAIN if way == "form" else TEXT}
    server.answer = lambda asked: Say(raw=body(content, **BESIDE[kind]))
    await asked_for(way, settings("api", server, retries=0), tmp_path)


async def test_a_body_may_begin_with_the_mark_of_its_encoding(server: ModelServer, tmp_path: Path):
    server.answer = lambda asked: Say(raw=b"\xef\xbb\xbf" + body({"content": TEXT}))
    await asked_for("text", settings("api", server, retries=0), tmp_path)


@pytest.mark.parametrize(
    "reply", [{"data": {"choices": []}}, {"message": {"content": TEXT}}, {"choices": []}]
)
async def test_a_reply_without_a_message_is_told_so(reply: Any, server: ModelServer, tmp_path: Path):
    server.answer = lambda asked: Say(raw=json.dumps(reply).encode())
    with pytest.raises(ModelFailed, match=r"holds no message.*models\.provider"):
        await asked_for("text", settings("api", server, retries=0), tmp_path)


def delta(text: str, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text} if text else {}, **more}]}


def event(data: Any) -> str:
    return f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n"


PIECES = [delta("A lamp. "), delta("It "), delta("burns.")]
STOP = delta("", finish_reason="stop")
STREAM = [*map(event, [*PIECES, STOP, "[DONE]"])]
SO_FAR = ("A lamp. ", "A lamp. It ", TEXT)
STREAMS: dict[str, str] = {
    "without [DONE]": "".join(STREAM[:-1]),
    "without a reason": "".join([*STREAM[:3], STREAM[-1]]),
    "[done], by itself": "".join(STREAM[:3]) + "[done]\n",
    "CRLF": "".join(STREAM).replace("\n", "\r\n"),
    "one line break": "".join(STREAM).replace("\n\n", "\n"),
    "no space": "".join(STREAM).replace("data: ", "data:"),
    "the mark of its encoding": "\ufeff" + "".join(STREAM),
    "comments": ": waiting\n\n".join(STREAM),
    "words that keep it open": "data: ping\n\n".join(STREAM),
    "nulls that keep it open": "data: null\n\n".join(STREAM),
    "events that keep it open": "event: ping\ndata: {}\n\n".join(STREAM),
    "names and numbers": "".join(f"event: message\nid: {n}\nretry: 9\n{one}" for n, one in enumerate(STREAM)),
    "data in several lines": "".join(
        f"data: {json.dumps(one, indent=1)}\n\n".replace("\n ", "\ndata: ").replace("\n}", "\ndata: }")
        for one in (*PIECES, STOP)
    ),
    "lines of JSON": "".join(json.dumps(one) + "\n" for one in (*PIECES, STOP)),
    "one whole reply": body({"content": TEXT}).decode(),
    "the whole at the end": "".join([*STREAM[:3], event(json.loads(body({"content": TEXT}))), STREAM[-1]]),
    "the whole so far in each": "".join(
        event({"choices": [{**piece["choices"][0], "message": {"content": whole}}]})
        for piece, whole in zip(PIECES, SO_FAR, strict=True)
    )
    + STREAM[-1],
    "only the whole so far": "".join(event({"choices": [{"message": {"content": one}}]}) for one in SO_FAR)
    + STREAM[-1],
}


@pytest.mark.parametrize("kind", STREAMS)
async def test_a_stream_is_heard_in_every_dialect(kind: str, server: ModelServer, tmp_path: Path):
    server.answer = lambda asked: Say(raw=STREAMS[kind].encode(), kind="text/event-stream")
    await asked_for("stream", settings("api", server, retries=0), tmp_path)


ERRORS = {
    "an object": ('data: {"message": "overloaded"}', "busy"),
    "an object without a message": ('data: {"detail": "overloaded"}', "busy"),
    "words": ("data: Too many requests", "busy"),
    "words that say error": ("data: internal server error, too many requests", "busy"),
    "a code": ('data: {"error": {"code": 402, "message": "no"}}', "unpaid"),
}


@pytest.mark.parametrize("begun", [0, 2])
@pytest.mark.parametrize("kind", ERRORS)
async def test_an_event_of_an_error_ends_a_stream(kind: str, begun: int, server: ModelServer, tmp_path: Path):
    data, failure = ERRORS[kind]
    lines = "".join(STREAM[:begun]) + f"event: error\n{data}\n\n" + "".join(STREAM[begun:])
    server.answer = lambda asked: Say(raw=lines.encode(), kind="text/event-stream")
    with pytest.raises(ModelFailed) as failed:
        await asked_for("stream", settings("api", server, retries=0), tmp_path)
    assert failed.value.kind == ("cut" if begun else failure)


@pytest.mark.parametrize("given", ["12", "date", "soon", "-5", ""])
async def test_a_pause_is_asked_for_in_seconds_or_by_a_date(given: str, server: ModelServer, tmp_path: Path):
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=900), usegmt=True)
    headers = {"Retry-After": until if given == "date" else given}
    server.answer = lambda asked: Say(raw=b'{"error": "slow down"}', status=429, headers=headers)
    llm: Any = ModelProviderRegistry(settings("api", server, retries=0), tmp_path).llm("referee")
    with pytest.raises(ModelFailed) as failed:
        await llm.generate("s", "p")
    least, most = {"12": (12, 12), "date": (1, 900)}.get(given, (0, 0))
    assert least <= failed.value.wait_s <= most


@pytest.mark.parametrize("provider", ["api", "ollama"])
async def test_the_doctor_hears_a_stream_too(provider: str, server: ModelServer, tmp_path: Path):
    wanted = settings(provider, server, retries=0)
    [*_, well] = await check_models(wanted, ModelProviderRegistry(wanted, tmp_path / "well"))
    assert well.ok and " and streams" in well.detail
    server.answer = lambda asked: Say(TEXT, unended=True) if asked.body.get("stream") else good(asked)
    [*_, broken] = await check_models(wanted, ModelProviderRegistry(wanted, tmp_path / "broken"))
    assert not broken.ok and "a streamed text fails" in broken.detail and "broke off" in broken.detail
