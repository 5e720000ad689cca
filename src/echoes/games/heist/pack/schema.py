"""The score: all that a pack says in one language, version 1."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, field_validator

from echoes.core.files.json_values import as_object
from echoes.core.protocols import JsonObject
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
from echoes.games.heist.rules.predicates import ATOMS
from echoes.games.heist.rules.tables import Entanglement
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import DERIVED, Id, Lines, PackPart, PackScenario, Text, first_of
from echoes.games.packs.references import Named, SceneId


class Item(PackPart):
    """Something that may have been brought along; `gives`: what it makes better."""

    label: Text
    cues: Lines = ()
    gives: Literal["effect", "position"] = "effect"


class EndingSpec(PackPart):
    """An ending; the first whose condition holds is the one."""

    title: Text
    text: Text
    success: bool = True
    score: Annotated[int, Field(ge=0, le=100)] = 50
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
    payoff: Annotated[int, Field(ge=0, le=12)] = 4
    tone: ScoreTone
    start: StartingNumbers = StartingNumbers()
    goals: Annotated[dict[Id, Text], Named("goal"), Field(default_factory=dict)]
    plans: Annotated[dict[Id, Plan], Named("plan"), Field(min_length=1, max_length=4)]
    cards: Cards
    factions: Annotated[dict[Id, Faction], Named("faction"), Field(default_factory=dict)]
    people: Annotated[dict[Id, Person], Named("person"), Field(default_factory=dict)]
    locations: Annotated[dict[Id, Location], Named("location"), DERIVED]
    clocks: Annotated[dict[Id, ClockSpec], Named("clock"), Field(min_length=1, max_length=24)]
    items: Annotated[dict[Id, Item], Named("item"), Field(default_factory=dict)]
    scenes: Annotated[dict[Id, Scene], Named("scene"), Field(min_length=1, max_length=16)]
    first: SceneId = Field(default_factory=first_of("scenes"))
    facts: Annotated[dict[Id, FreeFact], Field(default_factory=dict)]
    threads: Annotated[dict[Id, Text], Named("thread"), Field(default_factory=dict)]
    rumours: Annotated[dict[Id, Text], Named("rumour"), Field(default_factory=dict)]
    endings: Annotated[dict[Id, EndingSpec], Named("ending"), Field(min_length=1, max_length=12)]
    lines: LinesByTier
    oracle: OracleLines
    entanglements: dict[Entanglement, Ways]
    bargains: dict[BargainPrice, Text]
    downtime: dict[Activity, Lines]
    voices: Annotated[dict[PackVoice, Lines], Field(default_factory=dict)]

    @field_validator("clocks")
    @classmethod
    def _clocks_run(cls, clocks: dict[str, ClockSpec]) -> dict[str, ClockSpec]:
        for key, clock in clocks.items():
            before, seen = clock.after, {key}
            while before in clocks and before not in seen:
                seen.add(before)
                before = clocks[before].after
            if before in seen:
                raise ValueError(f"clocks wait for each other in a circle: {', '.join(sorted(seen))}")
        if not any(clock.present and clock.kind in ("threat", "racing") for clock in clocks.values()):
            raise ValueError("no threat is there from the beginning: one of `kind: threat` is needed")
        return clocks

    def obstacle(self, key: str) -> Obstacle:
        """Return an obstacle by `scene.obstacle`."""
        scene, _, obstacle = key.partition(".")
        return self.scenes[scene].obstacles[obstacle]


def _complete(data: JsonObject) -> None:
    """Put in where scenes are, and what threatens at their obstacles."""
    clocks = {key: as_object(one) for key, one in as_object(data.get("clocks")).items()}
    threats = [
        key
        for key, clock in clocks.items()
        if clock.get("kind", "threat") in ("threat", "racing") and clock.get("visibility") != "hidden"
    ]
    for key, scene in as_object(data.get("scenes")).items():
        scene = as_object(scene)
        if "location" not in scene and scene:
            scene["location"] = key
            own = {"name": scene.get("title"), "text": scene.get("text")}
            as_object(data.setdefault("locations", {})).setdefault(key, own)
        for obstacle in map(as_object, as_object(scene.get("obstacles")).values()):
            if threats:
                obstacle.setdefault("threat", threats[0])


SCORE_FILES = PackFormat("score.yaml", Score, (), ATOMS, Path(__file__).parent, _complete)
