"""The score: all that a pack says in one language, version 1.

Mechanics and texts are written apart (see `pack.loader`) and meet here. Everything that others name has an
id, which is its key.
"""

import hashlib
import json
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.protocols import JsonObject
from echoes.games.conditions import Condition
from echoes.games.heist.rules.tables import Action, Effect, Position, Tier

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Lines = Annotated[tuple[Text, ...], Field(max_length=40)]
LinesByTier = dict[Tier, Lines]
Small = Annotated[int, Field(ge=-9, le=9)]


class PackPart(BaseModel):
    """A part of a score; a key that is not known is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Effects(PackPart):
    """The closed list of consequences; what is left out does not change.

    Attributes:
        ticks: segments by clock; negative ones are wiped off.
        dice: thrown afresh into the pool.
        interrupt: an obstacle that must be dealt with first.
        end: the ending that follows at once.
    """

    stress: Small = 0
    heat: Small = 0
    wanted: Small = 0
    coin: Small = 0
    harm: Small = 0
    dice: Annotated[int, Field(ge=0, le=3)] = 0
    ticks: dict[Id, Small] = {}
    flags: tuple[Id, ...] = ()
    threads: tuple[Id, ...] = ()
    resolved: tuple[Id, ...] = ()
    rumours: tuple[Id, ...] = ()
    goals: tuple[Id, ...] = ()
    items: tuple[Id, ...] = ()
    bonds: dict[Id, Small] = {}
    factions: dict[Id, Small] = {}
    interrupt: Id | None = None
    end: Id | None = None


class Consequence(PackPart):
    """Something that happens: a text with effects."""

    text: Text
    effects: Effects = Effects()


class Tone(PackPart):
    """The style of scenes."""

    atmosphere: Text
    pressure: Text
    class_: Annotated[Text, Field(alias="class")]

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class Numbers(PackPart):
    """Numbers at the start."""

    stress: Annotated[int, Field(ge=0, le=6)] = 0
    heat: Annotated[int, Field(ge=0, le=8)] = 0
    wanted: Annotated[int, Field(ge=0, le=3)] = 0
    coin: Annotated[int, Field(ge=0, le=9)] = 1


class PlanDetail(PackPart):
    """The detail of a plan: where or by whom it begins; `edge`: dice of the engagement roll."""

    label: Text
    text: Text
    edge: Annotated[int, Field(ge=-2, le=2)] = 0
    effects: Effects = Effects()


class Plan(PackPart):
    """A way to go about it."""

    label: Text
    text: Text
    action: Action
    details: Annotated[dict[Id, PlanDetail], Field(min_length=1, max_length=6)]


Suit = Literal["trumps", "cups", "coins", "swords", "wands"]


class Cards(PackPart):
    """The meaning of each suit at each of the three places."""

    past: dict[Suit, Consequence]
    present: dict[Suit, Consequence]
    future: dict[Suit, Consequence]


class Faction(PackPart):
    """A group with interests; `status`: -3 (war) to 3 (allied)."""

    name: Text
    text: Text
    status: Annotated[int, Field(ge=-3, le=3)] = 0


class Person(PackPart):
    """Somebody: who they are, what they want, how they speak; `helps`: whether they may assist."""

    name: Text
    who: Text
    want: Text
    voice: Text
    disposition: Annotated[int, Field(ge=-2, le=2)] = 0
    helps: bool = False
    cues: Lines = ()


class Location(PackPart):
    """A place."""

    name: Text
    text: Text


class ClockSpec(PackPart):
    """A clock.

    Attributes:
        kind: a `racing` clock is to be outrun; a `linked` one begins when another is full.
        visibility: `veiled`: known, but not its filling; `hidden`: speaks through omens only.
        omens: by the number of filled segments at which each is told.
        after: the clock that must be full before it ticks.
        full: what happens when it is full.
    """

    name: Text
    segments: Literal[4, 6, 8]
    kind: Literal["threat", "goal", "racing", "linked"] = "threat"
    visibility: Literal["open", "veiled", "hidden"] = "open"
    start: Annotated[int, Field(ge=0, le=7)] = 0
    present: bool = True
    after: Id | None = None
    omens: dict[Annotated[int, Field(ge=1, le=8)], Text] = {}
    full: Consequence


class Approach(PackPart):
    """A way past an obstacle.

    Attributes:
        cues: words by which a player may name it.
        position, effect: where they differ from the obstacle's.
        lines: of this approach, told before the obstacle's own.
    """

    label: Text
    action: Action
    cues: Lines = ()
    position: Position | None = None
    effect: Effect | None = None
    when: Condition | None = None
    once: bool = False
    lines: LinesByTier = {}


class Flashback(PackPart):
    """Something that was prepared, told when it is needed."""

    label: Text
    text: Text
    cues: Lines = ()
    stress: Annotated[int, Field(ge=0, le=2)] = 1
    gives: Literal["effect", "position"] = "effect"
    effects: Effects = Effects()
    when: Condition | None = None


class Deal(PackPart):
    """A devil's bargain: one die more, at a price that is named."""

    label: Text
    text: Text
    effects: Effects


