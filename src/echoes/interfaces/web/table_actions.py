"""Actions at a table: a visitor speaks, sits down, gets up, and forks the game."""

import asyncio
import logging
from urllib.parse import urlencode

from echoes.core.errors import BadInput
from echoes.core.events import SeatLeft, SeatTaken, TurnFailed
from echoes.core.plain_text import clean
from echoes.core.seats import PUBLIC, log_turn
from echoes.engine.reading import read_entries
from echoes.interfaces.web import visitors
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.pages.game_page import is_ai
from echoes.interfaces.web.visitors import Visitor

_LONGEST_BODY = 1 << 16
"""Characters; the middleware lets nothing longer in."""
_COOKIE_S = 1.0
"""Time after which a browser surely has a cookie that it was sent."""


async def send_message(request: ActionRequest) -> Answer:
    """Hand a message to the game; what comes of it goes to everybody in the room who may see it."""
    live, visitor = await request.session(), request.visitor
    texts = texts_in(live.lang)
    if is_ai(live):
        raise BadInput("an AI plays this game", "Begin one of your own.")
    seat = live.seating.active(visitor)
    if seat == PUBLIC and not _may_play_all(live, visitor):
        return {"error": texts["take_a_seat"]}
    request.web_app.limits.count("message", visitor)
    text, limit = request.text("text", _LONGEST_BODY), live.game.limits.max_message_chars
    command = max(len(mode.command) for mode in live.view(seat).composer_modes())
    if len(text) > limit + command + 1:
        return {"error": texts["too_long"].format(length=len(text), limit=limit)}
    shared = live.shared or live.has_company(visitor) or not live.is_of(visitor)
    by = live.seating.holders[seat].name if seat else visitor.name if shared else ""
    speaks_from = seat if seat or not live.seating.seats else None
    refused, engine = "", request.web_app.engine
    with live.asking(visitor.name, seat):
        async for event in engine.handle_message(
            live.session_id, clean(text), live.hear, by, seat=speaks_from
        ):
            live.catch_up()
            if isinstance(event, TurnFailed):
                refused = event.error if event.mended_by == "player" else texts["failed"]
                logging.getLogger(__name__).warning("a message failed: %s", event.error)
    return {"error": refused} if refused else {"n": live.feed(seat).entries}


def _may_play_all(live: LiveSession, visitor: Visitor) -> bool:
    """Return whether a visitor without a seat may speak: where all share one, or nobody else is there."""
    return not live.seating.seats or (live.is_of(visitor) and not live.has_company(visitor))


async def take_seat(request: ActionRequest) -> Answer:
    """Sit down on a free seat, or go on from another seat of one's own."""
    live, visitor, seat = await request.session(), request.visitor, request.text("seat")
    texts, own = texts_in(live.lang), live.seating.own(visitor)
    if is_ai(live):
        raise BadInput("an AI plays this game", "Begin one of your own.")
    if seat not in own:
        if own and live.has_company(visitor):
            return {"error": texts["one_seat_each"]}
        if seat in live.seating.holders:
            return {"error": texts["seat_gone"]}
        if visitor.name in {one.name for held, one in live.seating.holders.items() if held not in own}:
            return {"error": texts["name_in_use"]}
        name = live.seating.holders[own[0]].name if own else visitor.name
        taken = await request.web_app.engine.sit(live.session_id, SeatTaken(seat=seat, by=name))
        live.catch_up()
        if not taken:  # somebody of that name sits there
            return {"error": texts["seat_gone"]}
    _remember(request, live, [*(one for one in own if one != seat), seat])
    reload = live.subscribers.reload  # the visitor's other pages, once their browser has the cookie
    asyncio.get_running_loop().call_later(_COOKIE_S, reload, visitor.player_id, seat)
    return {}


async def leave_seat(request: ActionRequest) -> Answer:
    """Get up from a seat of one's own."""
    live, visitor, seat = await request.session(), request.visitor, request.text("seat")
    own = live.seating.own(visitor)
    if seat not in own:
        raise BadInput("that seat is not yours", "Nothing was changed.")
    left = SeatLeft(seat=seat, by=live.seating.holders[seat].name)
    await request.web_app.engine.sit(live.session_id, left)
    live.catch_up()
    _remember(request, live, [one for one in own if one != seat])
    return {}


def _remember(request: ActionRequest, live: LiveSession, seats: list[str]) -> None:
    held = {seat: live.seating.holders[seat].event_id for seat in seats if seat in live.seating.holders}
    visitors.remember_seats(request.http, request.visitor, live.session_id, held)


async def fork_game(request: ActionRequest) -> Answer:
    """Try another way from an earlier turn, in a game of the visitor's own."""
    live, visitor = await request.session(), request.visitor
    request.web_app.limits.count("game", visitor)
    if not live.is_of(visitor):
        raise BadInput("only its player can fork a game")
    if live.seating.is_held_by_others(visitor) and not live.ended:
        return {"error": texts_in(live.lang)["fork_when_over"]}  # all seats of a fork are free
    entries = read_entries(request.web_app.engine, live.session_id)
    turn = log_turn(entries, live.seating.active(visitor), request.number("turn"))
    forked = await request.web_app.engine.fork(live.session_id, turn)
    return {"go": "?" + urlencode({"game": forked})}
