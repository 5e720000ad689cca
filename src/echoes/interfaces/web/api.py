"""The HTTP API and the MCP tools: what a visitor can do on the page, as functions that Gradio serves."""

import asyncio
import hmac
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import wraps
from inspect import Signature, signature
from typing import Any

import gradio as gr

from echoes.core.errors import BadInput, EchoesError
from echoes.core.log.events import event_to_json
from echoes.core.seats.visibility import seen_by
from echoes.engine.sessions.queries import session_rows
from echoes.interfaces.cli.scenario_rows import rows_of
from echoes.interfaces.web.action_request import ActionRequest, Answer, entries_for, open_for
from echoes.interfaces.web.actions import log_failure, visitor_message
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import LANGUAGES
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.live.subscribers import LAST, MOST_SUBSCRIBERS, Subscriber
from echoes.interfaces.web.rate_limits import RateLimited
from echoes.interfaces.web.room_actions import share_room
from echoes.interfaces.web.table_actions import send_message, take_seat
from echoes.interfaces.web.visitors import Visitor, address_of, guest_name, visitor_of

LONGEST_WAIT_S = 30


def open_api(web_app: WebApp) -> gr.Blocks:
    """Return the Blocks that serve the API.

    Args:
        web_app: that the functions work in.
    """
    api = Api(web_app)
    with gr.Blocks(title="Echoes of Deceit", analytics_enabled=False) as blocks:
        for call in (
            *(api.sign_in, api.scenarios, api.start, api.games),
            *(api.send, api.events, api.sit, api.invite),
        ):
            # Without a queue a call is one request, and an MCP tool runs it in this process. Gradio's own
            # client queues all the same, where by default one call waits for another's end.
            gr.api(_told(call), api_name=call.__name__, queue=False, concurrency_limit=None)  # pyright: ignore[reportPrivateImportUsage]
    return blocks


