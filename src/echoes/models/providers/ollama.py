"""The provider for Ollama."""

from collections.abc import Mapping, Sequence
from typing import Any

from echoes.core.files.json_values import as_object, is_array, objects_of, whole_number
from echoes.core.protocols import EmbeddingClient
from echoes.models.causes import Signal
from echoes.models.completion import Completion, Request
from echoes.models.failures import failure_of
from echoes.models.providers.reply_draft import THOUGHTS, ReplyDraft, first_object
from echoes.models.providers.request_body import chat_messages, tool_definitions
from echoes.models.providers.server_chat import ServerCompletion
from echoes.models.providers.server_embeddings import ServerEmbeddings
from echoes.models.providers.transport import NoReply, Transport
from echoes.models.settings import ModelSettings

DEFAULT_URL = "http://127.0.0.1:11434"
_LEAST_CONTEXT = 8192
_REPLY_ROOM = 2048
"""Tokens that are kept free for a reply of no declared length."""
_JUDGED_FROM = 1000
"""Characters of a prompt from which on the server's count of it is compared."""


class OllamaProvider:
    """Models behind Ollama's native protocol.

    Args:
        settings: the settings of one role.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._url = (settings.base_url or DEFAULT_URL).rstrip("/").removesuffix("/v1").removesuffix("/api")

    def completion(self) -> Completion | None:
        """Return the chat model, or None if none is named."""
        if self._settings.llm_model_name is None:
            return None
        return ServerCompletion(self._settings, _OllamaChat(self._settings), self._transport())

    def embeddings(self) -> EmbeddingClient | None:
        """Return the embedder, or None if none is named."""
        name, transport = self._settings.embedding_model_name, self._transport()
        if name is None:
            return None

        async def embed(texts: Sequence[str]) -> Any:
            return (await transport.post("/api/embed", {"model": name, "input": [*texts]})).get("embeddings")

        return ServerEmbeddings(name, embed, self._settings.retries)

    async def models(self) -> Sequence[str]:
        """Return the names of the models that are pulled.

        Raises:
            ModelFailed: Ollama can't be asked.
        """
        return sorted(await self.sizes())

    async def sizes(self) -> Mapping[str, int | None]:
        """Return the bytes of each model, by its name; None where Ollama does not say.

        Raises:
            ModelFailed: Ollama can't be asked.
        """
        listed: object = (await self._ask("GET", "/api/tags")).get("models")
        if not is_array(listed):
            raise failure_of(self._settings.llm_model_name or "", Signal("format", "no list of models"))
        named = {str(row.get("model") or row.get("name") or ""): row for row in objects_of(listed)}
        return {name: whole_number(row.get("size")) for name, row in named.items() if name}

    async def context(self) -> int | None:
        """Return the longest context of the model, where Ollama says."""
        shown = await self._ask("POST", "/api/show", {"model": self._settings.llm_model_name})
        sizes = (
            size
            for key, size in as_object(shown.get("model_info")).items()
            if key.endswith(".context_length")
        )
        return next((size for size in sizes if isinstance(size, int)), None)

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        transport = self._transport(min(10, self._settings.timeout_s))
        try:
            return await (transport.get(path) if body is None else transport.post(path, body))
        except NoReply as error:
            raise failure_of(self._settings.llm_model_name or "", error.signal) from None

    def _transport(self, timeout_s: float | None = None) -> Transport:
        return Transport(self._url, {}, timeout_s or self._settings.timeout_s)


class _OllamaChat:
    """Ollama's protocol of chats."""

    path = "/api/chat"

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._context = settings.context_tokens or _LEAST_CONTEXT

    def body(self, request: Request) -> dict[str, Any]:
        """Return the parameters of a request, with a context that holds prompt and reply."""
        settings, bound = self._settings, request.bound(self._settings.max_output_tokens)
        while not settings.context_tokens and self._context < _most_tokens(request) + (bound or _REPLY_ROOM):
            self._context *= 2  # in large steps, since the model is loaded anew for each
        return {
            "model": settings.llm_model_name,
            "messages": chat_messages(request),
            "stream": request.streamed,
            "options": {"num_ctx": self._context, "temperature": settings.temperature, "num_predict": bound},
            **_output_mode(request),
        }

    def take(self, piece: Mapping[str, Any], draft: ReplyDraft) -> str:
        """Take a whole reply, or a line of one."""
        draft.count(piece.get("prompt_eval_count"), piece.get("eval_count"))
        message = as_object(piece.get("message"))
        called = as_object(first_object(message.get("tool_calls")).get("function"))
        draft.call(called.get("name"), called.get("arguments"))
        draft.ended = draft.ended or piece.get("done") is True
        reason = piece.get("done_reason")
        draft.ending = reason if isinstance(reason, str) else draft.ending
        draft.begun = draft.begun or bool(message)
        return draft.take(message.get("content"), *map(message.get, THOUGHTS))

    def doubt(self, request: Request, draft: ReplyDraft) -> Signal | None:
        """Return the signal of a prompt that was cut: far fewer tokens were read than it has."""
        sent = len(request.system) + len(request.prompt)
        if sent >= _JUDGED_FROM and draft.prompt and draft.prompt < sent // 8:
            return Signal("short count", f"{draft.prompt} tokens were read of {sent} characters")
        return None


def _most_tokens(request: Request) -> int:
    """Return the most tokens that a prompt may have: three letters each, or one other character."""
    text = request.system + request.prompt
    letters = len(text.encode("ascii", "ignore"))
    return letters // 3 + len(text) - letters + 64


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