class Obstacle(PackPart):
    """Something in the way.

    Attributes:
        clock: segments to fill.
        threat: the clock that complications tick.
        hints: what each tier would mean here, in a few words, shown before the choice.
        gear: items of the load that help here.
        helper: who may assist here.
    """

    name: Text
    text: Text
    clock: Literal[4, 6, 8] = 4
    position: Position = "risky"
    effect: Effect = "standard"
    threat: Id
    opportunity: Text
    stakes: Text
    when: Condition | None = None
    hints: dict[Tier, Text]
    approaches: Annotated[dict[Id, Approach], Field(min_length=1, max_length=8)]
    lines: LinesByTier = {}
    flashbacks: dict[Id, Flashback] = {}
    deal: Deal | None = None
    gear: tuple[Id, ...] = ()
    helper: Id | None = None
    full: Consequence


class FreeFact(PackPart):
    """An open fact, told to whoever asks for it.

    Attributes:
        cues: the first names it in a list of what can be asked about.
        where: the scenes in which it can be seen; none for all.
    """

    cues: Lines
    text: Text
    where: tuple[Id, ...] = ()
    when: Condition | None = None


class Exit(PackPart):
    """A way out of a scene; `to`: the next scene; empty for the ending that fits."""

    label: Text
    to: str = ""
    text: Text
    cues: Lines = ()
    when: Condition | None = None
    effects: Effects = Effects()


class Scene(PackPart):
    """A scene; `again`: what is told when it is entered once more."""

    title: Text
    text: Text
    again: Lines
    variant: Literal["encounter", "opportunity", "discovery"]
    location: Id
    pay: Annotated[int, Field(ge=0, le=6)] = 0
    obstacles: Annotated[dict[Id, Obstacle], Field(min_length=1, max_length=6)]
    exits: Annotated[dict[Id, Exit], Field(min_length=1, max_length=5)]
    rumours: tuple[Id, ...] = ()


class Item(PackPart):
    """Something that may have been brought along; `gives`: what it makes better."""

    label: Text
    cues: Lines = ()
    gives: Literal["effect", "position"] = "effect"


class EndingSpec(PackPart):
    """An ending; the first whose condition holds is the one."""

    title: Text
    text: Text
    success: bool
    score: Annotated[int, Field(ge=0, le=100)]
    when: Condition | None = None


class Ways(PackPart):
    """An entanglement with its three ways out: pay, run, stand."""

    text: Text
    pay: Text
    run: Text
    stand: Text


Entanglement = Literal["raid", "shakedown", "warrant", "informant", "reprisal"]
Activity = Literal["lay_low", "recover", "vice", "work"]
Offer = Literal["stress", "heat", "ticks", "debt", "trauma"]


class OracleLines(PackPart):
    """Words of the oracle, each told once: after `and`, and after `but`."""

    and_: Annotated[Lines, Field(alias="and")]
    but: Lines

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class Score(PackPart):
    """A score in one language."""

    format: Literal[1] = 1
    id: Id
    language: Literal["en", "zh"]
    title: Text
    statement: Text
    blurb: Text
    difficulty: Annotated[int, Field(ge=1, le=5)] = 2
    tags: tuple[str, ...] = ()
    content_warnings: tuple[str, ...] = ()
    provenance: dict[str, str] = {}
    dice: Literal["pool", "roll"] = "pool"
    tier: Annotated[int, Field(ge=0, le=4)] = 1
    target: Text
    payoff: Annotated[int, Field(ge=0, le=12)]
    tone: Tone
    start: Numbers = Numbers()
    goals: dict[Id, Text]
    plans: Annotated[dict[Id, Plan], Field(min_length=1, max_length=4)]
    cards: Cards
    factions: dict[Id, Faction]
    people: dict[Id, Person]
    locations: dict[Id, Location]
    clocks: Annotated[dict[Id, ClockSpec], Field(min_length=1, max_length=24)]
    items: dict[Id, Item]
    scenes: Annotated[dict[Id, Scene], Field(min_length=1, max_length=16)]
    first: Id
    facts: dict[Id, FreeFact]
    threads: dict[Id, Text] = {}
    rumours: dict[Id, Text] = {}
    endings: Annotated[dict[Id, EndingSpec], Field(min_length=1, max_length=12)]
    lines: LinesByTier
    oracle: OracleLines
    entanglements: dict[Entanglement, Ways]
    bargains: dict[Offer, Text]
    downtime: dict[Activity, Lines]

    @property
    def content_hash(self) -> str:
        """A hash that changes with any edit."""
        return self._hash

    @cached_property
    def _hash(self) -> str:
        text = json.dumps(self.to_json(), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> JsonObject:
        """Return the canonical form."""
        return self.model_dump(mode="json", exclude_defaults=False)

    def obstacle(self, key: str) -> Obstacle:
        """Return an obstacle by `scene.obstacle`."""
        scene, _, obstacle = key.partition(".")
        return self.scenes[scene].obstacles[obstacle]


def score_schema() -> JsonObject:
    """Return the JSON Schema of a score."""
    schema: dict[str, Any] = Score.model_json_schema(by_alias=True)
    return schema
