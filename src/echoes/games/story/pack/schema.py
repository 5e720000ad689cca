"""The story: all that a pack says in one language, version 1."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from echoes.core.files.json_values import as_object
from echoes.core.protocols import JsonObject
from echoes.games.conditions import Condition
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import DERIVED, Id, PackPart, PackScenario, Text, first_of
from echoes.games.packs.references import Named, PlaceId, Ref
from echoes.games.story.pack.parts import (
    RESERVED,
    ChapterId,
    CharacterId,
    Place,
    SceneMood,
    Secret,
    StoryCharacter,
    StoryEffects,
    StoryQuestion,
    Thing,
    TopicId,
)
from echoes.games.story.rules.predicates import STORY_ATOMS
from echoes.games.world.pack import Wordings, WorldEnding

_NEVER: JsonValue = {"not": {"turns": 0}}


class StoryBeat(PackPart):
    """Something that must happen in a chapter.

    Attributes:
        text: in the author's words, for a model that judges it.
        when: reached as soon as it holds; never by itself if empty.
        once: whether its effects come but once in the story, also if the chapter is played again.
        judged: whether a model may judge it reached.
    """

    text: Text
    when: Condition | None = None
    once: bool = True
    judged: bool = False
    effects: StoryEffects = StoryEffects()


class Transition(PackPart):
    """A way to the next chapter; the first whose condition holds is taken."""

    to: ChapterId
    when: Condition | None = None


class Chapter(PackPart):
    """A chapter.

    Attributes:
        text: told when it opens.
        completion: in the author's words; `complete`: the same as a condition, all beats if left out.
        summary: told of it in a recap when it is over.
        next: the chapters that may follow; empty for the end of the story.
        characters: who takes part; all of the cast if left out.
        opening: what changes when it opens.
    """

    title: Text
    goal: Text
    text: Text
    completion: Text
    summary: Text
    complete: Annotated[Condition, DERIVED]
    mood: SceneMood = "calm"
    characters: Annotated[tuple[CharacterId, ...], DERIVED]
    opening: StoryEffects = StoryEffects()
    beats: Annotated[dict[Id, StoryBeat], Named("beat"), Field(default_factory=dict, max_length=16)]
    next: tuple[Transition, ...] = ()


class Refusal(PackPart):
    """The outcome of an act that can't succeed while a condition holds; the act is open all the same."""

    text: Text
    when: Condition
    effects: StoryEffects = StoryEffects()


class Act(PackPart):
    """Something that can be done, or that happens.

    Attributes:
        kind: `do` by the player; an `event` happens by itself and is told; what happens `offstage` is not.
        label: as it is offered; wordings: how a player may say it.
        target: the thing or character that it is about.
        at: where; anywhere if empty. Of what happens offstage, where its characters must be.
        who: the characters of what happens offstage; the player must not be with them.
        once: whether it can be done only once.
        offer: whether it is among what is at hand.
        refusal: what comes of it while it can't succeed; nobody can tell before it is tried.
    """

    kind: Literal["do", "event", "offstage"] = "do"
    label: str = Field(default="", max_length=120)
    text: str = Field(default="", max_length=2000)
    wordings: Wordings = ()
    target: Annotated[Id, Ref("thing", "character")] | None = None
    at: PlaceId | None = None
    who: tuple[CharacterId, ...] = ()
    when: Condition | None = None
    once: bool = True
    offer: bool = True
    mood: SceneMood | None = None
    effects: StoryEffects = StoryEffects()
    refusal: Refusal | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> "Act":
        if self.kind == "offstage" and not self.who:
            raise ValueError("what happens offstage needs somebody: `who` is missing")
        for field in {"do": ("label", "text"), "event": ("text",), "offstage": ()}[self.kind]:
            if not getattr(self, field):
                raise ValueError(f"`{field}` is missing; expected: a text")
        return self

    @property
    def is_decisive(self) -> bool:
        """Return whether it carries the story on, which can't be taken back."""
        return bool(self.effects.beat or self.effects.goto or self.effects.end)


class StoryEnding(WorldEnding):
    """An ending; the first whose condition holds is the one."""

    when: Condition | None = None