def _told(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return a function whose errors are told as on the page: what a visitor can fix, and nothing more."""
    form = signature(call)

    @wraps(call)
    async def run(request: gr.Request, *args: Any, **kwargs: Any) -> Any:
        try:
            _must_fit(form.bind(request, *args, **kwargs).arguments, form)
            return await call(request, *args, **kwargs)
        except EchoesError as error:
            log_failure(call.__name__, error)
            lang = str(_session_of(request).get("lang", "en"))
            raise gr.Error(visitor_message(error, lang), print_exception=False) from None

    return run


def _must_fit(given: Mapping[str, Any], form: Signature) -> None:
    """Refuse arguments that are not of the types of a function.

    Raises:
        BadInput: one is another, or a text that is no text in UTF-8.
    """
    for name, value in given.items():
        wanted = form.parameters[name].annotation
        is_text = isinstance(value, str) and not any("\ud800" <= one <= "\udfff" for one in value)
        if (wanted is str and not is_text) or (wanted is int and type(value) is not int):
            raise BadInput(f"'{name}' is no {'text' if wanted is str else 'whole number'}")


def _connection(request: Any) -> Any:
    """Return the request within Gradio's; an MCP tool is given it without that wrapping."""
    return getattr(request, "request", None) or request


def _session_of(request: gr.Request) -> Mapping[str, Any]:
    """Return the content of a call's token; empty without a good one."""
    return _connection(request).scope["session"]


class Api:
    """The functions of the API; whoever calls one is known by their token, and bounded as on the page."""

    def __init__(self, web_app: WebApp) -> None:
        self._web_app = web_app
        self._waiting: Counter[str] = Counter()

    async def sign_in(self, request: gr.Request, name: str = "", lang: str = "en", password: str = "") -> str:
        """Return the token of a new player, to be sent as `Authorization: Bearer TOKEN` with all other calls.

        Args:
            name: The name that others in a room see.
            lang: The language of messages, en or zh.
            password: The server's password, if it has one.
        """
        wanted, limits = self._web_app.config.web.password, self._web_app.limits
        address = address_of(_connection(request))
        if wanted:
            if not await asyncio.to_thread(limits.may_guess, "password", address):
                raise RateLimited("too many tries", "Wait a minute.")
            if not hmac.compare_digest(password.encode(), wanted.get_secret_value().encode()):
                await asyncio.to_thread(limits.note_wrong, "password", address)
                raise BadInput("that is not the password", zh="密码不对")
        member = self._web_app.passes.give(wanted) if wanted else None
        lang = lang if lang in LANGUAGES else "en"
        return self._web_app.api_tokens.give(guest_name(name) or "Guest", lang, member)

    async def scenarios(self, request: gr.Request, lang: str = "") -> list[Answer]:
        """List everything that can be played: puzzles, stories, tables and heists.

        Args:
            lang: Only this language, en or zh; empty for all.
        """
        await self._visitor(request)
        engine = self._web_app.engine
        rows = await asyncio.to_thread(rows_of, engine.scenarios, engine.games, None, lang or None)
        return [{**row} for row in rows.values()]

    async def start(self, request: gr.Request, scenario: str, lang: str = "") -> Answer:
        """Begin a game, and return its opening: the story, and the session_id that other calls name.

        Args:
            scenario: The id of a scenario.
            lang: The language, en or zh; empty for the scenario's only one, or English.
        """
        visitor = await self._visitor(request)
        await self._web_app.limits.count("game", visitor)
        session = await self._web_app.engine.create_session(scenario, visitor.player_id, lang or None)
        live = await open_for(self._web_app, visitor, session.session_id, "")
        return (await self._seen(live, visitor, "", 0))["events"][0]

    async def games(self, request: gr.Request) -> list[Answer]:
        """List the player's own games, the one that was played last at the end."""
        visitor = await self._visitor(request)
        rows = await session_rows(self._web_app.engine, visitor.player_id)
        return [row.model_dump(mode="json", exclude={"player_id"}) for row in rows]

    async def send(self, request: gr.Request, game: str, text: str, room: str = "", seat: str = "") -> Answer:
        """Send a message to a game: a question, a move, or a command such as /hint, /answer TEXT or /help.

        Args:
            game: The session_id of the game.
            text: The message.
            room: The token of its room, if it is somebody else's game.
            seat: The seat that speaks, in a game that has seats.

        Returns:
            The events that the player may see since the message was sent, and their number n in all; what is
            said of a message that another seat sees, and where a new game goes on.
        """
        visitor = await self._visitor(request)
        await self._web_app.limits.count("message", visitor)
        live = await open_for(self._web_app, visitor, game, room)
        before = (await self._seen(live, visitor, seat, 0))["n"]
        data = {"game": game, "room": room, "at": seat, "text": text}
        answer = await send_message(ActionRequest(self._web_app, visitor, data, request))
        if problem := answer.get("error"):
            raise gr.Error(problem, print_exception=False)
        told = {key: answer[key] for key in ("said", "stopped", "go") if answer.get(key)}
        return {**await self._seen(live, visitor, seat, before), **told}

    async def events(
        self, request: gr.Request, game: str, since: int = 0, room: str = "", seat: str = "", wait_s: int = 0
    ) -> Answer:
        """Return the events of a game that the player may see, and wait for the next ones if there are none.

        Args:
            game: The session_id of the game.
            since: The number of events that are known already, as an earlier call returned it.
            room: The token of its room, if it is somebody else's game.
            seat: The seat that looks, in a game that has seats.
            wait_s: The seconds to wait for new events, at most 30.

        Returns:
            The new events, and their number n in all.
        """
        visitor = await self._visitor(request)
        live = await open_for(self._web_app, visitor, game, room)
        found = await self._seen(live, visitor, seat, since)
        if found["events"] or wait_s <= 0:
            return found
        await self._web_app.limits.count("message", visitor)  # the others are told who comes and goes
        most = self._web_app.config.web.address_streams
        if self._waiting[visitor.address] >= most or len(live.subscribers) >= MOST_SUBSCRIBERS:
            raise RateLimited("too many calls wait", "Let one of them end first.")
        self._waiting[visitor.address] += 1
        try:
            return await self._next(live, visitor, seat, since, min(wait_s, LONGEST_WAIT_S))
        finally:
            self._waiting[visitor.address] -= 1

    async def sit(self, request: gr.Request, game: str, seat: str, room: str = "") -> Answer:
        """Take a free seat of a game that has seats, and return what it has seen so far.

        Args:
            game: The session_id of the game.
            seat: The seat.
            room: The token of its room, if it is somebody else's game.
        """
        visitor = await self._visitor(request)
        await self._web_app.limits.count("message", visitor)
        data = {"game": game, "room": room, "seat": seat}
        answer = await take_seat(ActionRequest(self._web_app, visitor, data, request))
        if problem := answer.get("error"):
            raise gr.Error(problem, print_exception=False)
        return await self._seen(await open_for(self._web_app, visitor, game, room), visitor, seat, 0)

    async def invite(self, request: gr.Request, game: str) -> Answer:
        """Open the room of a game, and return its token for other players, and its code for people.

        Args:
            game: The session_id of the game.
        """
        visitor = await self._visitor(request)
        await self._web_app.limits.count("message", visitor)
        found = await share_room(ActionRequest(self._web_app, visitor, {"game": game}, request))
        live = await open_for(self._web_app, visitor, game, "")
        return {"room": self._web_app.tokens.token(live.room.key), "code": found["code"]}

    async def _visitor(self, request: gr.Request) -> Visitor:
        """Return the caller, whose token is good, and the password that it was given for still holds."""
        known: Mapping[str, Any] = _session_of(request)
        wanted, passes = self._web_app.config.web.password, self._web_app.passes
        good = bool(known.get("player"))
        if good and wanted:
            good = await asyncio.to_thread(passes.is_good, known.get("member"), wanted)
        if not good:
            raise BadInput("no good token came with this call", "Call sign_in, and send what it returns.")
        return visitor_of(request)

    async def _seen(self, live: LiveSession, visitor: Visitor, at: str, since: int) -> Answer:
        seat = live.seat_of(visitor, at)
        seen = seen_by(await entries_for(self._web_app, live, visitor), seat)
        return {"events": [event_to_json(one.event) for one in seen[max(since, 0) :]], "n": len(seen)}

    async def _next(self, live: LiveSession, visitor: Visitor, seat: str, since: int, wait_s: int) -> Answer:
        """Wait for events for some time; meanwhile the others see that somebody looks on."""
        key, name = live.room.key, await live.room.arrive(visitor)
        one = Subscriber(visitor.player_id, name, live.seat_of(visitor, seat))
        with live.subscribers.join(one) as queue, suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                while not (found := await self._seen(live, visitor, seat, since))["events"]:
                    while not {"n", "whole", *LAST} & (update := await queue.get()).keys():
                        pass  # a piece of a narration, or who is there: nothing of the log
                    if live.room.key != key or {*LAST} & update.keys():
                        return {"events": [], "n": since}
                return found
        return (
            await self._seen(live, visitor, seat, since)
            if live.room.key == key
            else {"events": [], "n": since}
        )
