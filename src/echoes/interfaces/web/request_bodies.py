"""Bodies of requests: read as a whole, within bounds, and checked where Gradio would believe them."""

import asyncio
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, cast

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive

_READ_S = 30.0
"""Time in which a body has to be there; a connection that is half open never sends it."""
_NO_SUCH = "There is no such action. Load the page again."
_SESSION_HASH = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass
class Refused(Exception):
    """A body that can't be taken.

    Attributes:
        status: of the answer.
        reason: one line for whoever sent it.
    """

    status: int
    reason: str


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request.

    Args:
        request: whose body nobody has read.
        most: bytes that it may have.
    Raises:
        Refused: it is too large, does not say how large, or does not come.
    """
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdecimal() and len(length) < 12 and int(length) <= most):
        raise Refused(413, "Too large.")
    body = bytearray()
    try:
        async with asyncio.timeout(_READ_S):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise Refused(413, "Too large.")
    except TimeoutError:
        raise Refused(408, "The rest of it did not come.") from None
    except ClientDisconnect:
        raise Refused(400, "It was broken off.") from None
    return bytes(body)


def replayed_body(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives a body that was read once more, and then what else comes."""
    given = False

    async def channel() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return channel


@dataclass(frozen=True)
class GradioBodies:
    """Check of the bodies that Gradio takes at its word.

    Gradio keeps a state for each `session_hash`, and calls any component by its number.

    Attributes:
        components: numbers of the components whose functions may be called.
        functions: names of those functions.
    """

    components: Collection[int]
    functions: Collection[str]

    def check_action(self, body: bytes) -> None:
        """Refuse a body that calls no function of the players' page.

        Raises:
            Refused: it is none.
        """
        fields = _object(body)
        if not _is_one_of(fields.get("component_id"), self.components):
            raise Refused(400, _NO_SUCH)
        if fields.get("fn_name") not in [*self.functions]:
            raise Refused(400, _NO_SUCH)
        if "data" not in fields:
            raise Refused(400, "There is no data in it.")


def check_call(body: bytes) -> None:
    """Refuse a call of the API, or of an MCP tool, whose arguments are anything but texts and numbers.

    Gradio looks for files in whatever else it is given, and keeps a state for each `session_hash`.

    Raises:
        Refused: it is no such call.
    """
    fields = json_object(body)
    if not fields:
        raise Refused(400, "That is no call.")
    data: Any = fields.get("data", [])
    params: Any = fields.get("params", {})
    named: Any = cast("dict[str, Any]", params).get("arguments", {}) if isinstance(params, dict) else None
    if not isinstance(data, list) or not isinstance(named, dict):
        raise Refused(400, "That is no call.")
    given = [*cast("list[Any]", data), *cast("dict[str, Any]", named).values()]
    plain = all(one is None or isinstance(one, str | int | float) for one in given)
    if fields.get("event_data") or not plain:
        raise Refused(400, "Arguments are texts and numbers.")
    kept_by = fields.get("session_hash")
    if kept_by is not None and not (isinstance(kept_by, str) and _SESSION_HASH.fullmatch(kept_by)):
        raise Refused(400, "A session_hash has up to 64 letters and digits.")


def _is_one_of(value: object, known: Collection[int]) -> bool:
    """Return whether a value is a number that is known; 1.0 and true are none."""
    return type(value) is int and value in known


def json_object(body: bytes) -> dict[str, Any]:
    """Return a body that is a JSON object.

    Raises:
        Refused: it is none.
    """
    try:
        found = json.loads(body.decode())
    except (ValueError, RecursionError):
        raise Refused(400, "That is no JSON.") from None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _object(body: bytes) -> dict[str, Any]:
    """Return a body of Gradio's page, and bound what it is kept by.

    Raises:
        Refused: it is none.
    """
    fields = json_object(body)
    kept_by = fields.get("session_hash")
    if not (isinstance(kept_by, str) and _SESSION_HASH.fullmatch(kept_by)):
        raise Refused(400, "It needs a session_hash of up to 64 letters and digits.")
    return fields
