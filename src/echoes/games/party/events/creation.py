"""Events of a character that somebody makes for a seat, or takes along from an earlier adventure."""

from typing import Literal

from echoes.core.log.events import Option
from echoes.games.party.events.base import PartyEvent
from echoes.games.party.events.characters import CharacterAtTable, MadeCharacter


class CharacterAsked(PartyEvent, frozen=True):
    """A seat is asked for the next part of the character that it makes.

    Attributes:
        seat: that makes it.
        step: what is asked.
        draft: what was chosen so far, the rest as it suits.
    """

    stays = True
    display_fields = frozenset({"prompt", "options", "draft"})
    event: Literal["character_asked"] = "character_asked"
    seat: str
    step: str
    draft: MadeCharacter
    prompt: str
    options: list[Option]


class CharacterKept(PartyEvent, frozen=True):
    """A seat stays with the character that it has."""

    stays = True
    display_fields = frozenset({"text"})
    event: Literal["character_kept"] = "character_kept"
    seat: str
    text: str


class CharacterMade(PartyEvent, frozen=True):
    """A character is made; only its seat sees this, as its secret stands in it.

    Attributes:
        slots: spell slots by level.
        keeps: whether it is kept for the player to whom the table counts.
        remembered: what it remembers of earlier adventures.
    """

    stays = True
    display_fields = frozenset({"character", "remembered"})
    event: Literal["character_made"] = "character_made"
    seat: str
    character: MadeCharacter
    slots: dict[str, int]
    keeps: bool
    remembered: str = ""


class CharacterJoined(PartyEvent, frozen=True):
    """Another character sits in a seat from now on, as everybody at the table knows it.

    Attributes:
        instead_of: the name of the one whose place in the story it takes.
    """

    stays = True
    display_fields = frozenset({"instead_of", "character"})
    event: Literal["character_joined"] = "character_joined"
    seat: str
    character: CharacterAtTable
    instead_of: str
    hit_points: int
    coins: int
