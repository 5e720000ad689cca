"""Main line of a game in the browser: its player chooses it, and the rooms of the other lines go on there."""

from echoes.engine.choosing import choose_main_line
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.room_actions import room_address
from echoes.interfaces.web.rooms_of_lineages import line_of_rooms
from echoes.interfaces.web.session_access import no_such_game
from echoes.interfaces.web.visitors import Visitor


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
