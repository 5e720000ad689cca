"""Replies kept in a file, and played back without a model."""

import json
from contextlib import suppress
from pathlib import Path

from echoes.core.errors import BadSetting, ModelFailed
from echoes.core.usage import Usage
from echoes.models.completion import Completion, Reply, Request, Wrapped


class Recording(Wrapped):
    """Writes each reply behind the key of its request, a JSON line each.

    Neither prompts nor keys are written: the request stands there as a hash.

    Args:
        inner: what is asked.
        path: of the recording; it is appended to.
    """

    def __init__(self, inner: Completion, path: Path) -> None:
        super().__init__(inner)
        self._path = path

    async def complete(self, request: Request) -> Reply:
        """Ask, and keep the reply."""
        reply = await self.inner.complete(request)
        line = {
            "key": request.key(self.id),
            "text": reply.text,
            "arguments": reply.arguments,
            "function": reply.function,
            "usage": reply.usage.model_dump(),
        }
        with suppress(OSError):  # a disk that refuses must not cost the reply that was paid for
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return reply


class Replaying(Wrapped):
    """Gives recorded replies, and asks nobody.

    The same request made again gets the next reply that was recorded for it; the last one
    stays.

    Args:
        inner: gives its name only.
        path: of the recording.
    Raises:
        BadSetting: the file can't be read.
    """

    def __init__(self, inner: Completion, path: Path) -> None:
        super().__init__(inner)
        self._replies: dict[str, list[Reply]] = {}
        try:
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                usage, function = Usage(**row["usage"]), row.get("function", "")
                reply = Reply(row["text"], row["arguments"], usage, function)
                self._replies.setdefault(row["key"], []).append(reply)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadSetting(f"models.replay: {path} can't be read ({error})", "Name a recording.") from None

    async def complete(self, request: Request) -> Reply:
        """The recorded reply."""
        kept = self._replies.get(request.key(self.id))
        if not kept:
            raise ModelFailed("missing", f"the recording holds no reply of '{self.id}' to this", "Record it.")
        reply = kept.pop(0) if len(kept) > 1 else kept[0]
        if request.on_piece:
            request.on_piece(reply.text)
        return reply
