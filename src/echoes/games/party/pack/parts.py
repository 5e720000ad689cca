"""Parts of a module: what happens, who is there, what can be tried, found out and fought over."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, field_validator, model_validator

from echoes.core.files.json_values import as_object
from echoes.games.conditions import Condition
from echoes.games.packs.parts import Id, Lines, PackPart, Text
from echoes.games.packs.references import ClockId, EndingId, ItemId, Named, PersonId, Ref, SceneId, SecretId
from echoes.games.party.pack.sheet import Abilities, Weapon, is_roll
from echoes.games.party.rules.abilities import Ability, Skill, modifier
from echoes.games.party.rules.fight_state import MOST_ROUNDS, FightEnd
from echoes.games.party.rules.impairments import ConditionName

Short = Annotated[str, Field(min_length=1, max_length=120)]
Cues = Annotated[tuple[Short, ...], Field(max_length=12)]
Difficulty = Annotated[int, Field(ge=5, le=30)]
Attitude = Annotated[int, Field(ge=-2, le=2)]
QuestId = Annotated[Id, Ref("quest")]
LineId = Annotated[Id, Ref("line")]


class ModuleEffects(PackPart):
    """The closed list of consequences; what is left out does not change.

    Attributes:
        to: the scene to which whoever acted goes; `all_to`: to which the whole party goes.
        flags: what is so from now on; `ended`: what is so no longer.
        items: what whoever acted gets; `lost`: what the party loses.
        coins: for whoever acted.
        damage, healing: dice, for whoever acted.
        condition, cured: that whoever acted gets, or loses.
        attitudes: steps by which people like the party better.
        ticks: segments by clock.
        learns: secrets that whoever acted learns; `tells`: that everybody present learns.
        quests: that are opened; `done`: that are finished.
        fight: the encounter that begins.
        end: the ending that follows at once.
    """

    to: SceneId | None = None
    all_to: SceneId | None = None
    flags: tuple[Id, ...] = ()
    ended: tuple[Id, ...] = ()
    items: tuple[ItemId, ...] = ()
    lost: tuple[ItemId, ...] = ()
    coins: Annotated[int, Field(ge=-1000, le=1000)] = 0
    damage: str = ""
    healing: str = ""
    condition: ConditionName | None = None
    cured: ConditionName | None = None
    attitudes: dict[PersonId, Attitude] = Field(default_factory=dict[str, int])
    ticks: dict[ClockId, Annotated[int, Field(ge=-9, le=9)]] = Field(default_factory=dict[str, int])
    learns: tuple[SecretId, ...] = ()
    tells: tuple[SecretId, ...] = ()
    quests: tuple[QuestId, ...] = ()
    done: tuple[QuestId, ...] = ()
    fight: Annotated[Id, Ref("encounter")] | None = None
    end: EndingId | None = None

    @field_validator("damage", "healing")
    @classmethod
    def _dice(cls, text: str) -> str:
        return is_roll(text) if text else text


class ModuleConsequence(PackPart):
    """Something that happens: a text with effects."""

    text: Text
    effects: ModuleEffects = ModuleEffects()


LaterConsequence = Annotated[ModuleConsequence | None, Field(exclude_if=lambda one: one is None)]
"""A consequence that a later version of the form added: without it, a module has the hash it always had."""
Openness = Literal["public", "private", "blind"]


class CheckSpec(PackPart):
    """The dice that decide whether something succeeds: a skill, or an ability alone, against a number.

    Attributes:
        seen: who sees the dice: all who are there, only whoever rolls (`private`), or only whoever leads
            (`blind`).
    """

    skill: Skill | None = None
    ability: Ability | None = None
    dc: Difficulty
    edge_if: Condition | None = None
    seen: Openness = Field(default="public", exclude_if=lambda seen: seen == "public")

    @model_validator(mode="after")
    def _is_of_one(self) -> "CheckSpec":
        if (self.skill is None) == (self.ability is None):
            raise ValueError("a check needs a `skill` or an `ability`, and not both")
        return self


class Feature(PackPart):
    """Something in a scene that can be looked at or tried.

    Attributes:
        label: as it is offered, such as “Search the altar”; cues: words by which players mean it.
        check: what decides; None succeeds.
        failure: what happens otherwise; needed with a check.
        once: whether it is gone once it succeeded; `again`: whether it may be tried again after a failure.
        quiet: whether only whoever acted sees what came of it.
        touches: lines of the module that it touches; a table that leaves one out is not offered it, and
            one that veils it is told in a sentence what came of it.
    """

    label: Short
    cues: Cues = ()
    when: Condition | None = None
    check: CheckSpec | None = None
    success: ModuleConsequence
    failure: ModuleConsequence | None = None
    once: bool = True
    again: bool = False
    quiet: bool = False
    touches: tuple[LineId, ...] = ()

    @model_validator(mode="after")
    def _tells_of_failure(self) -> "Feature":
        if self.check and not self.failure:
            raise ValueError("it has a check, but says nothing of a failure: `failure` is missing")
        return self


class WayOut(PackPart):
    """A way to another scene; `text`: told to whoever takes it."""

    to: SceneId
    label: Short
    cues: Cues = ()
    text: str = Field(default="", max_length=2000)
    when: Condition | None = None


class ModuleScene(PackPart):
    """A place, or a moment.

    Attributes:
        read: told when somebody comes for the first time; `again`: later.
        map: lines of text that draw it; empty for none.
        present: the people here at the beginning.
    """

    title: Short
    read: Text
    again: str = Field(default="", max_length=2000)
    map: Annotated[tuple[Annotated[str, Field(max_length=60)], ...], Field(max_length=20)] = ()
    present: tuple[PersonId, ...] = ()
    features: Annotated[dict[Id, Feature], Named("feature")] = Field(
        default_factory=dict[str, Feature], max_length=24
    )
    exits: dict[Id, WayOut] = Field(default_factory=dict[str, WayOut], max_length=12)


class Topic(PackPart):
    """Something that can be talked about with somebody.

    Attributes:
        label: as it is offered, such as “Ask about the bell”.
        says: the answer, in the person's words; told once, then `again`.
        attitude: how well the person must like the party to answer.
        check: what decides instead where the person does not like them well enough; None refuses.
        refuses: what the person says then.
        touches: lines of the module, as of a feature.
    """

    label: Short
    cues: Cues = ()
    says: Text
    again: str = Field(default="", max_length=2000)
    refuses: str = Field(default="", max_length=2000)
    attitude: Attitude = -2
    check: CheckSpec | None = None
    when: Condition | None = None
    quiet: bool = False
    touches: tuple[LineId, ...] = ()
    effects: ModuleEffects = ModuleEffects()


class Stats(PackPart):
    """The numbers of somebody who may be fought."""

    armour: Annotated[int, Field(ge=5, le=30)] = 11
    hit_points: Annotated[int, Field(ge=1, le=500)] = 7
    abilities: Abilities = Abilities()
    bonus: Annotated[int, Field(ge=0, le=10)] = 2
    weapons: dict[Id, Weapon]
    tactics: Literal["nearest", "weakest", "strongest", "guards"] = "nearest"

    def ability(self, ability: Ability) -> int:
        """Return the modifier of an ability."""
        return modifier(getattr(self.abilities, ability))

    @property
    def learnt(self) -> int:
        """The bonus of what it has learnt."""
        return self.bonus


class ModulePerson(PackPart):
    """Somebody whom the master plays.

    Attributes:
        voice: how the person speaks, for a model; lines: what the person says in passing.
        attitude: from -2 (hostile) over 0 to 2 (helpful).
    """

    name: Short
    cues: Cues = ()
    looks: Text
    voice: Text
    attitude: Attitude = 0
    topics: Annotated[dict[Id, Topic], Named("topic")] = Field(
        default_factory=dict[str, Topic], max_length=24
    )
    lines: Lines = ()
    stats: Stats | None = None


class Parley(PackPart):
    """Coming to terms in a fight; `text`: what is said, `failure`: what follows where it fails."""

    check: CheckSpec
    label: Short
    success: ModuleConsequence
    failure: Text
    when: Condition | None = None


def _has_no_stats(person: JsonValue) -> str:
    return "" if as_object(person).get("stats") else "has no `stats`, and can't be fought"


FighterId = Annotated[Id, Ref("person", unless=_has_no_stats)]


class Encounter(PackPart):
    """A fight, and its ends.

    Attributes:
        who: how many of each person.
        mode: `tactical` is fought turn by turn; `told` is rolled out by code at once, and told.
        deadly: whether who fails three death saves is dead, and not only out cold until it is over.
        flee_at: the share of the foes still standing at which they run.
        escape: the scene to which the party runs; None where it can't.
        rounds: after how many it is broken off.
        touches: lines of the module, as of a feature; a veiled fight is rolled out at once.
        lost_apart: what follows instead of `lost` while most of the party are elsewhere; whoever fell comes
            to at `escape`, and the game goes on.
    """

    who: Annotated[dict[FighterId, Annotated[int, Field(ge=1, le=8)]], Field(min_length=1, max_length=6)]
    touches: tuple[LineId, ...] = ()
    mode: Literal["told", "tactical"] = "told"
    deadly: bool = False
    begins: Text
    parley: Parley | None = None
    flee_at: Annotated[float, Field(ge=0, le=1)] = 0.5
    escape: SceneId | None = None
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 8
    won: ModuleConsequence
    lost: ModuleConsequence
    lost_apart: LaterConsequence = None
    fled: ModuleConsequence | None = None
    broken_off: ModuleConsequence | None = None

    def follows(self, how: FightEnd, apart: bool) -> ModuleConsequence | None:
        """Return the consequence of an end of the fight.

        Args:
            how: it ended.
            apart: whether most of the party are elsewhere.
        """
        if how == "talked":
            return self.parley.success if self.parley else None
        lost = self.lost_apart if apart and self.lost_apart else self.lost
        return {"won": self.won, "lost": lost, "fled": self.fled, "broken_off": self.broken_off}[how]

    def gets_away(self, how: FightEnd, apart: bool) -> bool:
        """Return whether those who fought are at `escape` afterwards."""
        return how == "fled" or (how == "lost" and apart and self.lost_apart is not None)
