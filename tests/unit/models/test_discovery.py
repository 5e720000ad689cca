"""Discovery: what a server offers, what fits the memory, and how a server that offers nothing is told."""

import socket
from collections.abc import Iterator

import pytest

from echoes.core.errors import BadInput
from echoes.models import discovery
from echoes.models.discovery import FoundServer, find_named_server, find_servers, look_at_server
from echoes.models.settings import ModelSettings
from echoes.testing import ModelServer, Say, serving

GB = 1_000_000_000


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(discovery, "memory_gigabytes", lambda: 16.0)
    with serving(lambda asked: "") as running:
        yield running


def be_ollama(server: ModelServer, **sizes: int) -> None:
    rows = [{"name": name, "model": name, "size": size} for name, size in sizes.items()]
    server.pages = {"/api/version": {"version": "0.9"}, "/api/tags": {"models": rows}}


def offered(found: FoundServer) -> list[tuple[str, float | None, bool | None]]:
    return [(one.name, one.gigabytes, one.fits) for one in found.models]


async def test_what_fits_comes_first_the_largest_before_the_others(server: ModelServer):
    be_ollama(server, small=2 * GB, large=40 * GB, middle=9 * GB, unknown=0, **{"nomic-embed-text": GB})
    found = await find_named_server(server.url)
    assert (found.settings.provider, found.settings.base_url) == ("ollama", server.url)
    assert offered(found) == [
        ("middle", 9.0, True),
        ("small", 2.0, True),
        ("unknown", None, None),
        ("large", 40.0, False),
    ]


@pytest.mark.parametrize(
    ("name", "gigabytes"),
    [("qwen3-8b", 5.2), ("Mixtral-8x7B-Instruct", 36.4), ("smollm2-135m", 0.08775), ("gpt-4o-mini", None)],
)
async def test_a_size_that_is_not_told_is_guessed_from_the_name(
    server: ModelServer, name: str, gigabytes: float | None
):
    server.models = [name]
    [found] = (await find_named_server(server.url)).models
    assert found.is_guessed
    assert found.gigabytes == (None if gigabytes is None else pytest.approx(gigabytes))


async def test_what_was_measured_of_a_model_is_told_and_what_is_noise_comes_last(server: ModelServer):
    server.models = ["smollm2-135m", "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", "mystery-1b"]
    found = await find_named_server(server.url)
    assert [one.known for one in found.models] == ["rules", "", "noise"]


async def test_what_llama_cpp_lists_it_holds(server: ModelServer):
    server.models = ["mystery"]
    settings = ModelSettings(provider="api", base_url=f"{server.url}/v1")
    assert offered(await look_at_server("llama.cpp", settings)) == [("mystery", None, True)]


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_an_address_is_found_with_and_without_its_path(server: ModelServer, path: str):
    address = f"{server.url}{path}".removeprefix("http://")
    found = await find_named_server(address)
    assert found.failure is None and found.settings.provider == "api"
    assert [one.name for one in found.models] == ["stub-1", "stub-2"]


async def test_a_key_is_sent_to_the_server_that_was_named(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    sent: list[str | None] = []

    class Noting(discovery.ApiProvider):
        async def sizes(self) -> dict[str, int | None]:
            sent.append(self._headers()["Authorization"])
            return {"m": None}

    monkeypatch.setitem(discovery._PROVIDERS, "api", Noting)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-this-one")
    await find_named_server(f"{server.url}/v1", "sk-own")
    await find_servers([("vLLM", ModelSettings(provider="api", base_url=f"{server.url}/v1"))])
    assert sent == ["Bearer sk-own", "Bearer none"]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Say(raw=b"<!doctype html><p>Hello", kind="text/html"), "missing"),
        (Say(raw=b'{"error": "no"}', status=500), "broken"),
        (Say(raw=b'{"error": "no key"}', status=401), "denied"),
        (Say(raw=b'{"hello": 1}'), "broken"),
        (Say(raw=b"["), "broken"),
    ],
)
async def test_a_server_that_gives_no_list_is_told_with_its_reason(
    server: ModelServer, reply: Say, kind: str
):
    server.everything = reply
    found = await find_named_server(server.url)
    assert not found.models and not found.is_away
    assert getattr(found.failure, "kind", "") == kind
    assert found.wants_key == (kind == "denied")


async def test_a_server_that_hangs_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        found = await look_at_server("vLLM", ModelSettings(provider="api", base_url=url), 0.05)
    assert "no list of models came" in str(found.failure)


async def test_where_nothing_listens_nothing_is_found():
    away = ModelSettings(provider="api", base_url="http://127.0.0.1:1/v1")
    assert await find_servers([("vLLM", away)]) == []
    assert (await find_named_server("127.0.0.1:1")).is_away


@pytest.mark.parametrize("address", ["", "ftp://127.0.0.1", "not an address", "http://", "http://[::1"])
async def test_what_is_no_address_is_refused(address: str):
    with pytest.raises(BadInput, match="no address of a server"):
        await find_named_server(address)
