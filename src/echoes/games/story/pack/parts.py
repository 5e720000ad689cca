"""Parts of a story: effects, lines, characters, places, secrets."""

from typing import Annotated, Literal

from pydantic import Field

from echoes.games.conditions import Condition
from echoes.games.packs.parts import DERIVED, Id, Lines, PackPart, Text
from echoes.games.packs.references import Named, Paired, Ref, SecretId
from echoes.games.world.pack import Name, Title, Wordings, WorldPerson, WorldPlace, WorldSecret

PLAYER = "player"
"""The player among those who know, hold or are somewhere."""
NOBODY = "nobody"
"""The holder of a thing that is gone."""
RESERVED = (PLAYER, NOBODY)
"""Names that nothing in a story may have."""
SceneMood = Literal["tense", "calm", "urgent", "mysterious", "humorous", "dramatic", "melancholic"]
Trust = Annotated[int, Field(ge=-3, le=3)]
Speech = Literal["ask", "tell", "show", "greet", "react", "initiative"]
CharacterId = Annotated[Id, Ref("character")]
SomebodyId = Annotated[Id, Ref("character", also=(PLAYER,))]
ThingId = Annotated[Id, Ref("thing")]
BeatId = Annotated[Id, Ref("beat")]
ChapterId = Annotated[Id, Ref("chapter")]
TOPICS = ("character", "thing", "secret", "question")
TopicId = Annotated[Id, Ref(*TOPICS)]
Whose = Annotated[
    str,
    Field(max_length=81),
    Paired(Ref("character"), Ref("secret"), example="who.secret, such as tove.letter"),
]


class StoryEffects(PackPart):
    """The closed list of consequences; what is left out does not change.

    Attributes:
        learn: secrets that the player learns, and everybody who is present.
        tell: secrets that somebody learns out of sight, each as `who.secret`.
        move: a place by who goes there; `player` may be among them.
        trust: a change of the trust in the player, by character.
        give: the new holder of a thing: `player`, a character, or `nobody`.
        beat: beats of the current chapter that are reached.
        goto: the chapter that begins.
        end: an ending, or `auto` for the first whose condition holds.
    """

    learn: tuple[SecretId, ...] = ()
    tell: tuple[Whose, ...] = ()
    move: dict[SomebodyId, Annotated[Id, Ref("place", also=(NOBODY,))]] = Field(
        default_factory=dict[str, str]
    )
    trust: dict[CharacterId, Trust] = Field(default_factory=dict[str, int])
    give: dict[ThingId, Annotated[Id, Ref("character", also=(PLAYER, NOBODY))]] = Field(
        default_factory=dict[str, str]
    )
    beat: tuple[BeatId, ...] = ()
    goto: ChapterId | None = None
    end: Annotated[Id, Ref("ending", also=("auto",))] | None = None


class SpokenLine(PackPart):
    """Something that a character says.

    Attributes:
        about: topics (secrets, characters, things), or acts for a reaction; empty for any.
        acts: what it answers; `react` follows another's words, `initiative` comes unasked.
        to: whose words a reaction follows; nobody in particular if empty.
    """

    text: Text
    about: tuple[Annotated[Id, Ref(*TOPICS, "act")], ...] = ()
    acts: Annotated[tuple[Speech, ...], Field(min_length=1)] = ("ask",)
    to: CharacterId | None = None
    when: Condition | None = None
    mood: SceneMood | None = None
    effects: StoryEffects = StoryEffects()


class PublicSide(PackPart):
    """The side of a character that everybody sees."""

    role: Text
    looks: Text
    voice: Text


class PrivateSide(PackPart):
    """The side that nobody else is shown."""

    wants: Text
    fears: Text


class Relation(PackPart):
    """A relation to another character; `knows`: secrets of theirs."""

    stance: Text
    trust: Trust = 0
    knows: tuple[SecretId, ...] = ()


class StoryCharacter(WorldPerson):
    """A character.

    Attributes:
        full_name: as they are introduced when the player first meets them; the name if empty.
        trust: in the player, at the beginning.
        deflections: what is said where nothing else fits.
    """

    full_name: Annotated[str, Field(max_length=60)] = ""
    public: PublicSide
    private: PrivateSide
    trust: Trust = 0
    relations: dict[CharacterId, Relation] = Field(default_factory=dict[str, Relation])
    deflections: Annotated[Lines, Field(min_length=3)]
    lines: dict[Id, SpokenLine] = Field(default_factory=dict[str, SpokenLine], max_length=200)


class Thing(PackPart):
    """Something that can be looked at, talked about, and perhaps carried.

    Attributes:
        text: how it looks.
        portable: whether the player may take it.
        when: from when on it is there.
    """

    name: Name
    text: Text
    wordings: Wordings = ()
    portable: bool = False
    when: Condition | None = None


class Place(WorldPlace):
    """A place; `again`: told to whoever comes back, `text` where it is left out."""

    again: Annotated[Text, DERIVED]
    things: Annotated[dict[Id, Thing], Named("thing", alone=True, reserved=RESERVED)] = Field(
        default_factory=dict[str, Thing]
    )


class Tellable(PackPart):
    """The condition under which those who know a secret may tell it."""

    when: Condition | None = None


class Secret(WorldSecret):
    """Something that is known to some. Who learns it can speak of it.

    Attributes:
        public_after: the beat after which everybody knows it.
        refuted_by: the secret that shows it to be a lie.
    """

    known_by: tuple[CharacterId, ...] = ()
    tellable: Tellable = Tellable()
    public_after: BeatId | None = None
    refuted_by: SecretId | None = None


class StoryQuestion(PackPart):
    """Something that anybody would ask before they have learned a thing, such as about last night.

    Attributes:
        title: as it is called in an offer, such as "last night".
        when: while it holds, the question can be asked.
    """

    title: Title
    wordings: Wordings = ()
    when: Condition | None = None
