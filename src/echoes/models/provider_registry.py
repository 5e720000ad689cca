"""The registry of model providers, and the clients that the settings ask for."""

from collections.abc import Callable
from pathlib import Path

from echoes.core.errors import BadSetting
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.operation.spending import LimitSettings, Spending
from echoes.core.protocols import Counters, EmbeddingClient, LLMClient
from echoes.core.registry import Registry
from echoes.models.client import ModelClient
from echoes.models.completion import Completion
from echoes.models.endpoints import EndpointRecords
from echoes.models.providers.base import ModelProvider
from echoes.models.settings import ModelSettings, TokenPrices, redacted_url
from echoes.models.wrappers.call_budget import BudgetedCompletion
from echoes.models.wrappers.circuit_breaker import CircuitBreaker
from echoes.models.wrappers.daily_budget import DailyTokenBudget
from echoes.models.wrappers.fitting import FittedCompletion
from echoes.models.wrappers.metered import MeteredCompletion
from echoes.models.wrappers.rate_limit import RateLimitedCompletion
from echoes.models.wrappers.recording import RecordingCompletion, ReplayingCompletion
from echoes.models.wrappers.retries import RetryingCompletion
from echoes.models.wrappers.spending_limits import LimitedCompletion

MODEL_PROVIDERS = Registry(
    "model provider",
    "echoes.models",
    {
        "embedded": "echoes.models.providers.embedded:EmbeddedProvider",
        "ollama": "echoes.models.providers.ollama:OllamaProvider",
        "api": "echoes.models.providers.api:ApiProvider",
    },
)


Interceptor = Callable[[str, Completion], Completion]
"""Takes a role and its raw completion, and returns the completion to use instead."""


class ModelProviderRegistry:
    """Makes the clients that the settings name, one per endpoint.

    Args:
        settings: the `models` section.
        folder: where what is found out of each endpoint is kept; None keeps it in memory only.
        intercept: wraps the raw completion of each role, for benchmarks; None for no wrapper.
        counters: keep what is spent and the pace of calls; None counts for this registry alone.
        limits: bound what models may cost; None for no limits.
    Raises:
        UnknownName: there is no such provider.
        BadSetting: a provider is named, but none of its models; or money is bounded, and a price is missing.
    """

    def __init__(
        self,
        settings: ModelSettings,
        folder: Path | None = None,
        intercept: Interceptor | None = None,
        counters: Counters | None = None,
        limits: LimitSettings | None = None,
    ) -> None:
        self._settings = settings
        self._intercept = intercept
        self._counters: Counters = counters or InMemoryCounters()
        self._spending = Spending(limits or LimitSettings(), self._counters)
        self._records = EndpointRecords(folder / "endpoints.json" if folder else None)
        self._clients: dict[str, LLMClient | None] = {}
        for role in ("", *settings.roles):
            own = settings.for_role(role)
            MODEL_PROVIDERS.load(own.provider)
            if own.lacks_model:
                raise BadSetting(
                    f"models.provider is '{own.provider}', and no model is named",
                    "Set ECHOES__MODELS__LLM_MODEL_NAME, or models.llm_model_name in config/models.yaml; "
                    "`echoes doctor` lists the models.",
                )
            self._check_price(own.llm_model_name)

    def _check_price(self, model: str | None) -> None:
        """Refuse a limit of money that could not be kept."""
        if model and model not in self._settings.prices and self._spending.settings.limits("money"):
            raise BadSetting(
                f"limits bound the money that models cost, and models.prices has no price of '{model}'",
                "Add it; 0 is a price too.",
            )

    def provider(self, role: str = "") -> ModelProvider:
        """Return the provider of a role's endpoint."""
        settings = self._settings.for_role(role)
        provider: ModelProvider = MODEL_PROVIDERS.load(settings.provider)(settings)
        return provider

    def llm(self, role: str) -> LLMClient | None:
        """Return the language model of a role, or None if none is configured."""
        settings = self._settings.for_role(role)
        secret = settings.api_key.get_secret_value() if settings.api_key else ""
        endpoint = settings.model_dump_json(exclude={"roles"}) + secret + (role if self._intercept else "")
        if endpoint not in self._clients:
            completion = self.provider(role).completion()
            if completion and self._intercept:
                completion = self._intercept(role, completion)
            self._clients[endpoint] = self._client(completion, settings) if completion else None
        return self._clients[endpoint]

    def embeddings(self) -> EmbeddingClient:
        """Return the embedder of knowledge bases and Store: the embedded one unless another is named."""
        served = self.provider().embeddings()
        if served is not None:
            return served
        embedded: ModelProvider = MODEL_PROVIDERS.load("embedded")(self._settings)
        found = embedded.embeddings()
        assert found is not None
        return found

    def _client(self, completion: Completion, settings: ModelSettings) -> LLMClient:
        endpoint = " ".join(filter(None, (settings.provider, redacted_url(settings), completion.id)))
        if settings.replay:
            replaying = ReplayingCompletion(completion, Path(settings.replay).expanduser())
            return ModelClient(
                BudgetedCompletion(replaying), EndpointRecords(), endpoint, settings.structured or "plain"
            )
        function_calling = settings.structured in (None, "function_calling")
        return ModelClient(
            self._wrapped(completion, settings, endpoint),
            self._records,
            endpoint,
            settings.structured,
            function_calling,
        )

    def _wrapped(self, completion: Completion, settings: ModelSettings, endpoint: str) -> Completion:
        """Stack the wrappers, the innermost first."""
        prices = settings.prices.get(completion.id, TokenPrices())
        completion = MeteredCompletion(completion, prices)
        if self._spending.settings.of_models:
            completion = LimitedCompletion(completion, self._spending, prices)
        completion = BudgetedCompletion(completion)
        if settings.requests_per_minute:
            server = redacted_url(settings) or settings.provider
            completion = RateLimitedCompletion(
                completion, server, settings.requests_per_minute, self._counters
            )
        completion = FittedCompletion(completion, self._records, endpoint)
        completion = RetryingCompletion(completion, settings.retries)
        completion = CircuitBreaker(completion, settings.breaker_after, settings.breaker_rest_s)
        if settings.tokens_per_day:
            completion = DailyTokenBudget(completion, settings.tokens_per_day, self._counters)
        if settings.record:
            completion = RecordingCompletion(completion, Path(settings.record).expanduser())
        return completion
