"""A language model that gives words and closed forms, over any completion."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.protocols import Call, Function, ModelT, OnPiece
from echoes.core.usage import Usage
from echoes.models.closed_forms import Unreadable, read_form, schema_of
from echoes.models.completion import Completion, Request
from echoes.models.modes import ModeMemory
from echoes.models.settings import MODES, Mode
from echoes.models.thinking import ThinkingLeftOut, only_closes, without_thinking

_ASKS_FOR_JSON = "\n\nReply with one JSON object and nothing else, in this form:\n{form}"
_AGAIN = "\n\n(Your last reply could not be read: {problem}. Reply with the JSON object only.)"
_BETWEEN_SEARCHES_S = 300.0
"""How long a known mode is kept before another is looked for again."""
_REST_S = 30.0
"""How long it is, where none has worked, until all are tried again."""
_OTHER_MODE: frozenset[FailureKind] = frozenset({"refused", "broken"})
"""Failures that may be due to the mode: llama.cpp answers json_schema with a 500."""


class ModelClient:
    """Asks for closed forms in the way that works with this endpoint.

    Which way that is gets found out with the first call and is remembered.

    Args:
        completion: the raw call, made dependable.
        memory: remembers the mode of each endpoint.
        endpoint: names the endpoint in that memory.
        mode: a mode that the settings fix.
        calls: whether functions may be called, until it turns out that they can't.
    """

    def __init__(
        self,
        completion: Completion,
        memory: ModeMemory,
        endpoint: str,
        mode: Mode | None = None,
        calls: bool = True,
    ) -> None:
        self.id = completion.id
        self._completion, self._memory, self._endpoint = completion, memory, endpoint
        self._fixed: Mode | None = mode
        self._calls, self._has_called = calls, False
        self._finding_out = asyncio.Lock()
        self._clock, self._next_search, self._next_call = monotonic, 0.0, 0.0
        self._thinks_first = False

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """A reply in words, without thinking blocks."""
        reply = await self._completion.complete(Request(system, prompt))
        return self._words(reply.text), reply.usage

    async def stream(self, system: str, prompt: str, on_piece: OnPiece) -> tuple[str, Usage]:
        """A reply in words, without thinking blocks, for a person who reads along."""
        handed_on = ThinkingLeftOut(on_piece, begins_inside=self._thinks_first)
        reply = await self._completion.complete(Request(system, prompt, on_piece=handed_on))
        handed_on.finish()
        return self._words(reply.text), reply.usage

    def _words(self, text: str) -> str:
        """What is said; from then on it is known whether this model's thinking has no beginning."""
        self._thinks_first = only_closes(text)
        return without_thinking(text).strip()

    @property
    def mode(self) -> Mode | None:
        """How closed forms are asked for; None until that is known."""
        if self._fixed:
            return self._fixed
        return self._memory.get(self._endpoint)

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """A reply in a closed form; what can't be read is asked for once more.

        Raises:
            ModelFailed: no reply came, or none that can be read.
        """
        if known := self.mode or self._makeshift():
            try:
                return await self._twice(system, prompt, schema, known)
            except ModelFailed as error:
                # A refusal may have other reasons than the mode, and may come again with each message.
                if self._fixed or error.kind != "refused" or self._clock() < self._next_search:
                    raise
        async with self._finding_out:
            found = self.mode or self._makeshift()  # what another has found out meanwhile
            if found and found != known:
                return await self._twice(system, prompt, schema, found)
            if known:
                self._next_search = self._clock() + _BETWEEN_SEARCHES_S
            return await self._find_out(system, prompt, schema)

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """A reply in a closed form, or the call of a function; None where the endpoint does neither.

        Where it does not it is left alone for a while.

        Raises:
            ModelFailed: no reply came.
        """
        if not self._calls or self._clock() < self._next_call:
            return None, Usage()
        request = Request(system, prompt, "function_calling", schema_of(schema), functions=tuple(functions))
        try:
            reply = await self._completion.complete(request)
        except ModelFailed as error:
            if error.kind not in (*_OTHER_MODE, "missing", "unreadable"):
                raise
            self._next_call = self._clock() + _BETWEEN_SEARCHES_S * (error.kind != "missing")
            return None, error.spent or Usage()
        found: ModelT | Call | None = None
        if isinstance(reply.arguments, dict) and reply.function in {one.name for one in functions}:
            found = Call(reply.function, reply.arguments)
        else:
            with suppress(Unreadable):
                found = read_form(reply, schema)
        self._has_called = self._has_called or found is not None
        if not self._has_called:
            self._next_call = self._clock() + _BETWEEN_SEARCHES_S
        return found, reply.usage

    def _makeshift(self) -> Mode | None:
        """What is asked for while no mode has worked and it is too early to try them all again."""
        return MODES[-1] if self._clock() < self._next_search else None

    async def _find_out(self, system: str, prompt: str, schema: type[ModelT]) -> tuple[ModelT, Usage]:
        """Try one mode after the other; where none works, stay with the known or the first that was taken.

        What was only refused is not remembered: it may have been the question. A failure that has nothing to
        do with the mode ends the search with nothing learnt, since a mode behind it may work.
        """
        spent, taken, failed = Usage(), None, None
        for mode in MODES:
            try:
                form, usage = await self._ask(system, prompt, schema, mode)
            except ModelFailed as error:
                spent += error.spent or Usage()
                failed = error
                if error.kind == "unreadable":
                    taken = taken or mode
                elif error.kind not in _OTHER_MODE:
                    raise _with(error, spent) from None
                continue
            self._memory.put(self._endpoint, mode)
            return form, spent + usage
        if self.mode is None and taken:
            self._memory.put(self._endpoint, taken)
        elif self.mode is None and failed and failed.kind in _OTHER_MODE:
            self._next_search = self._clock() + _REST_S
        raise _with(failed, spent)

    async def _twice(
        self, system: str, prompt: str, schema: type[ModelT], mode: Mode
    ) -> tuple[ModelT, Usage]:
        try:
            return await self._ask(system, prompt, schema, mode)
        except ModelFailed as error:
            if error.kind != "unreadable":
                raise
            spent, problem = (error.spent or Usage()), error.detail
        try:
            form, usage = await self._ask(system, prompt, schema, mode, again=problem)
        except ModelFailed as error:
            raise _with(error, spent + (error.spent or Usage())) from None
        return form, spent + usage

    async def _ask(
        self, system: str, prompt: str, schema: type[ModelT], mode: Mode, again: str = ""
    ) -> tuple[ModelT, Usage]:
        form = schema_of(schema)
        asked = system + _ASKS_FOR_JSON.format(form=json.dumps(form, ensure_ascii=False))
        # Behind the player's words nothing may stand that they could pose as.
        told = _AGAIN.format(problem=again).strip() + "\n\n" + prompt if again else prompt
        reply = await self._completion.complete(Request(asked, told, mode, form))
        try:
            return read_form(reply, schema), reply.usage
        except Unreadable as error:
            raise ModelFailed(
                "unreadable",
                f"the reply of '{self.id}' can't be read",
                "Try another model; `echoes doctor` tests it.",
                detail=str(error),
                spent=reply.usage,
            ) from None


def _with(error: ModelFailed | None, spent: Usage) -> ModelFailed:
    failed = error or ModelFailed("broken", "no mode of asking was tried")
    return ModelFailed(failed.kind, failed.problem, failed.remedy, failed.detail, spent)
