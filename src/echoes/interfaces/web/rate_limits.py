"""Bounds on how often a visitor, or an address, may do something."""

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from echoes.config import WebSettings
from echoes.core.errors import UserError
from echoes.interfaces.web.visitors import Visitor


class RateLimited(UserError):
    """A visitor has done something too often."""


class TooManyGames(RateLimited):
    """A visitor has begun too many games in an hour."""


_BOUNDS: dict[str, tuple[type[RateLimitItem], str]] = {
    "message": (RateLimitItemPerMinute, "messages_per_minute"),
    "game": (RateLimitItemPerHour, "games_per_hour"),
    "ai": (RateLimitItemPerHour, "ai_games_per_hour"),
    "game of address": (RateLimitItemPerHour, "address_games_per_hour"),
    "ai of address": (RateLimitItemPerHour, "ai_games_per_hour"),
    "request": (RateLimitItemPerMinute, "requests_per_minute"),
}
"""Each thing that is counted, with its period and the setting of its bound."""
_WRONG_OF_ADDRESS, _WRONG_IN_ALL = RateLimitItemPerMinute(10), RateLimitItemPerMinute(60)
"""Wrong passwords of one address, and of all: addresses are cheap."""


class RateLimits:
    """Counts what visitors do.

    Args:
        settings: the configured bounds.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._limits = {what: period(getattr(settings, name)) for what, (period, name) in _BOUNDS.items()}

    def count(self, what: str, visitor: Visitor) -> None:
        """Count something by the player and by the address.

        A player is only a cookie, which anybody can throw away; so the address counts too. Messages are
        requests, which the middleware counts.

        Args:
            what: `message`, `game` or `ai`.
            visitor: who does it.
        Raises:
            RateLimited: it was done too often; TooManyGames where games are counted.
        """
        if f"{what} of address" in self._limits:
            self.count_one(f"{what} of address", visitor.address)
        self.count_one(what, visitor.player_id)

    def count_one(self, what: str, who: str) -> None:
        """Count something by one name only, as `count` does; also `request`."""
        limit = self._limits[what]
        if not self._limiter.hit(limit, what, who):
            kind = TooManyGames if isinstance(limit, RateLimitItemPerHour) else RateLimited
            raise kind(f"too many of this kind: {what}", f"Wait, or raise web.{_BOUNDS[what][1]}.")

    def may_try_password(self, address: str) -> bool:
        """Return whether an address may try a password, after those that were wrong, its own and all."""
        hits = self._limiter
        return hits.test(_WRONG_OF_ADDRESS, "wrong", address) and hits.test(_WRONG_IN_ALL, "wrong in all")

    def note_wrong_password(self, address: str) -> None:
        """Count a wrong password of an address."""
        self._limiter.hit(_WRONG_OF_ADDRESS, "wrong", address)
        self._limiter.hit(_WRONG_IN_ALL, "wrong in all")
