"""Parts of a score: consequences, plans, cards, people, clocks."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from echoes.games.conditions import Condition
from echoes.games.heist.rules.tables import Action, OutcomeTier
from echoes.games.packs.parts import Id, LaterLines, LaterText, Lines, PackPart, Text
from echoes.games.packs.references import ClockId, EndingId, ItemId, Named, PersonId, Ref

LinesByTier = dict[OutcomeTier, Lines]
Small = Annotated[int, Field(ge=-9, le=9)]
ThreadId = Annotated[Id, Ref("thread")]
RumourId = Annotated[Id, Ref("rumour")]


class ScoreEffects(PackPart):
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
    ticks: dict[ClockId, Small] = Field(default_factory=dict[str, int])
    flags: tuple[Id, ...] = ()
    threads: tuple[ThreadId, ...] = ()
    resolved: tuple[ThreadId, ...] = ()
    rumours: tuple[RumourId, ...] = ()
    goals: tuple[Annotated[Id, Ref("goal")], ...] = ()
    items: tuple[ItemId, ...] = ()
    bonds: dict[PersonId, Small] = Field(default_factory=dict[str, int])
    factions: dict[Annotated[Id, Ref("faction")], Small] = Field(default_factory=dict[str, int])
    interrupt: Annotated[Id, Ref("obstacle")] | None = None
    end: EndingId | None = None


class ScoreConsequence(PackPart):
    """Something that happens: a text with effects."""

    text: Text
    effects: ScoreEffects = ScoreEffects()


class ScoreTone(PackPart):
    """The style of scenes."""

    atmosphere: Text
    pressure: Text
    class_: Annotated[Text, Field(alias="class")]

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class StartingNumbers(PackPart):
    """Numbers at the start."""

    stress: Annotated[int, Field(ge=0, le=6)] = 0
    heat: Annotated[int, Field(ge=0, le=8)] = 0
    wanted: Annotated[int, Field(ge=0, le=3)] = 0
    coin: Annotated[int, Field(ge=0, le=9)] = 1


class PlanDetail(PackPart):
    """The detail of a plan: where or by whom it begins.

    Attributes:
        opening: how it leads into the first scene.
        edge: dice of the engagement roll.
    """

    label: Text
    text: Text
    opening: LaterText = None
    edge: Annotated[int, Field(ge=-2, le=2)] = 0
    effects: ScoreEffects = ScoreEffects()


class Plan(PackPart):
    """A way to go about it."""

    label: Text
    text: Text
    action: Action
    details: Annotated[dict[Id, PlanDetail], Named("detail"), Field(min_length=1, max_length=6)]


Suit = Literal["trumps", "cups", "coins", "swords", "wands"]


class Cards(PackPart):
    """The meaning of each suit at each of the three places."""

    past: dict[Suit, ScoreConsequence]
    present: dict[Suit, ScoreConsequence]
    future: dict[Suit, ScoreConsequence]


class Faction(PackPart):
    """A group with interests; `status`: -3 (war) to 3 (allied)."""

    name: Text
    text: Text
    status: Annotated[int, Field(ge=-3, le=3)] = 0


class Person(PackPart):
    """Somebody.

    Attributes:
        who, want, voice: who they are, what they want, how they speak.
        disposition: towards the scoundrel, -2 (hostile) to 2 (loyal); bonds are added to it.
        helps: whether they may assist.
        when: when they can be met where a scene has them.
        cues: names by which a player may address them.
        says: lines for whoever speaks to them, each said once.
    """

    name: Text
    who: Text
    want: Text
    voice: Text
    disposition: Annotated[int, Field(ge=-2, le=2)] = 0
    helps: bool = False
    cues: Lines = ()
    says: Lines = ()
    when: Condition | None = None


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
        cues: words by which a player may mean to work on it.
        full: what happens when it is full.
    """

    name: Text
    segments: Literal[4, 6, 8]
    kind: Literal["threat", "goal", "racing", "linked"] = "threat"
    visibility: Literal["open", "veiled", "hidden"] = "open"
    start: Annotated[int, Field(ge=0, le=7)] = 0
    present: bool = True
    after: ClockId | None = None
    cues: LaterLines = ()
    omens: Annotated[dict[Annotated[int, Field(ge=1, le=8)], Text], Field(default_factory=dict)]
    full: ScoreConsequence

    @model_validator(mode="after")
    def _is_not_full(self) -> "ClockSpec":
        if self.start >= self.segments:
            raise ValueError("it would be full before the score begins: `start` is less than `segments`")
        return self
