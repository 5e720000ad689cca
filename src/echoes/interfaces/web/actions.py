"""What a visitor can do: each action takes plain data, and gives plain data back.

Who asks is told by the cookie alone; every id that a request names is checked against it.
"""

import logging
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from markupsafe import Markup

from echoes.core.errors import BadInput, EchoesError, UnknownName, UserError
from echoes.core.events import TurnFailed
from echoes.core.plain_text import clean
from echoes.interfaces.web import visitors
from echoes.interfaces.web.access import check_access, no_such_game
from echoes.interfaces.web.game_page import AI_PLAYER, game_html, is_ai
from echoes.interfaces.web.house import House, TooFast, TooMany
from echoes.interfaces.web.library import games_html, library_html
from echoes.interfaces.web.live import LiveSession
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.visitors import LONGEST_NAME, Visitor
from echoes.interfaces.web.words import LANGUAGES, words_in

_LONGEST_BODY = 1 << 16
"""Characters; the door lets nothing longer in."""

Answer = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A request.

    Attributes:
        data: what the page sent; nothing in it is trusted.
        request: Gradio's.
    """

    house: House
    visitor: Visitor
    data: dict[str, Any]
    request: Any

    def text(self, key: str, longest: int = 200) -> str:
        """A text of the data; empty where there is none."""
        value = self.data.get(key, "")
        return value[:longest] if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """A whole number of the data.

        Raises:
            BadInput: it is none.
        """
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"'{key}' is no number")
        return value

    async def session(self) -> LiveSession:
        """The session that the page is about.

        Raises:
            BadInput: there is none, or it is not for this visitor.
        """
        return await open_for(self.house, self.visitor, self.text("game"), self.text("room"))


async def open_for(house: House, visitor: Visitor, session_id: str, token: str) -> LiveSession:
    """A session, for a visitor who may see it.

    Args:
        house: where it is.
        visitor: who asks.
        session_id: of which session.
        token: of its room's link; may be empty.
    Raises:
        BadInput: there is none, or it is not for this visitor.
        StorageFailed: it can't be read.
    """
    try:
        live = await house.live.open(session_id)
    except (UnknownName, BadInput):
        raise no_such_game() from None
    check_access(visitor, session_id, live.started.player_id, token, house.links)
    return live


async def open_page(asked: Asked) -> Answer:
    """The page of an address: a game, the visitor's games, or the library."""
    found = {key: values[0] for key, values in parse_qs(asked.text("address", 2000).lstrip("?")).items()}
    visitor, view = asked.visitor, "library"
    extra: Answer = {}
    if "game" in found:
        view = "game"
        try:
            live = await open_for(asked.house, visitor, found["game"], found.get("room", ""))
            if not is_ai(live) and not live.is_of(visitor):
                visitors.remember_room(asked.request, visitor, live.session_id)
            body = await game_html(asked.house, visitor, live, found.get("room", ""))
            extra = {"title": live.started.title, "n": live.entries}
        except BadInput:
            body = Markup(render("trouble", visitor.lang, said=words_in(visitor.lang)["not_there"]))
    elif found.get("view") == "games":
        view, body = "games", await games_html(asked.house.engine, visitor)
    else:
        body = await library_html(asked.house.engine, visitor, asked.house.strategies)
    shell = render(
        "shell",
        visitor.lang,
        view=view,
        body=body,
        name=visitor.name,
        languages=LANGUAGES,
        longest_name=LONGEST_NAME,
    )
    return {"html": shell, "title": words_in(visitor.lang)["app"], **extra}


async def start_game(asked: Asked) -> Answer:
    """Begin a game, and say where it is."""
    asked.house.count("game", asked.visitor)
    puzzle, lang = asked.text("puzzle"), asked.text("lang") or None
    session = await asked.house.engine.create_session(puzzle, asked.visitor.player_id, lang)
    return {"go": "?" + urlencode({"game": session.session_id})}


