"""The `models` section of the settings."""

import re
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr

from echoes.models.thinking import MARKS

OutputMode = Literal["json_schema", "function_calling", "json_object", "json", "plain"]

OUTPUT_MODES: tuple[OutputMode, ...] = get_args(OutputMode)
"""The ways to request structured output, the strictest first."""


SERVER_FIELDS = (
    *("base_url", "api_key", "api_key_file", "api_version", "structured", "extra_body", "context_tokens"),
)
"""Settings that belong to one server and are not inherited by another."""


class EndpointSettings(BaseModel):
    """A model and its server; a value of None is inherited from the surrounding section.

    Attributes:
        provider: a name of the provider registry; `embedded` needs no model server.
        base_url: address of the server; None is the provider's default.
        api_key: better set in the environment, or in a file outside the repository.
        api_key_file: path of a file that contains only the key.
        api_version: makes the endpoint an Azure deployment of this version.
        temperature: None leaves it to the server.
        timeout_s: time limit of one call, in seconds.
        structured: the output mode; None finds out which one works.
        extra_body: parameters that are added to each request; a parameter whose value is None is left out.
        context_tokens: length of the context, prompt and reply together; None asks for as much as is needed.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str | None = None
    base_url: str | None = None
    api_key: SecretStr | None = None
    api_key_file: str | None = None
    api_version: str | None = None
    llm_model_name: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_output_tokens: int | None = Field(default=None, ge=1)
    timeout_s: float | None = Field(default=None, gt=0)
    structured: OutputMode | None = None
    extra_body: dict[str, JsonValue] | None = None
    context_tokens: int | None = Field(default=None, ge=256)


class TokenPrices(BaseModel):
    """Prices of a million tokens, in any one currency."""

    model_config = ConfigDict(extra="forbid")

    prompt: float = Field(default=0.0, ge=0)
    completion: float = Field(default=0.0, ge=0)


class ModelSettings(EndpointSettings):
    """The `models` section.

    Attributes:
        embedding_model_name: None keeps the embedded embedder, whatever the provider.
        retries: how many times a call is repeated after transient failures.
        breaker_after: failures in a row after which an endpoint is left alone.
        breaker_rest_s: length of that pause, in seconds.
        requests_per_minute, tokens_per_day: limits over all sessions; None for no limit.
        thinking_marks: marks of what a model thinks, which is left out; see `models.thinking`.
        record, replay: path of a recording to write, or to play back instead of calling a model.
        prices: by model name, for the ledger.
        roles: endpoints of single roles; which there are is up to the platform and its games.
    """

    provider: str = "embedded"  # pyright: ignore[reportIncompatibleVariableOverride]
    embedding_model_name: str | None = None
    temperature: float | None = Field(default=0.0, ge=0, le=2)
    timeout_s: float = Field(default=60.0, gt=0)  # pyright: ignore[reportIncompatibleVariableOverride]
    retries: int = Field(default=2, ge=0, le=10)
    breaker_after: int = Field(default=4, ge=1)
    breaker_rest_s: float = Field(default=30.0, ge=0)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_day: int | None = Field(default=None, ge=1)
    thinking_marks: tuple[str, ...] = MARKS
    record: str | None = None
    replay: str | None = None
    prices: dict[str, TokenPrices] = {}
    roles: dict[str, EndpointSettings] = {}

    @property
    def lacks_model(self) -> bool:
        """Return whether a provider is named, but none of its models."""
        return self.provider != "embedded" and not (self.llm_model_name or self.embedding_model_name)

    def for_role(self, role: str) -> "ModelSettings":
        """Return the settings of a role.

        A role with another provider or server inherits neither the key nor the address of this section.
        """
        own = self.roles.get(role)
        if own is None:
            return self
        changes = {name: getattr(own, name) for name in own.model_fields_set}
        elsewhere = ("provider", "base_url")
        if any(name in changes and changes[name] != getattr(self, name) for name in elsewhere):
            changes = dict.fromkeys(SERVER_FIELDS) | changes
        return self.model_copy(update=changes)


def redacted_url(settings: ModelSettings) -> str | None:
    """Return the server's address without user name and password."""
    return settings.base_url and re.sub(r"//[^/@]*@", "//", settings.base_url)
