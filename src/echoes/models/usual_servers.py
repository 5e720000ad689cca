"""Addresses at which model servers usually listen on this machine."""

import os
import socket
from urllib.parse import urlsplit

from echoes.models.providers.transport import is_loopback
from echoes.models.settings import ModelSettings

OLLAMA = "Ollama"
_PORT = 11434
"""Ollama's."""
_PORTS = (("LM Studio", 1234), ("llama.cpp", 8080), ("vLLM", 8000))
LOADED = ("llama.cpp", "vLLM")
"""Programs that hold what they list in memory; others load a model when it is asked for."""
_CONNECTS_S, _ANSWERS_S = 0.25, 1.0
"""The longest to wait for a connection and for the first byte, in seconds; nothing listens on most ports."""
UsualServer = tuple[str, ModelSettings]
"""The name of a program, and what reaches it."""


def ollama_url(host: str) -> str:
    """Return the address that a value of OLLAMA_HOST means to Ollama's own programs."""
    scheme, _, rest = host.strip().strip("\"'").rpartition("://")
    try:
        parts = urlsplit(f"{scheme or 'http'}://{rest}")
        port = parts.port or {"http": 80, "https": 443}.get(scheme, _PORT)
    except ValueError:
        return f"http://127.0.0.1:{_PORT}"
    name = parts.hostname or ""
    name = "127.0.0.1" if name in ("", "0.0.0.0", "::") else f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{name}:{port}{parts.path.rstrip('/')}"


def usual_servers() -> list[UsualServer]:
    """Return the usual servers of this machine, that of OLLAMA_HOST first."""
    ollama = ollama_url(os.environ.get("OLLAMA_HOST", ""))
    usual = [(name, "api", f"http://127.0.0.1:{port}/v1") for name, port in _PORTS]
    found = [(OLLAMA, "ollama", ollama), *usual]
    return [(name, ModelSettings(provider=provider, base_url=url)) for name, provider, url in found]


def answering_servers() -> list[UsualServer]:
    """Return those of the usual servers on this machine that answer at once, whatever they say."""
    return [one for one in usual_servers() if is_loopback(one[1].base_url or "") and _answers(one[1])]


def _answers(settings: ModelSettings) -> bool:
    address = urlsplit(settings.base_url or "")
    asked = f"GET / HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n\r\n"
    try:
        with socket.create_connection((address.hostname or "", address.port or 80), _CONNECTS_S) as server:
            server.settimeout(_ANSWERS_S)
            server.sendall(asked.encode())
            return server.recv(1) != b""
    except OSError:
        return False