async def send_message(asked: Asked) -> Answer:
    """Hand a message to the game; what comes of it goes to everybody in the room."""
    live = await asked.session()
    words = words_in(live.lang)
    if is_ai(live):
        raise BadInput("an AI plays this game", "Begin one of your own.")
    asked.house.count("message", asked.visitor)
    text, limit = asked.text("text", _LONGEST_BODY), live.view.game.limits.max_message_chars
    if len(text) > limit + len("/answer "):
        return {"error": words["too_long"].format(length=len(text), limit=limit)}
    name = asked.visitor.name
    shared = live.shared or len(live.readers.names()) > 1 or not live.is_of(asked.visitor)
    refused, by = "", name if shared else ""
    with live.asking(name):
        async for event in asked.house.engine.handle_message(live.session_id, clean(text), live.piece, by):
            live.catch_up()
            if isinstance(event, TurnFailed):
                refused = event.error if event.mended_by == "player" else words["failed"]
                logging.getLogger(__name__).warning("a message failed: %s", event.error)
    return {"error": refused} if refused else {"n": live.entries}


async def fork_game(asked: Asked) -> Answer:
    """Try another way from an earlier turn, in a game of the visitor's own."""
    live = await asked.session()
    asked.house.count("game", asked.visitor)
    if not live.is_of(asked.visitor):
        raise BadInput("only its player can fork a game")
    forked = await asked.house.engine.fork(live.session_id, asked.number("turn"))
    return {"go": "?" + urlencode({"game": forked})}


async def delete_game(asked: Asked) -> Answer:
    """Delete a game of the visitor's own."""
    live = await asked.session()
    if not live.is_of(asked.visitor):
        raise no_such_game()
    await asked.house.engine.delete_session(live.session_id)
    return {"go": "?view=games"}


async def share_room(asked: Asked) -> Answer:
    """The link by which others come into the room."""
    live = await asked.session()
    return {"link": _room(asked.house, live)}


def _room(house: House, live: LiveSession) -> str:
    """The address that opens a session to whoever has it."""
    return "?" + urlencode({"game": live.session_id, "room": house.links.token(live.session_id)})


async def rate_puzzle(asked: Asked) -> Answer:
    """Keep how a visitor liked the puzzle of a game that is over."""
    live, stars = await asked.session(), asked.number("stars")
    if not (live.ended and 1 <= stars <= 5):
        raise BadInput("1 to 5 stars can be given, when the game is over")
    memory = await asked.house.engine.players.memory()
    await memory.rate(asked.visitor.player_id, live.started.puzzle_id, stars)
    return {"said": words_in(asked.visitor.lang)["thanks"]}


async def rename_player(asked: Asked) -> Answer:
    """Take another name."""
    return {"name": visitors.rename(asked.request, asked.text("name"))}


async def choose_language(asked: Asked) -> Answer:
    """Have the pages in another language."""
    visitors.choose_language(asked.request, asked.text("lang"))
    return {}


async def watch_player(asked: Asked) -> Answer:
    """Have an AI player play, and say where to watch it."""
    house, strategy = asked.house, asked.text("strategy")
    if strategy not in house.strategies:
        raise BadInput("there is no such player here")
    house.count("ai", asked.visitor)
    if house.watching.is_full(asked.visitor.address):
        raise BadInput("all seats for AI players are taken", "Try it again in a few minutes.")
    session = await house.engine.create_session(
        asked.text("puzzle"), f"{AI_PLAYER}{strategy}", asked.text("lang") or None, remembered=False
    )
    live = await house.live.open(session.session_id)
    house.watching.start(
        live, strategy, live.view.game.caps(), secrets.randbelow(2**31), asked.visitor.address
    )
    return {"go": _room(house, live)}


async def steer_player(asked: Asked) -> Answer:
    """Pause, go on, make one step or stop."""
    live = await asked.session()
    pace = asked.data.get("pace")
    seconds = float(pace) if isinstance(pace, int | float) and not isinstance(pace, bool) else None
    asked.house.watching.steer(live.session_id, asked.text("what"), seconds)
    return {}


ACTIONS = (
    open_page,
    start_game,
    send_message,
    fork_game,
    delete_game,
    share_room,
    rate_puzzle,
    rename_player,
    choose_language,
    watch_player,
    steer_player,
)


def complaint(error: EchoesError, lang: str) -> str:
    """What a visitor is told of an error: what they can mend, and nothing of the machine."""
    words = words_in(lang)
    if isinstance(error, TooMany):
        return words["too_many_games"]
    if isinstance(error, TooFast):
        return words["too_fast"]
    return str(error) if isinstance(error, UserError) else words["failed"]
