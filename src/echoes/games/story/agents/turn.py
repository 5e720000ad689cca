"""A turn with models: code decides what happens, the narrator tells it, and those who answer speak in turn.

A narrator that fails fails the turn, which then costs nothing. Whoever fails to speak says nothing, so that
nothing follows from it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from echoes.core.log.events import Event
from echoes.core.operation.usage import Usage
from echoes.games.agent_calls import AgentReply
from echoes.games.story import events as happened
from echoes.games.story.agents.calls import Agents, Prose
from echoes.games.story.agents.forms import LineChoice, ReadMessage
from echoes.games.story.agents.messages import decide_message, narrate_message, read_prompt, speak_message
from echoes.games.story.agents.prompts import manner_text
from echoes.games.story.agents.retrieval import recall_scenes, retriever_for
from echoes.games.story.agents.windows import INTERPRETER, JUDGEMENT, NARRATOR, VOICE, prompt_text, window_of
from echoes.games.story.rules.acting import deed, perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.script import TurnScript, Written
from echoes.games.story.rules.speaking import open_lines
from echoes.games.story.state import RecentLine, StoryState
from echoes.games.story.turn.moves import all_moves

MOST_SPEAKERS = 4
"""The most characters that speak in one turn."""
SPEECHES = ("ask", "tell", "show", "greet", "say")
FREE = ("say:", "try:")
"""The moves that stand for words and deeds of any kind."""


@dataclass(frozen=True)
class PlannedLine:
    """A line of the author that somebody is about to say: who, its key, its text, and the act it answers."""

    who: str
    key: str
    text: str


@dataclass
class TurnWriter:
    """Writes the words of one turn.

    Args:
        agents: of the session.
        play: before the message.
        key: of the move.
        message: the player's words.
        text: the move in words, as the log keeps it.
        otherwise: whether it is another try.

    Attributes:
        script: the words so far.
        said: this turn's replies so far.
        scene: the state in which the words are said: after the deed, before what follows from it.
    """

    agents: Agents
    play: StoryPlay
    key: str
    message: str
    text: str
    script: TurnScript = field(default_factory=TurnScript)
    otherwise: bool = False
    said: list[RecentLine] = field(default_factory=list[RecentLine])

    def __post_init__(self) -> None:
        self.kind, _, self.rest = self.key.partition(":")
        self.who, _, self.topic = self.rest.partition(":")
        self.who = self.who if self.kind in SPEECHES else ""
        scratch = StoryPlay(self.play.story, self.play.state)
        scratch.add(happened.PlayerActed(act=self.kind, text=self.text))
        if self.kind not in SPEECHES:
            deed(scratch, self.kind, self.rest)
        self.cues = [cue for event in scratch.events() if (cue := _cue_of(event))]
        self.scene = _of_before(self.play.state, scratch.state)

    async def write(self) -> TurnScript:
        """Write the whole turn.

        Raises:
            ModelFailed: the narrator gave nothing that can be told.
        """
        decided, told = await asyncio.gather(self._decide(), self._narrate())
        self._spend("narrate", told)
        if decided is not None:
            self._spend("decide", decided)
        if told.reply is None:
            raise told.failure
        narration = Written(told.reply.text, told.reply.source, told.usage)
        header = told.reply.header
        self.script = replace(self.script, narration=narration, mood=header.mood if header else "")
        manner = self._choose_line(decided.reply if decided else None)
        named = header.answers if header else (self.who,)
        await self._let_speak([*named], manner)
        return self._without_unsaid()

    def _without_unsaid(self) -> TurnScript:
        """Return the script without words for lines that are not said after all; they are paid for."""
        keys = {line.key for line in self._planned().values()}
        dropped = [one.usage for key, one in self.script.words.items() if key not in keys]
        words = {key: one for key, one in self.script.words.items() if key in keys}
        return replace(self.script, words=words, usage=sum(dropped, self.script.usage))

    async def _decide(self) -> AgentReply[LineChoice] | None:
        """Choose a line by the judgement of whoever is spoken to; None where nobody is."""
        lines = self._lines()
        if not lines:
            return None
        story, who = self.play.story, self.who
        message = decide_message(story, [story.cast[who].lines[key].text for key in lines], self.message)
        system = self.agents.system("decide", name=story.cast[who].name, role=story.cast[who].public.role)
        prompt = await self._prompt_of(JUDGEMENT, who, message)
        return await self.agents.ask(f"decide:{who}", JUDGEMENT, system, prompt, LineChoice)

    def _lines(self) -> list[str]:
        if self.kind not in ("ask", "tell", "show", "greet") or self.who not in self.play.story.cast:
            return []
        return open_lines(self.play, self.who, self.kind, self.topic)

    def _choose_line(self, decision: LineChoice | None) -> str:
        """Note the chosen line; return the manner."""
        if decision is None:
            return "open"
        lines = self._lines()
        if 1 <= decision.line <= len(lines):
            self.script = replace(self.script, chosen={self.who: lines[decision.line - 1]})
        return decision.manner

    async def _narrate(self) -> AgentReply[Prose]:
        story = self.play.story
        message = narrate_message(story, self.scene, self.cues, self.message, self.otherwise)
        names = {who: (story.cast[who].name, *story.cast[who].wordings) for who in self._present()}
        system, prompt = self.agents.system("narrate"), self._prompt(NARRATOR, NARRATOR, message)
        return await self.agents.write("narrate", NARRATOR, system, prompt, "", names)

    def _present(self) -> list[str]:
        """Return the characters who may answer: those there and not asked to keep out of it."""
        play = StoryPlay(self.play.story, self.scene)
        return [who for who in play.present() if who not in self.scene["muted"] or who == self.who]

    async def _let_speak(self, named: Sequence[str], manner: str) -> None:
        """Speak as those who were named and those who have something to say, each after the others."""
        present = self._present()
        named = [who for who in dict.fromkeys(named) if who in present]
        planned = self._planned()
        lead = min(
            (named.index(who) for who in planned if who in named), default=0 if planned else len(named)
        )
        first = [who for who in named[:lead] if who not in planned]
        then = [who for who in named[lead:] if who not in planned]
        for who in [*first, *planned, *then][:MOST_SPEAKERS]:
            line = self._planned().get(who)
            if who in planned and line is None:
                continue  # what it was about to answer was not said
            await self.speak(who, line, manner if who == self.who else "", first=who in first)

    def _planned(self) -> dict[str, PlannedLine]:
        """Return the characters who say a line of the author as things stand, in order."""
        play = StoryPlay(self.play.story, self.play.state, self.script)
        perform(play, self.key, self.text)
        found: dict[str, PlannedLine] = {}
        for entry in play.entries():
            if isinstance(entry.event, happened.ChapterClosed):
                break
            line = entry.traced(happened.StoryTrace).line
            if isinstance(entry.event, happened.CharacterSpoke) and line:
                who = entry.event.character
                found.setdefault(who, PlannedLine(who, line, entry.event.text))
        present = self._present()
        return {who: line for who, line in found.items() if who in present}

    async def speak(
        self,
        who: str,
        line: PlannedLine | None,
        manner: str,
        first: bool = False,
        at: int | None = None,
    ) -> None:
        """Speak as somebody, and note the words, or that there are none.

        Args:
            who: speaks.
            line: what of the author's is said; None for free words.
            manner: of speaking; empty for any.
            first: whether free words stand before the author's lines.
            at: the position of free words among the others; None for the end.
        """
        story, member = self.play.story, self.play.story.cast[who]
        deflects = line is not None and "deflection:" in line.key
        manner = manner_text(story.language, manner) if manner else ""
        narration = self.script.narration.text if self.script.narration else ""
        text = line.text if line else ""
        message = speak_message(
            story,
            narration,
            self.said,
            text,
            deflects,
            manner,
            self.message,
            self.otherwise,
            self.agents.budget(VOICE) // 2,
        )
        system = self.agents.system("speak", name=member.name, **member.public.model_dump())
        said = await self.agents.write(
            f"speak:{who}", VOICE, system, await self._prompt_of(VOICE, who, message), member.name
        )
        if said.reply is None:
            self._spend(f"speak:{who}", said)
            self.script = replace(self.script, silent=self.script.silent | {who})
            return
        written = Written(said.reply.text, said.reply.source, said.usage)
        self.said.append(RecentLine(speaker=who, text=written.text, heard=[]))
        if line:
            self.script = replace(self.script, words={**self.script.words, line.key: written})
        else:
            group = "first" if first else "then"
            spoken = [*getattr(self.script, group)]
            spoken.insert(len(spoken) if at is None else at, (who, written))
            self.script = replace(self.script, **{group: spoken})

    def _spend(self, what: str, answered: AgentReply[object]) -> None:
        """Note what was spent on what stands in no event, and why there was no reply, or not all of it."""
        script = self.script
        if answered.reply is None or answered.error:
            script = replace(script, failures={**script.failures, what: answered.problem})
        if what != "narrate" or answered.reply is None:
            script = replace(script, usage=script.usage + answered.usage)
        self.script = script

    async def _prompt_of(self, role: str, who: str, message: str) -> str:
        """Return the prompt of a character, with what its own retriever finds for the player's words."""
        own = retriever_for(self.play.story, self.scene, role, who)
        shown = self._prompt(role, who, message)
        found = await recall_scenes(own, f"{self.message} {self.text}", shown)
        return self._prompt(role, who, message, found) if found else shown

    def _prompt(self, role: str, name: str, message: str, found: Sequence[str] = ()) -> str:
        story, budget = self.play.story, self.agents.budget(role)
        return prompt_text(window_of(role, name, story, self.scene, message, budget, found), story.language)


