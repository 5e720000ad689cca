"""Visitors: a name and a player id, in a signed cookie or an API token; no account."""

import hashlib
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, cast

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection

from echoes.core.errors import BadInput
from echoes.core.text.look_alikes import name_skeleton, without_invisible
from echoes.core.text.plain_text import clean
from echoes.interfaces.web.i18n import LANGUAGES, all_texts

COOKIE_S = 365 * 24 * 3600
"""The time for which a cookie is good, from the last day on which it was used."""
_ROOMS_KEPT = 12
LONGEST_NAME = 24
_OFFICES = """referee system server host owner narrator moderator admin administrator operator author
裁判 系统 系統 服务器 房主 开局的人 旁白 主持 管理员 管理員 作者""".split()
"""Words of a name that say who speaks with what authority; Chinese ones stand within a name, too."""
_BETWEEN = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[\W\d_]+$")


def guest_name(text: str) -> str:
    """Return the name that a guest gets who wants one; empty where nothing of it can be seen.

    Raises:
        BadInput: it is that of the referee, or of somebody else who is no guest.
    """
    name = without_invisible(clean(text))[:LONGEST_NAME].strip()
    if _is_reserved(name):
        raise BadInput(
            f"'{name}' would be taken for somebody who is no guest",
            "Choose another name.",
            zh=f"“{name}”会让人误会你的身份，请换个名字。",
        )
    return name


def _is_reserved(name: str) -> bool:
    of_page = (texts[key] for texts in all_texts().values() for key in ("ai_player", "owner", "app"))
    offices = {name_skeleton(word) for word in (*_OFFICES, *of_page)}
    forms = (form for part in (name, *_BETWEEN.split(name)) for form in (part, _NUMBER.sub("", part)))
    within = (office in name_skeleton(name) for office in offices if not office.isascii())
    return not offices.isdisjoint(map(name_skeleton, forms)) or any(within)


@dataclass(frozen=True)
class Visitor:
    """A person who sends requests, by the cookie.

    Attributes:
        player_id: what the engine knows them by; nobody can guess it.
        name: what others in a room see.
        lang: `en` or `zh`.
        rooms: the keys of the rooms of others that they came into by a link, the latest last.
        met: the sessions of all rooms that they ever came into, also those that they left, the latest last.
        taught: whether they have done the tutorial.
        address: where they come from, as `address_of` has it.
    """

    player_id: str
    name: str
    lang: str
    rooms: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    taught: bool = False
    address: str = ""


def visitor_of(request: Any) -> Visitor:
    """Return the visitor of a request that was let in: by the cookie, which is there and signed by us.

    Args:
        request: Starlette's, or Gradio's around it.
    """
    connection: HTTPConnection = getattr(request, "request", None) or request
    cookie: dict[str, Any] = connection.scope["session"]
    return Visitor(
        str(cookie["player"]),
        str(cookie.get("name", "")),
        str(cookie.get("lang", "en")),
        tuple(cookie.get("rooms", ())),
        tuple(cookie.get("met", ())),
        bool(cookie.get("taught")),
        address_of(connection),
    )


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request comes from.

    Of an IPv6 address that is the network, since its host part is anyone's choice.
    """
    host = connection.client.host if connection.client else ""
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address):
            return str(ip_network((address, 64), strict=False))
    return host


def welcome(connection: HTTPConnection) -> None:
    """Give a newcomer an id, a name and the language of their browser."""
    cookie = connection.session
    if cookie.get("player"):
        return
    lang = visitor_language(connection)
    token = secrets.token_hex(8)
    guest = "访客" if lang == "zh" else "Guest"
    cookie.update(player=f"web-{token}", name=f"{guest} {int(token[:4], 16) % 900 + 100}", lang=lang)


def renew(connection: HTTPConnection) -> None:
    """Renew the cookie once a day, so that it is good for a year from then."""
    today = datetime.now(UTC).date().isoformat()
    if connection.session.get("day") != today:
        connection.session["day"] = today


def visitor_language(connection: HTTPConnection) -> str:
    """Return the language of a visitor: the one in their cookie, or else that of their browser."""
    wanted = connection.headers.get("accept-language", "").strip().casefold()
    return str(connection.session.get("lang") or ("zh" if wanted.startswith("zh") else "en"))


def change(request: Any, **changes: Any) -> None:
    """Write into a visitor's cookie."""
    connection: HTTPConnection = getattr(request, "request", None) or request
    connection.scope["session"].update(changes)


def rename(request: Any, name: str) -> str:
    """Give a visitor another name, as far as it is one.

    Returns:
        The name that holds now.
    Raises:
        BadInput: see `guest_name`.
    """
    if wanted := guest_name(name):
        change(request, name=wanted)
    return visitor_of(request).name


def set_language(request: Any, lang: str) -> None:
    """Switch the page to another language."""
    if lang in LANGUAGES:
        change(request, lang=lang)


def remember_room(request: Any, visitor: Visitor, room: str) -> None:
    """Keep that a visitor has come into a room, by its key."""
    if visitor.rooms[-1:] != (room,):
        met = [*(known for known in visitor.met if known != session_of(room)), session_of(room)]
        rooms = [*_other_rooms(visitor, room), room]
        change(request, rooms=rooms[-_ROOMS_KEPT:], met=met[-_ROOMS_KEPT:])


def forget_room(request: Any, visitor: Visitor, room: str) -> None:
    """Keep that a visitor has left a room."""
    change(request, rooms=_other_rooms(visitor, room))


def _other_rooms(visitor: Visitor, room: str) -> list[str]:
    """Return the rooms of other sessions: a room that was closed and opened again has another key."""
    return [known for known in visitor.rooms if session_of(known) != session_of(room)]


def session_of(room: str) -> str:
    """Return the session of a room's key."""
    return room.partition("~")[0]


class ApiTokens:
    """Gives tokens and reads them; one is good for a year, like a cookie.

    Args:
        secret: that of the server.
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(
            secret, salt="api", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def give(self, name: str, lang: str, member: str | None) -> str:
        """Return the token of a new player.

        Args:
            name: that others see.
            lang: `en` or `zh`.
            member: the pass of whoever has given the password; None where none is asked for.
        """
        player = f"web-{secrets.token_hex(8)}"
        return str(self._serializer.dumps({"player": player, "name": name, "lang": lang, "member": member}))

    def session_of(self, authorization: str) -> dict[str, object]:
        """Return the content of a cookie, by the header `Authorization: Bearer TOKEN`; empty without one."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            return {}
        try:
            return cast("dict[str, object]", self._serializer.loads(token.strip(), max_age=COOKIE_S))
        except BadSignature:
            return {}
