"""Passes: marks in the cookie of whoever has given a password, good until they leave or it changes."""

import hashlib
import hmac
import secrets
from contextlib import suppress

from pydantic import SecretStr

from echoes.core.counters import InMemoryCounters
from echoes.core.errors import StorageFailed
from echoes.core.protocols import Counters
from echoes.interfaces.web.visitors import COOKIE_S


class Passes:
    """Gives passes, and knows which of them were ended.

    Args:
        secret: signs them.
        counters: shared by all workers; while they fail, each worker knows of those that it ended itself.
    """

    def __init__(self, secret: str, counters: Counters) -> None:
        self._secret, self._counters, self._own = secret.encode(), counters, InMemoryCounters()

    def give(self, password: SecretStr) -> str:
        """Return a new pass for whoever has given a password."""
        token = secrets.token_urlsafe(16)
        return f"{token}.{self._signature(token, password)}"

    def is_good(self, mark: object, password: SecretStr) -> bool:
        """Return whether something is a pass for a password as it is now, and was not ended."""
        if not isinstance(mark, str):
            return False
        token, _, signature = mark.rpartition(".")
        if not token or not hmac.compare_digest(
            signature.encode(), self._signature(token, password).encode()
        ):
            return False
        with suppress(StorageFailed):
            return not (self._counters.value(_name(token)) or self._own.value(_name(token)))
        return not self._own.value(_name(token))

    def end(self, mark: object) -> None:
        """End a pass: every copy of the cookie that holds it is worth nothing from now on."""
        token = mark.rpartition(".")[0] if isinstance(mark, str) else ""
        if not token:
            return
        try:
            self._counters.add(_name(token), 1, COOKIE_S)
        except StorageFailed:
            self._own.add(_name(token), 1, COOKIE_S)

    def _signature(self, token: str, password: SecretStr) -> str:
        signed = f"{token}.{password.get_secret_value()}".encode()
        return hmac.new(self._secret, signed, hashlib.sha256).hexdigest()


def _name(token: str) -> str:
    """Return the name of a counter, which is no pass itself."""
    return f"pass ended {hashlib.sha256(token.encode()).hexdigest()[:32]}"
