"""Follow-up work at a table: a turn that nobody has passes on, and a model that leads has its word."""

import asyncio
from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.party import events as happened
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.master import say_word
from echoes.games.party.agents.remembering import new_summary
from echoes.games.party.events import PartyNote
from echoes.games.party.memory.party_memory import seats_to_sum_up
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import TABLE_PHRASES, table_phrase
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_turn
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.commands import reply_event
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.passing import pass_turn


def is_unsettled(game: PartyState) -> bool:
    """Return whether follow-up work is left."""
    return not game["ended"] and (
        is_stuck(game) or game["lead"]["due"] or bool(seats_to_sum_up(game["memory"]))
    )


def is_stuck(game: PartyState) -> bool:
    """Return whether it is the turn of whoever leads the table, and nobody does any more."""
    return game["due"] == MASTER and not game["master"] and not game["ended"]


async def settle_table(context: PartyContext, game: PartyState) -> Sequence[Entry]:
    """Do the follow-up work of the last turn; what a model fails to do is left out."""
    context = context.for_one_message()
    play = PartyPlay(at_table(context.module, game), game, "")
    due, grown = game["lead"]["due"], seats_to_sum_up(game["memory"])
    if due or grown:
        play.add(happened.PartySettled(audience=(MASTER,)))
    if is_stuck(game):
        _pass_on(play)
    asks = context.models_play and context.agents.may_ask(game["lead"])
    if grown:
        await _sum_up(context, play, grown, context.agents if asks else None)
    speaks = due and asks and not game["master"]
    put_off = speaks and not await _has_word(context, play, game["suggestion"])
    context.agents.note_costs_in(play)
    entries = play.entries()
    return [entries[0].changed(put_off=True), *entries[1:]] if put_off else entries


async def _has_word(context: PartyContext, play: PartyPlay, suggestion: str) -> bool:
    """Ask the model that leads for its word; return whether the table need not wait for it."""
    agents = context.agents
    if await say_word(agents, play, await context.newest(), suggestion):
        return True
    waits = play.state["lead"]["pauses"] and agents.kinds.get("word") != "budget"
    if waits:
        play.add(reply_event("", "table_paused", absence_text(agents, play, "word", "model_pauses")))
    else:
        note_absence(play, "", table_phrase(play.module.language, "model_away"))
    return not waits


async def _sum_up(
    context: PartyContext, play: PartyPlay, seats: Sequence[str], agents: PartyAgents | None
) -> None:
    """Sum up what seats have witnessed, each from its own lines alone."""
    memories = play.state["memory"]["seats"]
    # The memories count what this follow-up work has brought, too; the log does not hold it yet.
    entries = [*await context.newest(), *play.entries()]
    texts = await asyncio.gather(
        *(
            new_summary(agents, context.module.language, play.name(seat), seat, memories[seat], entries)
            for seat in seats
        )
    )
    play.note_of(PartyNote(summaries=dict(zip(seats, texts, strict=True))))


def note_absence(play: PartyPlay, seat: str, text: str) -> None:
    """Say to the table or to a seat that the model gives no reply; once, where the rules go on instead."""
    if play.state["lead"]["pauses"] or not play.state["lead"]["away"]:
        play.add(reply_event(seat, "model_away", text))


def absence_text(agents: PartyAgents, play: PartyPlay, key: str, phrase: str) -> str:
    """Return a phrase that says why a call of the model that leads came to nothing."""
    why = TABLE_PHRASES.name_of(play.module.language, "model_failures", agents.kinds.get(key, "unreadable"))
    return table_phrase(play.module.language, phrase, why=why)


def _pass_on(play: PartyPlay) -> None:
    if not seat_to_act(play.module, play.state):
        end_turn(play)
    pass_turn(play)
