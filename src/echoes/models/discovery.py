"""Models that servers offer, and which of these fit the memory of this machine."""

import asyncio
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from urllib.parse import urlsplit

from pydantic import SecretStr

from echoes.core.errors import BadInput, EchoesError, ModelFailed
from echoes.core.model_names import billions_in
from echoes.core.text.plain_text import clean
from echoes.models.providers.api import ApiProvider
from echoes.models.providers.ollama import OllamaProvider
from echoes.models.providers.transport import NoReply, Transport, host_of, is_loopback
from echoes.models.settings import ModelSettings, redacted_url
from echoes.models.usual_servers import LOADED, UsualServer

_PROVIDERS = {"api": ApiProvider, "ollama": OllamaProvider}
_QUICK_S, _PATIENT_S = 3.0, 8.0
"""Seconds to wait for a list from a server that was not named, and from one that was."""
_LONGEST_NAME = 200
_NO_CHAT = re.compile(r"embed|rerank|minilm|\bbge-", re.IGNORECASE)
_GB_OF_A_BILLION, _ROOM = 0.65, 1.2
"""Gigabytes of a billion parameters at 4 bits; the share of a model's size that it takes with its context."""
_KNOWN = {
    "smollm2-135m": "noise",
    "smollm2:135m": "noise",
    "qwen2.5-coder-1.5b": "rules",
    "qwen2.5-coder:1.5b": "rules",
}
"""What docs/models.md tells of models that were measured, by a part of their names."""


@dataclass(frozen=True)
class OfferedModel:
    """A model that a server offers.

    Attributes:
        name: by which it is asked for.
        gigabytes: its size; None if it is not known.
        is_guessed: whether that was guessed from the name, for 4 bits.
        fits: whether the memory of this machine holds it; None if that is not known.
        known: what is known of it as a game master: `rules`, `noise`, or nothing.
    """

    name: str
    gigabytes: float | None = None
    is_guessed: bool = False
    fits: bool | None = None
    known: str = ""


@dataclass(frozen=True)
class FoundServer:
    """A server that was looked at.

    Attributes:
        name: of the program, if its address tells; else the address.
        settings: reach it.
        models: the best to begin with first; those that only make embeddings are left out.
        failure: why it gave no list.
    """

    name: str
    settings: ModelSettings
    models: tuple[OfferedModel, ...] = ()
    failure: EchoesError | None = None

    @property
    def wants_key(self) -> bool:
        """Return whether it gives no list without a key, or with this one."""
        return isinstance(self.failure, ModelFailed) and self.failure.kind == "denied"

    @property
    def is_away(self) -> bool:
        """Return whether nothing takes a connection there."""
        return isinstance(self.failure, ModelFailed) and self.failure.kind == "unreachable"


def memory_gigabytes() -> float | None:
    """Return the memory of this machine, graphics cards apart; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (AttributeError, ValueError, OSError):
        return None


async def find_servers(candidates: Sequence[UsualServer]) -> list[FoundServer]:
    """Return the servers that answer at some addresses, whatever they say."""
    looking = (look_at_server(name, settings, _QUICK_S) for name, settings in candidates)
    found = await asyncio.gather(*looking)
    return [one for one in found if not one.is_away]


async def find_named_server(address: str, key: str = "") -> FoundServer:
    """Return the server at an address; without a path it may be Ollama's, or the part before `/v1`.

    Args:
        address: with or without `http://`.
        key: sent with each request; empty for none.
    Raises:
        BadInput: it is no address.
    """
    url = (address if "://" in address else f"http://{address}").strip().rstrip("/")
    if not re.fullmatch(r"https?://\S+", url) or not host_of(url):
        raise BadInput(f"'{address}' is no address of a server", "Write it as http://127.0.0.1:8080/v1.")
    secret = SecretStr(key) if key else None
    root = url.removesuffix("/v1")
    api = [url] if urlsplit(url).path else [f"{url}/v1", url]
    settings = [ModelSettings(provider="api", base_url=one, api_key=secret) for one in api]
    if not urlsplit(root).path and await _is_ollama(root):
        settings = [ModelSettings(provider="ollama", base_url=root)]
    found = await asyncio.gather(*(look_at_server(redacted_url(one) or "", one) for one in settings))
    return next((one for one in found if one.failure is None or one.wants_key), found[0])


async def _is_ollama(url: str) -> bool:
    """Return whether a server tells its version as Ollama does; llama.cpp answers to Ollama's other paths."""
    try:
        async with asyncio.timeout(_PATIENT_S):
            return "version" in await Transport(url, {}, _PATIENT_S).get("/api/version")
    except (NoReply, TimeoutError):
        return False


async def look_at_server(name: str, settings: ModelSettings, wait_s: float = _PATIENT_S) -> FoundServer:
    """Return a server with its models, or with why it gave no list.

    Args:
        name: of the program.
        settings: reach it.
        wait_s: the longest to wait for its list, in seconds.
    """
    import_module("httpx")  # what takes long to load is none of the server's time
    quick = settings.model_copy(update={"timeout_s": 2 * wait_s})  # a single wait ends after the whole
    try:
        async with asyncio.timeout(wait_s):
            sizes = await _PROVIDERS[settings.provider](quick).sizes()
    except TimeoutError:
        slow = ModelFailed(
            "timeout", f"no list of models came within {wait_s:g} s", "Look at the server's log."
        )
        return FoundServer(name, settings, failure=slow)
    except EchoesError as error:
        return FoundServer(name, settings, failure=error)
    return FoundServer(name, settings, _offered(name, settings, sizes))


def _offered(name: str, settings: ModelSettings, sizes: Mapping[str, int | None]) -> tuple[OfferedModel, ...]:
    memory = memory_gigabytes() if is_loopback(settings.base_url or "") else None
    models = [_model(one, size, memory) for one, size in sizes.items() if not _NO_CHAT.search(one)]
    if memory and name in LOADED:
        models = [replace(one, fits=True) for one in models]
    doubt = {True: 0, None: 1, False: 2}
    return tuple(
        sorted(models, key=lambda one: (doubt[one.fits], one.known == "noise", -(one.gigabytes or 0)))
    )


def _model(name: str, size: int | None, memory: float | None) -> OfferedModel:
    """Return a model that a server lists.

    Args:
        name: its name.
        size: its bytes, if the server tells.
        memory: the gigabytes of the machine that it runs on; None if they are not known.
    """
    lower, gigabytes, billions = name.lower(), size and size / 1e9, billions_in(name)
    if not gigabytes and billions:
        gigabytes = billions * _GB_OF_A_BILLION
    known = next((word for part, word in _KNOWN.items() if part in lower), "")
    fits = gigabytes * _ROOM <= memory if gigabytes and memory else None
    return OfferedModel(clean(name)[:_LONGEST_NAME], gigabytes or None, not size, fits, known)
