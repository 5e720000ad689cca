"""Passes: marks in the cookie of whoever has given a password, good until they leave or it changes."""

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import time

from pydantic import SecretStr

from echoes.core.errors import StorageFailed
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.protocols import Counters
from echoes.interfaces.web.visitors import COOKIE_S

_DAY_S = 24 * 3600
_ENDED_S = 2 * COOKIE_S


class Passes:
    """Gives passes, and knows which of them were ended.

    A pass tells when it was given or renewed, and is good for as long as a cookie is from then, however
    often the cookie is signed anew. An ending holds for all renewals, and is known for twice as long: a
    worker that could not know of it may have renewed the pass since.

    Args:
        secret: signs them.
        counters: shared by all workers; while they fail, each worker knows of those that it ended itself.
        clock: returns the time in seconds.
    """

    def __init__(self, secret: str, counters: Counters, clock: Callable[[], float] = time) -> None:
        self._secret, self._counters, self._clock = secret.encode(), counters, clock
        self._own, self._untold = InMemoryCounters(clock), set[str]()

    def give(self, password: SecretStr) -> str:
        """Return a new pass for whoever has given a password."""
        return self._signed(secrets.token_urlsafe(16), password)

    def renewed(self, mark: object, password: SecretStr) -> str | None:
        """Return a good pass with its time beginning anew; None for one of today."""
        given, _, pass_id = _parts(mark)[0].partition(".")
        return None if self._clock() // _DAY_S == int(given) // _DAY_S else self._signed(pass_id, password)

    def _signed(self, pass_id: str, password: SecretStr) -> str:
        token = f"{self._clock():.0f}.{pass_id}"
        return f"{token}.{self._signature(token, password)}"

    def is_good(self, mark: object, password: SecretStr) -> bool:
        """Return whether something is a pass for a password as it is now, neither ended nor too old."""
        token, signature = _parts(mark)
        signed = self._signature(token, password)
        if not token or not hmac.compare_digest(signature.encode(), signed.encode()):
            return False
        given = token.partition(".")[0]
        if not given.isdecimal() or self._clock() - int(given) >= COOKIE_S:
            return False
        self._tell()
        if self._own.value(_name(token)):
            return False
        with suppress(StorageFailed):
            return not self._counters.value(_name(token))
        return True

    def end(self, mark: object) -> bool:
        """End a pass: every copy of the cookie that holds it is worth nothing from now on.

        Returns:
            False while this worker alone knows of it; it tells the others as soon as it can.
        """
        token, _ = _parts(mark)
        if not token:
            return True
        self._own.add(_name(token), 1, _ENDED_S)
        self._untold.add(_name(token))
        self._tell()
        return _name(token) not in self._untold

    def _tell(self) -> None:
        """Tell the other workers of the endings that they don't know of yet."""
        for name in tuple(self._untold):
            try:
                self._counters.add(name, 1, _ENDED_S)
            except StorageFailed as error:
                logging.getLogger(__name__).warning(
                    "a pass is ended at this worker alone, which tries again to tell the others: %s", error
                )
                return
            self._untold.discard(name)

    def _signature(self, token: str, password: SecretStr) -> str:
        signed = f"{token}.{password.get_secret_value()}".encode()
        return hmac.new(self._secret, signed, hashlib.sha256).hexdigest()


def _parts(mark: object) -> tuple[str, str]:
    """Return the token of a pass, and its signature; empty if it is none."""
    token, _, signature = mark.rpartition(".") if isinstance(mark, str) else ("", "", "")
    return token, signature


def _id(token: str) -> str:
    """Return the part of a token that all renewals of a pass have in common."""
    return token.partition(".")[2]


def _name(token: str) -> str:
    """Return the name of a counter, which is no pass itself."""
    return f"pass ended {hashlib.sha256(_id(token).encode()).hexdigest()[:32]}"
