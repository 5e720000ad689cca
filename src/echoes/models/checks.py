"""Does an endpoint answer, and how well? What `echoes doctor` asks."""

import os
import socket
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.plain_text import clean
from echoes.core.protocols import LLMClient
from echoes.models.client import ModelClient
from echoes.models.ollama import DEFAULT_URL
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import ModelSettings, shown_url


class _Weather(BaseModel):
    """As a referee's form is: words of a list, several of a list, a number within bounds."""

    weather: Literal["rain", "sun"]
    signs: list[Literal["clouds", "shadows"]] = []
    confidence: float = Field(default=1.0, ge=0, le=1)


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str


async def check_models(settings: ModelSettings, registry: ModelProviderRegistry) -> list[Check]:
    """Look at the endpoint of each role, once each."""
    found: list[Check] = []
    seen: set[LLMClient] = set()
    for role in ("referee", *settings.roles):
        own = settings.of(role)
        if own.provider == "embedded":
            continue
        try:
            llm = registry.llm(role)
            if llm is None:
                found.append(Check(f"model ({role})", False, "no model is named; set models.llm_model_name"))
            elif llm not in seen:
                seen.add(llm)
                found += [await _listed(own, registry, role), await _asked(llm, role)]
        except EchoesError as error:
            found.append(Check(f"model ({role})", False, str(error)))
    return found


async def _listed(settings: ModelSettings, registry: ModelProviderRegistry, role: str) -> Check:
    where = shown_url(settings) or "the provider's own address"
    if settings.api_version:
        return Check(f"endpoint ({role})", True, f"{where}: deployments of Azure are not listed")
    try:
        names = await registry.provider(role).models()
    except ModelFailed as error:
        return Check(f"endpoint ({role})", False, _said(error))
    names = [clean(name)[:80] for name in names]
    wanted = settings.llm_model_name or ""
    if any(name.removesuffix(":latest") == wanted.removesuffix(":latest") for name in names):
        return Check(f"endpoint ({role})", True, f"{where} has '{wanted}'")
    known = ", ".join(names[:8]) or "none"
    # Some servers take any name, so that this alone is no failure.
    return Check(
        f"endpoint ({role})", True, f"{where} answers but does not list '{wanted}'; it lists: {known}"
    )


async def _asked(llm: LLMClient, role: str) -> Check:
    try:
        form, usage = await llm.generate_structured(
            "You read weather reports.", "The report says: it rains all day. What is the weather?", _Weather
        )
    except ModelFailed as error:
        return Check(f"model ({role})", False, _said(error))
    seconds = usage.elapsed_ms / 1000
    speed = (
        f", {usage.completion_tokens / seconds:.0f} tokens/s" if usage.completion_tokens and seconds else ""
    )
    mode = llm.mode if isinstance(llm, ModelClient) else None
    right = "" if form.weather == "rain" else "; its reply was wrong, so expect wrong rulings"
    return Check(
        f"model ({role})",
        True,
        f"'{llm.id}' answers in {seconds:.2f} s ({usage.model_calls} calls{speed}) by {mode}{right}",
    )


def _said(error: ModelFailed) -> str:
    """An error with the server's own words, which only the operator reads."""
    return f"{error} It said: {error.detail}" if error.detail else str(error)


def at_hand() -> list[str]:
    """Models that could be used on this machine: a running Ollama, a key in the environment."""
    found: list[str] = []
    address = urlsplit(DEFAULT_URL)
    try:
        with socket.create_connection((address.hostname or "", address.port or 0), timeout=1):
            found.append(
                "Ollama runs here: ECHOES__MODELS__PROVIDER=ollama ECHOES__MODELS__LLM_MODEL_NAME=<model> "
                "makes it the referee"
            )
    except OSError:
        pass
    if os.environ.get("OPENAI_API_KEY"):
        found.append(
            "OPENAI_API_KEY is set: ECHOES__MODELS__PROVIDER=api ECHOES__MODELS__LLM_MODEL_NAME=… uses it"
        )
    return found
