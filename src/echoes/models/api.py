"""OpenAI, Azure, and every server that speaks the same protocol."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.core.protocols import EmbeddingClient
from echoes.models.chat import FUNCTION, ChatCompletion, as_tools
from echoes.models.completion import Completion, Request
from echoes.models.failures import model_failed
from echoes.models.keys import key_of
from echoes.models.settings import ModelSettings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_NO_KEY = "none"
"""Local servers ask for no key, but the client library does."""


class ApiProvider:
    """Models behind an OpenAI-compatible endpoint.

    Args:
        settings: of one role.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def completion(self) -> Completion | None:
        """The chat model, or None while none is named."""
        settings = self._settings
        if settings.llm_model_name is None:
            return None
        key = key_of(settings)
        secret = key.get_secret_value() if key else ""
        return ChatCompletion(
            settings.llm_model_name, self._chat(key), _closed_form, settings.timeout_s, secret
        )

    def _chat(self, key: SecretStr | None) -> "BaseChatModel":
        from langchain_openai import AzureChatOpenAI, ChatOpenAI

        settings = self._settings
        shared: dict[str, Any] = {
            "api_key": key or SecretStr(_NO_KEY),
            "temperature": settings.temperature,
            **_bound(settings),
            "timeout": settings.timeout_s,
            "max_retries": 0,
            "stream_usage": True,
        }
        if settings.api_version:
            if not settings.base_url:
                raise BadSetting("models.api_version is given without base_url", "Name the Azure endpoint.")
            return AzureChatOpenAI(
                azure_endpoint=settings.base_url,
                azure_deployment=settings.llm_model_name,
                api_version=settings.api_version,
                **shared,
            )
        name = settings.llm_model_name or ""
        return ChatOpenAI(model=name, base_url=settings.base_url, use_responses_api=False, **shared)

    def embeddings(self) -> EmbeddingClient | None:
        """The embedder, or None while none is named."""
        settings = self._settings
        if settings.embedding_model_name is None:
            return None
        if settings.api_version:
            raise BadSetting(
                "models.embedding_model_name is set for Azure", "Leave it out: embeddings stay embedded."
            )
        from langchain_openai import OpenAIEmbeddings

        from echoes.models.embeddings import LangChainEmbeddings

        key = key_of(settings)
        client = OpenAIEmbeddings(
            model=settings.embedding_model_name,
            base_url=settings.base_url,
            api_key=key or SecretStr(_NO_KEY),
            check_embedding_ctx_length=False,
            max_retries=settings.retries,
            timeout=settings.timeout_s,
        )
        secret = key.get_secret_value() if key else ""
        return LangChainEmbeddings(settings.embedding_model_name, client, secret)

    async def models(self) -> Sequence[str]:
        """The names of the models that the server offers.

        Raises:
            ModelFailed: it can't be asked.
        """
        from openai import AsyncOpenAI

        settings, key = self._settings, key_of(self._settings)
        secret = key.get_secret_value() if key else _NO_KEY
        try:
            async with AsyncOpenAI(
                api_key=secret, base_url=settings.base_url, max_retries=0, timeout=min(10, settings.timeout_s)
            ) as client:
                return sorted([model.id async for model in client.models.list()])
        except Exception as error:  # noqa: BLE001 - client libraries raise what they like
            raise model_failed(settings.llm_model_name or "?", error, secret) from None


def _bound(settings: ModelSettings) -> dict[str, Any]:
    """The bound of a reply by the name that the server knows: the older one where it is not OpenAI's own."""
    most = settings.max_output_tokens
    if most and settings.base_url and not settings.api_version:
        return {"extra_body": {"max_tokens": most}}
    return {"max_tokens": most}


def _closed_form(request: Request) -> Mapping[str, Any]:
    match request.mode:
        case "json_schema":
            form = {"name": FUNCTION, "schema": request.schema, "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": form}}
        case "function_calling":
            only: Any = {"type": "function", "function": {"name": FUNCTION}}
            return {"tools": as_tools(request), "tool_choice": "required" if request.functions else only}
        case "json_object":
            return {"response_format": {"type": "json_object", "schema": request.schema}}
        case "json":
            return {"response_format": {"type": "json_object"}}
        case _:
            return {}
