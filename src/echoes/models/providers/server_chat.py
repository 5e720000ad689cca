"""A completion over a model server, whichever protocol it speaks."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any, Protocol

from echoes.core.errors import ModelFailed
from echoes.core.files.json_values import as_object
from echoes.core.operation.usage import Usage
from echoes.core.protocols import OnChunk
from echoes.models.causes import Signal, signal_of_end
from echoes.models.completion import Reply, Request
from echoes.models.failures import failure_of, mark_cut
from echoes.models.providers.reply_draft import ReplyDraft, error_in, whole_characters
from echoes.models.providers.request_body import shaped_body
from echoes.models.providers.transport import ENDED, NoReply, Transport
from echoes.models.settings import ModelSettings
from echoes.models.thinking import ThinkingFilter, split_thinking

_MAX_STREAMED = 50_000
"""Characters of a streamed reply, thinking included."""


class ChatProtocol(Protocol):
    """A protocol of model servers.

    Attributes:
        path: of a chat, below the server's address.
    """

    path: str

    def body(self, request: Request) -> dict[str, Any]:
        """Return the parameters of a request; what is None is left out."""
        ...

    def take(self, piece: Mapping[str, Any], draft: ReplyDraft) -> str:
        """Take one object of a reply; return the text that it adds."""
        ...

    def doubt(self, request: Request, draft: ReplyDraft) -> Signal | None:
        """Return the signal that a whole reply is in truth; None for a reply."""
        ...


class ServerCompletion:
    """A chat model behind a server.

    Args:
        settings: of the role.
        protocol: that the server speaks.
        transport: to the server.
        secret: the API key, masked in error messages.
    """

    def __init__(
        self, settings: ModelSettings, protocol: ChatProtocol, transport: Transport, secret: str = ""
    ) -> None:
        self.id = settings.llm_model_name or ""
        self._settings, self._protocol, self._transport = settings, protocol, transport
        self._secret = secret

    async def complete(self, request: Request) -> Reply:
        """Send the request.

        Raises:
            ModelFailed: the server refused, broke off, took too long, or gave no words.
        """
        started, draft, hearing = time.perf_counter(), ReplyDraft(), _Hearing(request, self._settings)
        body = shaped_body(self._protocol.body(request), self._settings.extra_body, request.known)
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                await self._read(body, draft, hearing)
            if request.mode:
                draft.use_thoughts()
            signal = None if hearing.stopped else self._signal(request, draft)
        except TimeoutError:
            signal = Signal("timeout")
        except NoReply as error:
            signal = error.signal
        usage = draft.usage(request, round((time.perf_counter() - started) * 1000, 3))
        text, unopened = split_thinking("".join(draft.texts), self._settings.thinking_marks)
        spent = usage if draft.texts or draft.prompt else None
        failed = self._failure(signal, body, spent) if signal else None
        # Of a reply that ended too early, what there is may be worth having.
        is_begun = (text.strip() or draft.arguments) and signal and signal.at == "end"
        if failed and not (is_begun and failed.kind in ("cut", "filtered")):
            raise mark_cut(failed) if hearing.heard else failed
        hearing.finish("".join(draft.texts))
        return Reply(text.strip(), draft.called_with, usage, draft.function, failed, unopened)

    def _failure(self, signal: Signal, body: Mapping[str, Any], spent: Usage | None) -> ModelFailed:
        sent = {*body, *as_object(body.get("options"))} - {"model", "messages", "stream", "options"}
        return failure_of(self.id, Signal(signal.at, signal.words, sent, signal.wait_s), self._secret, spent)

    async def _read(self, body: Mapping[str, Any], draft: ReplyDraft, hearing: "_Hearing") -> None:
        """Read until the reply ends, the receiver stops, or a limit is reached."""
        deadline, read = time.perf_counter() + self._settings.timeout_s, 0
        async with aclosing(self._transport.pieces("POST", self._protocol.path, body)) as pieces:
            async for piece in pieces:
                if piece is ENDED:
                    draft.ended = True
                    return
                if signal := error_in(piece):
                    raise NoReply(signal)
                if text := whole_characters(self._protocol.take(piece, draft)):
                    draft.texts.append(text)
                    read += len(text)
                    if hearing.hear(text) or read > _MAX_STREAMED:
                        hearing.stopped = True
                        return
                # A server that floods us never lets the event loop run its timers.
                if time.perf_counter() > deadline:
                    raise TimeoutError

    def _signal(self, request: Request, draft: ReplyDraft) -> Signal | None:
        """Return the failure that has the form of a reply; None for a reply."""
        if signal := signal_of_end(draft.ending):
            return signal
        if request.streamed and draft.texts and not (draft.ended or draft.ending):
            return Signal("broken off", "the stream ended before the reply did")
        if signal := self._protocol.doubt(request, draft):
            return signal
        text, _ = split_thinking("".join(draft.texts), self._settings.thinking_marks)
        is_called = request.mode is not None and draft.arguments is not None
        if text.strip() or is_called:
            return None
        return Signal("empty" if draft.begun else "no message")


class _Hearing:
    """The person or code that hears a reply while it comes.

    Attributes:
        heard: whether any of it was passed on.
        stopped: whether no more of it is wanted.
    """

    def __init__(self, request: Request, settings: ModelSettings) -> None:
        self.heard, self.stopped = False, False
        self._on_chunk: OnChunk | None = request.on_chunk
        self._streamed = request.streamed
        unopened = request.known.thinks_unopened
        self._visible = ThinkingFilter(self._pass_on, unopened, settings.thinking_marks)

    def hear(self, text: str) -> bool:
        """Take a piece of the reply; return True for enough."""
        return bool(self._on_chunk and self._streamed and self._visible(text))

    def finish(self, whole: str) -> None:
        """End the reply; one that was not streamed is passed on as a whole."""
        if self._on_chunk and not self._streamed:
            self._visible(whole)
        self._visible.finish()

    def _pass_on(self, text: str) -> bool:
        self.heard = True
        return bool(self._on_chunk and self._on_chunk(text))
