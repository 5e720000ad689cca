"""Bounds on how often a visitor, or an address, may do something; over all workers."""

import asyncio
import hashlib

from echoes.config import WebSettings
from echoes.core.errors import StorageFailed, UserError
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.protocols import Counters
from echoes.interfaces.web.visitors import Visitor


class RateLimited(UserError):
    """A visitor has done something too often."""


class TooManyGames(RateLimited):
    """A visitor has begun too many games in an hour."""


_MINUTE_S, _HOUR_S = 60.0, 3600.0
_BOUNDS: dict[str, tuple[float, str]] = {
    "message": (_MINUTE_S, "messages_per_minute"),
    "game": (_HOUR_S, "games_per_hour"),
    "ai": (_HOUR_S, "ai_games_per_hour"),
    "message of address": (_MINUTE_S, "address_messages_per_minute"),
    "game of address": (_HOUR_S, "address_games_per_hour"),
    "ai of address": (_HOUR_S, "ai_games_per_hour"),
    "request": (_MINUTE_S, "requests_per_minute"),
}
"""Each thing that is counted, with its period and the setting of its bound."""
_WRONG = {"password": (10, 60), "code": (10, 300)}
"""Wrong passwords and codes of rooms, of one address in a minute and of all: addresses are cheap."""


class RateLimits:
    """Counts what visitors do.

    Args:
        settings: the configured bounds.
        counters: shared by all workers; while they fail, each worker counts for itself.
    """

    def __init__(self, settings: WebSettings, counters: Counters) -> None:
        self._counters, self._own = counters, InMemoryCounters()
        self._limits = {what: int(getattr(settings, name)) for what, (_, name) in _BOUNDS.items()}

    async def count(self, what: str, visitor: Visitor) -> None:
        """Count something by the player and by the address.

        A player is only a cookie, which anybody can throw away; so the address counts too.

        Args:
            what: `message` (any action that is kept, or shown to others), `game` or `ai`.
            visitor: who does it.
        Raises:
            RateLimited: it was done too often; TooManyGames where games are counted.
        """
        await asyncio.to_thread(self.count_one, f"{what} of address", visitor.address)
        await asyncio.to_thread(self.count_one, what, visitor.player_id)

    def count_one(self, what: str, who: str) -> None:
        """Count something by one name only, as `count` does, and wait for the counters; also `request`."""
        period, setting = _BOUNDS[what]
        if self._add(what, who, period) > self._limits[what]:
            kind = TooManyGames if period == _HOUR_S else RateLimited
            raise kind(f"too many of this kind: {what}", f"Wait, or raise web.{setting}.")

    def may_guess(self, what: str, address: str) -> bool:
        """Return whether an address may try a `password` or `code`, after its wrong ones and those of all."""
        own, every = self._value(f"wrong {what}", address), self._value(f"wrong {what}", "")
        return own < _WRONG[what][0] and every < _WRONG[what][1]

    def note_wrong(self, what: str, address: str) -> None:
        """Count a wrong `password` or `code` of an address."""
        self._add(f"wrong {what}", address, _MINUTE_S)
        self._add(f"wrong {what}", "", _MINUTE_S)

    def _add(self, what: str, who: str, period_s: float) -> float:
        try:
            return self._counters.add(_name(what, who), 1, period_s)
        except StorageFailed:
            return self._own.add(_name(what, who), 1, period_s)

    def _value(self, what: str, who: str) -> float:
        try:
            return self._counters.value(_name(what, who))
        except StorageFailed:
            return self._own.value(_name(what, who))


def _name(what: str, who: str) -> str:
    """Return the name of a counter, which tells nobody whose it is."""
    return f"{what} {hashlib.sha256(who.encode()).hexdigest()[:32]}"
