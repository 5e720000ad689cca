"""Events of what changes: the scoundrel's numbers, clocks, and the world."""

from typing import Literal

from echoes.games.heist.events.base import HeistEvent
from echoes.games.heist.rules.tables import Entanglement

WorldKind = Literal[
    "flag", "thread", "rumour", "goal", "threat", "bond", "faction", "item", "declared", "cost", "style"
]
"""The lists of the world."""


class NumberChanged(HeistEvent, frozen=True):
    """One of the scoundrel's numbers changed, and why."""

    display_fields = frozenset({"reason"})
    event: str = "amount"
    old: int
    new: int
    reason: str


class StressChanged(NumberChanged, frozen=True):
    """Stress, 0 to 9."""

    event: Literal["stress_changed"] = "stress_changed"


class HeatChanged(NumberChanged, frozen=True):
    """Heat, 0 to 10."""

    event: Literal["heat_changed"] = "heat_changed"


class WantedChanged(NumberChanged, frozen=True):
    """Wanted level, 0 to 4."""

    event: Literal["wanted_changed"] = "wanted_changed"


class CoinChanged(NumberChanged, frozen=True):
    """Coin; what is below 0 is owed."""

    event: Literal["coin_changed"] = "coin_changed"


class HarmChanged(NumberChanged, frozen=True):
    """Harm, 0 to 3."""

    event: Literal["harm_changed"] = "harm_changed"


class ExperienceChanged(NumberChanged, frozen=True):
    """Experience."""

    event: Literal["experience_changed"] = "experience_changed"


class ClockTicked(HeistEvent, frozen=True):
    """A clock that everybody sees moved."""

    display_fields = frozenset({"name", "reason"})
    event: Literal["clock_ticked"] = "clock_ticked"
    clock: str
    name: str
    segments: int
    old: int
    filled: int
    reason: str


class ClockFilled(HeistEvent, frozen=True):
    """A clock is full, and this comes of it. A hidden one shows itself only now."""

    display_fields = frozenset({"name", "text"})
    event: Literal["clock_filled"] = "clock_filled"
    clock: str
    name: str
    kind: str
    text: str


class OmenShown(HeistEvent, frozen=True):
    """A sign of something that is not to be seen yet; all that it says is its text."""

    display_fields = frozenset({"text"})
    event: Literal["omen_shown"] = "omen_shown"
    text: str
    line: str


class WorldChanged(HeistEvent, frozen=True):
    """Something of the world is otherwise: a flag, thread, rumour, goal, threat, bond, faction or item.

    Attributes:
        kind: which list it is in.
        id: of the thing.
        on: whether it is there now; `value`: how much, where that counts.
        text: what everybody learns of it; empty for nothing.
    """

    display_fields = frozenset({"text"})
    event: Literal["world_changed"] = "world_changed"
    kind: WorldKind
    id: str
    on: bool = True
    value: int = 0
    text: str = ""


class EntanglementBegan(HeistEvent, frozen=True):
    """Too much heat: somebody comes, and there are three ways out."""

    display_fields = frozenset({"text"})
    event: Literal["entanglement_began"] = "entanglement_began"
    entanglement: Entanglement
    text: str


class InterruptChanged(HeistEvent, frozen=True):
    """Something must be dealt with first; empty when it has been."""

    event: Literal["interrupt_changed"] = "interrupt_changed"
    obstacle: str = ""
    entanglement: Entanglement | Literal[""] = ""
