"""Turns are taken back: knowledge stays, and luck does not change."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.conversation.shell import is_undo, say
from echoes.games.heist import events as happened
from echoes.games.heist.narration.phrases import quoted
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.offers import last_offer
from echoes.games.turn_state import TurnState

_MOST_NAMED = 3
"""Moves that are named when they are taken back."""


async def take_back(context: HeistContext, play: HeistPlay, argument: str) -> TurnState[HeistState]:
    """Take turns back: say which, and offer again what was open before them.

    Args:
        context: of the session.
        play: of the message.
        argument: how many, in digits; empty for one.
    """
    if not is_undo(argument):
        return {"outbox": [_said(say(play.language, "undo_usage"))]}
    entries = await context.history.entries()
    moves = [entry.event for entry in entries if isinstance(entry.event, happened.MoveMade)]
    undone = moves[-int(argument or 1) :]
    if not undone:
        return {"outbox": [_said(say(play.language, "undo_nothing"))]}
    spent = any(move.key.startswith(("die:", "throw")) for move in undone)
    named = [quoted(play.language, move.text) for move in undone[:_MOST_NAMED]]
    more = [play.say("and_more", count=len(undone) - _MOST_NAMED)] if len(undone) > _MOST_NAMED else []
    listed = play.say("enumeration").join([*named, *more])
    outbox = [_said(play.say("undone_spent" if spent else "undone", moves=listed))]
    if (offer := _offer_before(entries, undone[0].turn)) is not None:
        outbox.append(Entry(offer))
    return {"undo": len(undone), "outbox": outbox}


def _offer_before(entries: Sequence[Entry], turn: int) -> happened.OptionsOffered | None:
    """Return again what was offered when a turn had not been made yet."""
    before = [entry for entry in entries if entry.event.turn < turn]
    before = [entry for entry in before if not isinstance(entry.event, happened.HeistAsked)]
    offer = last_offer(before)
    if not isinstance(offer, happened.OptionsOffered):
        return None
    return happened.OptionsOffered(prompt=offer.prompt, options=offer.options)


def _said(text: str) -> Entry:
    return Entry(happened.HeistReplied(command="undo", text=text))
