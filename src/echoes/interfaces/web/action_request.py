"""Requests of the page, and the check that every session in them is for the visitor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from echoes.core.errors import BadInput, UnknownName
from echoes.core.log.entries import Entry
from echoes.engine.sessions.queries import read_entries, unblocked
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.session_access import check_access, no_such_game
from echoes.interfaces.web.visitors import Visitor

Answer = dict[str, Any]
"""The answer to a request, as JSON: `go` is an address to open, `error` a message for the visitor."""


@dataclass(frozen=True)
class ActionRequest:
    """A request of the page.

    Attributes:
        data: sent by the page; nothing in it is trusted.
        http: Gradio's request.
    """

    web_app: WebApp
    visitor: Visitor
    data: dict[str, Any]
    http: Any

    def text(self, key: str, longest: int = 200) -> str:
        """Return a text of the data; empty where there is none."""
        value = self.data.get(key, "")
        if not isinstance(value, str):
            return ""
        return value[:longest].encode(errors="ignore").decode()  # half a character could not be sent back

    def number(self, key: str) -> int:
        """Return a whole number of the data.

        Raises:
            BadInput: it is none.
        """
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"'{key}' is no number")
        return value

    async def session(self) -> LiveSession:
        """Return the session that the page is about.

        Raises:
            BadInput: there is none, or it is not for this visitor.
        """
        return await open_for(self.web_app, self.visitor, self.text("game"), self.text("room"))


async def open_for(web_app: WebApp, visitor: Visitor, session_id: str, token: str) -> LiveSession:
    """Return a session, for a visitor who may see it.

    Args:
        web_app: where it is.
        visitor: who asks.
        session_id: of which session.
        token: of its room's link; may be empty.
    Raises:
        BadInput: there is none, or it is not for this visitor.
        StorageFailed: it can't be read.
    """
    try:
        live = await web_app.live.open(session_id)
    except (UnknownName, BadInput):
        raise no_such_game() from None
    check_access(visitor, live.room.key, live.started.player_id, token, web_app.tokens)
    return live


async def entries_for(web_app: WebApp, session: LiveSession, visitor: Visitor) -> Sequence[Entry]:
    """Return the entries of a session for a visitor; the player goes by a name, not by the id of the cookie.

    Raises:
        StorageFailed: they can't be read.
    """
    entries = await unblocked(web_app.engine, read_entries, session.session_id)
    started = session.started
    named = started.model_copy(update={"player_id": visitor.name})
    opening = named if session.is_of(visitor) else started.for_others()
    return [replace(entries[0], event=opening), *entries[1:]]
