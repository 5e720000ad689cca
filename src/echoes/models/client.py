"""`ModelClient`: text, streams, structured output and function calls over any completion."""

import asyncio
import copy
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.protocols import Call, Function, ModelT, OnChunk
from echoes.core.usage import Usage
from echoes.models.completion import Completion, Request
from echoes.models.settings import OUTPUT_MODES, OutputMode
from echoes.models.structured.json_schema import strict_schema
from echoes.models.structured.mode_cache import ModeCache
from echoes.models.structured.parsing import UnreadableReply, parse_reply
from echoes.models.structured.reply_repair import ask_with_repair, failure_with_usage
from echoes.models.thinking import ThinkingFilter, closes_unopened_thinking, strip_thinking

_FORMAT_INSTRUCTION = "\n\nReply with one JSON object and nothing else, in this form:\n{form}"
_REPAIR_INSTRUCTION = "\n\n(Your last reply could not be read: {problem}. Reply with the JSON object only.)"
_SEARCH_INTERVAL_S = 300.0
"""Time for which a known mode is kept before another search."""
_FALLBACK_S = 30.0
"""Time before the next search when no mode has worked."""
_MODE_FAILURES: frozenset[FailureKind] = frozenset({"refused", "broken"})
"""Failures that the output mode may have caused: llama.cpp answers json_schema with a 500."""


