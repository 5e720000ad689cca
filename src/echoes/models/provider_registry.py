"""Which provider gives which client."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from echoes.core.errors import BadSetting
from echoes.core.protocols import EmbeddingClient, LLMClient
from echoes.core.registry import Registry
from echoes.models.breaker import Breaker
from echoes.models.budgets import DailyBudget
from echoes.models.client import ModelClient
from echoes.models.completion import Completion
from echoes.models.metered import Metered
from echoes.models.modes import ModeMemory
from echoes.models.pace import Pace, Paced
from echoes.models.recording import Recording, Replaying
from echoes.models.retries import Retrying
from echoes.models.settings import ModelSettings, shown_url

MODEL_PROVIDERS = Registry(
    "model provider",
    "echoes.models",
    {
        "embedded": "echoes.models.embedded:EmbeddedProvider",
        "ollama": "echoes.models.ollama:OllamaProvider",
        "api": "echoes.models.api:ApiProvider",
    },
)


Watch = Callable[[str, Completion], Completion]
"""Is handed a role and its raw calls, and gives back what is used in their place."""


class ModelProvider(Protocol):
    """Makes clients from settings."""

    def completion(self) -> Completion | None:
        """The language model, or None where none is named."""
        ...

    def embeddings(self) -> EmbeddingClient | None:
        """The embedder, or None where none is named."""
        ...

    async def models(self) -> Sequence[str]:
        """The names of the models that are there."""
        ...


class ModelProviderRegistry:
    """Hands out the clients that the settings name, one for each endpoint.

    Args:
        settings: the models section.
        folder: where the mode of each endpoint and the day's tokens are remembered; None
            remembers the first as long as the process runs, and bounds no day.
        watch: looks over the shoulder of each role, for benchmarks; None for nobody.
    Raises:
        UnknownName: no such provider.
        BadSetting: a provider is named, but no model of its.
    """

    def __init__(
        self, settings: ModelSettings, folder: Path | None = None, watch: Watch | None = None
    ) -> None:
        self._settings = settings
        self._watch = watch
        self._folder = folder
        self._memory = ModeMemory(folder / "endpoints.json" if folder else None)
        self._clients: dict[str, LLMClient | None] = {}
        self._paces: dict[str, Pace] = {}
        for role in ("", *settings.roles):
            own = settings.of(role)
            MODEL_PROVIDERS.load(own.provider)
            if own.provider != "embedded" and not (own.llm_model_name or own.embedding_model_name):
                raise BadSetting(
                    f"models.provider is '{own.provider}', and no model is named",
                    "Set ECHOES__MODELS__LLM_MODEL_NAME, or models.llm_model_name in config/models.yaml.",
                )

    def provider(self, role: str = "") -> ModelProvider:
        """The provider of a role's endpoint."""
        settings = self._settings.of(role)
        provider: ModelProvider = MODEL_PROVIDERS.load(settings.provider)(settings)
        return provider

    def llm(self, role: str) -> LLMClient | None:
        """The model that speaks for a role; None where none is configured."""
        settings = self._settings.of(role)
        secret = settings.api_key.get_secret_value() if settings.api_key else ""
        endpoint = settings.model_dump_json(exclude={"roles"}) + secret + (role if self._watch else "")
        if endpoint not in self._clients:
            completion = self.provider(role).completion()
            if completion and self._watch:
                completion = self._watch(role, completion)
            self._clients[endpoint] = self._client(completion, settings) if completion else None
        return self._clients[endpoint]

    def embeddings(self) -> EmbeddingClient:
        """The embedder for knowledge bases and Store: the embedded one while no other is named."""
        served = self.provider().embeddings()
        if served is not None:
            return served
        embedded: ModelProvider = MODEL_PROVIDERS.load("embedded")(self._settings)
        found = embedded.embeddings()
        assert found is not None
        return found

    def _client(self, completion: Completion, settings: ModelSettings) -> LLMClient:
        endpoint = " ".join(filter(None, (settings.provider, shown_url(settings), completion.id)))
        completion = Metered(completion)
        if settings.replay:
            replaying = Metered(Replaying(completion.inner, Path(settings.replay).expanduser()))
            return ModelClient(replaying, ModeMemory(), endpoint, settings.structured or "plain")
        if settings.requests_per_minute:
            place = settings.base_url or settings.provider
            pace = self._paces.setdefault(place, Pace(settings.requests_per_minute))
            completion = Paced(completion, pace)
        whole: Completion = Breaker(
            Retrying(completion, settings.retries), settings.breaker_after, settings.breaker_rest_s
        )
        if settings.tokens_per_day and self._folder:
            whole = DailyBudget(whole, settings.tokens_per_day, self._folder / "tokens_today.json")
        if settings.record:
            whole = Recording(whole, Path(settings.record).expanduser())
        calls = settings.structured in (None, "function_calling")
        return ModelClient(whole, self._memory, endpoint, settings.structured, calls)
