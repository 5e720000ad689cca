"""What every model provider must do, over a real server that behaves and misbehaves."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, SecretStr

from echoes.core.errors import BadSetting, ModelFailed
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.providers.base import ModelProvider
from echoes.models.settings import EndpointSettings, ModelSettings
from echoes.storage.sqlite.counters import SqliteCounters
from echoes.testing import Asked, ModelProviderContract, ModelServer, Say, serving

KEY = "sk-test-0123456789abcdef"


class Colour(BaseModel):
    colour: Literal["red", "blue"]
    sure: float = 1.0


RED = json.dumps({"colour": "red", "sure": 0.5})


@pytest.fixture(params=["api", "ollama"])
def provider(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(lambda asked: RED) as server:
        yield server


def settings(provider: str, server: ModelServer, **changes: Any) -> ModelSettings:
    url = f"{server.url}/v1" if provider == "api" else server.url
    return ModelSettings(
        provider=provider,
        base_url=url,
        api_key=SecretStr(KEY),
        llm_model_name="stub-1",
        timeout_s=300,
        **changes,
    )


def client(provider: str, server: ModelServer, folder: Path | None = None, **changes: Any) -> Any:
    counters = SqliteCounters(folder / "counters") if folder else None
    return ModelProviderRegistry(settings(provider, server, **changes), folder, counters=counters).llm(
        "referee"
    )


async def colour(llm: Any, prompt: str = "Which?") -> tuple[Colour, Any]:
    return await llm.generate_structured("You name colours.", prompt, Colour)


class TestProviders(ModelProviderContract):
    """Both, each over a server of its own."""

    @pytest.fixture(autouse=True)
    def served(self, provider: str, server: ModelServer) -> None:
        self.name, self.server = provider, server
        server.pages["/api/show"] = {"model_info": {"x.context_length": 4096}}

    def replying(self, reply: str) -> ModelProvider:
        self.server.answer = lambda asked: reply
        found = settings(self.name, self.server, embedding_model_name="e")
        return ModelProviderRegistry(found).provider()

    def failing(self) -> ModelProvider:
        self.server.answer = lambda asked: Say(status=503)
        return ModelProviderRegistry(settings(self.name, self.server)).provider()


async def test_a_closed_form_costs_one_call(provider: str, server: ModelServer):
    form, usage = await colour(client(provider, server))
    assert (form.colour, form.sure) == ("red", 0.5)
    assert (usage.model_calls, usage.completion_tokens, len(server.asked)) == (1, 7, 1)
    assert usage.prompt_tokens > 0
    assert usage.elapsed_ms > 0


async def test_words_come_without_thinking(provider: str, server: ModelServer):
    server.answer = lambda asked: "<think>The secret is out.</think>\nGood evening."
    words, _ = await client(provider, server).generate("s", "p")
    assert words == "Good evening."


async def test_words_come_piece_by_piece(provider: str, server: ModelServer):
    server.answer = lambda asked: "one two three"
    pieces: list[str] = []
    whole, usage = await client(provider, server).stream("s", "p", pieces.append)
    assert ("".join(pieces), whole, len(pieces)) == ("one two three", "one two three", 3)
    assert (usage.model_calls, usage.completion_tokens) == (1, 7)


async def test_nobody_reads_what_a_model_thinks(provider: str, server: ModelServer):
    server.answer = lambda asked: "<think>the secret is out</think>Good evening."
    pieces: list[str] = []
    whole, _ = await client(provider, server).stream("s", "p", pieces.append)
    assert "".join(pieces).strip() == whole == "Good evening."


@pytest.mark.parametrize("end", ["cut", "unended"])
async def test_a_reply_that_broke_off_is_not_begun_again(provider: str, server: ModelServer, end: str):
    """Whether the connection breaks, or is closed in order before the server has said that it was all."""
    server.answer = lambda asked: Say("word " * 200, cut=end == "cut", unended=end == "unended")
    pieces: list[str] = []
    with pytest.raises(ModelFailed) as failed:
        await client(provider, server, retries=2).stream("s", "p", pieces.append)
    assert (failed.value.kind, len(server.asked)) == ("cut", 1)
    assert pieces


async def test_a_stream_that_ends_by_its_protocol_is_whole_though_no_reason_is_given(
    provider: str, server: ModelServer
):
    server.answer = lambda asked: Say("one two three", unexplained=True)
    whole, usage = await client(provider, server).stream("s", "p", lambda piece: None)
    assert (whole, usage.completion_tokens, len(server.asked)) == ("one two three", 7, 1)


async def test_a_stream_of_openai_with_neither_reason_nor_count_ends_with_its_last_line(server: ModelServer):
    server.answer = lambda asked: Say("one two three", unexplained=True, uncounted=True)
    whole, usage = await client("api", server).stream("s", "p", lambda piece: None)
    assert (whole, usage.completion_tokens) == ("one two three", 3), (
        "4 characters a token, where none are counted"
    )


async def test_what_the_prompt_says_stands_in_the_last_message(provider: str, server: ModelServer):
    await colour(client(provider, server), "the player's words")
    assert server.asked[0].last == "the player's words"
    assert server.asked[0].system.startswith("You name colours.")


@pytest.mark.parametrize("works", ["function_calling", "json_object", "json", "plain"])
async def test_the_mode_that_works_is_found_out_once_and_remembered(
    provider: str, server: ModelServer, works: str, tmp_path: Path
):
    def answer(asked: Asked) -> Say | str:
        if asked.mode != works and not (provider == "ollama" and works == "json_object"):
            return Say("json_schema is not supported", status=500)
        return Say(arguments=RED) if asked.mode == "function_calling" else RED

    server.answer = answer
    llm = client(provider, server, tmp_path, retries=0)
    await colour(llm)
    tried = len(server.asked)
    await colour(llm)
    await colour(client(provider, server, tmp_path))
    assert len(server.asked) == tried + 2


async def test_a_mode_that_stops_working_is_found_out_anew(server: ModelServer):
    llm = client("api", server)
    await colour(llm)
    server.answer = lambda asked: (
        Say("no schema", status=400) if asked.mode == "json_schema" else Say(arguments=RED)
    )
    form, _ = await colour(llm)
    assert form.colour == "red"


@pytest.mark.parametrize(
    "text",
    [
        RED,
        f"```json\n{RED}\n```",
        f"Sure! Here it is: {RED} I hope that helps.",
        f'<think>maybe {{"colour": "blue"}}</think>{RED}',
        f'I think {{"colour": "blue"}} is wrong.</think>{RED}',
        '{"Colour": "red", "SURE": 0.5, "why": "because"}',
        f"{RED}\n{RED}",
    ],
)
async def test_what_can_be_read_by_exact_rules(provider: str, server: ModelServer, text: str):
    server.answer = lambda asked: text
    form, usage = await colour(client(provider, server, structured="plain"))
    assert (form.colour, usage.model_calls) == ("red", 1)


@pytest.mark.parametrize(
    "text",
    [
        "red",
        "[]",
        "{",
        '{"colour": "green"}',
        '{"colour": "red"} {"colour": "blue"}',
        "{" * 5000,
        "null",
        '"red"',
    ],
)
async def test_what_can_t_be_read_is_asked_for_once_more_with_the_reason(
    provider: str, server: ModelServer, text: str
):
    server.answer = lambda asked: text
    with pytest.raises(ModelFailed) as failed:
        await colour(client(provider, server, structured="plain"))
    assert failed.value.kind == "unreadable"
    assert failed.value.spent
    assert failed.value.spent.model_calls == len(server.asked) == 2
    assert "could not be read" in server.asked[1].last
    assert server.asked[1].last.endswith("Which?")


async def test_a_model_that_reads_badly_once_is_read_the_second_time(provider: str, server: ModelServer):
    server.answer = lambda asked: RED if "could not be read" in asked.last else "Red, I guess."
    form, usage = await colour(client(provider, server, structured="plain"))
    assert (form.colour, usage.model_calls) == ("red", 2)


async def test_a_passing_failure_is_tried_again(provider: str, server: ModelServer):
    faults = [Say(status=429, headers={"retry-after": "0"}), Say(status=503)]
    server.answer = lambda asked: faults.pop() if faults else RED
    form, _ = await colour(client(provider, server, structured="plain"))
    assert (form.colour, len(server.asked)) == ("red", 3)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Say(status=401), "denied"),
        (Say(status=404), "missing"),
        (Say(status=429), "busy"),
        (Say(status=500), "broken"),
        (Say(status=400), "refused"),
        (Say(RED, cut=True), "*"),
        (Say(raw=b""), "*"),
        (Say(raw=b"<html>Bad gateway</html>"), "*"),
        (Say(raw=b'{"choices": []}'), "*"),
        (Say(RED, wait_s=30), "timeout"),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_a_failure_is_named_and_holds_no_key(provider: str, server: ModelServer, fault: Say, kind: str):
    fault.text = fault.text or f"the key {KEY} is not good"
    server.answer = lambda asked: fault
    found = settings(provider, server, structured="plain", retries=0)
    if fault.wait_s:
        found = found.model_copy(update={"timeout_s": 0.5})
    llm = ModelProviderRegistry(found).llm("referee")
    with pytest.raises(ModelFailed) as failed:
        await colour(llm)
    assert kind in ("*", failed.value.kind), failed.value
    assert KEY not in str(failed.value)
    assert "\n" not in str(failed.value)


async def test_an_endpoint_that_is_not_there_is_named_and_then_left_alone(provider: str, server: ModelServer):
    found = settings(provider, server, structured="plain", retries=0, breaker_after=2, breaker_rest_s=3600)
    server.stop()
    llm: Any = ModelProviderRegistry(found).llm("referee")
    said: list[str] = []
    for _ in range(3):
        with pytest.raises(ModelFailed) as failed:
            await colour(llm)
        assert failed.value.kind == "unreachable"
        said.append(str(failed.value))
    assert "left alone" in said[2]
    assert "left alone" not in said[1]


async def test_many_at_once_find_the_mode_out_once(provider: str, server: ModelServer):
    llm = client(provider, server)
    forms = await asyncio.gather(*(colour(llm) for _ in range(20)))
    assert [form.colour for form, _ in forms] == ["red"] * 20
    assert {asked.mode for asked in server.asked} == {"json_schema"}


async def test_the_key_goes_to_the_server_and_nowhere_else(server: ModelServer, tmp_path: Path):
    found = settings("api", server, record=str(tmp_path / "tape.jsonl"))
    registry = ModelProviderRegistry(found, tmp_path)
    await colour(registry.llm("referee"))
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert all(KEY not in path.read_text("utf-8") for path in tmp_path.iterdir())
    assert KEY not in repr(found) + found.model_dump_json()


async def test_a_role_with_its_own_server_takes_no_key_along(server: ModelServer):
    with serving(lambda asked: RED) as other:
        own = EndpointSettings(base_url=f"{other.url}/v1", llm_model_name="stub-2")
        registry = ModelProviderRegistry(settings("api", server, roles={"player": own}))
        await colour(registry.llm("player"))
        await colour(registry.llm("referee"))
    assert [a.body["model"] for a in server.asked + other.asked] == ["stub-1", "stub-2"]
    assert KEY not in other.asked[0].headers["authorization"]


async def test_a_recording_is_played_back_without_a_server(
    provider: str, server: ModelServer, tmp_path: Path
):
    tape = str(tmp_path / "tape.jsonl")
    await colour(client(provider, server, structured="plain", record=tape))
    server.stop()
    again = client(provider, server, structured="plain", replay=tape)
    form, usage = await colour(again)
    assert (form.colour, usage.model_calls) == ("red", 1)
    with pytest.raises(ModelFailed, match="holds no reply"):
        await colour(again, "Something else?")


async def test_the_day_has_its_budget(provider: str, server: ModelServer, tmp_path: Path):
    llm = client(provider, server, tmp_path, tokens_per_day=8)
    await colour(llm)
    with pytest.raises(ModelFailed) as failed:
        await colour(client(provider, server, tmp_path, tokens_per_day=8))
    assert failed.value.kind == "budget"
    assert len(server.asked) == 1


async def test_embeddings_stay_embedded_until_a_model_is_named(provider: str, server: ModelServer):
    assert ModelProviderRegistry(settings(provider, server)).embeddings().id == "minilm-l6-ngrams-3"
    served = ModelProviderRegistry(settings(provider, server, embedding_model_name="e")).embeddings()
    [one, other] = await served.embed(["a text", ""])
    assert (served.id, served.dimension, len(one), len(other)) == ("e", 3, 3, 3)
    assert abs(sum(value * value for value in one) - 1) < 1e-6


async def test_the_models_of_a_server_are_listed(provider: str, server: ModelServer):
    assert await ModelProviderRegistry(settings(provider, server)).provider().models() == ["stub-1", "stub-2"]


def test_a_provider_without_a_model_is_refused(provider: str):
    with pytest.raises(BadSetting, match="no model is named"):
        ModelProviderRegistry(ModelSettings(provider=provider))


CUT_REPLY = json.dumps(
    {
        "id": "r",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": '{"col'}, "finish_reason": "length"}
        ],
        "usage": {"prompt_tokens": 30, "completion_tokens": 50, "total_tokens": 80},
    }
).encode()
TOO_LONG = Say("Requested tokens (5000) exceed context window of 4096", status=400)


async def test_a_question_that_is_too_long_is_said_to_be_so_and_spoils_nothing(
    provider: str, server: ModelServer, tmp_path: Path
):
    server.answer = lambda asked: TOO_LONG if "long" in asked.last else RED
    llm = client(provider, server, tmp_path, retries=0)
    with pytest.raises(ModelFailed) as failed:
        await colour(llm, "a long one")
    assert (failed.value.kind, len(server.asked)) == ("too_long", 1)
    form, _ = await colour(llm)
    assert form.colour == "red"
    assert llm.mode == "json_schema"


async def test_a_search_that_a_too_long_question_ended_is_taken_up_by_the_next(
    provider: str, server: ModelServer, tmp_path: Path
):
    """The first mode was taken once and answers 500 from then on, as llama.cpp's server does; the second works."""

    def answer(asked: Asked) -> Say | str:
        too_long = "long" in asked.last
        if asked.mode == "json_schema":
            return "Red, I guess." if too_long else Say("json_schema is not supported", status=500)
        return TOO_LONG if too_long else Say(arguments=RED)

    server.answer = answer
    llm = client(provider, server, tmp_path, retries=0)
    with pytest.raises(ModelFailed) as failed:
        await colour(llm, "a long one")
    assert (failed.value.kind, llm.mode) == ("too_long", None)
    assert failed.value.spent and failed.value.spent.model_calls == 2, "a bad reply is asked for once more"
    form, _ = await colour(llm)
    assert (form.colour, llm.mode) == ("red", "function_calling")


