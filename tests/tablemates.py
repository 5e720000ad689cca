"""A scripted server that leads a table and plays companions: it tells by the prompt who is asked."""

import json
import re
from collections.abc import Callable
from typing import Any

from echoes.testing import Asked, Say

Reply = str | dict[str, Any] | Say
TASKS = {
    "act": "what comes of what a character tries|裁定一个角色想做的事",
    "word": "what the table hears next|决定接下来大家听到什么",
    "tell": "the voice of whoever leads|桌面冒险的主持人的声音",
    "choose": "You play (.+?), |你在一张桌子上扮演(.+?)（",
    "voice": "You are the voice of (.+?), |你是(.+?)（.+?）的声音",
    "ideas": "You suggest adventures|给桌面冒险里的一个角色推荐冒险",
    "summary": "You keep the memory of (.+?)[,.]|你替(.+?)管着记忆",
}
HARMLESS: dict[str, Reply] = {
    "act": {"move": 0, "skill": "none", "difficulty": "medium", "cost": "nothing", "tone": "plain"},
    "word": {"move": 0, "tone": "plain"},
    "tell": "The reeds bend, and for a while nothing else moves.",
    "choose": {"number": 1, "speaks": False, "tone": "plain"},
    "voice": "Mind the wet stones.",
    "ideas": {"adventures": []},
    "summary": "Names and relationships: four people, and no ferryman.",
}


def table_task(asked: Asked) -> tuple[str, str]:
    """The task of a request, and the name of the character that it is about; empty for none."""
    for task, pattern in TASKS.items():
        if found := re.search(pattern, asked.system):
            return task, next((group for group in found.groups() if group), "")
    raise AssertionError(asked.system[:200])


class Tablemates:
    """Replies as told, by task; where it is told nothing, with something harmless.

    Args:
        told: replies by task; a function is given the request.
    """

    def __init__(self, **told: Reply | Callable[[Asked], Reply]) -> None:
        self.told: dict[str, Reply | Callable[[Asked], Reply]] = {**told}
        self.asked: list[tuple[str, Asked]] = []

    def __call__(self, asked: Asked) -> Say | str:
        task, _ = table_task(asked)
        self.asked.append((task, asked))
        reply = self.told.get(task, HARMLESS[task])
        reply = reply(asked) if callable(reply) else reply
        return json.dumps(reply, ensure_ascii=False) if isinstance(reply, dict) else reply

    def tasks(self) -> list[str]:
        """What was asked for since the last call of this, in order."""
        tasks = [task for task, _ in self.asked]
        self.asked.clear()
        return tasks

    def shown(self, task: str) -> str:
        """All that one task was shown."""
        return "\n".join(asked.system + asked.last for one, asked in self.asked if one == task)