async def read_move(agents: Agents, play: StoryPlay, message: str) -> tuple[str, Usage]:
    """Return the move that a message means, free words included, and what it cost to find out.

    Raises:
        ModelFailed: there was no reply that can be read.
    """
    moves = [*all_moves(play)]
    prompt = read_prompt(play, moves, message, agents.budget(INTERPRETER))
    found = await agents.ask("read", INTERPRETER, agents.system("read"), prompt, ReadMessage)
    if found.reply is None:
        raise found.failure
    read = found.reply
    parts = (read.act, read.character, read.topic)
    for key in (":".join(parts), f"{read.act}:{read.topic}", f"{read.act}:{read.character}", f"{read.act}:"):
        if key in moves:
            return key, found.usage
    here = [who for who in play.present() if who not in play.state["muted"]]
    last = play.state["addressee"]
    to = read.character if read.character in play.present() else ""
    if not to and read.act in SPEECHES:
        to = last if last in here else next(iter(here), "")
    return (f"say:{to}" if to else "try:"), found.usage


def _cue_of(event: Event) -> str:
    """Return the words by which an event of a deed is told; empty where it is nothing that is told."""
    match event:
        case happened.SceneTold() | happened.ThingMoved() | happened.CharacterCame():
            return event.text
        case happened.PlaceEntered():
            return f"{event.name}: {event.text}"
        case _:
            return ""


def _of_before(before: StoryState, after: StoryState) -> StoryState:
    """Return the state in which the words of a turn are said: where everybody is now, all else as it was."""
    return {**before, "at": after["at"]}
