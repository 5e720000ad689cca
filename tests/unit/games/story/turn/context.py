"""A session of a story as its node is given it, with models or without."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.games.resources import Limits
from echoes.games.story.agents.calls import Agents
from echoes.games.story.events import PlayerActed
from echoes.games.story.opening import story_opening
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.settings import StorySettings
from echoes.games.story.turn.context import StoryContext


class Spoken:
    """A model that replies as told, in order; the last reply again and again. None is a failure.

    Attributes:
        shown: the prompts so far.
    """

    id = "stub"

    def __init__(self, *replies: "str | dict[str, Any] | None") -> None:
        self.replies, self.shown = [*replies], list[str]()

    def capped(self, tokens: int) -> "Spoken":
        return self

    def _next(self, prompt: str) -> Any:
        self.shown.append(prompt)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if reply is None:
            raise ModelFailed("unreachable", "nobody is there", "Start it.", spent=Usage(model_calls=1))
        return reply

    async def stream(self, system: str, prompt: str, hear: Callable[[str], None]) -> tuple[str, Usage]:
        reply = str(self._next(prompt))
        hear(reply)
        return reply, Usage(model_calls=1)

    async def generate_structured(self, system: str, prompt: str, schema: Any) -> tuple[Any, Usage]:
        return schema.model_validate(self._next(prompt)), Usage(model_calls=1)


class Turns:
    """A history of a story's opening and so many turns."""

    def __init__(self, story: StoryPack, turns: int) -> None:
        self.story, self.turns = story, turns

    async def entries(self) -> Sequence[Entry]:
        acted = [Entry(PlayerActed(turn=n, act="wait", text="-")) for n in range(1, self.turns + 1)]
        return [Entry(*story_opening(self.story, "story")), *acted]


def agents_of(models: "Mapping[str, Any] | None" = None, **settings: Any) -> Agents:
    return Agents(models or {}, ReplyJournal(), StorySettings(**settings), "en")


def context_of(
    story: StoryPack, agents: Agents | None = None, turns: int = 0, longest: int = 200
) -> StoryContext:
    history: Any = Turns(story, turns)
    limits = Limits(max_message_chars=longest)
    return StoryContext("s-1", story, ReplyJournal(), history, limits, agents or agents_of())
