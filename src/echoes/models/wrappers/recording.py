"""Recording of replies to a file, and replay without a model."""

import json
from contextlib import suppress
from pathlib import Path

from echoes.core.errors import BadSetting, ModelFailed
from echoes.core.files.writing import private_opener
from echoes.core.log.reply_journal import ReplyFailure
from echoes.core.operation.usage import Usage
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper


class RecordingCompletion(CompletionWrapper):
    """Appends each reply to a file, one JSON object per line.

    Neither prompts nor API keys are written: a request is identified by its hash.

    Args:
        inner: the wrapped completion.
        path: the recording.
    """

    def __init__(self, inner: Completion, path: Path) -> None:
        super().__init__(inner)
        self._path = path

    async def complete(self, request: Request) -> Reply:
        """Complete the request and record the reply."""
        reply = await self.inner.complete(request)
        line = {
            "key": request.key(self.id),
            "text": reply.text,
            "arguments": reply.arguments,
            "function": reply.function,
            "usage": reply.usage.model_dump(),
            "failed": ReplyFailure.of(reply.failed).model_dump() if reply.failed else None,
        }
        with suppress(OSError):  # a write error must not cost the caller a reply that was paid for
            self._append(json.dumps(line, ensure_ascii=False) + "\n")
        return reply

    def _append(self, line: str) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._path, "a", encoding="utf-8", opener=private_opener) as file:
            file.write(line)


class ReplayingCompletion(CompletionWrapper):
    """Returns recorded replies and calls no model.

    A repeated request gets the next reply that was recorded for it; the last one is repeated.

    Args:
        inner: gives the model's name only.
        path: the recording.
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
                failed = ReplyFailure(**row["failed"]).error() if row.get("failed") else None
                reply = Reply(row["text"], row["arguments"], usage, function, failed)
                self._replies.setdefault(row["key"], []).append(reply)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadSetting(f"models.replay: {path} can't be read ({error})", "Name a recording.") from None

    async def complete(self, request: Request) -> Reply:
        """Return the recorded reply.

        Raises:
            ModelFailed: none was recorded (kind `missing`).
        """
        replies = self._replies.get(request.key(self.id))
        if not replies:
            raise ModelFailed("missing", f"the recording holds no reply of '{self.id}' to this", "Record it.")
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        if request.on_chunk:
            request.on_chunk(reply.text)
        return reply
