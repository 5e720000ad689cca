"""A model that says what it was told to say: for tests and demonstrations."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from echoes.core.errors import ModelFailed
from echoes.core.protocols import Call, Function, ModelT, OnPiece
from echoes.core.usage import Usage
from echoes.models.closed_forms import Unreadable, read_form
from echoes.models.completion import Reply

Line = str | Mapping[str, Any] | ModelFailed
Script = Sequence[Line] | Callable[[str, str], Line]


class ScriptedClient:
    """Plays a script: a list of replies in their order, or a function of what it is shown.

    Args:
        script: words, closed forms as mappings, or failures to raise.
        name: as a model's.

    Attributes:
        asked: what it was shown so far, each as system and prompt.
    """

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self.id = name
        self.asked: list[tuple[str, str]] = []
        self._script = script

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """The next reply, as words."""
        line = self._next(system, prompt)
        words = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
        return words, self._usage(system, prompt)

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """The next reply, read by the same rules as a real model's."""
        words, usage = await self.generate(system, prompt)
        try:
            return read_form(Reply(words), schema), usage
        except Unreadable as error:
            raise ModelFailed("unreadable", str(error), spent=usage) from None

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """The next reply: the call of a function where it names one, else a closed form."""
        words, usage = await self.generate(system, prompt)
        said: Any = json.loads(words)
        if said.get("function") in {one.name for one in functions}:
            return Call(said["function"], said.get("arguments", {})), usage
        return read_form(Reply(words), schema), usage

    async def stream(self, system: str, prompt: str, on_piece: OnPiece) -> tuple[str, Usage]:
        """The next reply, word by word."""
        words, usage = await self.generate(system, prompt)
        for word in re.findall(r"\s*\S+\s*", words):
            if on_piece(word):
                break
        return words, usage

    def assert_used_up(self) -> None:
        """Check that a list of replies was asked for to its end."""
        left = 0 if callable(self._script) else len(self._script) - len(self.asked)
        assert left == 0, f"{left} replies were not asked for"

    def _next(self, system: str, prompt: str) -> Line:
        self.asked.append((system, prompt))
        if callable(self._script):
            line = self._script(system, prompt)
        else:
            assert len(self.asked) <= len(self._script), f"nothing left to say to: {prompt[-200:]}"
            line = self._script[len(self.asked) - 1]
        if isinstance(line, ModelFailed):
            raise line
        return line

    def _usage(self, system: str, prompt: str) -> Usage:
        return Usage(model_calls=1, prompt_tokens=(len(system) + len(prompt)) // 4, completion_tokens=10)
