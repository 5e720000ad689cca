"""The page of one game: as it stands when it is opened; from then on the live stream keeps it up."""

from markupsafe import Markup

from echoes.interfaces.web.house import House
from echoes.interfaces.web.live import LiveSession
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.visitors import Visitor
from echoes.interfaces.web.words import words_in

AI_PLAYER = "ai-"
"""With this begins the player id of every AI player; no visitor's does."""


def is_ai(live: LiveSession) -> bool:
    """Whether an AI plays, or has played, a session."""
    return live.started.player_id.startswith(AI_PLAYER)


async def game_html(house: House, visitor: Visitor, live: LiveSession, token: str) -> Markup:
    """The page of a game in the language of its puzzle.

    Args:
        house: where it is played.
        visitor: who looks; only its player is shown where it can be forked.
        live: the session.
        token: of the room's link by which they came; may be empty.
    """
    words, at_work = words_in(live.lang), house.watching.is_at_work(live.session_id)
    status = words["ai_running"] if at_work else words["ai_gone"]
    page = render(
        "game",
        live.lang,
        started=live.started,
        token=token,
        ended=live.ended,
        mine=live.is_of(visitor),
        ending=Markup(await live.ending()),
        statement=live.view.statement(),
        takes_answers=live.view.takes_answers,
        write=words["ask_placeholder" if live.view.takes_answers else "say_placeholder"],
        answer_cost=live.view.answer_cost,
        **{name: Markup(html) for name, html in live.parts().items()},
        ai=status if is_ai(live) else "",
        at_work=at_work,
    )
    return Markup(page)
