"""Limits of what is spent on games: turns, hints, tokens and money, of a session, of a player, and of a day.

They are counted in counters that all workers share. Whoever spends belongs to the running task.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.errors import StorageFailed
from echoes.core.log.events import SessionStarted
from echoes.core.protocols import Counters

Scope = Literal["session", "player", "day"]
Spendable = Literal["turns", "hints", "tokens", "money"]
SPENDABLES: tuple[Spendable, ...] = get_args(Spendable)
_DAY_S = 86_400.0
_SESSION_S = 400 * _DAY_S


class SpendingLimit(BaseModel):
    """The most that may be spent; None for no limit.

    Attributes:
        tokens: of prompts and replies of models together.
        money: the cost of models, in the currency of `models.prices`.
    """

    model_config = ConfigDict(extra="forbid")

    turns: int | None = Field(default=None, ge=1)
    hints: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=1)
    money: float | None = Field(default=None, gt=0)


class LimitSettings(BaseModel):
    """The `limits` section; days are those of UTC.

    Attributes:
        session: the limit of one session.
        player: the limit of all sessions of one player in a day.
        day: the limit of all sessions of everybody in a day.
    """

    model_config = ConfigDict(extra="forbid")

    session: SpendingLimit = SpendingLimit()
    player: SpendingLimit = SpendingLimit()
    day: SpendingLimit = SpendingLimit()

    def limits(self, what: Spendable) -> dict[Scope, float]:
        """Return the limits of one kind that are set, by scope."""
        found: dict[Scope, float | None] = {
            "session": getattr(self.session, what),
            "player": getattr(self.player, what),
            "day": getattr(self.day, what),
        }
        return {scope: limit for scope, limit in found.items() if limit is not None}

    @property
    def of_models(self) -> bool:
        """Return whether there is a limit of what models cost."""
        return bool(self.limits("tokens") or self.limits("money"))


@dataclass(frozen=True)
class Spender:
    """The session that something is spent on, and the player who began it."""

    session_id: str
    player_id: str


SPENDER: ContextVar[Spender | None] = ContextVar("spender", default=None)
"""The spender of this task; None outside of sessions, where only the limits of a day hold."""


@contextmanager
def spending_for(started: SessionStarted) -> Generator[Spender]:
    """Charge what this task, and tasks started by it, spend meanwhile to a session."""
    spender = Spender(started.session_id, started.player_id)
    running = SPENDER.set(spender)
    try:
        yield spender
    finally:
        SPENDER.reset(running)


@dataclass(frozen=True)
class Bound:
    """One limit that holds for a spender.

    Attributes:
        name: the name of its counter; ids are hashed, so that nothing of a person is left there.
        period_s: the time for which the counter is kept.
    """

    what: Spendable
    scope: Scope
    limit: float
    name: str
    period_s: float


class Spending:
    """The sums that are spent, counted against the limits.

    Its methods wait for the counters' storage.

    Args:
        settings: the limits.
        counters: are shared by all workers.
        today: returns the current day as an ISO date.
    """

    def __init__(
        self,
        settings: LimitSettings,
        counters: Counters,
        today: Callable[[], str] = lambda: datetime.now(UTC).date().isoformat(),
    ) -> None:
        self.settings, self._counters, self._today = settings, counters, today
        self._owed = deque[tuple[Bound, float]]()

    def used_up(self, spender: Spender | None, *kinds: Spendable) -> Bound | None:
        """Return the first limit of some kinds that is reached, or None.

        Raises:
            StorageFailed: the counters are out of reach.
        """
        self._settle()
        bounds = (bound for what in kinds for bound in self._bounds(spender, what))
        return next((bound for bound in bounds if self._counters.value(bound.name) >= bound.limit), None)

    def claim(self, spender: Spender | None, amounts: Mapping[Spendable, float]) -> Bound | None:
        """Spend amounts if no limit is exceeded; else spend nothing and return the limit.

        Raises:
            StorageFailed: the counters are out of reach.
        """
        self._settle()
        spent: list[tuple[Bound, float]] = []
        for what, amount in amounts.items():
            for bound in self._bounds(spender, what) if amount else ():
                spent.append((bound, amount))
                if self._counters.add(bound.name, amount, bound.period_s) > bound.limit:
                    self._take_back(spent)
                    return bound
        return None

    def add(self, spender: Spender | None, amounts: Mapping[Spendable, float]) -> None:
        """Count amounts that were spent already.

        Raises:
            StorageFailed: the counters are out of reach.
        """
        for what, amount in amounts.items():
            for bound in self._bounds(spender, what) if amount else ():
                self._counters.add(bound.name, amount, bound.period_s)

    def give_back(self, spender: Spender | None, amounts: Mapping[Spendable, float]) -> None:
        """Undo a claim; where the counters are out of reach, as soon as they are asked again."""
        for what, amount in amounts.items():
            self._take_back([(bound, amount) for bound in self._bounds(spender, what) if amount])

    def _take_back(self, spent: Sequence[tuple[Bound, float]]) -> None:
        self._owed.extend(spent)
        self._settle()

    def _settle(self) -> None:
        """Give back what could not be given back before."""
        while self._owed:
            try:
                bound, amount = self._owed.popleft()
            except IndexError:  # another thread was first
                return
            try:
                self._counters.add(bound.name, -amount, bound.period_s)
            except StorageFailed:
                self._owed.appendleft((bound, amount))
                return

    def _bounds(self, spender: Spender | None, what: Spendable) -> Iterator[Bound]:
        today = self._today()
        for scope, limit in self.settings.limits(what).items():
            if scope == "day":
                yield Bound(what, scope, limit, f"spent {today} {what}", 2 * _DAY_S)
            elif spender and scope == "player":
                name = f"spent {today} {_hashed(spender.player_id)} {what}"
                yield Bound(what, scope, limit, name, 2 * _DAY_S)
            elif spender:
                yield Bound(what, scope, limit, f"spent {_hashed(spender.session_id)} {what}", _SESSION_S)


def _hashed(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:20]
