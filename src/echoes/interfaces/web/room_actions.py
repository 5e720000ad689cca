"""Actions in a room: a visitor invites others, talks to them, leaves, hands the room over, and closes it.

The rooms of a game stand at its main line, once its player has chosen one.
"""

from contextlib import suppress
from urllib.parse import urlencode

from echoes.core.errors import BadInput
from echoes.core.seats.events import SeatLeft
from echoes.core.seats.seating import SeatRefused
from echoes.core.text.plain_text import clean
from echoes.engine.sessions.choosing import choose_main_line
from echoes.engine.sessions.overview import chosen_lines
from echoes.engine.sessions.queries import session_rows
from echoes.interfaces.web import visitors
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.room import LONGEST_CHAT
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.room_codes import qr_svg, read_room_code, room_link, shown_room_code
from echoes.interfaces.web.session_access import no_such_game
from echoes.interfaces.web.visitors import Visitor


async def line_of_rooms(web_app: WebApp, live: LiveSession) -> LiveSession:
    """Return the session to which links to a session lead.

    It is the main line, once one was chosen, unless the room there was ever closed: that sends out those of
    the other lines too.
    """
    rows = await session_rows(web_app.engine, live.started.player_id)
    main_line = chosen_lines(rows).get(live.started.lineage, live.session_id)
    if main_line == live.session_id:
        return live
    there = await web_app.live.open(main_line)
    return live if there.room.was_closed else there


async def check_that_rooms_are_here(web_app: WebApp, live: LiveSession) -> None:
    """Refuse to invite anybody to a line from which they would be led to another.

    Raises:
        BadInput: they would.
    """
    if await line_of_rooms(web_app, live) is not live:
        raise BadInput(
            "whoever you invite comes to the main line of this game, not here",
            "Invite them there, or make this the main line (My games).",
            zh="你请的人会去这一局的主线，不会来这里。请到主线去邀请，或者先把这里设为主线（我的游戏）。",
        )


async def share_room(request: ActionRequest) -> Answer:
    """Return the signed link by which others come into the room, and a short one, also as a picture."""
    live = await request.session()
    if live.is_of(request.visitor):
        await check_that_rooms_are_here(request.web_app, live)
        await live.room.enter(request.visitor)  # the others are told by name whose game it is
    code = await live.room.code()
    short = room_link(request.text("page", 500), code)
    link = room_address(request.web_app, live)
    return {"link": link, "short": short, "code": shown_room_code(code), "qr": qr_svg(short)}


async def address_by_code(web_app: WebApp, text: str) -> str:
    """Return the address that a room's code leads to; empty where no room has it."""
    session_id = await (await web_app.engine.players.memory()).rooms.find(read_room_code(text))
    return room_address(web_app, await web_app.live.open(session_id)) if session_id else ""


def room_address(web_app: WebApp, live: LiveSession) -> str:
    """Return the address that opens a session to whoever has it."""
    return "?" + urlencode({"game": live.session_id, "room": web_app.tokens.token(live.room.key)})


async def send_chat(request: ActionRequest) -> Answer:
    """Say something to the others in the room; the game does not hear it."""
    live = await request.session()
    if text := " ".join(clean(request.text("text", LONGEST_CHAT)).split()):
        await live.room.say(request.visitor, text)
    return {}


async def leave_room(request: ActionRequest) -> Answer:
    """Leave somebody else's room, and the seats there."""
    live, visitor = await request.session(), request.visitor
    if live.is_of(visitor):
        raise BadInput(
            "the owner of a game can't leave it", "Close the room.", zh="自己开的局不能离开，可以关闭房间。"
        )
    await _empty_seats(request, live, live.seating.own(live.mark(visitor)))
    if live.room.is_host(visitor):
        await live.room.hand_over("")
    visitors.forget_room(request.http, visitor, live.room.key)
    return {"go": "?"}


async def hand_over_room(request: ActionRequest) -> Answer:
    """Make somebody else the host, by name."""
    live, person = await request.session(), ""
    if live.room.may_hand_over(request.visitor):
        person = live.room.person(request.text("name"))
    if not person:
        raise no_such_game()
    await live.room.hand_over(person)
    return {}


async def close_room(request: ActionRequest) -> Answer:
    """Send everybody but the owner out; the links that were given away open nothing any more."""
    live = await request.session()
    if not live.room.may_hand_over(request.visitor):
        raise no_such_game()
    await live.room.close()  # first, so that nobody takes the seat that another has just left
    holders = live.seating.holders.items()
    await _empty_seats(request, live, [seat for seat, one in holders if one.person != live.room.owner])
    return {}


async def _empty_seats(request: ActionRequest, live: LiveSession, seats: list[str]) -> None:
    """Free seats; the visitor has been found to be allowed to."""
    name, person = live.room.name(request.visitor), live.mark(request.visitor)
    for seat in [] if live.ended else seats:
        left = SeatLeft(seat=seat, by=name, person=person)
        with suppress(SeatRefused):  # its holder has left meanwhile
            await request.web_app.engine.sit(live.session_id, left, host=person)
    await live.catch_up()


async def make_main_line(request: ActionRequest) -> Answer:
    """Make a game of the visitor's own the main line, and take along whoever looks at another line of it."""
    live, visitor = await request.session(), request.visitor
    if not live.is_of(visitor):
        raise no_such_game()
    if await choose_main_line(request.web_app.engine, live.session_id):
        request.web_app.live.show_lineage_again(live.started.lineage)
    return {"said": texts_in(visitor.lang)["main_line_made"]}


async def moved_on(web_app: WebApp, visitor: Visitor, live: LiveSession) -> Answer | None:
    """Return the address where a room goes on for a visitor who may see it; None where it stays.

    The player may look at each line.
    """
    there = live if live.is_of(visitor) else await line_of_rooms(web_app, live)
    if there is live:
        return None
    words = texts_in(there.lang)
    return {
        "go": room_address(web_app, there),
        "said": words["main_line_seats" if there.seats else "main_line_moved"],
    }
