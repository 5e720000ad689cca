"""The opening of a table, and its end."""

from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from echoes.core.log.events import SessionEnded, SessionStarted, StartTrace
from echoes.games.party.events.base import PartyEvent, PartyTrace
from echoes.games.party.events.characters import CharacterAtTable, KeptCharacter


class PartyStartTrace(StartTrace, frozen=True):
    """The trace of an opening.

    Attributes:
        seed: of all dice.
        word_every: turns after which a model that leads has a word of its own; 0 where none leads.
        rooms: tokens of what each seat remembers line by line, before the older lines are summed up.
        carried: what characters remember of earlier sessions, by seat.
        kept: characters that the player made for earlier sessions, the latest first.
        pauses: whether the table pauses while the model that leads it fails.
    """

    seed: str = ""
    word_every: int = 0
    rooms: dict[str, int] = Field(default_factory=dict[str, int])
    carried: dict[str, str] = Field(default_factory=dict[str, str])
    kept: tuple[KeptCharacter, ...] = ()
    pauses: bool = False


class PartyStarted(SessionStarted, frozen=True):
    """The opening.

    Attributes:
        scene_text: of the scene in which all begin; empty where they begin in several.
        seed_hash: of the dice, so that anybody can check them afterwards.
    """

    trace_type = PartyStartTrace
    statement: str
    party: list[CharacterAtTable]
    scene_text: str
    seed_hash: str


class SheetDealt(PartyEvent, frozen=True):
    """The sheet of a character, in full, for whoever plays it, and for the master.

    Attributes:
        text: the sheet in words.
        temperament: by which a companion without a model chooses.
    """

    stays = True
    display_fields = frozenset({"name", "text"})
    event: Literal["sheet_dealt"] = "sheet_dealt"
    seat: str
    name: str
    text: str
    temperament: str = ""


class RevealedSecret(BaseModel, frozen=True):
    """A secret after the end, with the names of those who knew it."""

    title: str
    text: str
    known_by: list[str]


class AimAtEnd(BaseModel, frozen=True):
    """An aim of one character after the end; `reached`: whether it was reached."""

    name: str
    text: str
    reached: bool


class PartyDetails(BaseModel, frozen=True):
    """The end of an adventure; `ending` is empty where it was given up.

    Attributes:
        done: the quests that were fulfilled, whoever knows of it.
    """

    ending: str
    title: str
    text: str
    success: bool
    score: int
    rounds: int
    done: list[str] = Field(default_factory=list[str])
    secrets: list[RevealedSecret]
    aims: list[AimAtEnd] = Field(default_factory=list[AimAtEnd])
    seed: str


class PartyEnded(SessionEnded, frozen=True):
    """The end."""

    trace_type = PartyTrace
    display_fields: ClassVar[frozenset[str]] = frozenset({"details"})
    details: PartyDetails
