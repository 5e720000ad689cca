"""Settings of the models room."""

import re
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, SecretStr

RoleName = Literal["referee", "narrator", "hint_master", "player", "summaries"]
Mode = Literal["json_schema", "function_calling", "json_object", "json", "plain"]

MODES: tuple[Mode, ...] = get_args(Mode)
"""The ways to ask for a closed form, the most binding first."""


_OF_ONE_SERVER = ("base_url", "api_key", "api_key_file", "api_version", "structured")
"""What another server takes no share in."""


class EndpointSettings(BaseModel):
    """Which model answers, and where; what is None is taken from the section around it.

    Attributes:
        provider: a name of the registry; `embedded` needs no model at all.
        base_url: of the server; None is the provider's own default.
        api_key: better in the environment, or in a file outside the repository.
        api_key_file: a file whose only content is the key.
        api_version: makes the endpoint an Azure deployment of this version.
        temperature: None leaves it to the server.
        timeout_s: how long one call may take, in seconds.
        structured: how closed forms are asked for; None finds out what works.
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
    structured: Mode | None = None


class Prices(BaseModel):
    """What a million tokens cost, in any one currency."""

    model_config = ConfigDict(extra="forbid")

    prompt: float = Field(default=0.0, ge=0)
    completion: float = Field(default=0.0, ge=0)


class ModelSettings(EndpointSettings):
    """The models section.

    Attributes:
        embedding_model_name: None keeps the embedded embedder, whatever the provider.
        retries: how often a call is tried again that failed for a passing reason.
        breaker_after: after so many failures in a row an endpoint is left alone.
        breaker_rest_s: for so long, in seconds.
        requests_per_minute, tokens_per_day: bounds over all sessions; None for no bound.
        prices: by the name of a model, for the ledger.
        roles: endpoints of their own for single roles.
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
    record: str | None = None
    replay: str | None = None
    prices: dict[str, Prices] = {}
    roles: dict[RoleName, EndpointSettings] = {}

    def of(self, role: str) -> "ModelSettings":
        """The settings that hold for a role.

        Another provider or server takes no key and no address over from this section.
        """
        own = next((found for name, found in self.roles.items() if name == role), None)
        if own is None:
            return self
        changes = {name: getattr(own, name) for name in own.model_fields_set}
        elsewhere = ("provider", "base_url")
        if any(name in changes and changes[name] != getattr(self, name) for name in elsewhere):
            changes = dict.fromkeys(_OF_ONE_SERVER) | changes
        return self.model_copy(update=changes)


def shown_url(settings: ModelSettings) -> str | None:
    """The address of the server without a name or password in it."""
    return settings.base_url and re.sub(r"//[^/@]*@", "//", settings.base_url)
