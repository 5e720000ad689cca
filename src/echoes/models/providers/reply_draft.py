"""A reply as its pieces arrive from a server; nothing in it is believed to be of the right type."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import JsonValue

from echoes.core.files.json_values import as_object, is_object, objects_of
from echoes.core.operation.usage import Usage
from echoes.models.causes import Signal
from echoes.models.completion import Request
from echoes.models.providers.transport import pause_in, said_in

_NOTHING: dict[str, Any] = {}
THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""Keys of a message under which thinking comes."""
_ALL_WELL = frozenset(("0", "200", "ok", "success"))
"""Codes of errors that are none."""
_MOST_TOKENS = 100_000_000
"""A count beyond this is no count."""


@dataclass
class ReplyDraft:
    """A reply as its pieces arrive.

    Attributes:
        texts: of the message, thinking between marks included.
        thoughts: thinking that came in a field of its own.
        function, arguments: of the first function call.
        prompt, completion: the largest counts of tokens that were reported.
        ending: the reason for which it ended.
        ended: whether the server said that it has.
        begun: whether there was a message, if only an empty one.
    """

    texts: list[str] = field(default_factory=list[str])
    thoughts: list[str] = field(default_factory=list[str])
    function: str = ""
    arguments: JsonValue = None
    prompt: int | None = None
    completion: int | None = None
    ending: str = ""
    ended: bool = False
    begun: bool = False

    def count(self, prompt: Any, completion: Any) -> None:
        """Take note of counts of tokens; what is none, whatever its type, is not reported."""
        self.prompt = _largest(self.prompt, prompt)
        self.completion = _largest(self.completion, completion)

    def call(self, function: Any, arguments: Any) -> None:
        """Take a function call, or a piece of one."""
        self.function = self.function or (function if isinstance(function, str) else "")
        if isinstance(arguments, str):
            self.arguments = (self.arguments if isinstance(self.arguments, str) else "") + arguments
        elif isinstance(arguments, dict):
            self.arguments = cast("JsonValue", arguments)

    def take(self, content: object, *thoughts: object) -> str:
        """Take a message or a piece of it; return its text. Some servers send an object in its place."""
        if is_object(content) and not {"type", "text"} & {*content}:
            self.call("", content)
        self.thoughts += [said for said in thoughts if isinstance(said, str)][:1]
        return text_of(content)

    def rest_of(self, text: str) -> str:
        """Return the part that a text adds, where a piece of a stream repeats all that was said before."""
        said = "".join(self.texts)
        return text[len(said) :] if text.startswith(said) else text

    def use_thoughts(self) -> None:
        """Take thinking for the reply if it is one object and there is no other: vLLM puts forms there."""
        thought, said = "".join(self.thoughts).strip(), "".join(self.texts).strip()
        if thought.startswith("{") and thought.endswith("}") and not said and self.arguments is None:
            self.texts.append(thought)

    @property
    def called_with(self) -> JsonValue:
        """The arguments of the function call, read if they are an object; else as they came."""
        if not isinstance(self.arguments, str):
            return self.arguments
        try:
            found = json.loads(self.arguments)
        except (ValueError, RecursionError):
            return self.arguments
        return found if is_object(found) else self.arguments

    def usage(self, request: Request, elapsed_ms: float) -> Usage:
        """Return the cost; 4 characters a token where a count is not reported."""
        read = (len(request.system) + len(request.prompt)) // 4
        written = (sum(map(len, self.texts)) + len(json.dumps(self.arguments or ""))) // 4
        is_counted = self.completion is not None and bool(self.prompt or self.completion)
        return Usage(
            model_calls=1,
            prompt_tokens=self.prompt or read,
            completion_tokens=(self.completion or 0) if is_counted else written,
            elapsed_ms=elapsed_ms,
        )


def text_of(content: Any) -> str:
    """Return the text of a message's content, which may be a list of parts; thinking is left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(map(text_of, cast("list[Any]", content)))
    if isinstance(content, dict):
        part = cast("dict[str, Any]", content)
        if str(part.get("type", "text")) in ("text", "output_text"):
            return text_of(part.get("text", part.get("value")))
    return ""


def whole_characters(text: str) -> str:
    """Put a mark for each half of a character, which can't be written to a file."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _largest(*values: Any) -> int | None:
    """Return the largest count among some values; None if none is one."""
    counts = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return max((count for count in counts if 0 <= count < _MOST_TOKENS), default=None)


def error_in(piece: Mapping[str, Any]) -> Signal | None:
    """Return the signal of an error that stands in place of a reply; its code decides as a status would."""
    choice = first_object(piece.get("choices"))
    messages = [as_object(one) for one in (choice.get("message"), choice.get("delta"), piece.get("message"))]
    error: Any = choice.get("error")
    if not error and not any(one.get("content") or one.get("tool_calls") for one in messages):
        named = piece if isinstance(piece.get("message"), str) else None  # of vLLM, Mistral and DashScope
        error = piece.get("error") or piece.get("errors") or named
    codes = [str(as_object(error).get(name, "")).lower() for name in ("code", "status", "status_code")]
    numbers = [int(code) for code in codes if re.fullmatch("[45][0-9]{2}", code)]
    words = "" if _ALL_WELL & {*codes} else said_in(error)[:4000]
    return Signal(next(iter(numbers), 500), words, wait_s=pause_in(words)) if words else None


def first_object(value: object) -> dict[str, Any]:
    """Return the first object of a list; an empty one if there is none."""
    return next(iter(objects_of(value)), _NOTHING)
