"""The usual servers: what OLLAMA_HOST means, and which answer at once."""

import socket

import pytest

from echoes.models.usual_servers import OLLAMA, answering_servers, ollama_url, usual_servers
from echoes.testing import serving


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8000", "http://127.0.0.1:8000"),
        (":5000", "http://127.0.0.1:5000"),
        ("[::]:5000", "http://127.0.0.1:5000"),
        ("[::1]:5000", "http://[::1]:5000"),
        ("gpu.lan", "http://gpu.lan:11434"),
        ("http://gpu.lan", "http://gpu.lan:80"),
        ("https://gpu.lan/ollama/", "https://gpu.lan:443/ollama"),
        (' "gpu.lan:1" ', "http://gpu.lan:1"),
        ("gpu.lan:port", "http://127.0.0.1:11434"),
    ],
)
def test_a_host_is_read_as_ollama_reads_it(host: str, url: str):
    assert ollama_url(host) == url


def test_the_usual_servers_have_an_address_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OLLAMA_HOST", "gpu.lan")
    found = {name: settings.base_url for name, settings in usual_servers()}
    assert found == {
        "Ollama": "http://gpu.lan:11434",
        "LM Studio": "http://127.0.0.1:1234/v1",
        "llama.cpp": "http://127.0.0.1:8080/v1",
        "vLLM": "http://127.0.0.1:8000/v1",
    }


def test_only_what_answers_on_this_machine_is_there(monkeypatch: pytest.MonkeyPatch):
    def names() -> list[str]:
        return [name for name, _ in answering_servers()]

    with serving(lambda asked: "") as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert OLLAMA in names()
        monkeypatch.setenv("OLLAMA_HOST", "gpu.lan")
        assert OLLAMA not in names(), "another machine is not asked unless somebody wants it"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{silent.getsockname()[1]}")
        assert OLLAMA not in names()
    assert OLLAMA not in names()
