"""The story: all that a pack says in one language, version 1."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from echoes.games.conditions import Condition
from echoes.games.packs.parts import Id, PackPart, PackScenario, Text
from echoes.games.story.pack.parts import (
    Place,
    SceneMood,
    Secret,
    StoryCharacter,
    StoryEffects,
    StoryQuestion,
    Thing,
    Wordings,
)


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

    to: Id
    when: Condition | None = None


class Chapter(PackPart):
    """A chapter.

    Attributes:
        text: told when it opens.
        completion: in the author's words; `complete`: the same as a condition.
        summary: told of it in a recap when it is over.
        next: the chapters that may follow; empty for the end of the story.
        characters: who takes part.
        opening: what changes when it opens.
    """

    title: Text
    goal: Text
    text: Text
    completion: Text
    summary: Text
    complete: Condition
    mood: SceneMood = "calm"
    characters: tuple[Id, ...]
    opening: StoryEffects = StoryEffects()
    beats: Annotated[dict[Id, StoryBeat], Field(min_length=1, max_length=16)]
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
    target: Id | None = None
    at: Id | None = None
    who: tuple[Id, ...] = ()
    when: Condition | None = None
    once: bool = True
    offer: bool = True
    mood: SceneMood | None = None
    effects: StoryEffects = StoryEffects()
    refusal: Refusal | None = None

    @property
    def is_decisive(self) -> bool:
        """Return whether it carries the story on, which can't be taken back."""
        return bool(self.effects.beat or self.effects.goto or self.effects.end)


class StoryEnding(PackPart):
    """An ending; the first whose condition holds is the one."""

    title: Text
    text: Text
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


class StoryPack(PackScenario):
    """A story in one language.

    Attributes:
        role: who the player is.
        start: the place where it begins; `first`: the chapter.
        knows: characters, things and secrets that the player has heard of from the beginning.
        tone: of the narration.
    """

    version: Annotated[int, Field(ge=1)] = 1
    role: Text
    tone: Text
    start: Id
    first: Id
    knows: tuple[Id, ...] = ()
    pace: Pace = Pace()
    cast: Annotated[dict[Id, StoryCharacter], Field(min_length=1, max_length=12)]
    places: Annotated[dict[Id, Place], Field(min_length=1, max_length=24)]
    secrets: Annotated[dict[Id, Secret], Field(min_length=1, max_length=60)]
    questions: dict[Id, StoryQuestion] = Field(default_factory=dict[str, StoryQuestion], max_length=24)
    chapters: Annotated[dict[Id, Chapter], Field(min_length=1, max_length=12)]
    acts: Annotated[dict[Id, Act], Field(max_length=80)]
    endings: Annotated[dict[Id, StoryEnding], Field(min_length=1, max_length=16)]
    epilogues: dict[Id, Epilogue] = Field(default_factory=dict[str, Epilogue])

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
