"""The score: all that a pack says in one language, version 1.

Mechanics and texts are written apart (see `pack.loader`) and meet here. Everything that others name has an
id, which is its key.
"""

import hashlib
import json
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from echoes.core.protocols import JsonObject
from echoes.games.conditions import Condition
from echoes.games.heist.pack.parts import (
    Cards,
    ClockSpec,
    Faction,
    Id,
    Lines,
    LinesByTier,
    Location,
    Numbers,
    PackPart,
    Person,
    Plan,
    Text,
    Tone,
)
from echoes.games.heist.pack.scenes import FreeFact, Obstacle, Scene


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
Voice = Literal["precipice", "crack"]


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
    provenance: Annotated[dict[str, str], Field(default_factory=dict)]
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
    threads: Annotated[dict[Id, Text], Field(default_factory=dict)]
    rumours: Annotated[dict[Id, Text], Field(default_factory=dict)]
    endings: Annotated[dict[Id, EndingSpec], Field(min_length=1, max_length=12)]
    lines: LinesByTier
    oracle: OracleLines
    entanglements: dict[Entanglement, Ways]
    bargains: dict[Offer, Text]
    downtime: dict[Activity, Lines]
    voices: Annotated[dict[Voice, Lines], Field(default_factory=dict)]

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
