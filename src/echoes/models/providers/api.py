"""The provider for OpenAI, Azure, and every server that speaks the same protocol."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.core.protocols import EmbeddingClient
from echoes.models.api_key import resolve_api_key
from echoes.models.completion import Completion, Request
from echoes.models.failures import translate_error
from echoes.models.providers.langchain_chat import REPLY_FUNCTION, LangChainCompletion, tool_definitions
from echoes.models.settings import ModelSettings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_NO_KEY = "none"
"""Placeholder: local servers need no key, but the client library does."""


class ApiProvider:
    """Models behind an OpenAI-compatible endpoint.

    Args:
        settings: the settings of one role.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def completion(self) -> Completion | None:
        """Return the chat model, or None if none is named."""
        settings = self._settings
        if settings.llm_model_name is None:
            return None
        key = resolve_api_key(settings)
        secret = key.get_secret_value() if key else ""
        return LangChainCompletion(
            settings.llm_model_name,
            self._chat(key),
            partial(_bind_arguments, settings),
            settings.timeout_s,
            secret,
        )

    def _chat(self, key: SecretStr | None) -> "BaseChatModel":
        from langchain_openai import AzureChatOpenAI, ChatOpenAI

        settings = self._settings
        shared: dict[str, Any] = {
            "api_key": key or SecretStr(_NO_KEY),
            "temperature": settings.temperature,
            **_length_limit(settings, settings.max_output_tokens),
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
        """Return the embedder, or None if none is named.

        Raises:
            BadSetting: an embedding model is named for Azure.
        """
        settings = self._settings
        if settings.embedding_model_name is None:
            return None
        if settings.api_version:
            raise BadSetting(
                "models.embedding_model_name is set for Azure", "Leave it out: embeddings stay embedded."
            )
        from langchain_openai import OpenAIEmbeddings

        from echoes.models.providers.langchain_embeddings import LangChainEmbeddings

        key = resolve_api_key(settings)
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
        """Return the names of the models that the server offers.

        Raises:
            ModelFailed: the server can't be asked.
        """
        from openai import AsyncOpenAI

        settings, key = self._settings, resolve_api_key(self._settings)
        secret = key.get_secret_value() if key else _NO_KEY
        try:
            async with AsyncOpenAI(
                api_key=secret, base_url=settings.base_url, max_retries=0, timeout=min(10, settings.timeout_s)
            ) as client:
                return sorted([model.id async for model in client.models.list()])
        except Exception as error:  # noqa: BLE001 - client libraries raise all kinds of exceptions
            raise translate_error(settings.llm_model_name or "?", error, secret) from None


def _length_limit(settings: ModelSettings, limit: int | None) -> dict[str, Any]:
    """Return the limit on a reply's length; servers other than OpenAI's know only the older key."""
    if limit and settings.base_url and not settings.api_version:
        return {"extra_body": {"max_tokens": limit}}
    return {"max_tokens": limit}


def _bind_arguments(settings: ModelSettings, request: Request) -> Mapping[str, Any]:
    """Return the arguments that request an output mode, and a bound on the reply's length."""
    limit = min(filter(None, (request.max_tokens, settings.max_output_tokens)), default=None)
    return {**_output_mode(request), **(_length_limit(settings, limit) if request.max_tokens else {})}


def _output_mode(request: Request) -> Mapping[str, Any]:
    match request.mode:
        case "json_schema":
            json_schema = {"name": REPLY_FUNCTION, "schema": request.schema, "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": json_schema}}
        case "function_calling":
            required: Any = {"type": "function", "function": {"name": REPLY_FUNCTION}}
            return {
                "tools": tool_definitions(request),
                "tool_choice": "required" if request.functions else required,
            }
        case "json_object":
            return {"response_format": {"type": "json_object", "schema": request.schema}}
        case "json":
            return {"response_format": {"type": "json_object"}}
        case _:
            return {}
