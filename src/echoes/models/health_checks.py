"""Checks of the configured endpoints, for `echoes doctor`."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean, pluralize
from echoes.models.client import ModelClient
from echoes.models.provider_registry import MODEL_PROVIDERS, ModelProviderRegistry
from echoes.models.providers.base import ModelProvider
from echoes.models.settings import ModelSettings, redacted_url
from echoes.models.usual_servers import OLLAMA, UsualServer, answering_servers

_STREAM_ENOUGH = 200
"""Characters of a stream that are heard out."""
_LONGEST_NAME, _MOST_NAMES = 80, 50
"""Characters of a model's name that are shown, and the names where one is to be chosen."""


class _Weather(BaseModel):
    """A probe of the shapes that a referee uses: an enum, a list of enums, a bounded number."""

    weather: Literal["rain", "sun"]
    signs: list[Literal["clouds", "shadows"]] = []
    confidence: float = Field(default=1.0, ge=0, le=1)


@dataclass(frozen=True)
class HealthCheck:
    """The outcome of one check."""

    name: str
    ok: bool
    detail: str


async def check_models(
    settings: ModelSettings, registry: ModelProviderRegistry, shown: Mapping[str, int] | None = None
) -> list[HealthCheck]:
    """Check the endpoint of each role; roles that share one are checked together.

    Args:
        settings: the `models` section.
        registry: makes the clients.
        shown: the most tokens that each role is shown; None leaves contexts unchecked.
    """
    found: list[HealthCheck] = []
    seen: set[LLMClient] = set()
    for role in ("referee", *settings.roles):
        own = settings.for_role(role)
        if own.provider == "embedded":
            continue
        try:
            llm = registry.llm(role)
            if llm is None and (role in settings.roles or not settings.embedding_model_name):
                found.append(
                    HealthCheck(f"model ({role})", False, "no model is named; set models.llm_model_name")
                )
            elif llm and llm not in seen:
                seen.add(llm)
                found += [await _check_listing(own, registry, role), await _check_reply(llm, own, role)]
                others = settings.roles if role == "referee" else {*(shown or {})} - {role}
                needs = {name: size for name, size in (shown or {}).items() if name not in others}
                found += await _check_context(own, registry, role, needs)
        except EchoesError as error:
            found.append(HealthCheck(f"model ({role})", False, str(error)))
    return found


async def list_models(settings: ModelSettings) -> list[HealthCheck]:
    """Return the models of each server of which none is named, as what to choose from; see `lacks_model`.

    Raises:
        UnknownName: there is no such provider.
    """
    found: list[HealthCheck] = []
    for role in ("", *settings.roles):
        own = settings.for_role(role)
        if not own.lacks_model:
            continue
        provider: ModelProvider = MODEL_PROVIDERS.load(own.provider)(own)
        try:
            names = [clean(name)[:_LONGEST_NAME] for name in await provider.models()]
            told = f"no model is named; {_address(own)} has: {', '.join(names[:_MOST_NAMES]) or 'none'}"
            told += f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            place = f"models.roles.{role}.llm_model_name" if role else "models.llm_model_name"
            told += f". Name one in {place}, or run `echoes setup`"
        except ModelFailed as error:
            told = f"no model is named, and none can be listed: {describe_failure(error, own)}"
        found.append(HealthCheck(f"model ({role or 'all roles'})", False, told))
    return found


async def _check_listing(settings: ModelSettings, registry: ModelProviderRegistry, role: str) -> HealthCheck:
    """Check that the server answers, and say if it lists the model."""
    where = _address(settings)
    if settings.api_version:
        return HealthCheck(f"endpoint ({role})", True, f"{where}: deployments of Azure are not listed")
    try:
        names = await registry.provider(role).models()
    except ModelFailed as error:
        return HealthCheck(f"endpoint ({role})", False, describe_failure(error, settings))
    names = [clean(name)[:_LONGEST_NAME] for name in names]
    wanted = settings.llm_model_name or ""
    if any(name.removesuffix(":latest") == wanted.removesuffix(":latest") for name in names):
        return HealthCheck(f"endpoint ({role})", True, f"{where} has '{wanted}'")
    known = ", ".join(names[:8]) or "none"
    # Some servers accept any name, so this alone is no failure.
    return HealthCheck(
        f"endpoint ({role})", True, f"{where} answers but does not list '{wanted}'; it lists: {known}"
    )


