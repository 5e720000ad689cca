"""Follow-up work of a turn: memories, the check of the chapter, summaries. What fails changes nothing."""

import asyncio
from collections.abc import Sequence
from typing import TypeVar

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.games.agent_calls import AgentReply
from echoes.games.context_window import estimate_tokens
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.forms import MemoryUpdate, ProgressCheck
from echoes.games.story.agents.memory import empty_memory, remember_changes, remember_fact
from echoes.games.story.agents.messages import (
    chapter_prompt,
    check_prompt,
    deed_in,
    memory_prompt,
    rolling_prompt,
)
from echoes.games.story.agents.windows import CHECK, MEMORY, SUMMARIZER
from echoes.games.story.events import StoryTrace, TurnSettled
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.recent import MOST_TURNS, heard_silently, spoke_in, witnessed_by
from echoes.games.story.rules.chapters import settle_chapter
from echoes.games.story.rules.effects import reach_beat
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import CharacterMemory, RecentTurn, StoryState
from echoes.games.story.traces import Remembered
from echoes.games.story.turn.moves import offer_suggestions

ReplyT = TypeVar("ReplyT")
KEPT_TURNS = 4
"""The newest turns, which stand in no summary."""


async def settle_story(agents: Agents, story: StoryPack, state: StoryState) -> list[Entry]:
    """Do the follow-up work of the last turn.

    Args:
        agents: of the session.
        story: that is played.
        state: after the turn.
    Returns:
        What came of it; the first entry says that it is done.
    """
    play = StoryPlay(story, state)
    play.add(TurnSettled())
    if not state["recent"]:
        return play.entries()
    work = _AfterWork(agents, play)
    await work.remember_and_check()
    if not play.state["ended"]:
        await work.sum_up()
    work.note_costs()
    return play.entries()


class _AfterWork:
    """The follow-up work of one turn.

    Args:
        agents: of the session.
        play: that takes what comes of it.
    """

    def __init__(self, agents: Agents, play: StoryPlay) -> None:
        self._agents, self._play, self._story = agents, play, play.story
        self._turn: RecentTurn = play.state["recent"][-1]
        self._usage, self._failures = Usage(), dict[str, str]()

    async def remember_and_check(self) -> None:
        """Update the memories of those who spoke or were spoken to, and check the chapter, all at once."""
        who_spoke = spoke_in(self._turn)
        memory_updates = asyncio.gather(*map(self._remember, who_spoke))
        updates, check = await asyncio.gather(memory_updates, self._check())
        memories: dict[str, CharacterMemory] = {}
        for who, update in zip(who_spoke, updates, strict=True):
            if (reply := self._took(f"memory:{who}", update)) is not None:
                memories[who] = remember_changes(self._memory(who), reply)
        memories |= {who: self._witnessed(who) for who in heard_silently(self._turn)}
        if memories:
            noted = {
                who: Remembered(summary=one["summary"], facts=tuple(one["facts"]))
                for who, one in memories.items()
            }
            self._play.note(StoryTrace(memories=noted))
        if (found := self._took("check", check)) is not None:
            self._advance(found)

    async def _remember(self, who: str) -> AgentReply[MemoryUpdate]:
        prompt = memory_prompt(
            self._story, who, self._play.state["memories"].get(who), self._turn, self._agents.budget(MEMORY)
        )
        system = self._agents.system("memory", name=self._story.cast[who].name)
        return await self._agents.ask(f"memory:{who}", MEMORY, system, prompt, MemoryUpdate)

    async def _check(self) -> AgentReply[ProgressCheck]:
        prompt = check_prompt(self._story, self._play.state, self._turn, self._agents.budget(CHECK))
        return await self._agents.ask("check", CHECK, self._agents.system("check"), prompt, ProgressCheck)

    def _memory(self, who: str) -> CharacterMemory:
        return self._play.state["memories"].get(who) or empty_memory()

    def _witnessed(self, who: str) -> CharacterMemory:
        """Return the memory of somebody who only looked on: code adds what the player did."""
        [seen] = witnessed_by(who, [self._turn])
        said = deed_in(seen) or seen["lines"][0]["text"]
        return remember_fact(self._memory(who), said)

    def _advance(self, check: ProgressCheck) -> None:
        """Reach the beats that were judged, and close the chapter if it is complete."""
        beats = self._story.chapters[self._play.state["chapter"]].beats
        before = len(self._play.events())
        for key in check.new_beats:
            if key in beats and beats[key].judged:
                reach_beat(self._play, key)
        settle_chapter(self._play, check.chapter_complete)
        if len(self._play.events()) > before and not self._play.state["ended"]:
            self._play.add(offer_suggestions(self._play))

    async def sum_up(self) -> None:
        """Sum up the chapters that are over, and the older turns where they have grown long, all at once."""
        state = self._play.state
        due, older = state["unsummed"], _older_turns(state, self._agents.settings.summary_tokens)
        summaries = asyncio.gather(*map(self._sum_up_chapter, due))
        chapters, summary = await asyncio.gather(summaries, self._roll(older))
        found = {
            key: text
            for key, answered in zip(due, chapters, strict=True)
            if (text := self._took(f"chapter:{key}", answered))
        }
        if found:
            self._play.note(StoryTrace(summaries=found))
        if summary is not None:
            text = self._took("summary", summary)
            if text or len(state["recent"]) >= MOST_TURNS:
                rolled = text or _by_rules(state["summary"], older, self._agents.budget(SUMMARIZER) // 10)
                self._play.note(StoryTrace(summary=rolled, kept=KEPT_TURNS))

    async def _sum_up_chapter(self, key: str) -> AgentReply[str]:
        prompt = chapter_prompt(self._story, key, self._play.state["recent"], self._agents.budget(SUMMARIZER))
        system = self._agents.system("chapter")
        return await self._agents.sum_up(f"chapter:{key}", SUMMARIZER, system, prompt)

    async def _roll(self, older: Sequence[RecentTurn]) -> AgentReply[str] | None:
        if not older:
            return None
        budget = self._agents.budget(SUMMARIZER)
        prompt = rolling_prompt(self._story, self._play.state["summary"], older, budget)
        return await self._agents.sum_up("summary", SUMMARIZER, self._agents.system("summary"), prompt)

    def _took(self, what: str, answered: AgentReply[ReplyT]) -> ReplyT | None:
        """Return a reply, and take note of what it cost, or why there is none."""
        self._usage += answered.usage
        if answered.reply is None or answered.error:
            self._failures[what] = answered.problem
        return answered.reply

    def note_costs(self) -> None:
        """Note beside the first entry what the work cost and what failed."""
        self._play.note_first(StoryTrace(usage=self._usage, failures=self._failures))


def _older_turns(state: StoryState, tokens: int) -> list[RecentTurn]:
    """Return the turns that are due to be summed up: all but the newest, once there is enough of them."""
    turns = state["recent"]
    size = sum(estimate_tokens(line["text"]) for turn in turns for line in turn["lines"])
    return turns[:-KEPT_TURNS] if size > tokens else []


def _by_rules(summary: str, turns: Sequence[RecentTurn], tokens: int) -> str:
    """Return a summary without a model: the old one, and what the player did, the newest of it."""
    done = [text for turn in turns if (text := deed_in(turn))]
    lines = [summary, *done] if summary else done
    while len(lines) > 1 and estimate_tokens("\n".join(lines)) > tokens:
        lines = lines[1:]
    return "\n".join(lines)
