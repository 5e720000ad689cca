"""Calls of the agents: each through the journal, within its budget, once more where the reply is junk."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from echoes.core.log.reply_journal import ReplyJournal, with_usage
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean
from echoes.core.views.live_text import live_text
from echoes.games.agent_calls import AgentReply, kept_reply
from echoes.games.context_window import beginning_of
from echoes.games.prose import is_no_prose, prose_fault, usable_prose
from echoes.games.story.agents.prompts import agent_system, word
from echoes.games.story.agents.prose import Header, ProseReader
from echoes.games.story.settings import StorySettings

FormT = TypeVar("FormT", bound=BaseModel)
ReplyT = TypeVar("ReplyT")
_TEXTS = with_usage(str)
_ROOM = 1.5
"""Prose may be estimated at so much more than was asked for: an estimate is rather too high."""


_FAULTS = {
    "prose": {"en": "it is no prose", "zh": "不是正文"},
    "prompt": {
        "en": "it repeats what you were shown, or steps out of the story",
        "zh": "重复了给你看的内容，或者跳出了故事",
    },
    "player": {"en": "it speaks or decides for the player", "zh": "替玩家说了话或做了决定"},
}


def problem_with(text: str, language: str, prompt: str = "") -> str:
    """Return the reason that a reply can't be used; empty where it can.

    Args:
        text: the prose of the reply.
        language: of the story.
        prompt: that the model was shown.
    """
    fault = prose_fault(text, language, prompt)
    return _FAULTS[fault][language] if fault else ""


@dataclass(frozen=True)
class Prose:
    """Prose of an agent.

    Attributes:
        header: who answers, and the mood; None where it could not be read.
        source: the model.
    """

    text: str
    source: str
    header: Header | None = None


@dataclass(frozen=True)
class Agents:
    """The agents of a session.

    Attributes:
        models: their models, by role; none where rules play, or where a log is replayed without them.
        journal: that keeps their replies.
        language: of the story.
        spent: the cost of each call so far, lost turns too.
    """

    models: Mapping[str, LLMClient]
    journal: ReplyJournal
    settings: StorySettings
    language: str
    spent: list[Usage] = field(default_factory=list[Usage])

    def budget(self, role: str) -> int:
        """Return the size of what an agent is shown, in tokens."""
        return int(getattr(self.settings.context_tokens, role))

    def model(self, role: str) -> LLMClient:
        """Return the model of an agent, whose replies are bounded where the settings say so."""
        model, most = self.models[role], getattr(self.settings.reply_tokens, role, None)
        return model.capped(most) if most else model

    def system(self, task: str, **values: str) -> str:
        """Return the part of a prompt that stays the same."""
        return agent_system(self.language, task, **values)

    async def ask(
        self, key: str, role: str, system: str, prompt: str, form: type[FormT]
    ) -> AgentReply[FormT]:
        """Ask for a closed form; a reply that can't be read is asked for once more.

        Args:
            key: under which the reply is kept.
            role: of the agent.
            system, prompt: what it is shown.
            form: of the reply.
        """
        return await self._kept(
            key, lambda: self.model(role).generate_structured(system, prompt, form), with_usage(form)
        )

    async def sum_up(self, key: str, role: str, system: str, prompt: str) -> AgentReply[str]:
        """Ask for a text that nobody reads along, cut at its bound; no prose counts as none."""
        found = await self._kept(key, lambda: self.model(role).generate(system, prompt), _TEXTS)
        text = beginning_of(clean(found.reply or ""), getattr(self.settings.reply_tokens, role))
        if found.reply is None or not is_no_prose(text):
            return AgentReply(text or None, found.usage, found.problem, found.error)
        return AgentReply(None, found.usage, _FAULTS["prose"][self.language])

    async def write(
        self,
        key: str,
        role: str,
        system: str,
        prompt: str,
        speaker: str = "",
        names: Mapping[str, tuple[str, ...]] | None = None,
    ) -> AgentReply[Prose]:
        """Ask for prose that is heard while it comes; what can't be used is withdrawn and asked for again.

        Args:
            key: under which the reply is kept.
            role: of the agent.
            system, prompt: what it is shown.
            speaker: who speaks; empty for the narrator.
            names: of those whom a header may name, by id; None for no header.
        """
        spent, problem, written = Usage(), "", None
        for number in range(2):
            again = word(self.language, "again", problem=problem) + "\n\n" if number else ""
            written = await self._written(key, role, (system, again + prompt), speaker, names)
            spent += written.usage
            if written.reply is None:
                live_text().withdraw(speaker)
                return AgentReply(None, spent, written.problem, written.error)
            problem = problem_with(written.reply.text, self.language, prompt)
            if not problem:
                return AgentReply(written.reply, spent, written.problem, written.error)
            live_text().withdraw(speaker)
        assert written is not None and written.reply is not None
        prose = written.reply
        left = usable_prose(prose.text, self.language, prompt)
        kept = Prose(left, prose.source, prose.header) if left else None
        return AgentReply(kept, spent, problem)

    async def _written(
        self,
        key: str,
        role: str,
        shown: tuple[str, str],
        speaker: str,
        names: Mapping[str, tuple[str, ...]] | None,
    ) -> AgentReply[Prose]:
        live = live_text()
        longest = int(getattr(self.settings.reply_tokens, role) * _ROOM)
        reader = ProseReader(lambda text: live.hear(speaker, text), longest, names, speaker)
        found = await self._kept(key, lambda: self.model(role).stream(*shown, reader.hear), _TEXTS)
        if found.reply is None:
            return AgentReply(None, found.usage, found.problem, found.error)
        reader.finish()
        header, text = reader.parts(found.reply)
        today = self.models[role].id if role in self.models else ""
        prose = Prose(clean(text), self.journal.note(key, today), header)
        return AgentReply(prose, found.usage, found.problem, found.error)

    async def _kept(
        self,
        key: str,
        ask: Callable[[], Awaitable[tuple[ReplyT, Usage]]],
        form: TypeAdapter[tuple[ReplyT, Usage]],
    ) -> AgentReply[ReplyT]:
        found = await kept_reply(self.journal, key, ask, form)
        self.spent.append(found.usage)
        return found
