"""Events of a story. What the player may not know yet stands in the trace beside them."""

from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    SessionEnded,
    SessionStarted,
)
from echoes.core.operation.usage import Usage
from echoes.games.story.traces import StoryStartTrace, StoryTrace
from echoes.games.world.events import MoveOption


class StoryEvent(Event, frozen=True):
    """An event of a story."""

    trace_type = StoryTrace


class StoryStarted(SessionStarted, frozen=True):
    """The opening.

    Attributes:
        statement: the first words.
        role: who the player is.
        chapter: the first chapter's id, `chapter_title` its title and `chapter_text` what it opens with.
        place: where the player is, and `place_name` its name.
        people: who is there, by id; `introduced`: who they are.
        things, exits: what is there, and the ways out, by id.
        heard: characters and things that the player has heard of.
        options: what is at hand.
    """

    trace_type = StoryStartTrace
    display_fields = frozenset({"notice", "options", "prompt"})
    statement: str
    role: str
    chapter: str
    chapter_title: str
    chapter_text: str
    place: str
    place_name: str
    people: dict[str, str]
    introduced: dict[str, str] = Field(default_factory=dict[str, str])
    things: dict[str, str] = Field(default_factory=dict[str, str])
    exits: dict[str, str] = Field(default_factory=dict[str, str])
    heard: list[str]
    mood: str
    prompt: str
    options: list[MoveOption]


class PlayerActed(StoryEvent, frozen=True):
    """The player did something; it stands first in every message that counts as a turn.

    Attributes:
        act: `ask`, `tell`, `show`, `greet`, `go`, `look`, `take`, `do`, `wait`; with a model also `say`
            and `try` for words and deeds of any kind.
        character: who was spoken to.
        topic: what it was about: a secret, a character, a thing, a place or an act.
        text: what was understood, in words.
    """

    makes_turn = True
    display_fields = frozenset({"text"})
    event: Literal["player_acted"] = "player_acted"
    act: str
    character: str = ""
    topic: str = ""
    text: str


class SceneTold(StoryEvent, frozen=True):
    """Words of the narrator; `source`: the model, if it was one."""

    display_fields = frozenset({"text"})
    event: Literal["scene_told"] = "scene_told"
    text: str
    source: str = ""
    usage: Usage = Usage()

    @property
    def heard_from(self) -> str | None:
        """The narrator, where it is a model."""
        return "" if self.source else None


class CharacterSpoke(StoryEvent, frozen=True):
    """Somebody spoke; `unasked`: nobody had spoken to them."""

    display_fields = frozenset({"name", "text"})
    event: Literal["character_spoke"] = "character_spoke"
    character: str
    name: str
    text: str
    unasked: bool = False
    source: str = ""
    usage: Usage = Usage()

    @property
    def heard_from(self) -> str | None:
        """The character, where a model gives it words."""
        return self.name if self.source else None


class PlaceEntered(StoryEvent, frozen=True):
    """The player is somewhere else; who (`introduced` at first) and what is there, and the ways, by id."""

    display_fields = frozenset({"name", "text", "people", "introduced", "things", "exits"})
    event: Literal["place_entered"] = "place_entered"
    place: str
    name: str
    text: str
    people: dict[str, str]
    introduced: dict[str, str] = Field(default_factory=dict[str, str])
    things: dict[str, str]
    exits: dict[str, str]


class CharacterCame(StoryEvent, frozen=True):
    """Somebody came to where the player is, or left."""

    display_fields = frozenset({"name", "text"})
    event: Literal["character_came"] = "character_came"
    character: str
    name: str
    came: bool
    text: str


class SecretLearned(StoryEvent, frozen=True):
    """The player learned something, and can speak of it now; `refutes`: what is no longer believed."""

    display_fields = frozenset({"title", "text"})
    event: Literal["secret_learned"] = "secret_learned"
    secret: str
    title: str
    text: str
    refutes: str = ""


class ThingMoved(StoryEvent, frozen=True):
    """The player got a thing, or it left their hands."""

    display_fields = frozenset({"name", "text"})
    event: Literal["thing_moved"] = "thing_moved"
    thing: str
    name: str
    got: bool
    text: str


class MoodSet(StoryEvent, frozen=True):
    """The mood of the scene changed."""

    event: Literal["mood_set"] = "mood_set"
    mood: str


class ChapterClosed(StoryEvent, frozen=True):
    """A chapter is over."""

    display_fields = frozenset({"title", "summary"})
    event: Literal["chapter_closed"] = "chapter_closed"
    chapter: str
    title: str
    summary: str


class ChapterOpened(StoryEvent, frozen=True):
    """A chapter begins."""

    display_fields = frozenset({"title", "text"})
    event: Literal["chapter_opened"] = "chapter_opened"
    chapter: str
    number: int
    title: str
    text: str


class CharacterMuted(StoryEvent, frozen=True):
    """The player asked somebody to keep out of it, or to join in again."""

    keeps_options = True
    display_fields = frozenset({"name", "text"})
    event: Literal["character_muted"] = "character_muted"
    character: str
    name: str
    muted: bool
    text: str


class AddresseeChosen(StoryEvent, frozen=True):
    """The player turned to somebody."""

    keeps_options = True
    display_fields = frozenset({"name", "text"})
    event: Literal["addressee_chosen"] = "addressee_chosen"
    character: str
    name: str
    text: str


class SuggestionsOffered(StoryEvent, frozen=True):
    """The moves at hand; it ends every message that leads to something. `progress`: of the story, 0 to 1."""

    display_fields = frozenset({"prompt", "options"})
    event: Literal["suggestions_offered"] = "suggestions_offered"
    prompt: str
    options: list[MoveOption]
    progress: float = 0.0


class StoryAsked(ClarificationAsked, frozen=True):
    """A question back; the moves behind its numbers stand in the trace."""

    trace_type = StoryTrace


class StoryReplied(CommandResult, frozen=True):
    """The reply to a command, or to words that lead to nothing."""

    keeps_options = True
    trace_type = StoryTrace


class TurnSettled(StoryEvent, frozen=True):
    """The follow-up work of a turn is done; what came of it stands in the trace."""

    keeps_options = True
    event: Literal["turn_settled"] = "turn_settled"


class StoryDetails(BaseModel, frozen=True):
    """The end of a story.

    Attributes:
        ending: its id; empty where the story was given up.
        learned: how many of the `secrets` came out.
        reached: how many of the `endings` the player has come to so far, with this one; 0 where nothing is
            remembered of that player.
    """

    ending: str
    title: str
    text: str
    turns: int
    chapters: int
    learned: int
    secrets: int
    reached: int = 0
    endings: int = 0


class StoryEnded(SessionEnded, frozen=True):
    """The end."""

    trace_type = StoryTrace
    display_fields: ClassVar[frozenset[str]] = frozenset({"details"})
    details: StoryDetails

    @property
    def progress_made(self) -> float | None:
        """All of it at any ending; a story that is given up stays where it was."""
        return 1.0 if self.details.ending else None


STORY_EVENTS: tuple[type[Event], ...] = (
    StoryStarted,
    PlayerActed,
    SceneTold,
    CharacterSpoke,
    PlaceEntered,
    CharacterCame,
    SecretLearned,
    ThingMoved,
    MoodSet,
    ChapterClosed,
    ChapterOpened,
    CharacterMuted,
    AddresseeChosen,
    SuggestionsOffered,
    StoryAsked,
    StoryReplied,
    TurnSettled,
    StoryEnded,
)
