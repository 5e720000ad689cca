"""`ModelClient`: text, streams, structured output and function calls over any completion."""

import asyncio
import copy
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Call, Function, ModelT, OnChunk
from echoes.core.text.plain_text import whole_sentences
from echoes.models.completion import Completion, Reply, Request
from echoes.models.endpoints import EndpointRecords
from echoes.models.settings import OUTPUT_MODES, OutputMode
from echoes.models.structured.json_schema import strict_schema
from echoes.models.structured.parsing import UnreadableReply, parse_reply
from echoes.models.structured.reply_repair import ask_with_repair, failure_with_usage

_FORMAT_INSTRUCTION = "\n\nReply with one JSON object and nothing else, in this form:\n{form}"
_REPAIR_INSTRUCTION = "\n\n(Your last reply could not be read: {problem}. Reply with the JSON object only.)"
_SEARCH_INTERVAL_S = 300.0
"""Time for which a known mode is kept before another search."""
_FALLBACK_S = 30.0
"""Time before the next search when no mode has worked."""
_PAUSE_S = 0.5
"""Time after which a server that fails while the mode is searched for is asked a last time."""
_MODE_FAILURES: frozenset[FailureKind] = frozenset({"refused", "broken", "empty"})
"""Failures that the output mode may have caused: llama.cpp answers json_schema with a 500."""


class ModelClient:
    """A language model whose structured output is requested in the mode that works with its endpoint.

    The first call finds the mode out; the endpoint's record keeps it.

    Args:
        completion: the raw call with its wrappers.
        records: what was found out of endpoints.
        endpoint: key of this one.
        mode: a mode fixed by the settings.
        function_calling: True if functions may be called; tried until the endpoint turns out not to.
    """

    def __init__(
        self,
        completion: Completion,
        records: EndpointRecords,
        endpoint: str,
        mode: OutputMode | None = None,
        function_calling: bool = True,
    ) -> None:
        self.id = completion.id
        self._completion, self._records, self._endpoint = completion, records, endpoint
        self._fixed_mode: OutputMode | None = mode
        self._function_calling, self._has_called = function_calling, False
        self._search_lock = asyncio.Lock()
        self._clock, self._next_search, self._next_call = monotonic, 0.0, 0.0
        self._max_tokens: int | None = None

    def capped(self, tokens: int) -> "ModelClient":
        """Return this model with a bound on the length of its replies."""
        bounded = copy.copy(self)
        bounded._max_tokens = tokens
        return bounded

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """Return a reply as text, without thinking."""
        return _whole(await self._completion.complete(Request(system, prompt, max_tokens=self._max_tokens)))

    async def stream(self, system: str, prompt: str, on_chunk: OnChunk) -> tuple[str, Usage]:
        """Return a reply as text, and pass its chunks on as they arrive, without thinking."""
        request = Request(system, prompt, on_chunk=on_chunk, max_tokens=self._max_tokens)
        return _whole(await self._completion.complete(request))

    @property
    def mode(self) -> OutputMode | None:
        """The output mode of this endpoint; None until it is known."""
        return self._fixed_mode or self._records.get(self._endpoint).mode

    @property
    def shape(self) -> str:
        """All else that was found out of this endpoint, in a few words."""
        return self._records.get(self._endpoint).describe()

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
        to the mode ends the search without a result, since a later mode may work. One bad reply does not
        speak against a mode: the same is requested once more. Where the server fails, the search begins anew
        only if it replies in the loosest mode.
        """

        def asking(mode: OutputMode) -> Callable[[str], Awaitable[tuple[ModelT, Usage]]]:
            return partial(self._ask, system, prompt, schema, mode, once=True)

        spent, accepted, failed, empty = Usage(), None, None, 0
        modes: list[OutputMode] = [*OUTPUT_MODES]
        is_alive = False
        while modes:
            mode = modes.pop(0)
            try:
                parsed, usage = await ask_with_repair(asking(mode))
            except ModelFailed as error:
                spent += error.spent or Usage()
                failed, empty = error, empty + (error.kind == "empty")
                if error.kind == "broken" and not is_alive:
                    spent = await self._probe(asking(OUTPUT_MODES[-1]), spent)
                    modes = [*OUTPUT_MODES]
                    is_alive = True
                elif error.kind == "unreadable":
                    accepted = accepted or mode
                elif error.kind not in _MODE_FAILURES or empty > 1:
                    raise failure_with_usage(error, spent) from None
                continue
            self._records.update(self._endpoint, mode=mode)
            return parsed, spent + usage
        if self.mode is None and accepted:
            self._records.update(self._endpoint, mode=accepted)
        elif self.mode is None and failed and failed.kind in _MODE_FAILURES:
            self._next_search = self._clock() + _FALLBACK_S
        raise failure_with_usage(failed, spent)

    async def _probe(self, ask: Callable[[str], Awaitable[tuple[ModelT, Usage]]], spent: Usage) -> Usage:
        """Return the cost so far, if the server replies to one of two requests; what it says does not matter.

        Raises:
            ModelFailed: it fails again.
        """
        for pause_s in (_PAUSE_S, 0.0):
            try:
                return spent + (await ask(""))[1]
            except ModelFailed as error:
                spent += error.spent or Usage()
                if error.kind != "broken":
                    return spent
                failed = error
            await asyncio.sleep(pause_s)
        self._next_search = self._clock() + _FALLBACK_S
        raise failure_with_usage(failed, spent)

    async def _ask(
        self,
        system: str,
        prompt: str,
        schema: type[ModelT],
        mode: OutputMode,
        problem: str = "",
        once: bool = False,
    ) -> tuple[ModelT, Usage]:
        """Request one structured reply; `problem` says why the last one could not be read."""
        json_schema = strict_schema(schema)
        system += _FORMAT_INSTRUCTION.format(form=json.dumps(json_schema, ensure_ascii=False))
        if problem:
            # The player's words stay last, so that they can't imitate an instruction behind them.
            prompt = _REPAIR_INSTRUCTION.format(problem=problem).strip() + "\n\n" + prompt
        reply = await self._completion.complete(
            Request(system, prompt, mode, json_schema, max_tokens=self._max_tokens, once=once)
        )
        try:
            return parse_reply(reply, schema), reply.usage
        except UnreadableReply as error:
            if reply.failed and reply.failed.kind != "cut":
                raise failure_with_usage(reply.failed, reply.usage) from None
            raise ModelFailed(
                "unreadable",
                reply.failed.problem if reply.failed else f"the reply of '{self.id}' can't be read",
                reply.failed.remedy if reply.failed else "Try another model; `echoes doctor` tests it.",
                detail=str(error),
                spent=reply.usage,
            ) from None


def _whole(reply: Reply) -> tuple[str, Usage]:
    """Return text and cost of a reply.

    Raises:
        ModelFailed: it is not whole; the failure holds the sentences that are.
    """
    if reply.failed is None:
        return reply.text, reply.usage
    reply.failed.said = whole_sentences(reply.text)
    raise failure_with_usage(reply.failed, reply.usage)
