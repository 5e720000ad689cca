"""The provider for OpenAI, Azure, and every server that speaks the same protocol."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.core.files.json_values import as_object, is_array, objects_of, whole_number
from echoes.core.protocols import EmbeddingClient
from echoes.models.causes import Signal
from echoes.models.completion import Completion, Request
from echoes.models.failures import failure_of
from echoes.models.providers.reply_draft import THOUGHTS, ReplyDraft, first_object, text_of
from echoes.models.providers.request_body import REPLY_FUNCTION, chat_messages, tool_definitions
from echoes.models.providers.server_chat import ServerCompletion
from echoes.models.providers.server_embeddings import ServerEmbeddings
from echoes.models.providers.transport import NoReply, Transport, host_of
from echoes.models.settings import ModelSettings

_OPENAI = "https://api.openai.com/v1"
_CHAT = "/chat/completions"
_CONTEXT_KEYS = (
    "max_model_len",
    "loaded_context_length",
    "context_length",
    "context_window",
    "max_context_length",
)
"""Keys under which vLLM, LM Studio, OpenRouter, Groq and Mistral list the context of a model."""


def resolve_api_key(settings: ModelSettings) -> SecretStr | None:
    """Return the key from the settings or a file, or from `OPENAI_API_KEY` for OpenAI itself.

    Raises:
        BadSetting: the file can't be read, or the key has a character that no key has.
    """
    if settings.api_key and settings.api_key.get_secret_value():
        return _checked("models.api_key", settings.api_key.get_secret_value())
    if settings.api_key_file:
        path = Path(settings.api_key_file).expanduser()
        try:
            return _checked(f"models.api_key_file, {path},", path.read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(
                f"models.api_key_file: {path} can't be read ({type(error).__name__})", "Name a readable file."
            ) from None
    if settings.base_url is None and (key := os.environ.get("OPENAI_API_KEY")):
        return _checked("OPENAI_API_KEY", key)
    return None


def _checked(source: str, key: str) -> SecretStr:
    """Return a key that a header can hold; one that was copied from a page may have hidden characters."""
    key = key.strip()
    odd = next((number for number, c in enumerate(key) if not "!" <= c <= "~"), None)
    if odd is not None:
        character = f"U+{ord(key[odd]):04X}"
        raise BadSetting(
            f"{source} has a character that no key has: {character}, the {odd + 1}. of {len(key)}",
            "It may be a line break or invisible: type the key anew, or copy it without what surrounds it.",
        )
    return SecretStr(key)


class ApiProvider:
    """Models behind an OpenAI-compatible endpoint.

    Args:
        settings: the settings of one role.
    Raises:
        BadSetting: Azure's version is given without its address.
    """

    def __init__(self, settings: ModelSettings) -> None:
        if settings.api_version and not settings.base_url:
            raise BadSetting("models.api_version is given without base_url", "Name the Azure endpoint.")
        self._settings = settings

    def completion(self) -> Completion | None:
        """Return the chat model, or None if none is named."""
        name = self._settings.llm_model_name
        if name is None:
            return None
        transport = self._transport(name)
        return ServerCompletion(self._settings, _ApiChat(self._settings), transport, self._secret())

    def embeddings(self) -> EmbeddingClient | None:
        """Return the embedder, or None if none is named."""
        name = self._settings.embedding_model_name
        if name is None:
            return None
        transport = self._transport(name)

        async def embed(texts: Sequence[str]) -> Any:
            given = await transport.post("/embeddings", {"model": name, "input": [*texts]})
            return [one.get("embedding") for one in objects_of(given.get("data"))]

        return ServerEmbeddings(name, embed, self._settings.retries, self._secret())

    async def models(self) -> Sequence[str]:
        """Return the names of the models that the server offers.

        Raises:
            ModelFailed: the server can't be asked.
        """
        return sorted(await self.sizes())

    async def sizes(self) -> Mapping[str, int | None]:
        """Return the bytes of each model, by its name; None where the server does not say, as most.

        Raises:
            ModelFailed: the server can't be asked.
        """
        listed = [one for one in await self._listed() if one.get("id")]
        return {str(one["id"]): whole_number(as_object(one.get("meta")).get("size")) for one in listed}

    async def context(self) -> int | None:
        """Return the tokens of the model's context, where the server says."""
        listed = [one for one in await self._listed() if one.get("id") == self._settings.llm_model_name]
        for key in _CONTEXT_KEYS:
            if listed and isinstance(size := listed[0].get(key), int):
                return size
        try:
            base = (self._settings.base_url or _OPENAI).rstrip("/").removesuffix("/v1")
            props = await Transport(base, self._headers(), min(10, self._settings.timeout_s)).get("/props")
        except NoReply:
            return None
        size = as_object(props.get("default_generation_settings")).get("n_ctx", props.get("n_ctx"))
        return size if isinstance(size, int) else None

    async def _listed(self) -> list[dict[str, Any]]:
        try:
            found = await self._transport("", min(10, self._settings.timeout_s)).get("/models")
        except NoReply as error:
            raise failure_of(self._settings.llm_model_name or "", error.signal, self._secret()) from None
        listed: object = found.get("data")
        if not is_array(listed):
            signal = Signal("format", "no list of models")
            raise failure_of(self._settings.llm_model_name or "", signal, self._secret())
        return objects_of(listed)

    def _transport(self, model: str, timeout_s: float | None = None) -> Transport:
        settings = self._settings
        base, _, query = (settings.base_url or _OPENAI).partition("?")
        base = base.rstrip("/").removesuffix(_CHAT)
        if settings.api_version:
            if "/deployments/" not in base:
                base = f"{base.removesuffix('/openai')}/openai/deployments/{quote(model)}"
            query = f"api-version={quote(settings.api_version)}"
        return Transport(
            f"{base}?{query}" if query else base, self._headers(), timeout_s or settings.timeout_s
        )

    def _headers(self) -> dict[str, str]:
        secret = self._secret() or "none"  # some local servers want a key, whatever it is
        host = host_of(self._settings.base_url or _OPENAI)
        if self._settings.api_version or host.endswith(".azure.com"):
            return {"api-key": secret}
        return {"Authorization": f"Bearer {secret}"}

    def _secret(self) -> str:
        key = resolve_api_key(self._settings)
        return key.get_secret_value() if key else ""


