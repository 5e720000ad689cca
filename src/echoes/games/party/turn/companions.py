"""A message for a seat that nobody holds: whoever sits there plays by itself, and says its authored lines."""

from typing import TYPE_CHECKING

from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.seats.seating import RUNNER
from echoes.games.party.state import new_table
from echoes.games.party.turn.commands import PartyTurn
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.respond import answer_at_table

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def answer_with_companions(state: PartyTurn, runtime: "Runtime[PartyContext]") -> PartyTurn:
    """Answer a message; the only node of the graph."""
    context, seat = runtime.context, state.get("seat", "")
    game = state.get("game", new_table(context.module))
    others = [one for one in game["by_themselves"] if one != seat]
    alone = [*others, seat] if _is_by_itself(context.journal, state.get("by", "")) else others
    return await answer_at_table({**state, "game": {**game, "by_themselves": alone}}, runtime)


def _is_by_itself(journal: ReplyJournal, by: str) -> bool:
    """Return whether nobody chose a message; a replay finds it in the log, which names no sender then."""
    is_alone = "1" if by == RUNNER else ""
    asks = is_alone or journal.replays_replies() is not None
    return bool(asks and journal.note("by itself", is_alone))
