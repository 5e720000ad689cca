"""What all parts of the web app share."""

import asyncio
import logging
import sys
from dataclasses import dataclass, field
from shutil import which

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from echoes.config import Config
from echoes.core.errors import BadSetting, UserError
from echoes.core.roles import Role
from echoes.engine.assembly import kb_id_of
from echoes.engine.engine import GameEngine
from echoes.interfaces.web.access import SHORTEST_SECRET, Links, kept_secret
from echoes.interfaces.web.live import LiveSessions
from echoes.interfaces.web.visitors import Visitor
from echoes.interfaces.web.watching import Watching


class TooFast(UserError):
    """A visitor has done something too often."""


class TooMany(TooFast):
    """A visitor has begun too many games in an hour."""


_BOUNDS: dict[str, tuple[type[RateLimitItem], str]] = {
    "message": (RateLimitItemPerMinute, "messages_per_minute"),
    "game": (RateLimitItemPerHour, "games_per_hour"),
    "ai": (RateLimitItemPerHour, "ai_games_per_hour"),
    "game of address": (RateLimitItemPerHour, "address_games_per_hour"),
    "ai of address": (RateLimitItemPerHour, "ai_games_per_hour"),
    "request": (RateLimitItemPerMinute, "requests_per_minute"),
}
"""What may not be done too often, and the setting that says how often in a minute or an hour."""
_PASSWORDS_A_MINUTE = 10


@dataclass
class House:
    """The engine, and what belongs to a server beside it.

    Attributes:
        live: the sessions that somebody looks at.
        links: signs the links of rooms.
        secret: of cookies and links.
        watching: the AI players at work.
    """

    config: Config
    engine: GameEngine
    secret: str
    live: LiveSessions = field(init=False)
    links: Links = field(init=False)
    watching: Watching = field(init=False)

    def __post_init__(self) -> None:
        self.live = LiveSessions(self.engine)
        self.links = Links(self.secret)
        self.watching = Watching(self.engine)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        web = self.config.web
        self._limits = {what: period(getattr(web, setting)) for what, (period, setting) in _BOUNDS.items()}
        self._limits["password"] = RateLimitItemPerMinute(_PASSWORDS_A_MINUTE)

    def count(self, what: str, visitor: Visitor) -> None:
        """Count something that may not be done too often, by one player or from one address.

        A player is only a cookie, which anybody can throw away; so the address counts too. Messages are
        requests, which the door counts.

        Args:
            what: `message`, `game` or `ai`.
            visitor: who does it.
        Raises:
            TooFast: it was done too often; TooMany where games are counted.
        """
        if f"{what} of address" in self._limits:
            self.count_one(f"{what} of address", visitor.address)
        self.count_one(what, visitor.player_id)

    def count_one(self, what: str, who: str) -> None:
        """Count something by one name only, as `count` does; also `request` and `password`."""
        limit = self._limits[what]
        if not self._limiter.hit(limit, what, who):
            remedy = f"Wait, or raise web.{_BOUNDS[what][1]}." if what in _BOUNDS else "Wait a minute."
            kind = TooMany if isinstance(limit, RateLimitItemPerHour) else TooFast
            raise kind(f"too many of this kind: {what}", remedy)

    async def prepare(self) -> None:
        """Build what is not built yet, in a process of its own, so that no player has to wait for it."""
        found = [scenario for _, scenario in self.engine.puzzles.scenarios()]
        if all(self.engine.knowledge.is_current(kb_id_of(one), one.content_hash) for one in found):
            return
        # -P: the current folder may hold anything.
        command = [sys.executable, "-P", "-m", "echoes", "puzzles", "prepare"]
        if nice := which("nice"):
            command = [nice, "-n", "10", *command]
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        builder = await asyncio.create_subprocess_exec(*command, stdin=nothing, stdout=nothing, stderr=pipe)
        try:
            _, said = await builder.communicate()
        finally:
            if builder.returncode is None:
                builder.terminate()
        if builder.returncode:
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            logging.getLogger(__name__).warning("not all puzzles could be prepared: %s", last)

    @property
    def strategies(self) -> list[str]:
        """The AI players that visitors may watch."""
        if not self.config.web.ai_players:
            return []
        return [*(["model"] if self.engine.models.llm(Role.PLAYER) else []), "baseline", "none"]


def open_house(config: Config, engine: GameEngine) -> House:
    """The house over an engine, with the secret that is set or kept.

    Raises:
        StorageFailed: the secret can't be kept.
        BadSetting: it is too short.
    """
    named = config.web.secret
    secret = named.get_secret_value() if named else kept_secret(config.paths.game_storage / "web_secret")
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(
            "the secret of the web app is too short", f"Use {SHORTEST_SECRET} characters or more."
        )
    return House(config, engine, secret)
