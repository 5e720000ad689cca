"""Events of a fight that is fought turn by turn."""

from typing import Literal

from pydantic import BaseModel

from echoes.games.party.events.base import PartyEvent
from echoes.games.party.rules.fight_state import FightEnd, Side
from echoes.games.party.rules.impairments import ConditionName


class FighterShown(BaseModel, frozen=True):
    """Somebody in a fight, with the roll that decides the order of turns."""

    id: str
    name: str
    side: Side
    initiative: int
    nimble: int


class FightBegan(PartyEvent, frozen=True):
    """A fight begins; `fighters`: in the order of their turns, `rounds`: after how many it is broken off."""

    display_fields = frozenset({"text", "fighters"})
    event: Literal["fight_began"] = "fight_began"
    encounter: str
    text: str
    fighters: list[FighterShown]
    rounds: int


class Attacked(PartyEvent, frozen=True):
    """Somebody attacked somebody.

    Attributes:
        by, target: the ids of the two, each with its name.
        weapon: in words.
        formula, faces, total: of the attack; `counts`: which of the faces do.
        damage: points; 0 for a miss.
    """

    display_fields = frozenset({"name", "target_name", "weapon"})
    event: Literal["attacked"] = "attacked"
    by: str
    name: str
    target: str
    target_name: str
    weapon: str
    formula: str
    faces: list[int]
    counts: list[bool]
    total: int
    hits: bool
    critical: bool
    damage: int


class ConditionChanged(PartyEvent, frozen=True):
    """Somebody came under a condition, or is rid of it."""

    display_fields = frozenset({"name"})
    event: Literal["condition_changed"] = "condition_changed"
    who: str
    name: str
    condition: ConditionName
    gained: bool


class SpellCast(PartyEvent, frozen=True):
    """A character cast a spell; `level`: of the slot that it cost, 0 for none."""

    display_fields = frozenset({"name", "label"})
    event: Literal["spell_cast"] = "spell_cast"
    seat: str
    name: str
    label: str
    level: int


class FighterJoined(PartyEvent, frozen=True):
    """A character who came later is in the fight from its next turn on."""

    display_fields = frozenset({"fighter"})
    event: Literal["fighter_joined"] = "fighter_joined"
    fighter: FighterShown


class FighterLeft(PartyEvent, frozen=True):
    """Somebody is out of the fight: down, or run."""

    display_fields = frozenset({"name"})
    event: Literal["fighter_left"] = "fighter_left"
    fighter: str
    name: str
    fled: bool


class FightEnded(PartyEvent, frozen=True):
    """A fight is over."""

    event: Literal["fight_ended"] = "fight_ended"
    encounter: str
    outcome: FightEnd
