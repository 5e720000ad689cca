"""The provider for Ollama."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from echoes.core.protocols import EmbeddingClient
from echoes.models.completion import Completion, Request
from echoes.models.failures import translate_error
from echoes.models.providers.langchain_chat import LangChainCompletion, tool_definitions
from echoes.models.settings import ModelSettings

DEFAULT_URL = "http://127.0.0.1:11434"


class OllamaProvider:
    """Models behind Ollama's native protocol.

    Args:
        settings: the settings of one role.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._url = settings.base_url or DEFAULT_URL

    def completion(self) -> Completion | None:
        """Return the chat model, or None if none is named."""
        settings = self._settings
        if settings.llm_model_name is None:
            return None
        from langchain_ollama import ChatOllama

        chat = ChatOllama(
            model=settings.llm_model_name,
            base_url=self._url,
            temperature=settings.temperature,
            num_predict=settings.max_output_tokens,
            client_kwargs={"timeout": settings.timeout_s},
        )
        bind = partial(_bind_arguments, settings)
        return LangChainCompletion(settings.llm_model_name, chat, bind, settings.timeout_s)

    def embeddings(self) -> EmbeddingClient | None:
        """Return the embedder, or None if none is named."""
        settings = self._settings
        if settings.embedding_model_name is None:
            return None
        from langchain_ollama import OllamaEmbeddings

        from echoes.models.providers.langchain_embeddings import LangChainEmbeddings

        client = OllamaEmbeddings(
            model=settings.embedding_model_name,
            base_url=self._url,
            client_kwargs={"timeout": settings.timeout_s},
        )
        return LangChainEmbeddings(settings.embedding_model_name, client)

    async def models(self) -> Sequence[str]:
        """Return the names of the models that are pulled.

        Raises:
            ModelFailed: Ollama can't be asked.
        """
        from ollama import AsyncClient

        try:
            listed = await AsyncClient(self._url, timeout=min(10, self._settings.timeout_s)).list()
        except Exception as error:  # noqa: BLE001 - client libraries raise all kinds of exceptions
            raise translate_error(self._settings.llm_model_name or "?", error) from None
        return sorted(model.model or "" for model in listed.models)


def _bind_arguments(settings: ModelSettings, request: Request) -> Mapping[str, Any]:
    """Return the arguments that request an output mode, and a bound on the reply's length."""
    if not request.max_tokens:
        return _output_mode(request)
    options = {
        "num_predict": min(filter(None, (request.max_tokens, settings.max_output_tokens))),
        "temperature": settings.temperature,
    }
    return {**_output_mode(request), "options": {k: v for k, v in options.items() if v is not None}}


def _output_mode(request: Request) -> Mapping[str, Any]:
    match request.mode:
        case "json_schema" | "json_object":
            return {"format": request.schema}
        case "function_calling":
            return {"tools": tool_definitions(request)}
        case "json":
            return {"format": "json"}
        case _:
            return {}
