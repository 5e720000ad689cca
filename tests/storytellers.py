"""A scripted server that plays a story: it tells who asks by the prompt, and keeps what each was shown."""

import json
import re
from collections.abc import Callable
from typing import Any

from echoes.testing import Asked, Say

Reply = str | dict[str, Any] | Say
TASKS = {
    "read": "You read what the player|你来读懂",
    "narrate": "You narrate an|你是一个互动故事的旁白",
    "decide": "You are the judgement of (.+?),|你替故事里的(.+?)（",
    "speak": "You are (.+?) in an interactive story|你在一个互动故事里扮演(.+?)：",
    "memory": "You keep the memory of (.+?),|你替故事里的(.+?)管着记忆",
    "check": "You check the progress|你负责核对",
    "chapter": "Sum up a chapter|替玩家概括故事的一章",
    "summary": "You keep the running summary|你替玩家管着故事的前情提要",
}


def task_of(asked: Asked) -> tuple[str, str]:
    """The task of a request, and the name of the character that it is about; empty for none."""
    for task, pattern in TASKS.items():
        if found := re.search(pattern, asked.system):
            return task, next((group for group in found.groups() if group), "")
    raise AssertionError(asked.system[:200])


class Storyteller:
    """Replies as told; where it is told nothing, with something harmless.

    Args:
        told: replies by task, or by task and name (`speak:Tove`); a function is given the request.
    """

    def __init__(self, **told: Reply | Callable[[Asked], Reply]) -> None:
        self.told: dict[str, Reply | Callable[[Asked], Reply]] = {**told}
        self.asked: list[tuple[str, Asked]] = []

    def __call__(self, asked: Asked) -> Say | str:
        task, name = task_of(asked)
        key = f"{task}:{name}" if name else task
        self.asked.append((key, asked))
        reply = self.told.get(key, self.told.get(task, HARMLESS[task]))
        reply = reply(asked) if callable(reply) else reply
        return json.dumps(reply, ensure_ascii=False) if isinstance(reply, dict) else reply

    def tasks(self) -> list[str]:
        """What was asked for since the last call of this, in order."""
        tasks = [key for key, _ in self.asked]
        self.asked.clear()
        return tasks

    def shown(self, key: str) -> str:
        """All that one task was shown."""
        return "\n".join(asked.system + asked.last for one, asked in self.asked if one == key)


HARMLESS: dict[str, Reply] = {
    "read": {"act": "free", "character": "", "topic": ""},
    "narrate": "- | calm\n\nThe lamp turns over the water, and for a while nothing else moves.",
    "decide": {"line": 1, "manner": "dry"},
    "speak": "A shrug. “That is how it is.”",
    "memory": {"add": [], "remove": [], "update": [], "summary": ""},
    "check": {"chapter_complete": False, "reason": "not yet", "new_beats": []},
    "chapter": "You asked about a seal, and somebody answered.",
    "summary": "You walked through the house and asked what nobody wanted to be asked.",
}
