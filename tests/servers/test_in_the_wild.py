"""Servers as they are: each kind of fault, in forms, texts, streams and in `doctor`, over real HTTP.

A kind is a function of what was asked and of what a good server would say.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, SecretStr

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.client import ModelClient
from echoes.models.health_checks import check_models
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import EndpointSettings, ModelSettings
from echoes.testing import Asked, ModelServer, Say, serving

KEY = "sk-test-0123456789abcdef"
TEXT = "A lamp. It burns."
WAYS = ("form", "text", "stream", "doctor")
BOTH = ("api", "ollama")
Kind = Callable[[Asked, Say, int], Say]


class Weather(BaseModel):
    weather: Literal["rain", "sun"]
    confidence: float = 1.0


RAIN = json.dumps({"weather": "rain", "signs": ["clouds"], "confidence": 1})
SUN = json.dumps({"weather": "sun", "signs": [], "confidence": 1})


def good(asked: Asked) -> Say:
    """What a good server says: the form where one is wanted, else two sentences."""
    wants_form = "JSON object" in str(asked.body["messages"])
    if asked.mode == "function_calling":
        return Say(arguments=RAIN)
    return Say(RAIN if wants_form else TEXT)


def refusing(words: Any, when: Callable[[Asked], bool], status: int = 400) -> Kind:
    raw = json.dumps(words if isinstance(words, dict) else {"error": {"message": words}}).encode()
    return lambda asked, said, number: Say(raw=raw, status=status) if when(asked) else said


def sends(*names: str) -> Callable[[Asked], bool]:
    return lambda asked: any(name in asked.body or name in asked.body.get("options", {}) for name in names)


def has_system(asked: Asked) -> bool:
    return any(message["role"] == "system" for message in asked.body["messages"])


def is_streamed(asked: Asked) -> bool:
    return bool(asked.body.get("stream"))


def with_text(change: Callable[[str], str], form_too: bool = True) -> Kind:
    def kind(asked: Asked, said: Say, number: int) -> Say:
        said.text = change(said.text)
        return said

    return kind


def with_fields(**fields: Any) -> Kind:
    def kind(asked: Asked, said: Say, number: int) -> Say:
        for name, value in fields.items():
            setattr(said, name, value)
        return said

    return kind


def first(fault: Callable[[Asked], Say]) -> Kind:
    return lambda asked, said, number: fault(asked) if number == 0 else said


def raw(body: Any, status: int = 200) -> Callable[[Asked], Say]:
    return lambda asked: Say(raw=json.dumps(body).encode(), status=status)


def in_parts(asked: Asked, said: Say, number: int) -> Say:
    said.content = [
        {"type": "thinking", "thinking": [{"type": "text", "text": SUN}]},
        {"type": "text", "text": said.text},
    ]
    return said


def usages(*counts: Any) -> dict[str, Any]:
    prompt, completion, total = counts
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": total,
        "prompt_eval_count": prompt,
        "eval_count": completion,
    }


def thinking_marks(*marks: tuple[str, str]) -> dict[str, tuple[tuple[str, ...], Kind]]:
    return {
        f"thinking in {before[:16]}": (
            BOTH,
            with_text(lambda text, before=before, after=after: f"{before}maybe {SUN} or so{after}{text}"),
        )
        for before, after in marks
    }


MENDED: dict[str, tuple[tuple[str, ...], Kind]] = {
    "counts that are none": (BOTH, with_fields(usage=usages("n/a", 2.5, -1))),
    "counts of other types": (BOTH, with_fields(usage=usages([1], {"a": 1}, None))),
    "huge counts": (BOTH, with_fields(usage=usages(10**40, True, 1e300))),
    "no object of counts": (("api",), with_fields(usage="many")),
    "no system role": (BOTH, refusing("System role not supported", has_system)),
    "no system role, by 500": (BOTH, refusing("Jinja: System role not supported", has_system, 500)),
    "roles that alternate": (BOTH, refusing("Conversation roles must alternate user/assistant/...", has_system)),
    "no developer instruction": (
        BOTH,
        refusing([{"error": {"message": "Developer instruction is not enabled"}}], has_system),
    ),
    "no temperature": (
        BOTH,
        refusing("Unsupported value: 'temperature' does not support 0.0. Only 1 is supported", sends("temperature")),
    ),
    "no stream_options": (
        ("api",),
        refusing(
            {"message": {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]}},
            sends("stream_options"),
            422,
        ),
    ),
    "another name of the bound": (
        ("api",),
        refusing("'max_tokens' is not supported; use 'max_completion_tokens' instead.", sends("max_tokens")),
    ),
    "no bound by any name": (
        ("api",),
        lambda asked, said, number: Say(f"Unknown parameter: {found[0]}", status=400)
        if (found := [name for name in ("max_tokens", "max_completion_tokens") if name in asked.body])
        else said,
    ),
    "no num_ctx": (("ollama",), refusing({"error": "invalid option provided: num_ctx"}, sends("num_ctx"))),
    "no response_format": (("api",), refusing("response_format is not supported", sends("response_format"))),
    "no seed of one's own": (BOTH, refusing("unknown parameter `seed`", sends("seed"))),
    "only streams": (
        ("api",),
        refusing("This model only support stream mode, please enable the stream parameter", lambda a: not is_streamed(a)),
    ),
    "only streams, by thinking": (
        ("api",),
        refusing(
            "parameter.enable_thinking must be set to false for non-streaming calls", lambda a: not is_streamed(a)
        ),
    ),
    "never streams": (BOTH, refusing("Streaming is not supported", is_streamed)),
    "two faults at once": (
        BOTH,
        lambda asked, said, number: Say("System role not supported", status=400)
        if has_system(asked)
        else Say("temperature is not supported", status=400)
        if sends("temperature")(asked)
        else said,
    ),
    **thinking_marks(
        *(("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")),
        *(("[THINK]", "[/THINK]"), ("<|begin_of_thought|>", "<|end_of_thought|>"), ("◁think▷", "◁/think▷")),
        ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
        ("<|channel|>analysis", "<|channel|>final<|message|>"),
        ('<details type="reasoning" done="true">', "</details>"),
    ),
    "thinking in fields": (
        BOTH,
        with_fields(extra={"reasoning_content": SUN, "reasoning": SUN, "thinking": SUN}),
    ),
    "content in parts": (BOTH, in_parts),
    "an error that passes, in a 200": (
        BOTH,
        first(raw({"error": {"code": 429, "message": "Provider returned error"}, "choices": None})),
    ),
    "an error of a choice": (
        ("api",),
        first(raw({"choices": [{"error": {"code": 502, "message": "bad gateway"}, "message": {"content": ""}}]})),
    ),
    "choices that are null": (BOTH, first(raw({"choices": None, "message": None, "done": True}))),
    "no choices": (BOTH, first(raw({"choices": [], "done": True}))),
    "no content": (BOTH, first(lambda asked: Say(content=""))),
    "content that is null": (BOTH, first(raw({"choices": [{"message": {"content": None}}], "done": True}))),
    "a model that is loaded": (
        ("ollama",),
        first(raw({"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "load"})),
    ),
    "only thinking": (BOTH, first(lambda asked: Say(f"<think>{SUN}"))),
    "half a body": (BOTH, first(lambda asked: Say(raw=b'{"choices": [{"mess'))),
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(good) as server:
        yield server


def settings(provider: str, server: ModelServer, **changes: Any) -> ModelSettings:
    url = f"{server.url}/v1" if provider == "api" else server.url
    common = {"provider": provider, "base_url": url, "api_key": SecretStr(KEY), "llm_model_name": "stub-1"}
    return ModelSettings(**{**common, "timeout_s": 60, **changes})


def misbehaving(server: ModelServer, kind: Kind) -> None:
    server.answer = lambda asked: kind(asked, good(asked), len(server.asked) - 1)


async def heard_from(llm: Any) -> tuple[str, Usage]:
    """What a person hears, which is what the whole reply is."""
    heard: list[str] = []
    whole, usage = await llm.stream("You tell.", "What is there?", heard.append)
    assert "".join(heard).strip() == whole
    return whole, usage


async def asked_for(way: str, wanted: ModelSettings, folder: Path) -> Usage:
    """Ask in one way, and assert that the reply is right."""
    registry = ModelProviderRegistry(wanted, folder)
    llm: Any = registry.llm("referee")
    if way == "form":
        form, usage = await llm.generate_structured("You read.", "It rains.", Weather)
        assert form.weather == "rain"
    elif way == "text":
        text, usage = await llm.generate("You tell.", "What is there?")
        assert text == TEXT
    elif way == "stream":
        text, usage = await heard_from(llm)
        assert text == TEXT
    else:
        usage = Usage()
        checks = await check_models(wanted, registry)
        assert all(check.ok for check in checks), checks
        assert "wrong" not in checks[-1].detail
    return usage


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("provider", "kind"), [(one, name) for name, (providers, _) in MENDED.items() for one in providers]
)
async def test_a_server_of_this_kind_is_of_use(
    provider: str, kind: str, way: str, server: ModelServer, tmp_path: Path
):
    misbehaving(server, MENDED[kind][1])
    more: dict[str, Any] = {"max_output_tokens": 500} if "bound" in kind else {}
    if "seed" in kind:
        more["extra_body"] = {"options": {"seed": 1}} if provider == "ollama" else {"seed": 1}
    await asked_for(way, settings(provider, server, **more), tmp_path)


def all_of(*kinds: Kind) -> Kind:
    """The first fault that a request meets; else what all make of a good reply."""

    def kind(asked: Asked, said: Say, number: int) -> Say:
        for one in kinds:
            said = one(asked, said, number)
            if said.status != 200 or said.raw is not None:
                return said
        return said

    return kind


def named(name: str) -> Kind:
    return MENDED[name][1]


def with_comments(asked: Asked, said: Say, number: int) -> Say:
    """A stream with the comments by which OpenRouter keeps a connection open."""
    if not is_streamed(asked):
        return said
    lines = [{"choices": [{"delta": {"content": piece}}]} for piece in (said.text[:5], said.text[5:])]
    events = "".join(f": OPENROUTER PROCESSING\n\ndata: {json.dumps(line)}\n\n" for line in lines)
    return Say(raw=f"{events}data: [DONE]\n\n".encode(), kind="text/event-stream")


NO_SCHEMA = refusing(
    "body response_format type Input should be 'text' or 'json_object'",
    lambda asked: asked.mode == "json_schema",
    500,
)
NO_TOOLS = refusing(
    '"auto" tool choice requires --enable-auto-tool-choice', lambda asked: asked.mode == "function_calling"
)
KIMI = refusing("invalid temperature: only 1 is allowed for this model", sends("temperature"))
FAMILIES: dict[str, tuple[str, Kind]] = {
    "OpenAI": ("api", all_of(named("no temperature"), named("another name of the bound"))),
    "Ollama with Gemma 2": ("ollama", all_of(named("no system role"), named("a model that is loaded"))),
    "llama.cpp": ("api", NO_SCHEMA),
    "vLLM": ("api", all_of(named("roles that alternate"), NO_SCHEMA, NO_TOOLS, named("thinking in fields"))),
    "LM Studio with gpt-oss": (
        "api",
        all_of(named("thinking in <|channel|>analy"), named("thinking in fields")),
    ),
    "OpenRouter": ("api", all_of(named("an error that passes, in a 200"), with_comments)),
    "Mistral": ("api", all_of(named("no stream_options"), in_parts)),
    "Magistral": ("api", all_of(named("no stream_options"), named("thinking in [THINK]"))),
    "Qwen on DashScope": ("api", all_of(named("only streams, by thinking"), named("thinking in fields"))),
    "Kimi": ("api", KIMI),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("family", FAMILIES)
async def test_a_family_of_servers_is_of_use(family: str, way: str, server: ModelServer, tmp_path: Path):
    provider, kind = FAMILIES[family]
    misbehaving(server, kind)
    await asked_for(way, settings(provider, server, max_output_tokens=500), tmp_path)


SHAPES = [
    name for name in MENDED if name.startswith(("no ", "another", "only streams", "never", "two", "roles"))
]
SHAPES = [name for name in SHAPES if name not in ("no choices", "no content", "no object of counts")]


@pytest.mark.parametrize("way", ["form", "stream"])
@pytest.mark.parametrize("kind", SHAPES)
async def test_what_was_found_out_is_kept_for_the_endpoint(
    kind: str, way: str, server: ModelServer, tmp_path: Path
):
    provider = MENDED[kind][0][0]
    misbehaving(server, MENDED[kind][1])
    more: dict[str, Any] = {"max_output_tokens": 500} if "bound" in kind else {}
    wanted = settings(provider, server, **more)
    await asked_for(way, wanted, tmp_path)
    found_out = len(server.asked)
    await asked_for(way, wanted, tmp_path)
    assert len(server.asked) == found_out + 1


async def test_instructions_stand_before_the_players_words_where_there_is_no_system_role(
    server: ModelServer, tmp_path: Path
):
    misbehaving(server, MENDED["no system role"][1])
    await asked_for("text", settings("api", server), tmp_path)
    assert server.asked[-1].body["messages"] == [{"role": "user", "content": "You tell.\n\nWhat is there?"}]


async def test_what_was_found_out_is_told_by_the_doctor(server: ModelServer, tmp_path: Path):
    misbehaving(server, MENDED["two faults at once"][1])
    wanted = settings("api", server)
    checks = await check_models(wanted, ModelProviderRegistry(wanted, tmp_path))
    assert "takes no system role; without temperature (found on 2" in checks[-1].detail


async def test_a_shape_that_is_refused_later_is_looked_at_again(server: ModelServer, tmp_path: Path):
    misbehaving(server, MENDED["no system role"][1])
    wanted = settings("api", server)
    registry = ModelProviderRegistry(wanted, tmp_path)
    llm: Any = registry.llm("referee")
    await llm.generate("s", "p")
    misbehaving(server, refusing("no", lambda asked: not has_system(asked)))
    assert (await llm.generate("s", "p"))[0] == TEXT
    assert llm.shape == ""


async def test_one_bad_first_reply_leaves_no_weaker_mode(server: ModelServer, tmp_path: Path):
    for number, bad in enumerate((Say("I think it rains."), Say(raw=b'{"choices": null}'), Say(raw=b"{}"))):
        misbehaving(server, first(lambda asked, bad=bad: bad))
        server.asked.clear()
        registry = ModelProviderRegistry(settings("api", server, retries=0), tmp_path / str(number))
        llm = registry.llm("referee")
        assert isinstance(llm, ModelClient)
        await llm.generate_structured("You read.", "It rains.", Weather)
        assert llm.mode == "json_schema"


PYTHON = ("None", "KeyError", "TypeError", "NoneType", "Traceback", "object")


@pytest.mark.parametrize(
    "body", [{}, {"choices": None}, {"choices": [None]}, {"choices": [{"message": 3}]}, []]
)
async def test_no_word_of_python_goes_into_a_prompt(body: Any, server: ModelServer, tmp_path: Path):
    server.answer = raw(body)
    llm: Any = ModelProviderRegistry(settings("api", server, retries=0), tmp_path).llm("referee")
    with pytest.raises(ModelFailed):
        await llm.generate_structured("You read.", "It rains.", Weather)
    asked = {message["content"] for one in server.asked for message in one.body["messages"][1:]}
    assert not [word for word in PYTHON for text in asked if word in text]


async def test_a_running_total_counts_once(server: ModelServer, tmp_path: Path):
    lines = [
        {
            "choices": [{"delta": {"content": f"{n} "}}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": n},
        }
        for n in range(1, 15)
    ]
    stream = b"".join(b"data: " + json.dumps(line).encode() + b"\n\n" for line in lines) + b"data: [DONE]\n\n"
    server.answer = lambda asked: Say(raw=stream, kind="text/event-stream")
    llm: Any = ModelProviderRegistry(settings("api", server), tmp_path).llm("referee")
    _, usage = await heard_from(llm)
    assert (usage.model_calls, usage.prompt_tokens, usage.completion_tokens) == (1, 1000, 14)


@pytest.mark.parametrize("provider", BOTH)
@pytest.mark.parametrize("way", ["form", "text", "stream"])
async def test_tokens_that_are_not_reported_are_estimated(
    provider: str, way: str, server: ModelServer, tmp_path: Path
):
    misbehaving(server, MENDED["counts that are none"][1])
    usage = await asked_for(way, settings(provider, server), tmp_path)
    assert usage.prompt_tokens == sum(len(one["content"]) for one in server.asked[-1].body["messages"]) // 4
    assert usage.completion_tokens == len(RAIN if way == "form" else TEXT) // 4


@pytest.mark.parametrize("provider", BOTH)
@pytest.mark.parametrize(("ending", "kind"), [("length", "cut"), ("content_filter", "filtered")])
@pytest.mark.parametrize(("words", "said"), [("A lamp. It burns and", "A lamp."), ("It burns and", "")])
@pytest.mark.parametrize("way", ["text", "stream"])
async def test_a_text_that_was_cut_keeps_its_whole_sentences(
    provider: str,
    ending: str,
    kind: str,
    words: str,
    said: str,
    way: str,
    server: ModelServer,
    tmp_path: Path,
):
    server.answer = lambda asked: Say(words, ending=ending)
    llm: Any = ModelProviderRegistry(settings(provider, server), tmp_path).llm("narrator")
    with pytest.raises(ModelFailed) as failed:
        await (llm.generate("s", "p") if way == "text" else llm.stream("s", "p", lambda text: None))
    assert (failed.value.kind, failed.value.said, len(server.asked)) == (kind, said, 1)
    assert failed.value.spent and failed.value.spent.model_calls == 1


def error(words: Any, status: int = 400, **more: Any) -> Callable[[Asked], Say]:
    return raw({"error": {"message": words, **more}}, status)


PAGE = Say(raw=b"<!doctype html><html><body>Welcome</body></html>", kind="text/html")
TOLD: dict[str, tuple[Callable[[Asked], Say], str, str]] = {
    "filter": (error("The response was filtered", code="content_filter"), "content filter", "other words"),
    "filter of DashScope": (error("Input data may contain inappropriate content.", code="data_inspection_failed"), "content filter", "other words"),
    "page": (lambda asked: PAGE, "no model API", "models.base_url"),
    "no page": (raw({"detail": "Not Found"}, 404), "no model API", "/v1"),
    "key": (error("Incorrect API key provided", 401), "refuses the key", "ECHOES__MODELS__API_KEY"),
    "no money": (error("You exceeded your current quota", 429, code="insufficient_quota"), "no credit", "Add credit"),
    "no money, 402": (error("Insufficient Balance", 402), "no credit", "Add credit"),
    "no money, in a 200": (error("Insufficient credits", 200, code=402), "no credit", "Add credit"),
    "model": (error("The model `stub-1` does not exist", 404), "does not have this model", "llm_model_name"),
    "model, 400": (error("model_not_found", 400), "does not have this model", "llm_model_name"),
    "context": (error("This model's maximum context length is 4096 tokens"), "longer than the model's context", "context_tokens"),
    "busy": (error("slow down", 429), "busy", "requests_per_minute"),
    "server": (error("oops", 500), "server failed", "log"),
    "moved": (raw({}, 307), "not the server's address", "models.base_url"),
    "parameter": (error("logit_bias: value is out of range"), "refuses the request", "extra_body"),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("provider", BOTH)
@pytest.mark.parametrize("cause", TOLD)
async def test_each_cause_has_its_own_line_and_remedy(
    provider: str, cause: str, way: str, server: ModelServer, tmp_path: Path
):
    answer, line, remedy = TOLD[cause]
    server.answer = answer
    wanted = settings(provider, server, retries=0)
    if way == "doctor":
        told = (await check_models(wanted, ModelProviderRegistry(wanted, tmp_path)))[-1].detail
    else:
        with pytest.raises(ModelFailed) as failed:
            await asked_for(way, wanted, tmp_path)
        told = str(failed.value)
    assert line in told and remedy in told
    assert KEY not in told and "\n" not in told


async def test_what_is_missing_from_the_body_can_be_added_by_role(server: ModelServer, tmp_path: Path):
    narrator = EndpointSettings(extra_body={"reasoning_effort": "low", "temperature": None})
    wanted = settings("api", server, extra_body={"enable_thinking": False}, roles={"narrator": narrator})
    registry = ModelProviderRegistry(wanted, tmp_path)
    for role in ("referee", "narrator"):
        await registry.llm(role).generate("s", "p")  # type: ignore[union-attr]
    own, other = (one.body for one in server.asked)
    assert own["enable_thinking"] is False and own["temperature"] == 0
    assert other["reasoning_effort"] == "low" and not {"enable_thinking", "temperature"} & {*other}


async def test_ollama_gets_a_body_of_ones_own_and_a_context_that_holds_the_prompt(
    server: ModelServer, tmp_path: Path
):
    wanted = settings("ollama", server, extra_body={"think": False, "options": {"top_k": 1}})
    llm: Any = ModelProviderRegistry(wanted, tmp_path).llm("referee")
    await llm.generate("s", "long " * 9_000)
    body = server.asked[0].body
    assert body["think"] is False and body["options"]["top_k"] == 1
    assert body["options"]["num_ctx"] == 32_768


@pytest.mark.parametrize("way", ["form", "text", "stream"])
async def test_a_prompt_that_ollama_cut_in_silence_is_too_long(way: str, server: ModelServer, tmp_path: Path):
    misbehaving(server, with_fields(usage={"prompt_eval_count": 4096, "eval_count": 5}))
    llm: Any = ModelProviderRegistry(settings("ollama", server), tmp_path).llm("referee")
    long = "What is there, in this long and winding story? " * 1000
    with pytest.raises(ModelFailed) as failed:
        if way == "form":
            await llm.generate_structured("You read.", long, Weather)
        elif way == "text":
            await llm.generate("You tell.", long)
        else:
            await llm.stream("You tell.", long, lambda text: None)
    assert (failed.value.kind, len(server.asked)) == ("cut" if way == "stream" else "too_long", 1)


@pytest.mark.parametrize(
    ("provider", "path", "page"),
    [
        ("ollama", "/api/show", {"model_info": {"qwen3.context_length": 4096}}),
        ("api", "/v1/models", {"data": [{"id": "stub-1", "max_model_len": 4096}]}),
        ("api", "/v1/models", {"data": [{"id": "stub-1", "context_length": 4096}]}),
        ("api", "/props", {"default_generation_settings": {"n_ctx": 4096}}),
    ],
)
async def test_the_doctor_compares_the_context_with_what_roles_are_shown(
    provider: str, path: str, page: Any, server: ModelServer, tmp_path: Path
):
    server.pages[path] = page
    wanted = settings(provider, server)
    registry = ModelProviderRegistry(wanted, tmp_path)
    *_, enough = await check_models(wanted, registry, {"referee": 4000})
    *_, short = await check_models(wanted, registry, {"referee": 6000, "master": 32_000})
    assert enough.ok and "4,096" in enough.detail
    assert not short.ok and "referee 6,000" in short.detail and "master 32,000" in short.detail


@pytest.mark.parametrize("provider", BOTH)
async def test_loopback_goes_through_no_proxy(
    provider: str, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for way in WAYS:
        await asked_for(way, settings(provider, server), tmp_path)


async def test_a_proxy_that_does_not_reach_the_server_is_named(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    wanted = settings("api", server, base_url="http://models.invalid/v1", retries=0)
    with pytest.raises(ModelFailed, match="NO_PROXY"):
        await asked_for("text", wanted, tmp_path)


async def test_azure_is_asked_by_deployment_version_and_key(server: ModelServer, tmp_path: Path):
    wanted = settings("api", server, base_url=server.url, api_version="2024-10-21", embedding_model_name="e")
    for way in ("form", "text", "stream"):
        await asked_for(way, wanted, tmp_path)
    for asked in server.asked:
        assert asked.path == "/openai/deployments/stub-1/chat/completions?api-version=2024-10-21"
        assert asked.headers["api-key"] == KEY and "authorization" not in asked.headers
    assert len(await ModelProviderRegistry(wanted).embeddings().embed(["a"])) == 1


@pytest.mark.parametrize("url", ["{}/v1/", "{}/v1/chat/completions", "{}/v1?team=7"])
async def test_an_address_may_be_written_in_several_ways(url: str, server: ModelServer, tmp_path: Path):
    await asked_for("text", settings("api", server, base_url=url.format(server.url)), tmp_path)
    assert server.asked[0].path.startswith("/v1/chat/completions")


@pytest.mark.parametrize("url", ["{}/v1", "{}/api", "{}/"])
async def test_ollama_s_address_too(url: str, server: ModelServer, tmp_path: Path):
    await asked_for("text", settings("ollama", server, base_url=url.format(server.url)), tmp_path)


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("http://127.0.0.1:9/v1", "can't be reached"),
        ("127.0.0.1:9/v1", "not the server's address"),
        ("http://127.0.0.1:port/v1", "not the server's address"),
        ("ftp://127.0.0.1/v1", "not the server's address"),
        ("http://[::1/v1", "not the server's address"),
    ],
)
@pytest.mark.parametrize("provider", BOTH)
async def test_an_address_that_is_none_is_told_so(
    provider: str, url: str, line: str, server: ModelServer, tmp_path: Path
):
    wanted = settings(provider, server, base_url=url, retries=0)
    with pytest.raises(ModelFailed) as failed:
        await asked_for("text", wanted, tmp_path)
    assert line in str(failed.value)
    checks = await check_models(wanted, ModelProviderRegistry(wanted, tmp_path))
    assert all(line in check.detail for check in checks)
