"""The way that an AI player's game stands, at this worker or at another, which may fall silent."""

import math
import time
from collections.abc import Callable

from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.relay import KEPT_S
from echoes.interfaces.web.live.subscribers import Update

_AT_WORK = ("running", "paused")


class AIStatus:
    """The status of the AI player of one session.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._status: Update = {}
        self._until = math.inf

    def note(self, status: Update, elsewhere: bool = False) -> bool:
        """Take note of it; another worker has to tell it again before long.

        Returns:
            Whether it is news.
        """
        is_news = status != self.shown()
        self._status, self._until = status, self._clock() + KEPT_S if elsewhere else math.inf
        return is_news

    def shown(self) -> Update:
        """Return it for the pages; empty where a worker that told it says no more."""
        return self._status if self._clock() < self._until else {}

    @property
    def is_at_work(self) -> bool:
        """Return whether a player is at work or paused, at any worker."""
        return self.shown().get("ai") in _AT_WORK

    @property
    def is_here(self) -> bool:
        """Return whether a player is at work or paused at this worker."""
        return self.is_at_work and self._until == math.inf

    @property
    def who(self) -> str:
        """The one that plays or played last, as for `ai_status`."""
        return str(self._status.get("who", "ai"))

    @property
    def is_lost(self) -> bool:
        """Return whether a player was at work at a worker that says no more."""
        return self._status.get("ai") in _AT_WORK and not self.is_at_work


def ai_status(lang: str, ai: str, ending: str = "", who: str = "ai", why: str = "") -> Update:
    """Return the status of an AI player, in the words of a language.

    Args:
        lang: the language.
        ai: `running`, `paused` or `over`.
        ending: how it is over.
        who: `ai`, or `table` where it is the free seats of a table that play.
        why: why it can't go on, for people; empty if it can.
    """
    words = texts_in(lang)
    said = words[f"{who}_{ai}"].format(ending=words[f"ending_{ending}"] if ending else "")
    return {"ai": ai, "said": f"{said} {why}".strip(), "who": who}
