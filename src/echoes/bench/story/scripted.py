"""A scripted model for all agents of a story, which takes its time and keeps what each was shown."""

import asyncio
import json
import time
from dataclasses import dataclass, field

from echoes.core.operation.usage import Usage
from echoes.games.story.pack.schema import StoryPack
from echoes.models.completion import Completion, Reply, Request

_REPLIES = {
    "narrator": "- | calm\n\nThe lamp turns over the water, and for a while nothing else in the house moves.",
    "character": "A shrug. “That is how it is, and how it was last winter too.”",
    "judgement": json.dumps({"line": 1, "manner": "dry"}),
    "interpreter": json.dumps({"act": "free", "character": "", "topic": ""}),
    "check": json.dumps({"chapter_complete": False, "reason": "not yet", "new_beats": []}),
    "summarizer": "You went from room to room and asked what nobody wanted to be asked.",
}
_NEVER = {"trust": "nobody.9"}


@dataclass(frozen=True)
class AgentCall:
    """One call: of which role, how many characters it was shown, from when to when, in seconds."""

    role: str
    shown: int
    began: float
    ended: float


@dataclass
class ScriptedAgents:
    """The models of all agents.

    Attributes:
        latency_s: seconds that each call takes.
        calls: so far.
    """

    latency_s: float
    calls: list[AgentCall] = field(default_factory=list[AgentCall])

    def watch(self, role: str, completion: Completion) -> Completion:
        """Return the scripted model of a role, in place of the configured one."""
        return _ScriptedAgent(self, role)

    def take(self) -> list[AgentCall]:
        """Return the calls since the last call of this."""
        taken, self.calls = self.calls, []
        return taken


class _ScriptedAgent:
    id = "scripted"

    def __init__(self, agents: ScriptedAgents, role: str) -> None:
        self._agents, self._role = agents, role

    async def complete(self, request: Request) -> Reply:
        """Reply as always; a memory gains a fact each time, so that it grows as far as it may."""
        began = time.perf_counter()
        await asyncio.sleep(self._agents.latency_s)
        shown = len(request.system) + len(request.prompt)
        text = _REPLIES.get(self._role) or _memory(len(self._agents.calls))
        if request.on_chunk:
            request.on_chunk(text)
        self._agents.calls.append(AgentCall(self._role, shown, began, time.perf_counter()))
        return Reply(text, usage=Usage(model_calls=1, prompt_tokens=shown // 4, completion_tokens=20))


def _memory(number: int) -> str:
    fact = f"The carrier came by for the time numbered {number % 90 + 10}, and asked the same thing."
    return json.dumps({"add": [fact], "remove": [], "update": [], "summary": "It was a long evening. " * 4})


def endless(story: StoryPack) -> StoryPack:
    """Return a story whose first chapter never ends."""
    data = story.to_json()
    chapters = data["chapters"]
    assert isinstance(chapters, dict)
    first = chapters[story.first]
    assert isinstance(first, dict)
    return StoryPack.model_validate(
        {**data, "chapters": {**chapters, story.first: {**first, "complete": _NEVER}}}
    )
