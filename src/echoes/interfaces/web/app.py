"""The state that all parts of the web app share."""

import asyncio
import logging
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from shutil import which

from echoes.config import Config
from echoes.core.errors import BadSetting, SessionBusy
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.knowledge import kb_id_of
from echoes.interfaces.web.live.ai_games import AIGames
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.open_paths import has_pages_below
from echoes.interfaces.web.passes import Passes
from echoes.interfaces.web.pending_answers import PendingAnswers
from echoes.interfaces.web.rate_limits import RateLimits
from echoes.interfaces.web.session_access import SHORTEST_SECRET, RoomTokens
from echoes.interfaces.web.visitors import ApiTokens


@dataclass
class WebApp:
    """The engine, and what a server keeps beside it.

    Attributes:
        secret: signs cookies and links.
        live: the sessions that somebody looks at.
        tokens: sign the links of rooms.
        api_tokens: stand for the cookies of whoever uses the API.
        ai_games: the AI players at work.
        answers: that visitors wait for.
        limits: count what visitors do.
        passes: of those who have given a password.
    """

    config: Config
    engine: GameEngine
    secret: str
    live: LiveSessions = field(init=False)
    tokens: RoomTokens = field(init=False)
    api_tokens: ApiTokens = field(init=False)
    ai_games: AIGames = field(init=False)
    answers: PendingAnswers = field(init=False)
    limits: RateLimits = field(init=False)
    passes: Passes = field(init=False)

    def __post_init__(self) -> None:
        self.live = LiveSessions(self.engine)
        self.tokens = RoomTokens(self.secret)
        self.api_tokens = ApiTokens(self.secret)
        self.ai_games = AIGames(self.engine, self.live.relay)
        self.live.handlers["steer"] = self.ai_games.steered_from_elsewhere
        self.answers = PendingAnswers(self.live.relay)
        self.live.handlers["stop"] = self.answers.stopped_elsewhere
        self.limits = RateLimits(self.config.web, self.engine.storage.counters)
        self.passes = Passes(self.secret, self.engine.storage.counters)

    async def prepare(self) -> None:
        """Build what is not built yet, in a process of its own, unless another worker does."""
        with suppress(SessionBusy):
            async with self.engine.storage.lock("prepare", wait_s=0):
                await self._prepare()

    async def _prepare(self) -> None:
        found = [scenario for _, scenario in self.engine.scenarios.list_all()]
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
        if builder.returncode and builder.returncode > 0:  # by a signal, all of us were ended
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            logging.getLogger(__name__).warning("not all puzzles could be prepared: %s", last)

    @property
    def root_path(self) -> str:
        """The path under which the app is served, without a slash at its end."""
        return self.config.web.root_path.rstrip("/")

    @property
    def strategies(self) -> list[str]:
        """The AI players that visitors may watch; there is nothing to see of one that only answers."""
        if not self.config.web.ai_players:
            return []
        return [*(["model"] if self.engine.models.llm(Role.PLAYER) else []), "baseline", "greedy", "random"]


def open_web_app(config: Config, engine: GameEngine) -> WebApp:
    """Return the web app of an engine, with the secret that is set or kept.

    Raises:
        StorageFailed: the secret can't be kept.
        BadSetting: it is too short, or the app has pages of its own at its root path.
    """
    named = config.web.secret
    secret = named.get_secret_value() if named else engine.storage.shared_secret("web_secret")
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(
            "the secret of the web app is too short", f"Use {SHORTEST_SECRET} characters or more."
        )
    web_app = WebApp(config, engine, secret)
    if (root := web_app.root_path) and has_pages_below(root):
        raise BadSetting(f"the app has pages of its own at {root}", "Change web.root_path.")
    return web_app
