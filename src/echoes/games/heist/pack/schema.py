"""The score: all that a pack says in one language, version 1."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from echoes.games.conditions import Condition
from echoes.games.heist.pack.parts import (
    Cards,
    ClockSpec,
    Faction,
    LinesByTier,
    Location,
    Person,
    Plan,
    ScoreTone,
    StartingNumbers,
)
from echoes.games.heist.pack.scenes import FreeFact, Obstacle, Scene
from echoes.games.heist.rules.tables import Entanglement
from echoes.games.packs.parts import Id, Lines, PackPart, PackScenario, Text


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


Activity = Literal["lay_low", "recover", "vice", "work"]
BargainPrice = Literal["stress", "heat", "ticks", "debt", "trauma"]
PackVoice = Literal["precipice", "crack"]


class OracleLines(PackPart):
    """Words of the oracle, each told once: after `and`, and after `but`."""

    and_: Annotated[Lines, Field(alias="and")]
    but: Lines

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class Score(PackScenario):
    """A score in one language."""

    dice: Literal["pool", "roll"] = "pool"
    tier: Annotated[int, Field(ge=0, le=4)] = 1
    target: Text
    payoff: Annotated[int, Field(ge=0, le=12)]
    tone: ScoreTone
    start: StartingNumbers = StartingNumbers()
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
    bargains: dict[BargainPrice, Text]
    downtime: dict[Activity, Lines]
    voices: Annotated[dict[PackVoice, Lines], Field(default_factory=dict)]

    def obstacle(self, key: str) -> Obstacle:
        """Return an obstacle by `scene.obstacle`."""
        scene, _, obstacle = key.partition(".")
        return self.scenes[scene].obstacles[obstacle]