class _ApiChat:
    """OpenAI's protocol of chats."""

    path = _CHAT

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def body(self, request: Request) -> dict[str, Any]:
        """Return the parameters of a request; most servers know the bound by its older name."""
        settings, streamed = self._settings, request.streamed
        is_openai = settings.base_url is None or settings.api_version is not None
        return {
            "model": settings.llm_model_name,
            "messages": chat_messages(request),
            "stream": streamed,
            "stream_options": {"include_usage": True} if streamed else None,
            "temperature": settings.temperature,
            "max_completion_tokens" if is_openai else "max_tokens": request.bound(settings.max_output_tokens),
            **_output_mode(request),
        }

    def take(self, piece: Mapping[str, Any], draft: ReplyDraft) -> str:
        """Take a whole reply, or a chunk of one."""
        counted = as_object(piece.get("usage"))
        draft.count(counted.get("prompt_tokens"), counted.get("completion_tokens"))
        choice = first_object(piece.get("choices"))
        whole, delta = as_object(choice.get("message")), as_object(choice.get("delta"))
        message = {**whole, **{name: part for name, part in delta.items() if part}}
        call = first_object(message.get("tool_calls"))
        called = as_object(call.get("function")) if call.get("index") in (0, None) else {}
        called = called or as_object(message.get("function_call"))
        draft.call(called.get("name"), called.get("arguments"))
        draft.ending = _ending(choice, message) or draft.ending
        draft.begun = draft.begun or bool(message)
        said = draft.take(message.get("content"), *map(message.get, THOUGHTS))
        return said if delta.get("content") else draft.rest_of(said)

    def doubt(self, request: Request, draft: ReplyDraft) -> Signal | None:
        """Return None: nothing else is known of a reply."""
        return None


def _ending(choice: Mapping[str, Any], message: Mapping[str, Any]) -> str:
    """Return the reason for which a reply ended; empty before that."""
    if message.get("refusal") and not text_of(message.get("content")):
        return "content_filter"
    reason = choice.get("finish_reason")
    return reason if isinstance(reason, str) else ""


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
