"""The line of a game at which its rooms go on: the main line, once one was chosen."""

from echoes.core.errors import BadInput
from echoes.engine.main_lines import chosen_lines
from echoes.engine.session_queries import session_rows
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.live.session import LiveSession


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
