"""A client that replies from a script, for tests and demonstrations."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Call, Function, ModelT, OnChunk
from echoes.models.completion import Reply
from echoes.models.structured.parsing import UnreadableReply, parse_reply

ScriptedReply = str | Mapping[str, Any] | ModelFailed
"""Text, a structured reply, or a failure to raise."""
Script = Sequence[ScriptedReply] | Callable[[str, str], ScriptedReply]
"""Replies in order, or a function of system and prompt."""


class ScriptedClient:
    """A language model that plays a script.

    Args:
        script: the replies.
        name: stands for the model's name.

    Attributes:
        asked: system and prompt of each call so far.
    """

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self.id = name
        self.asked: list[tuple[str, str]] = []
        self._script = script

    def capped(self, tokens: int) -> "ScriptedClient":
        """Return itself: a script is as long as it is."""
        return self

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """Return the next reply as text."""
        reply = self._next(system, prompt)
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        return text, self._usage(system, prompt)

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """Return the next reply, parsed by the same rules as a real model's."""
        text, usage = await self.generate(system, prompt)
        try:
            return parse_reply(Reply(text), schema), usage
        except UnreadableReply as error:
            raise ModelFailed("unreadable", str(error), spent=usage) from None

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """Return the next reply: a function call if it names one of the functions, else structured output."""
        text, usage = await self.generate(system, prompt)
        reply: Any = json.loads(text)
        if reply.get("function") in {one.name for one in functions}:
            return Call(reply["function"], reply.get("arguments", {})), usage
        return parse_reply(Reply(text), schema), usage

    async def stream(self, system: str, prompt: str, on_chunk: OnChunk) -> tuple[str, Usage]:
        """Return the next reply, and pass it on word by word."""
        text, usage = await self.generate(system, prompt)
        for word in re.findall(r"\s*\S+\s*", text):
            if on_chunk(word):
                break
        return text, usage

    def assert_used_up(self) -> None:
        """Assert that all replies of a list were asked for."""
        left = 0 if callable(self._script) else len(self._script) - len(self.asked)
        assert left == 0, f"{left} replies were not asked for"

    def _next(self, system: str, prompt: str) -> ScriptedReply:
        self.asked.append((system, prompt))
        if callable(self._script):
            reply = self._script(system, prompt)
        else:
            assert len(self.asked) <= len(self._script), f"no reply left for: {prompt[-200:]}"
            reply = self._script[len(self.asked) - 1]
        if isinstance(reply, ModelFailed):
            raise reply
        return reply

    def _usage(self, system: str, prompt: str) -> Usage:
        return Usage(model_calls=1, prompt_tokens=(len(system) + len(prompt)) // 4, completion_tokens=10)
