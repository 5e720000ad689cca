"""Actions of a visitor: each takes plain data, and gives plain data back.

Who asks is told by the cookie alone; every id that a request names is checked against it.
"""

import logging
import secrets
from urllib.parse import parse_qs

from markupsafe import Markup

from echoes.core.errors import BadInput, EchoesError, UserError
from echoes.interfaces.web import visitors
from echoes.interfaces.web.action_request import ActionRequest, Answer, open_for
from echoes.interfaces.web.i18n import LANGUAGES, texts_in
from echoes.interfaces.web.pages.game_page import AI_PLAYER, game_html, is_ai
from echoes.interfaces.web.pages.library import games_html, library_html, tutorial_html
from echoes.interfaces.web.rate_limits import RateLimited, TooManyGames
from echoes.interfaces.web.room_actions import (
    close_room,
    hand_over_room,
    leave_room,
    make_main_line,
    moved_on,
    room_address,
    send_chat,
    share_room,
)
from echoes.interfaces.web.session_access import no_such_game
from echoes.interfaces.web.table_actions import (
    begin_game,
    fork_game,
    leave_seat,
    send_message,
    stop_answer,
    take_seat,
)
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.tutorial_actions import finish_tutorial, try_tutorial
from echoes.interfaces.web.visitors import LONGEST_NAME


async def open_page(request: ActionRequest) -> Answer:
    """Return the page of an address: a game, the visitor's games, or the library."""
    found = {key: values[0] for key, values in parse_qs(request.text("address", 2000).lstrip("?")).items()}
    visitor, view, lang = request.visitor, "library", request.visitor.lang
    extra: Answer = {}
    if "game" in found:
        view = "game"
        try:
            live = await open_for(request.web_app, visitor, found["game"], found.get("room", ""))
            if elsewhere := await moved_on(request.web_app, visitor, live):
                return elsewhere
            if not is_ai(live) and not live.is_of(visitor):
                visitors.remember_room(request.http, visitor, live.room.key)
            if live.room.is_new(visitor):
                await request.web_app.limits.count("message", visitor)
            await live.room.arrive(visitor)
            at = found.get("at", "")
            body = await game_html(request.web_app, visitor, live, found.get("room", ""), at)
            lang = live.lang  # story, buttons and all: a page speaks one language
            feed = await live.feed(live.seat_of(visitor, at))
            extra = {"title": live.started.title, "n": feed.entries}
        except BadInput:
            body = Markup(render_template("trouble", visitor.lang, said=texts_in(visitor.lang)["not_there"]))
    elif found.get("view") == "games":
        view, body = "games", await games_html(request.web_app.engine, visitor)
    elif found.get("view") == "tutorial" and (tutorial := tutorial_html(request.web_app.engine, visitor)):
        view, body = "tutorial", tutorial
    else:
        body = await library_html(request.web_app.engine, visitor, request.web_app.strategies)
    shell = render_template(
        "shell",
        lang,
        view=view,
        body=body,
        name=visitor.name,
        languages=LANGUAGES,
        longest_name=LONGEST_NAME,
        draft=found.get("draft", "") if view == "game" else "",
    )
    return {"html": shell, "title": texts_in(visitor.lang)["app"], **extra}


async def start_game(request: ActionRequest) -> Answer:
    """Begin a game, and say where it is."""
    return await begin_game(request, request.text("puzzle"), request.text("lang") or None)


async def delete_game(request: ActionRequest) -> Answer:
    """Delete a game of the visitor's own."""
    live = await request.session()
    if not live.is_of(request.visitor):
        raise no_such_game()
    await request.web_app.engine.delete_session(live.session_id)
    return {"go": "?view=games"}


async def rate_puzzle(request: ActionRequest) -> Answer:
    """Keep how a visitor liked the puzzle of a game that is over."""
    live, stars = await request.session(), request.number("stars")
    if not (live.ended and 1 <= stars <= 5):
        raise BadInput(
            "1 to 5 stars can be given, when the game is over", zh="游戏结束后才能打分，1 到 5 颗星。"
        )
    memory = await request.web_app.engine.players.memory()
    await memory.rate(request.visitor.player_id, live.started.puzzle_id, stars)
    return {"said": texts_in(request.visitor.lang)["thanks"]}


async def rename_player(request: ActionRequest) -> Answer:
    """Take another name."""
    return {"name": visitors.rename(request.http, request.text("name"))}


async def choose_language(request: ActionRequest) -> Answer:
    """Switch the pages to another language."""
    visitors.set_language(request.http, request.text("lang"))
    return {}


async def watch_player(request: ActionRequest) -> Answer:
    """Start an AI player, and say where to watch it."""
    web_app, strategy = request.web_app, request.text("strategy")
    puzzle, lang = request.text("puzzle"), request.text("lang") or None
    game = web_app.engine.games[web_app.engine.scenarios.get(puzzle, lang)[0]]
    if strategy not in web_app.strategies or strategy not in game.players:
        raise BadInput("there is no such player here", zh="这里没有这样的玩家。")
    await web_app.limits.count("ai", request.visitor)
    if web_app.ai_games.is_full(request.visitor.address):
        raise BadInput(
            "all seats for AI players are taken",
            "Try it again in a few minutes.",
            zh="AI 玩家的位置都占满了。请过几分钟再试。",
        )
    session = await web_app.engine.create_session(puzzle, f"{AI_PLAYER}{strategy}", lang, remembered=False)
    live = await web_app.live.open(session.session_id)
    web_app.ai_games.start(
        live, strategy, live.game.caps(), secrets.randbelow(2**31), request.visitor.address
    )
    return {"go": room_address(web_app, live)}


async def steer_player(request: ActionRequest) -> Answer:
    """Pause, go on, make one step or stop."""
    live = await request.session()
    pace = request.data.get("pace")
    seconds = float(pace) if isinstance(pace, int | float) and not isinstance(pace, bool) else None
    what, ai_games = request.text("what"), request.web_app.ai_games
    if what in ("resume", "step") and not is_ai(live):
        ai_games.run_table(live, request.visitor.address)
    ai_games.steer(live.session_id, what, seconds)
    return {}


ACTIONS = (
    open_page,
    start_game,
    send_message,
    stop_answer,
    take_seat,
    leave_seat,
    fork_game,
    delete_game,
    make_main_line,
    share_room,
    send_chat,
    leave_room,
    hand_over_room,
    close_room,
    rate_puzzle,
    rename_player,
    choose_language,
    try_tutorial,
    finish_tutorial,
    watch_player,
    steer_player,
)

READING = (open_page, try_tutorial)
"""The actions of which nothing is kept or shown to others; all others count against one bound."""


def visitor_message(error: EchoesError, lang: str) -> str:
    """Return the message of an error for a visitor: what they can fix, and nothing of the machine."""
    words = texts_in(lang)
    if isinstance(error, TooManyGames):
        return words["too_many_games"]
    if isinstance(error, RateLimited):
        return words["too_fast"]
    return error.message(lang) if isinstance(error, UserError) else words["failed"]


def log_failure(name: str, error: EchoesError) -> None:
    """Log why an action failed; where only an operator can mend it, the log is where they are told."""
    level = logging.INFO if isinstance(error, UserError) else logging.WARNING
    logging.getLogger(__name__).log(level, "%s: %s", name, error)
