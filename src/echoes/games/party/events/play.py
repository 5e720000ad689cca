"""Moves and words of a table, its dice and its rounds."""

from typing import Literal

from pydantic import Field

from echoes.core.log.events import ClarificationAsked, CommandResult
from echoes.games.party.events.base import PartyEvent, PartyTrace
from echoes.games.world.events import MoveOption


class TurnTaken(PartyEvent, frozen=True):
    """A character made its turn; everybody sees that, and only those who are there what it did."""

    makes_turn = True
    display_fields = frozenset({"name"})
    event: Literal["turn_taken"] = "turn_taken"
    seat: str
    name: str


class CharacterActed(PartyEvent, frozen=True):
    """A character did something.

    Attributes:
        seat, name: of the character.
        text: what was understood, in words.
    """

    display_fields = frozenset({"name", "text"})
    event: Literal["character_acted"] = "character_acted"
    seat: str
    name: str
    text: str


class MasterActed(PartyEvent, frozen=True):
    """A person who leads the table did something; `text`: in words, empty where others must not know."""

    makes_turn = True
    display_fields = frozenset({"text"})
    event: Literal["master_acted"] = "master_acted"
    seat: Literal["master"] = "master"
    text: str


class TurnPassed(PartyEvent, frozen=True):
    """It is another seat's turn; everybody at the table sees that, and nothing of what was done."""

    display_fields = frozenset({"name"})
    event: Literal["turn_passed"] = "turn_passed"
    seat: str
    name: str


class Suggested(PartyEvent, frozen=True):
    """Somebody suggested something to the master, aloud; it counts for the master's next turn."""

    display_fields = frozenset({"name"})
    keeps_options = True
    event: Literal["suggested"] = "suggested"
    seat: str
    name: str
    text: str


class ContentStopped(PartyEvent, frozen=True):
    """Somebody wants this content to stop, and the table goes on elsewhere; nobody is told who asked."""

    display_fields = frozenset({"text"})
    event: Literal["content_stopped"] = "content_stopped"
    text: str


class LinesDrawn(PartyEvent, frozen=True):
    """The table leaves something out from now on, or has it off-screen; nobody is told who asked.

    Attributes:
        lines: what is left out; `veils`: what is told in one sentence, and never played out.
    """

    display_fields = frozenset({"text"})
    event: Literal["lines_drawn"] = "lines_drawn"
    lines: list[str]
    veils: list[str] = Field(default_factory=list[str])
    text: str


class PartyArrived(PartyEvent, frozen=True):
    """Characters came somewhere; those who are there already see them come."""

    display_fields = frozenset({"names", "title", "text", "map"})
    event: Literal["scene_entered"] = "scene_entered"
    scene: str
    seats: list[str]
    names: list[str]
    title: str
    text: str
    map: list[str] = Field(default_factory=list[str])


class SomebodyLeft(PartyEvent, frozen=True):
    """Somebody went away, as those see it who stay."""

    display_fields = frozenset({"name", "text"})
    event: Literal["somebody_left"] = "somebody_left"
    seat: str
    name: str
    text: str


class Said(PartyEvent, frozen=True):
    """Words of the master, of a person or of a character.

    Attributes:
        by, name: of whoever speaks; empty for the master.
        source: the model that wrote them; empty for an author's words or a person's.
        map: of the place that they tell of, for those who come to where others are.
    """

    display_fields = frozenset({"name", "text", "map"})
    keeps_options = True
    event: Literal["said"] = "said"
    by: str = ""
    name: str = ""
    text: str
    source: str = Field(default="", exclude_if=lambda model: not model)
    map: list[str] = Field(default_factory=list[str], exclude_if=lambda lines: not lines)


class Checked(PartyEvent, frozen=True):
    """Dice fell.

    Attributes:
        label: what they were rolled for.
        formula: in the usual notation; `faces`: in the order of the draw; `counts`: which of them do.
        luck: `heroic` for a natural 20, `unlucky` for a 1, else empty.
    """

    display_fields = frozenset({"name", "label"})
    event: Literal["checked"] = "checked"
    seat: str
    name: str
    label: str
    formula: str
    faces: list[int]
    counts: list[bool]
    total: int
    succeeds: bool
    luck: str = ""


class RoundEnded(PartyEvent, frozen=True):
    """Everybody has acted; `progress`: of what the whole table knows."""

    event: Literal["round_ended"] = "round_ended"
    round: int
    progress: float = 0.0


class PartySettled(PartyEvent, frozen=True):
    """The follow-up work of a round is done; no player is shown that.

    Attributes:
        put_off: whether the word of whoever leads is put off, as the model failed; the table pauses.
    """

    event: Literal["table_settled"] = "table_settled"
    put_off: bool = Field(default=False, exclude_if=lambda put_off: not put_off)


class MovesOffered(PartyEvent, frozen=True):
    """The moves of the seat whose turn it is; only it sees them."""

    display_fields = frozenset({"prompt", "options"})
    event: Literal["moves_offered"] = "moves_offered"
    seat: str
    prompt: str
    options: list[MoveOption]


class PartyAsked(ClarificationAsked, frozen=True):
    """A question back; the moves behind its numbers stand in the trace."""

    trace_type = PartyTrace


class PartyReplied(CommandResult, frozen=True):
    """The reply to a command, or to words that lead to nothing."""

    keeps_options = True
    trace_type = PartyTrace
