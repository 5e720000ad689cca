"""What all parts of the web app share."""

import asyncio
import sys
from dataclasses import dataclass, field
from shutil import which

from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from echoes.config import Config
from echoes.core.errors import UserError
from echoes.core.roles import Role
from echoes.engine.assembly import kb_id_of
from echoes.engine.engine import GameEngine
from echoes.interfaces.web.access import Links, kept_secret
from echoes.interfaces.web.live import LiveSessions
from echoes.interfaces.web.watching import Watching


class TooFast(UserError):
    """A visitor has done something too often."""


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
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        web = self.config.web
        self._limits = {
            "message": RateLimitItemPerMinute(web.messages_per_minute),
            "game": RateLimitItemPerHour(web.games_per_hour),
            "ai": RateLimitItemPerHour(web.ai_games_per_hour),
            "request": RateLimitItemPerMinute(web.requests_per_minute),
            "password": RateLimitItemPerMinute(10),
        }

    def count(self, what: str, who: str) -> None:
        """Count something that may not be done too often.

        Args:
            what: `message`, `game`, `ai`, `request` or `password`.
            who: a player id or an address.
        Raises:
            TooFast: it was done too often.
        """
        if not self._limiter.hit(self._limits[what], what, who):
            raise TooFast(f"too many of this kind: {what}", "Wait a moment.")

    async def prepare(self) -> None:
        """Build what is not built yet, in a process of its own, so that no player has to wait for it."""
        found = [scenario for _, scenario in self.engine.puzzles.scenarios()]
        if all(self.engine.knowledge.is_current(kb_id_of(one), one.content_hash) for one in found):
            return
        folders = [self.config.paths.data / game.folder for game in self.engine.games.values()]
        command = [sys.executable, "-m", "echoes", "ingest", *(str(one) for one in folders if one.is_dir())]
        if nice := which("nice"):
            command = [nice, "-n", "10", *command]
        nothing = asyncio.subprocess.DEVNULL
        builder = await asyncio.create_subprocess_exec(
            *command, stdin=nothing, stdout=nothing, stderr=nothing
        )
        try:
            await builder.wait()
        finally:
            if builder.returncode is None:
                builder.terminate()

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
    """
    named = config.web.secret
    secret = named.get_secret_value() if named else kept_secret(config.paths.game_storage / "web_secret")
    return House(config, engine, secret)
