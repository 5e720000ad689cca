"""Actions at a table: a visitor speaks, sits down, gets up, and forks the game."""

import logging
from urllib.parse import urlencode

from echoes.core.errors import BadInput
from echoes.core.log.events import CommandResult, TurnFailed
from echoes.core.seats.events import SeatChange, SeatLeft, SeatTaken
from echoes.core.seats.seating import SeatRefused
from echoes.core.seats.visibility import PUBLIC, log_turn
from echoes.core.text.plain_text import clean
from echoes.engine.sessions.queries import read_entries, unblocked
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.pages.game_page import is_ai
from echoes.interfaces.web.pending_answers import AnswerStopped

_LONGEST_BODY = 1 << 16
"""Characters; the middleware lets nothing longer in."""


async def send_message(request: ActionRequest) -> Answer:
    """Hand a message to the game; what comes of it goes to everybody in the room who may see it."""
    live, visitor = await request.session(), request.visitor
    texts = texts_in(live.lang)
    if is_ai(live):
        raise BadInput(
            "an AI plays this game", "Begin one of your own.", zh="这一局由 AI 在玩。请自己开一局。"
        )
    at = request.text("at")
    seat = live.seat_of(visitor, at)
    if at not in (PUBLIC, seat):
        return {"error": texts["seat_not_yours"]}
    speaks_from = seat if seat or not live.seats else None
    if speaks_from is None and not live.plays_all(visitor):
        return {"error": texts["take_a_seat"]}
    text, limit = request.text("text", _LONGEST_BODY), live.game.limits.max_message_chars
    command = max(len(mode.command) for mode in (await live.view(seat)).shown.composer_modes())
    if len(text) > limit + command + 1:
        return {"error": texts["too_long"].format(length=len(text), limit=limit)}
    shared = live.shared or live.has_company(visitor) or not live.is_of(visitor)
    name = await live.room.enter(visitor) if shared else visitor.name
    by = live.seating.holders[seat].name if seat else name if shared else ""
    restarts = False
    refused, engine, before = "", request.web_app.engine, (await live.feed(seat)).entries
    if (turns := live.game.turns_to_run(text)) is not None:
        return await _run_turns(request, live, turns, seat)
    with live.asking(name, seat):
        events = engine.handle_message(live.session_id, clean(text), live.hear, by, seat=speaks_from)
        try:
            async for event in request.web_app.answers.follow(live.session_id, live.mark(visitor), events):
                await live.catch_up()
                restarts = restarts or (isinstance(event, CommandResult) and event.command == "restart")
                if isinstance(event, TurnFailed):
                    refused = event.error if event.mended_by == "player" else texts["failed"]
                    logging.getLogger(__name__).warning("a message failed: %s", event.error)
        except AnswerStopped:
            return {"n": (await live.feed(seat)).entries, "stopped": texts["stopped"]}
    if seat:  # free seats go on once somebody is back
        request.web_app.ai_games.run_table(live, visitor.address)
    if refused:
        return {"error": refused}
    shown = (await live.feed(seat)).entries
    if restarts:
        return {"n": shown, **await begin_game(request, live.started.puzzle_id, live.lang)}
    is_unseen = speaks_from is None and shown == before
    return {"n": shown, "said": texts["seen_at_seat"] if is_unseen else ""}


async def stop_answer(request: ActionRequest) -> Answer:
    """Stop the answer that the visitor waits for, at no cost."""
    live = await request.session()
    request.web_app.answers.stop(live.session_id, live.mark(request.visitor))
    return {}


async def begin_game(request: ActionRequest, scenario: str, lang: str | None) -> Answer:
    """Begin a game of a visitor's own, and say where it is."""
    await request.web_app.limits.count("game", request.visitor)
    session = await request.web_app.engine.create_session(scenario, request.visitor.player_id, lang)
    return {"go": "?" + urlencode({"game": session.session_id})}


async def _run_turns(request: ActionRequest, live: LiveSession, turns: int, seat: str) -> Answer:
    """Make some turns of free seats; nobody makes a person's turn for them."""
    due = await request.web_app.engine.next_seat(live.session_id)
    if turns and not live.ended and (holder := live.seating.holders.get(due)):
        return {"error": texts_in(live.lang)["table_persons_turn"].format(name=holder.name)}
    request.web_app.ai_games.run_table(live, request.visitor.address, paused=True)
    request.web_app.ai_games.steer(live.session_id, "run", turns=turns)
    return {"n": (await live.feed(seat)).entries}


async def take_seat(request: ActionRequest) -> Answer:
    """Sit down on a free seat, or go on from another seat of one's own."""
    live, visitor, seat = await request.session(), request.visitor, request.text("seat")
    if is_ai(live):
        raise BadInput(
            "an AI plays this game", "Begin one of your own.", zh="这一局由 AI 在玩。请自己开一局。"
        )
    person = live.mark(visitor)
    own = live.seating.own(person)
    name = live.seating.holders[own[-1]].name if own else await live.room.enter(visitor)
    return await _sit(request, live, SeatTaken(seat=seat, by=name, person=person))


async def leave_seat(request: ActionRequest) -> Answer:
    """Get up from a seat of one's own, or free one as the host."""
    live, visitor = await request.session(), request.visitor
    left = SeatLeft(seat=request.text("seat"), by=live.room.name(visitor), person=live.mark(visitor))
    return await _sit(request, live, left)


async def _sit(request: ActionRequest, live: LiveSession, change: SeatChange) -> Answer:
    """Take or leave a seat, and open the page that looks from it."""
    try:
        await request.web_app.engine.sit(live.session_id, change, live.room.host)
    except SeatRefused as refused:
        return {"error": texts_in(live.lang)[f"seat_{refused.reason}"]}
    await live.catch_up()
    address = {"game": live.session_id, "room": request.text("room")}
    if isinstance(change, SeatTaken):
        request.web_app.ai_games.run_table(live, request.visitor.address)
        live.subscribers.reload(request.visitor.player_id, PUBLIC)  # the visitor's other pages
        address["at"] = change.seat
    return {"go": "?" + urlencode({key: value for key, value in address.items() if value})}


async def fork_game(request: ActionRequest) -> Answer:
    """Try another way from an earlier turn, in a game of the visitor's own."""
    live, visitor = await request.session(), request.visitor
    await request.web_app.limits.count("game", visitor)
    if not live.is_of(visitor):
        raise BadInput("only its player can fork a game", zh="只有玩家本人才能从这一步另开一局。")
    if live.seating.was_shared(live.mark(visitor)) and not live.ended:
        return {"error": texts_in(live.lang)["fork_when_over"]}  # all seats of a fork are free
    entries = await unblocked(request.web_app.engine, read_entries, live.session_id)
    turn = log_turn(entries, live.seat_of(visitor, request.text("at")), request.number("turn"))
    forked = await request.web_app.engine.fork(live.session_id, turn)
    return {"go": "?" + urlencode({"game": forked})}
