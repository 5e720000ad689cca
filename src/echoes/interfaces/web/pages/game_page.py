"""The page of one game: as it stands when it is opened; from then on the live stream keeps it up."""

from markupsafe import Markup

from echoes.engine.sessions.queries import read_entries, unblocked
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.room import LONGEST_CHAT
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.visitors import Visitor

AI_PLAYER = "ai-"
"""The beginning of the player id of every AI player; no visitor's has it."""


def is_ai(live: LiveSession) -> bool:
    """Return whether an AI plays, or has played, a session."""
    return live.started.player_id.startswith(AI_PLAYER)


async def game_html(web_app: WebApp, visitor: Visitor, live: LiveSession, token: str, at: str) -> Markup:
    """Return the page of a game, in the language of its puzzle, as the visitor's seat sees it.

    Args:
        web_app: where it is played.
        visitor: who looks; only its player is shown where it can be forked.
        live: the session.
        token: of the room's link by which they came; may be empty.
        at: the seat from which they want to look.
    """
    words, at_work = texts_in(live.lang), web_app.ai_games.is_at_work(live.session_id)
    status = words["ai_running"] if at_work else words["ai_gone"]
    seat = live.seat_of(visitor, at)
    feed = await live.feed(seat)
    parts = feed.parts(await unblocked(web_app.engine, read_entries, live.session_id))
    has_seats = bool(live.seats) and not is_ai(live)
    page = render_template(
        "game",
        live.lang,
        started=live.started if live.is_of(visitor) else live.started.for_others(),
        token=token,
        at=seat,
        ended=feed.ended,
        mine=live.is_of(visitor),
        longest_chat=LONGEST_CHAT,
        company=live.room.shown_to(visitor),
        ending=Markup(await live.ending(visitor, seat)),
        referee=feed.view.referee(),
        statement=feed.view.statement(),
        statement_title=feed.view.statement_title(),
        welcome=Markup(feed.view.welcome()),
        first=feed.view.shown.composer_modes()[0],
        giving_up=feed.view.shown.giving_up,
        seats=Markup(live.seats_html(visitor, seat)) if has_seats else "",
        **{name: Markup(html) for name, html in parts.items()},
        ai=status if is_ai(live) else "",
        at_work=at_work,
        plays_itself=has_seats and bool(live.game.companion) and not feed.ended,
    )
    return Markup(page)