async def test_a_new_server_that_fails_is_told_after_three_calls(provider: str, server: ModelServer):
    server.answer = lambda asked: Say("oops", status=500)
    with pytest.raises(ModelFailed, match="the server failed"):
        await colour(client(provider, server))
    assert len(server.asked) == 3


async def test_where_every_mode_is_refused_none_is_remembered(
    provider: str, server: ModelServer, tmp_path: Path
):
    server.answer = lambda asked: Say("no", status=400)
    with pytest.raises(ModelFailed):
        await colour(client(provider, server, tmp_path, retries=0))
    tried = len(server.asked)
    llm = client(provider, server, tmp_path, retries=0)
    server.answer = lambda asked: RED
    await colour(llm)
    assert (llm.mode, len(server.asked)) == ("json_schema", tried + 1)


async def test_a_server_that_refuses_everything_is_not_asked_in_every_mode_each_time(
    provider: str, server: ModelServer
):
    server.answer = lambda asked: Say("no", status=400)
    llm = client(provider, server, retries=0)
    for _ in range(2):
        with pytest.raises(ModelFailed):
            await colour(llm)
    modes = [asked.mode for asked in server.asked]
    assert (modes.count("plain"), modes.count("function_calling")) == (2, 1)


async def test_a_reply_is_bounded_by_a_key_that_the_server_knows(provider: str, server: ModelServer):
    await colour(client(provider, server, max_output_tokens=50))
    body = server.asked[0].body
    assert (body.get("max_tokens") or body.get("options", {}).get("num_predict")) == 50


async def test_what_a_reply_cost_that_was_cut_is_counted(server: ModelServer):
    server.answer = lambda asked: Say(raw=CUT_REPLY)
    with pytest.raises(ModelFailed) as failed:
        await colour(client("api", server, structured="json_schema"))
    assert failed.value.spent
    assert (failed.value.spent.model_calls, failed.value.spent.completion_tokens) == (2, 100)


async def test_those_who_wait_for_the_mode_do_not_look_for_it_again(provider: str, server: ModelServer):
    server.answer = lambda asked: Say("no", status=400)
    llm = client(provider, server, retries=0)
    await asyncio.gather(*(colour(llm) for _ in range(5)), return_exceptions=True)
    assert [asked.mode for asked in server.asked].count("function_calling") == 1


async def test_what_failed_has_cost_tokens_too(server: ModelServer, tmp_path: Path):
    server.answer = lambda asked: Say(raw=CUT_REPLY)
    llm = client("api", server, tmp_path, structured="json_schema", tokens_per_day=100)
    with pytest.raises(ModelFailed):
        await colour(llm)
    with pytest.raises(ModelFailed) as refused:
        await colour(llm)
    assert refused.value.kind == "budget"