class ModelClient:
    """A language model whose structured output is requested in the mode that works with its endpoint.

    The first call finds the mode out; the cache keeps it.

    Args:
        completion: the raw call with its wrappers.
        modes: the cache of modes.
        endpoint: key of the endpoint in that cache.
        mode: a mode fixed by the settings.
        function_calling: True if functions may be called; tried until the endpoint turns out not to.
    """

    def __init__(
        self,
        completion: Completion,
        modes: ModeCache,
        endpoint: str,
        mode: OutputMode | None = None,
        function_calling: bool = True,
    ) -> None:
        self.id = completion.id
        self._completion, self._modes, self._endpoint = completion, modes, endpoint
        self._fixed_mode: OutputMode | None = mode
        self._function_calling, self._has_called = function_calling, False
        self._search_lock = asyncio.Lock()
        self._clock, self._next_search, self._next_call = monotonic, 0.0, 0.0
        self._starts_thinking = False
        self._max_tokens: int | None = None

    def capped(self, tokens: int) -> "ModelClient":
        """Return this model with a bound on the length of its replies."""
        bounded = copy.copy(self)
        bounded._max_tokens = tokens
        return bounded

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """Return a reply as text, without thinking blocks."""
        reply = await self._completion.complete(Request(system, prompt, max_tokens=self._max_tokens))
        return self._visible_text(reply.text), reply.usage

    async def stream(self, system: str, prompt: str, on_chunk: OnChunk) -> tuple[str, Usage]:
        """Return a reply as text, and pass its chunks on as they arrive, without thinking blocks."""
        visible = ThinkingFilter(on_chunk, starts_inside=self._starts_thinking)
        reply = await self._completion.complete(
            Request(system, prompt, on_chunk=visible, max_tokens=self._max_tokens)
        )
        visible.finish()
        return self._visible_text(reply.text), reply.usage

    def _visible_text(self, text: str) -> str:
        """Strip thinking blocks, and remember if this model's thinking has no opening tag."""
        self._starts_thinking = closes_unopened_thinking(text)
        return strip_thinking(text).strip()

    @property
    def mode(self) -> OutputMode | None:
        """The output mode of this endpoint; None until it is known."""
        if self._fixed_mode:
            return self._fixed_mode
        return self._modes.get(self._endpoint)

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """Return a structured reply; an unreadable one is requested once more with the reason.

        Raises:
            ModelFailed: no reply came, or none that can be read.
        """
        if known := self.mode or self._fallback_mode():
            try:
                return await ask_with_repair(partial(self._ask, system, prompt, schema, known))
            except ModelFailed as error:
                # A refusal may have other causes than the mode, and may recur with every message.
                if self._fixed_mode or error.kind != "refused" or self._clock() < self._next_search:
                    raise
        async with self._search_lock:
            found = self.mode or self._fallback_mode()  # another task may have found it meanwhile
            if found and found != known:
                return await ask_with_repair(partial(self._ask, system, prompt, schema, found))
            if known:
                self._next_search = self._clock() + _SEARCH_INTERVAL_S
            return await self._search_mode(system, prompt, schema)

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """Return a structured reply or a function call, requested by the server's function calling.

        Returns:
            None if the endpoint gives neither; then it is not asked again for a while.
        Raises:
            ModelFailed: no reply came.
        """
        if not self._function_calling or self._clock() < self._next_call:
            return None, Usage()
        request = Request(
            system, prompt, "function_calling", strict_schema(schema), functions=tuple(functions)
        )
        try:
            reply = await self._completion.complete(request)
        except ModelFailed as error:
            if error.kind not in (*_MODE_FAILURES, "missing", "unreadable"):
                raise
            self._next_call = self._clock() + _SEARCH_INTERVAL_S * (error.kind != "missing")
            return None, error.spent or Usage()
        found: ModelT | Call | None = None
        if isinstance(reply.arguments, dict) and reply.function in {one.name for one in functions}:
            found = Call(reply.function, reply.arguments)
        else:
            with suppress(UnreadableReply):
                found = parse_reply(reply, schema)
        self._has_called = self._has_called or found is not None
        if not self._has_called:
            self._next_call = self._clock() + _SEARCH_INTERVAL_S
        return found, reply.usage

    def _fallback_mode(self) -> OutputMode | None:
        """Return the loosest mode while no mode has worked and the next search is not due."""
        return OUTPUT_MODES[-1] if self._clock() < self._next_search else None

    async def _search_mode(self, system: str, prompt: str, schema: type[ModelT]) -> tuple[ModelT, Usage]:
        """Try the modes in turn; if none works, keep the known one or the first that was accepted.

        A mode that was only refused is not kept: the question may have been the cause. A failure unrelated
        to the mode ends the search without a result, since a later mode may work.
        """
        spent, accepted, failed = Usage(), None, None
        for mode in OUTPUT_MODES:
            try:
                parsed, usage = await self._ask(system, prompt, schema, mode)
            except ModelFailed as error:
                spent += error.spent or Usage()
                failed = error
                if error.kind == "unreadable":
                    accepted = accepted or mode
                elif error.kind not in _MODE_FAILURES:
                    raise failure_with_usage(error, spent) from None
                continue
            self._modes.put(self._endpoint, mode)
            return parsed, spent + usage
        if self.mode is None and accepted:
            self._modes.put(self._endpoint, accepted)
        elif self.mode is None and failed and failed.kind in _MODE_FAILURES:
            self._next_search = self._clock() + _FALLBACK_S
        raise failure_with_usage(failed, spent)

    async def _ask(
        self, system: str, prompt: str, schema: type[ModelT], mode: OutputMode, problem: str = ""
    ) -> tuple[ModelT, Usage]:
        """Request one structured reply; `problem` says why the last one could not be read."""
        json_schema = strict_schema(schema)
        system += _FORMAT_INSTRUCTION.format(form=json.dumps(json_schema, ensure_ascii=False))
        if problem:
            # The player's words stay last, so that they can't imitate an instruction behind them.
            prompt = _REPAIR_INSTRUCTION.format(problem=problem).strip() + "\n\n" + prompt
        reply = await self._completion.complete(
            Request(system, prompt, mode, json_schema, max_tokens=self._max_tokens)
        )
        try:
            return parse_reply(reply, schema), reply.usage
        except UnreadableReply as error:
            raise ModelFailed(
                "unreadable",
                f"the reply of '{self.id}' can't be read",
                "Try another model; `echoes doctor` tests it.",
                detail=str(error),
                spent=reply.usage,
            ) from None
