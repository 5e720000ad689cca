"""The model as the game master's voice: at most two calls a message, and none that decides anything.

One closed form says which open move a message means, or answers it; one puts the committed outcomes of the
dice into words. Whatever does not fit is dropped, and the author's words stand.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import with_usage
from echoes.core.operation.call_budget import capped_calls
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace
from echoes.games.heist.narration.phrases import name_of
from echoes.games.heist.narration.prompts import (
    VOICES,
    compress_prompt,
    frame_prompt,
    outcomes_prompt,
    system_prompt,
)
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.phases import HeistMood
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.options import OpenMove
from echoes.games.prose import is_no_prose, prose_fault, usable_prose

_MOST_CALLS = 2
"""Calls that a message may cost."""
_LONGEST, _LONGEST_STYLE = 600, 80
"""Characters of a narration, and of a part of the scene's style."""
FormT = TypeVar("FormT", bound=BaseModel)


class FramedMessage(BaseModel):
    """The form of the first call: the number of a move, or 0 and what the place or a person answers."""

    pick: int
    narration: str = ""
    speaker: int = 0
    atmosphere: str = ""
    pressure: str = ""


class WordedOutcome(BaseModel):
    """One outcome in words: of which die, by its number."""

    n: int
    text: str


class WordedOutcomes(BaseModel):
    """The form of the second call."""

    outcomes: list[WordedOutcome]


class SceneSummary(BaseModel):
    """The form of the call that sums up a scene."""

    summary: str


class Master:
    """The game master's voice for one message.

    Args:
        context: with the model and the journal.
        voice: the model.
    """

    def __init__(self, context: HeistContext, voice: LLMClient) -> None:
        self._context, self._voice, self._calls = context, voice, 0

    async def framed(
        self, play: HeistPlay, moves: Sequence[OpenMove], intent: HeistIntent, message: str
    ) -> HeistIntent:
        """Return the move that a message means, or answer it; the intent where it can do neither."""
        state = play.state
        if intent.kind not in ("unknown", "choose") or not moves or not state["scene"]:
            return intent
        # No model spends a die; and what it takes a message to mean is only framed, or asked back.
        ways = [move for move in moves if not move.key.startswith(("die:", "throw", "walk_away"))]
        prompt = frame_prompt(play.score, state, [move.text for move in ways], message)
        reply, usage = await self._asked("frame", play, prompt, FramedMessage)
        if reply is None:
            return intent
        if 1 <= reply.pick <= len(ways):
            play.note_first(HeistTrace(usage=usage))
            picked = ways[reply.pick - 1]
            if picked.key.startswith("approach:") and not (state["framing"] and state["framing"]["used"]):
                return HeistIntent("move", picked.key)
            return HeistIntent("choose", moves=[picked], why="ask_meant")
        text = _told(reply.narration, play.language)
        if reply.pick or not text:
            play.note_first(HeistTrace(usage=usage))
            return intent
        self._style(play, reply)
        here = people_here(play.score, state)
        if 1 <= reply.speaker <= len(here):
            person, spec = here[reply.speaker - 1]
            told = happened.PersonSpoke(person=person, name=spec.name, text=text, asked=message)
        else:
            told = happened.Told(by=VOICES.get(state["mood"], "weaver"), text=text, asked=message)
        play.add(told.model_copy(update={"source": self._voice.id, "usage": usage}))
        return replace(intent, kind="unknown")

    @staticmethod
    def _style(play: HeistPlay, reply: FramedMessage) -> None:
        for part, said in (("atmosphere", reply.atmosphere), ("pressure", reply.pressure)):
            text = clean(said)[:_LONGEST_STYLE]
            if text and not is_no_prose(text):
                play.add(happened.WorldChanged(kind="style", id=part, text=text))

    async def sum_up(self, play: HeistPlay) -> None:
        """Put the summary of a scene that was compressed into words; no number changes."""
        if (compressed := play.last(happened.SceneCompressed)) is None:
            return
        place, found = compressed
        prompt = compress_prompt(play.score, found.summary, found.key_moments)
        reply, usage = await self._asked("compress", play, prompt, SceneSummary)
        play.note_first(HeistTrace(usage=usage))
        text = _told(reply.summary, play.language) if reply else ""
        if text:
            told = found.model_copy(update={"summary": text, "source": self._voice.id})
            play.replace(place, Entry(told))

    async def word_outcomes(self, play: HeistPlay) -> None:
        """Put the outcomes of an action that was framed into words; those of another tier are dropped."""
        framing = play.state["framing"]
        if framing is None or not framing["outcomes"] or not play.last(happened.ActionFramed):
            return
        tiers = [outcome["tier"] for outcome in framing["outcomes"]]
        prompt = outcomes_prompt(play.score, play.state, framing)
        reply, usage = await self._asked("outcomes", play, prompt, WordedOutcomes, "aftermath")
        play.note_first(HeistTrace(usage=usage))
        words: dict[int, str] = {}
        for one in reply.outcomes if reply else ():
            text = clean(one.text)[:_LONGEST]
            if 1 <= one.n <= len(tiers) and _keeps(play.language, text, tiers[one.n - 1]):
                words[one.n - 1] = text
        play.reword(words)

    async def _asked(
        self, key: str, play: HeistPlay, prompt: str, form: type[FormT], mood: HeistMood = ""
    ) -> tuple[FormT | None, Usage]:
        """Return the reply of the model in the voice of a mood; None where it has none, or had its calls."""
        left = _MOST_CALLS - self._calls
        if left <= 0:
            return None, Usage()
        system = system_prompt(play.score, play.state, self._context.tokens, mood)
        # How a server wants to be asked is found out once, with more calls; never by the second question.
        ask = _counted(
            lambda: self._voice.generate_structured(system, prompt, form), left if self._calls else None
        )
        try:
            reply, usage = await self._context.journal.reply(key, ask, with_usage(form))
        except ModelFailed as error:
            reply, usage = None, error.spent or Usage()
        self._calls += max(1, usage.model_calls)
        return reply, usage


def _counted(
    ask: Callable[[], Awaitable[tuple[FormT, Usage]]], most: int | None
) -> Callable[[], Awaitable[tuple[FormT, Usage]]]:
    """Return a request whose usage, or its failure's, counts every call made, as the journal must keep it.

    Args:
        ask: the request; it may repeat calls that were refused, which its own usage leaves out.
        most: calls that it may make; None for no bound.
    """

    async def counted() -> tuple[FormT, Usage]:
        with capped_calls(most) as budget:
            try:
                reply, usage = await ask()
            except ModelFailed as error:
                error.spent = _of_calls(error.spent or Usage(), budget.used.model_calls)
                raise
        return reply, _of_calls(usage, budget.used.model_calls)

    return counted


def _of_calls(usage: Usage, calls: int) -> Usage:
    """Return a usage that counts at least so many calls."""
    return usage.model_copy(update={"model_calls": max(usage.model_calls, calls)})


def _keeps(language: str, text: str, tier: str) -> bool:
    """Return whether a narration opens with the word of the committed tier, and of no other."""
    word = name_of(language, "tiers", tier).casefold()
    opening = text.casefold()
    others = [name_of(language, "tiers", one).casefold() for one in ("partial",) if one != tier]
    longer = any(other.startswith(word) and opening.startswith(other) for other in others)
    is_its = opening.startswith(word) and len(text) > len(word) + 1 and not longer
    return is_its and not prose_fault(text, language)


def _told(text: str, language: str) -> str:
    """Return the usable part of a narration."""
    return usable_prose(clean(text)[:_LONGEST], language)
