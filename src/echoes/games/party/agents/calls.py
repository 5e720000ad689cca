"""Calls of the models that lead a table: closed forms, and words from one that knows no secret."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.log.reply_journal import ReplyJournal, with_usage
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean
from echoes.games.agent_calls import AgentReply, kept_reply
from echoes.games.context_window import beginning_of, estimate_tokens
from echoes.games.party.agents.forms import AdventureList
from echoes.games.party.agents.guard import problem_with_words, repeats_instructions, usable_words
from echoes.games.party.agents.prompts import named_text, table_word
from echoes.games.party.agents.windows import LEADER, SUMMARIZER, TELLER
from echoes.games.party.events import PartyTrace
from echoes.games.party.leading import ModelLead
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.settings import PartySettings
from echoes.games.prose import is_no_prose

ReplyT = TypeVar("ReplyT")
_TRIES = 3
_TRIED_AGAIN: frozenset[FailureKind] = frozenset({"timeout", "unreadable", "cut", "empty"})
"""Failures that may not come again; after others the client has tried again, or it would be of no use."""

FormT = TypeVar("FormT", bound=BaseModel)
_TEXTS, _ADVENTURES = with_usage(str), with_usage(AdventureList)
_COUNTED_AT_ONCE = 60


async def patiently_asked(
    ask: Callable[[], Awaitable[tuple[ReplyT, Usage]]], pause_s: float
) -> tuple[ReplyT, Usage]:
    """Return a model's reply, and what it and the failed tries before it cost.

    Args:
        ask: asks the model.
        pause_s: the first pause; the second is twice as long.
    Raises:
        ModelFailed: the failure of the last try, with the cost of all.
    """
    spent = Usage()
    for number in range(1, _TRIES + 1):
        try:
            reply, usage = await ask()
        except ModelFailed as error:
            spent += error.spent or Usage()
            if error.kind not in _TRIED_AGAIN or number == _TRIES:
                error.spent = spent
                raise
            await asyncio.sleep(pause_s * number)
        else:
            return reply, spent + usage
    raise AssertionError("the last try returns or raises")


@dataclass
class PartyAgents:
    """The models that lead a table.

    Attributes:
        models: by role; none where rules lead, or where a log is replayed without them.
        journal: that keeps their replies.
        costs: of the calls of this message, by key; summaries come in any order, and add up in one.
        failures: why there was no reply, by the key of the call; `kinds`: in a word.
    """

    models: Mapping[str, LLMClient]
    journal: ReplyJournal
    settings: PartySettings
    language: str
    costs: dict[str, Usage] = field(default_factory=dict[str, Usage])
    failures: dict[str, str] = field(default_factory=dict[str, str])
    kinds: dict[str, FailureKind] = field(default_factory=dict[str, FailureKind])

    def may_ask(self, lead: ModelLead) -> bool:
        """Return whether the budgets of a session leave room for another call.

        Args:
            lead: with what the session has cost so far.
        """
        master = self.settings.master
        bounds = ((master.calls, lead["calls"]), (master.tokens, lead["tokens"]))
        return all(bound is None or so_far < bound for bound, so_far in bounds)

    def note_costs_in(self, play: PartyPlay) -> None:
        """Note beside what happened what the calls have cost, and why some gave no reply."""
        spent = sum((self.costs[key] for key in sorted(self.costs)), Usage())
        if spent != Usage() or self.failures:
            play.note_first(PartyTrace(usage=spent, failures=dict(sorted(self.failures.items()))))
        self.costs, self.failures, self.kinds = {}, {}, {}

    async def decide(self, key: str, system: str, prompt: str, form: type[FormT]) -> FormT | None:
        """Ask whoever sees everything for a closed form; None where there is no reply that can be used."""
        most = self.settings.reply_tokens.master
        found = await kept_reply(
            self.journal,
            key,
            lambda: patiently_asked(
                lambda: self.models[LEADER].capped(most).generate_structured(system, prompt, form),
                self.settings.pause_s,
            ),
            with_usage(form),
        )
        self._note_call(key, found)
        return found.reply

    async def tell(self, key: str, system: str, prompt: str, names: Sequence[str]) -> tuple[str, str]:
        """Ask for words from a voice that knows no more than those who hear it.

        Words that can't be used are asked for once more; then what is left of them is taken.

        Args:
            key: under which the reply is kept.
            system, prompt: all that the voice is shown.
            names: of the characters for whom it must not speak.
        Returns:
            The words, empty where there are none, and the name of the model.
        """
        text = problem = ""
        for number in range(2):
            why = named_text(self.language, "problems", problem) if problem else ""
            again = table_word(self.language, "again", problem=why) + "\n\n" if number else ""
            found = await self._written(key, system, again + prompt)
            self._note_call(key, found)
            if found.reply is None:
                return "", ""
            text = clean(found.reply)
            problem = problem_with_words(text, self.language, names, system)
            if not problem:
                break
        kept = usable_words(text, self.language, names, system) if problem else text
        if not kept:
            self.failures[key] = problem
        model = self.models.get(TELLER)
        return kept, self.journal.note(key, model.id if model else "") if kept else ""

    async def suggest(self, key: str, system: str, prompt: str) -> AdventureList | None:
        """Ask the voice that knows no secret for adventures; None where no reply can be used."""
        most = 2 * self.settings.reply_tokens.narrator
        found = await kept_reply(
            self.journal,
            key,
            lambda: self.models[TELLER].capped(most).generate_structured(system, prompt, AdventureList),
            _ADVENTURES,
        )
        self._note_call(key, found)
        return found.reply

    async def sum_up(self, key: str, system: str, prompt: str) -> str:
        """Ask for a summary, which only the seat whose memory it is may read; empty where there is none."""
        most = self.settings.reply_tokens.summarizer
        found = await kept_reply(
            self.journal,
            key,
            lambda: self.models[SUMMARIZER].capped(most).generate(system, prompt),
            _TEXTS,
        )
        text = beginning_of(clean(found.reply or ""), most * 3 // 2)
        problem = "prose" if is_no_prose(text) else "prompt" if repeats_instructions(text, system) else ""
        unusable = found.reply is not None and bool(problem)
        self._note_call(key, AgentReply(None, found.usage, problem) if unusable else found)
        return "" if unusable else text

    async def _written(self, key: str, system: str, prompt: str) -> AgentReply[str]:
        """Return a text that is cut off where it does not end; nobody hears it before it was looked at."""
        most = self.settings.reply_tokens.narrator
        cut = _Cut(most)
        found = await kept_reply(
            self.journal,
            key,
            lambda: self.models[TELLER].capped(most).stream(system, prompt, cut.hear),
            _TEXTS,
        )
        if found.reply is None:
            return found
        kept = beginning_of(found.reply, cut.longest)
        return AgentReply(kept, found.usage, found.problem, found.error)

    def _note_call(self, key: str, found: AgentReply[object]) -> None:
        """Take note of what a reply cost, or why there is none."""
        self.costs[key] = self.costs.get(key, Usage()) + found.usage
        if found.reply is None or found.error:
            self.failures[key], self.kinds[key] = found.problem, found.failure.kind


class _Cut:
    """Counts a reply while it comes, and stops it at its bound.

    Args:
        most: tokens that were asked for; an estimate is rather too high, so that half more is read.
    """

    def __init__(self, most: int) -> None:
        self.longest, self._tokens, self._uncounted = most * 3 // 2, 0, ""

    def hear(self, chunk: str) -> bool:
        """Take a piece; return whether the reply is long enough."""
        self._uncounted += chunk
        if len(self._uncounted) >= _COUNTED_AT_ONCE:
            self._tokens += estimate_tokens(self._uncounted)
            self._uncounted = ""
        return self._tokens >= self.longest
