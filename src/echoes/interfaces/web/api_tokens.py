"""Tokens of the API: a visitor's id, name and language, signed, in place of the cookie."""

import hashlib
import secrets
from typing import cast

from itsdangerous import BadSignature, URLSafeTimedSerializer

from echoes.interfaces.web.visitors import COOKIE_S


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
