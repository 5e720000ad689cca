"""Scenes of a score, with their obstacles and the ways past them."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from echoes.core.files.json_values import as_object
from echoes.games.conditions import Condition
from echoes.games.heist.pack.parts import LinesByTier, RumourId, ScoreConsequence, ScoreEffects
from echoes.games.heist.rules.tables import Action, Effect, OutcomeTier, Position
from echoes.games.packs.parts import DERIVED, Id, LaterText, Lines, PackPart, Text
from echoes.games.packs.references import ItemId, Named, PersonId, Ref, SceneId


class Approach(PackPart):
    """A way past an obstacle.

    Attributes:
        cues: words by which a player may name it.
        position, effect: where they differ from the obstacle's.
        lines: of this approach, told before the obstacle's own.
        full_lines: told in their place by an outcome that gets past the obstacle.
    """

    label: Text
    action: Action
    cues: Lines = ()
    position: Position | None = None
    effect: Effect | None = None
    when: Condition | None = None
    once: bool = False
    lines: Annotated[LinesByTier, Field(default_factory=dict)]
    full_lines: Annotated[LinesByTier, Field(default_factory=dict)]


class Flashback(PackPart):
    """Something that was prepared, told when it is needed."""

    label: Text
    text: Text
    cues: Lines = ()
    stress: Annotated[int, Field(ge=0, le=2)] = 1
    gives: Literal["effect", "position"] = "effect"
    effects: ScoreEffects = ScoreEffects()
    when: Condition | None = None


class Deal(PackPart):
    """A devil's bargain: one die more, at a price that is named."""

    label: Text
    text: Text
    effects: ScoreEffects


def _is_hidden(clock: JsonValue) -> str:
    return "is hidden, and a threat is named" if as_object(clock).get("visibility") == "hidden" else ""


class Obstacle(PackPart):
    """Something in the way.

    Attributes:
        clock: segments to fill.
        threat: the clock that complications tick; the first threat that is not hidden if left out.
        begun: told in place of the opportunity once some of it is done.
        worse: told in place of the stakes once it has gone wrong here.
        echo: how what it cost comes back in a later scene.
        hints: what each tier would mean here, in a few words, shown before the choice.
        gear: items of the load that help here.
        helper: who may assist here.
        full_lines: told in place of `lines` by an outcome that gets past the obstacle.
    """

    name: Text
    text: Text
    clock: Literal[4, 6, 8] = 4
    position: Position = "risky"
    effect: Effect = "standard"
    threat: Annotated[Id, Ref("clock", unless=_is_hidden), DERIVED]
    opportunity: Text
    stakes: Text
    begun: LaterText = None
    worse: LaterText = None
    echo: LaterText = None
    when: Condition | None = None
    hints: dict[OutcomeTier, Text]
    approaches: Annotated[dict[Id, Approach], Field(min_length=1, max_length=8)]
    lines: Annotated[LinesByTier, Field(default_factory=dict)]
    full_lines: Annotated[LinesByTier, Field(default_factory=dict)]
    flashbacks: Annotated[dict[Id, Flashback], Field(default_factory=dict)]
    deal: Deal | None = None
    gear: tuple[ItemId, ...] = ()
    helper: PersonId | None = None
    full: ScoreConsequence


def approach_of(obstacle: Obstacle, approach: str) -> Approach | None:
    """Return an authored approach; None for an improvised one."""
    return obstacle.approaches.get(approach)


class FreeFact(PackPart):
    """An open fact, told to whoever asks for it.

    Attributes:
        cues: the first names it in a list of what can be asked about.
        where: the scenes in which it can be seen; none for all.
    """

    cues: Lines
    text: Text
    where: tuple[SceneId, ...] = ()
    when: Condition | None = None


class Exit(PackPart):
    """A way out of a scene; `to`: the next scene; empty for the ending that fits."""

    label: Text
    to: Annotated[str, Ref("scene", also=("",))] = ""
    text: Text
    cues: Lines = ()
    when: Condition | None = None
    effects: ScoreEffects = ScoreEffects()


class SceneStyle(PackPart):
    """The style of a scene, where it differs from the score's tone; empty leaves it as it is."""

    atmosphere: Annotated[str, Field(max_length=200)] = ""
    pressure: Annotated[str, Field(max_length=200)] = ""


class SceneVariant(PackPart):
    """A consequence that comes back: what is otherwise when a scene is entered and the condition holds.

    Attributes:
        text: told once.
        by: the person who says it; nobody for the game master.
        shift: steps by which all positions are worse in the scene; better where negative.
    """

    when: Condition
    text: Text
    by: PersonId | None = None
    shift: Annotated[int, Field(ge=-1, le=1)] = 0
    style: SceneStyle = SceneStyle()
    effects: ScoreEffects = ScoreEffects()


class Scene(PackPart):
    """A scene.

    Attributes:
        again: what is told when it is entered once more.
        location: a place of its own, with its title and text, if left out.
        people: who is there and can be spoken to.
        variants: what is otherwise by what happened before.
    """

    title: Text
    text: Text
    again: Lines = ()
    variant: Literal["encounter", "opportunity", "discovery"] = "encounter"
    location: Annotated[Id, Ref("location"), DERIVED]
    pay: Annotated[int, Field(ge=0, le=6)] = 0
    obstacles: Annotated[dict[Id, Obstacle], Named("obstacle"), Field(min_length=1, max_length=6)]
    exits: Annotated[dict[Id, Exit], Field(min_length=1, max_length=5)]
    rumours: tuple[RumourId, ...] = ()
    people: tuple[PersonId, ...] = ()
    variants: Annotated[dict[Id, SceneVariant], Field(default_factory=dict)]
