"""A hostile model for leak tests: it fills every form, and says all that it was shown."""

import json

from echoes.core.usage import Usage
from echoes.models.completion import Reply, Request

_SHOWN = 8
"""Lines of what it was shown that it says in one reply, another part each time."""


class EchoingModel:
    """Replies with its prompt: in a form beside the keys that fit, else as prose, a part in each reply."""

    id = "echo"

    def __init__(self) -> None:
        self._calls = 0

    async def complete(self, request: Request) -> Reply:
        """Reply with what it was shown."""
        self._calls += 1
        usage = Usage(model_calls=1, prompt_tokens=len(request.prompt) // 4, completion_tokens=20)
        if request.mode is not None:
            form = {"move": self._calls % 5, "number": 1 + self._calls % 3, "speaks": True, "tone": "plain"}
            ruling = {"skill": "insight", "difficulty": "easy", "cost": "time", "words": request.prompt}
            text = json.dumps({**form, **ruling})
        else:
            lines = [line for line in request.prompt.splitlines() if line.strip()]
            at = self._calls * _SHOWN % max(1, len(lines))
            text = " ".join([*lines, *lines][at : at + _SHOWN])
        if request.on_chunk:
            request.on_chunk(text)
        return Reply(text, usage=usage)
