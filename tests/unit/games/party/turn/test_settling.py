"""Follow-up work sums up all that was witnessed, and shares no costs or failures with a message beside it."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel
from tests.unit.games.party.table import Table
from tests.unit.games.party.turn.test_commands import Log

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.forms import WordDecision
from echoes.games.party.agents.windows import TABLE_AGENTS
from echoes.games.party.events import PartyReplied, PartyTrace
from echoes.games.party.memory.summaries import KEPT_LINES
from echoes.games.party.memory.witnessing import lines_since
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.settings import PartySettings
from echoes.games.party.state import PartyState
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.respond import answer_at_table
from echoes.games.party.turn.settling import settle_table
from echoes.games.resources import Limits

DECISION, SUMMARY = Usage(model_calls=1, prompt_tokens=7), Usage(model_calls=1, prompt_tokens=100)


class Mind:
    """A model that decides on nothing and sums up, or fails to; its word waits until it is let go."""

    id = "mind"

    def __init__(self, fails: bool = False) -> None:
        self.fails, self.prompts = fails, list[str]()
        self.asked, self.let_go = asyncio.Event(), asyncio.Event()

    def capped(self, most: int) -> "Mind":
        return self

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        self.prompts.append(prompt)
        if self.fails:
            raise ModelFailed("refused", "no summary", spent=SUMMARY)
        return "They met.", SUMMARY

    async def stream(self, system: str, prompt: str, hear: Any) -> tuple[str, Usage]:
        return "The reeds bend.", Usage()

    async def generate_structured(
        self, system: str, prompt: str, form: type[BaseModel]
    ) -> tuple[BaseModel, Usage]:
        if form is WordDecision:
            self.asked.set()
            await self.let_go.wait()
        return form(), DECISION


def grown(mind: Mind) -> tuple[PartyContext, PartyState, list[Entry]]:
    """Return a table at which a seat's lines have outgrown its room, with models that lead, and its log."""
    table = Table()
    for number in range(12):
        table.play.tell(f"Line {number} of many.", ())
    state, entries = table.play.state, table.play.entries()
    memory = {**state["memory"], "rooms": {"ilse": 1}}
    state: Any = {**state, "memory": memory}
    models: Any = dict.fromkeys(TABLE_AGENTS, mind)
    agents = PartyAgents(models, ReplyJournal(), PartySettings(), table.module.language)
    return PartyContext("s", table.module, agents.journal, Log(entries), Limits(), agents), state, entries


def spent(entries: Sequence[Entry]) -> tuple[Usage, set[str]]:
    """Return what a message has cost, and which of its calls failed."""
    trace = entries[0].trace
    assert isinstance(trace, PartyTrace)
    return trace.usage or Usage(), {*trace.failures}


async def test_what_passing_on_brings_lies_between_no_summary_and_tail(monkeypatch: pytest.MonkeyPatch):
    def ring(play: PartyPlay) -> None:
        play.tell("A bell rings.", ())
        play.tell("It rings twice.", ())

    monkeypatch.setattr("echoes.games.party.turn.settling.pass_turn", ring)
    mind = Mind()
    context, state, log = grown(mind)
    state: Any = {**state, "due": MASTER, "master": ""}
    with context.journal.recording():
        new = await settle_table(context, state)
    [note] = [note for one in new if isinstance(one.trace, PartyTrace) for note in one.trace.notes]
    assert note.summaries["ilse"]
    [asked] = mind.prompts
    lines = lines_since([*log, *new], "ilse", 1000)
    kept = lines[-KEPT_LINES:]
    assert [line for line in lines if line not in kept and line not in asked] == []


async def test_a_message_beside_follow_up_work_bears_its_own_costs_and_failures():
    mind = Mind(fails=True)
    context, state, _ = grown(mind)
    state: Any = {**state, "lead": {**state["lead"], "due": True}}

    async def settle() -> Sequence[Entry]:
        with context.journal.recording():
            return await settle_table(context, state)

    follow_up_work = asyncio.create_task(settle())
    await mind.asked.wait()
    with context.journal.recording():
        turn = await answer_at_table(
            {"game": state, "seat": "ilse", "message": "I hum to the river"}, SimpleNamespace(context=context)
        )
    mind.let_go.set()
    answered = turn.get("outbox", [])
    assert not [e for e in answered if isinstance(e.event, PartyReplied) and e.event.command == "model_away"]
    assert spent(answered) == (DECISION, set())
    assert spent(await follow_up_work) == (SUMMARY + DECISION, {"summary:ilse"})