async def _check_reply(llm: LLMClient, settings: ModelSettings, role: str) -> HealthCheck:
    """Request one structured reply and one stream, and report time, speed and output mode."""
    try:
        form, usage = await llm.generate_structured(
            "You read weather reports.", "The report says: it rains all day. What is the weather?", _Weather
        )
    except ModelFailed as error:
        return HealthCheck(f"model ({role})", False, describe_failure(error, settings))
    seconds = usage.elapsed_ms / 1000
    speed = (
        f", {usage.completion_tokens / seconds:.0f} tokens/s" if usage.completion_tokens and seconds else ""
    )
    calls = pluralize(usage.model_calls, "call")
    told = f"'{llm.id}' answers in {seconds:.2f} s ({calls}{speed})"
    failed = ""
    if isinstance(llm, ModelClient):
        failed = await _stream_failure(llm, settings)
        told += f" by {llm.mode}{'' if failed else ' and streams'}{', ' if llm.shape else ''}{llm.shape}"
    told += "" if form.weather == "rain" else "; its reply was wrong, so expect wrong rulings"
    told += f"; a streamed text fails: {failed}" if failed else ""
    return HealthCheck(f"model ({role})", not failed, told)


async def _stream_failure(llm: ModelClient, settings: ModelSettings) -> str:
    """Request a short text as a stream; return what went wrong, empty for nothing."""
    heard: list[str] = []

    def hear(chunk: str) -> bool:
        heard.append(chunk)
        return sum(map(len, heard)) > _STREAM_ENOUGH

    try:
        await llm.stream("You greet people.", "Say hello in one short sentence.", hear)
    except ModelFailed as error:
        return describe_failure(error, settings)
    return ""


async def _check_context(
    settings: ModelSettings, registry: ModelProviderRegistry, role: str, needs: Mapping[str, int]
) -> list[HealthCheck]:
    """Compare the model's context with what roles are shown; a server that does not say has no row."""
    if not needs:
        return []
    try:
        context = settings.context_tokens or await registry.provider(role).context()
    except ModelFailed:
        return []
    if not context:
        return []
    room = context - (settings.max_output_tokens or 0)
    short = [f"{name} {size:,}" for name, size in sorted(needs.items()) if size > room]
    remedy = (
        f"; too short for what may be shown to some roles ({', '.join(short)}): use a model with a longer "
        "context, or lower their context_tokens in config/agents.yaml"
    )
    told = f"'{settings.llm_model_name}' reads {context:,} tokens{remedy if short else ''}"
    return [HealthCheck(f"context ({role})", room >= needs.get(role, 0), told)]


def _address(settings: ModelSettings) -> str:
    return redacted_url(settings) or "the provider's own address"


def describe_failure(error: ModelFailed, settings: ModelSettings) -> str:
    """Return the message with the server's address and own words, which only the operator reads."""
    said = f" It said: {error.detail}" if error.detail else ""
    return f"{_address(settings)}: {error}{said}"


def detect_models(servers: Sequence[UsualServer] | None = None) -> list[str]:
    """Return advice on using the models found on this machine: a running Ollama, a key in the environment.

    Args:
        servers: that answer; None looks for them.
    """
    found: list[str] = []
    if any(name == OLLAMA for name, _ in (answering_servers() if servers is None else servers)):
        found.append("Ollama runs here: `echoes setup` tries one of its models and makes it the referee")
    if os.environ.get("OPENAI_API_KEY"):
        found.append(
            "OPENAI_API_KEY is set: ECHOES__MODELS__PROVIDER=api ECHOES__MODELS__LLM_MODEL_NAME=… uses it"
        )
    return found