class Epilogue(PackPart):
    """A paragraph after any ending, where its condition holds."""

    text: Text
    when: Condition | None = None


class Pace(PackPart):
    """The pace: idle turns before somebody acts, others who may react, and offers at hand."""

    idle: Annotated[int, Field(ge=1, le=9)] = 2
    reactions: Annotated[int, Field(ge=0, le=2)] = 2
    offers: Annotated[int, Field(ge=1, le=6)] = 4


def _own(kind: str) -> Named:
    """Return the mark of what can be talked about or done, which is known by its id alone."""
    return Named(kind, alone=True, reserved=RESERVED)


class StoryPack(PackScenario):
    """A story in one language.

    Attributes:
        role: who the player is.
        start: the place where it begins; `first`: the chapter; the first of each if left out.
        knows: characters, things and secrets that the player has heard of from the beginning.
        tone: of the narration.
    """

    version: Annotated[int, Field(ge=1)] = 1
    role: Text
    tone: Text
    knows: tuple[TopicId, ...] = ()
    pace: Pace = Pace()
    cast: Annotated[dict[Id, StoryCharacter], _own("character"), Field(min_length=1, max_length=12)]
    places: Annotated[dict[Id, Place], _own("place"), Field(min_length=1, max_length=24)]
    secrets: Annotated[dict[Id, Secret], _own("secret"), Field(default_factory=dict, max_length=60)]
    questions: Annotated[
        dict[Id, StoryQuestion], _own("question"), Field(default_factory=dict, max_length=24)
    ]
    chapters: Annotated[dict[Id, Chapter], Named("chapter"), Field(min_length=1, max_length=12)]
    acts: Annotated[dict[Id, Act], _own("act"), Field(default_factory=dict, max_length=80)]
    endings: Annotated[dict[Id, StoryEnding], Named("ending"), Field(min_length=1, max_length=16)]
    epilogues: Annotated[dict[Id, Epilogue], Field(default_factory=dict)]
    start: PlaceId = Field(default_factory=first_of("places"))
    first: ChapterId = Field(default_factory=first_of("chapters"))

    @cached_property
    def things(self) -> dict[str, Thing]:
        """All things by id."""
        return {key: thing for place in self.places.values() for key, thing in place.things.items()}

    @cached_property
    def names(self) -> dict[str, Sequence[str]]:
        """The names and aliases of each character, by id."""
        return {who: (one.name, *one.wordings) for who, one in self.cast.items()}

    def topics(self) -> Iterator[str]:
        """Yield the ids of all that can be talked about."""
        yield from self.cast
        yield from self.things
        yield from self.secrets
        yield from self.questions

    def words_for(self, topic: str) -> Sequence[str]:
        """Return the title of a topic and the wordings by which it may be meant."""
        named = self.secrets.get(topic) or self.questions.get(topic)
        if named:
            return (named.title, *named.wordings)
        thing = self.things.get(topic)
        return (thing.name, *thing.wordings) if thing else (self.cast[topic].name,)

    def title_of(self, topic: str) -> str:
        """Return the name of a topic, as it stands within a sentence."""
        titled = self.secrets.get(topic) or self.questions.get(topic)
        if titled:
            return titled.title
        return self.cast[topic].name if topic in self.cast else self.things[topic].name


def _complete(data: JsonObject) -> None:
    """Put in who takes part in chapters, when they are complete, and how places look again."""
    for chapter in map(as_object, as_object(data.get("chapters")).values()):
        beats: list[JsonValue] = [{"beat": beat} for beat in as_object(chapter.get("beats"))]
        chapter.setdefault("complete", {"all": beats} if beats else _NEVER)
        chapter.setdefault("characters", [*as_object(data.get("cast"))])
    for place in map(as_object, as_object(data.get("places")).values()):
        if "text" in place:
            place.setdefault("again", place["text"])


STORY_FILES = PackFormat(
    "story.yaml",
    StoryPack,
    ("cast", "places", "secrets", "questions", "chapters", "acts", "endings"),
    STORY_ATOMS,
    Path(__file__).parent,
    _complete,
)
