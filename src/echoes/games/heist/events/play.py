"""Events of play: the scoundrel is made, dice are thrown and spent, scenes come and go."""

from typing import Literal

from pydantic import BaseModel

from echoes.games.heist.events.base import HeistEvent
from echoes.games.heist.rules.tables import Action, Attribute, Domain, Effect, OutcomeTier, Position

SheetValue = str | int | dict[str, int]
"""The value of a part of the sheet."""


class ScoundrelChosen(HeistEvent, frozen=True):
    """A part of the sheet was filled in: `field` has `value` now; `text` says it."""

    display_fields = frozenset({"text"})
    event: Literal["scoundrel_chosen"] = "scoundrel_chosen"
    field: str
    value: SheetValue
    text: str = ""


class CardDrawn(HeistEvent, frozen=True):
    """One of the three cards, and what it means for this score."""

    display_fields = frozenset({"name", "text"})
    event: Literal["card_drawn"] = "card_drawn"
    place: Literal["past", "present", "future"]
    card: str
    name: str
    text: str


class DiceThrown(HeistEvent, frozen=True):
    """Dice fell; `pool`: the dice at hand now, where they went there.

    Attributes:
        purpose: `start`, `engagement`, `recover`, `bargain`, `action`, `resist`, ...
        result: in a word, where the throw decides something.
    """

    event: Literal["dice_thrown"] = "dice_thrown"
    purpose: str
    dice: list[int]
    pool: list[int] | None = None
    best: int = 0
    result: str = ""


class SceneEntered(HeistEvent, frozen=True):
    """A scene began; `position_shift`: steps by which all is worse here; `people`: who is there, in words."""

    display_fields = frozenset({"title", "text", "people"})
    event: Literal["scene_entered"] = "scene_entered"
    scene: str
    title: str
    text: str
    variant: str
    position_shift: int = 0
    people: tuple[str, ...] = ()


class SceneLeft(HeistEvent, frozen=True):
    """A scene is over; `done`: it will not be played again."""

    display_fields = frozenset({"text"})
    event: Literal["scene_left"] = "scene_left"
    scene: str
    done: bool
    to: str = ""
    text: str = ""


class DieOffer(BaseModel, frozen=True):
    """A die, its price, a hint at what it buys, and how many segments of the obstacle are filled after it."""

    n: int
    die: int
    stress: int
    heat: int
    tier: OutcomeTier
    hint: str
    filled: int = 0


class ActionFramed(HeistEvent, frozen=True):
    """A risky action is about to be taken: all that is known before the choice.

    Attributes:
        what: the player is about to do.
        used: what was put into it so far, such as `push`.
        dice: the dice at hand with their prices; in the mode `roll` none.
        rating: of the action.
    """

    display_fields = frozenset({"what", "threat", "opportunity", "stakes", "dice"})
    event: Literal["action_framed"] = "action_framed"
    obstacle: str
    approach: str
    action: Action
    what: str
    position: Position
    effect: Effect
    domain: Domain
    threat: str
    opportunity: str
    stakes: str
    rating: int
    used: tuple[str, ...] = ()
    dice: tuple[DieOffer, ...] = ()


class ActionDropped(HeistEvent, frozen=True):
    """The player thought better of an action; no die was spent."""

    event: Literal["action_dropped"] = "action_dropped"


class DieSpent(HeistEvent, frozen=True):
    """A die was spent; its outcome had been committed.

    Attributes:
        pool: what is left.
        position, effect: of the action.
        attribute: with which its consequence may be resisted.
        ticks, harm: of that consequence, on the clock `threat`.
        worse: whether the obstacle's position is one step worse from now on.
    """

    display_fields = frozenset({"text"})
    event: Literal["die_spent"] = "die_spent"
    obstacle: str
    die: int
    tier: OutcomeTier
    text: str
    line: str = ""
    pool: list[int]
    position: Position
    effect: Effect
    attribute: Attribute
    threat: str = ""
    ticks: int = 0
    harm: int = 0
    worse: bool = False


class Resisted(HeistEvent, frozen=True):
    """A consequence was resisted, at a price in stress."""

    event: Literal["resisted"] = "resisted"
    attribute: str
    dice: list[int]
    stress: int


class ConsequenceTaken(HeistEvent, frozen=True):
    """The rest of an action's consequence came about, or there was none."""

    event: Literal["consequence_taken"] = "consequence_taken"
    resisted: bool = False


class TraumaTriggered(HeistEvent, frozen=True):
    """The breaking point: stress is full."""

    event: Literal["trauma_triggered"] = "trauma_triggered"
    choices: list[str]


class TraumaTaken(HeistEvent, frozen=True):
    """A scar that stays; stress is 0 again."""

    event: Literal["trauma_taken"] = "trauma_taken"
    trauma: str


class PoolEmpty(HeistEvent, frozen=True):
    """No die is left."""

    event: Literal["pool_empty"] = "pool_empty"


class BargainOffered(HeistEvent, frozen=True):
    """The city's offers of new dice: the ids of its bargains."""

    event: Literal["bargain_offered"] = "bargain_offered"
    bargains: list[str]


class ActivityDone(HeistEvent, frozen=True):
    """Something was done between two scenes."""

    display_fields = frozenset({"text"})
    event: Literal["activity_done"] = "activity_done"
    activity: str
    text: str = ""
