"""Changes of somebody or something: things, coins, secrets, clocks, quests, lives."""

from typing import Literal

from echoes.games.party.events.base import PartyEvent


class ItemMoved(PartyEvent, frozen=True):
    """A character got something, or has it no longer."""

    display_fields = frozenset({"name", "label", "text"})
    event: Literal["item_moved"] = "item_moved"
    item: str
    seat: str
    name: str
    label: str
    text: str
    got: bool


class CoinsMoved(PartyEvent, frozen=True):
    """A character's coins changed."""

    display_fields = frozenset({"name"})
    event: Literal["coins_moved"] = "coins_moved"
    seat: str
    name: str
    by: int
    total: int


class PartySecretLearned(PartyEvent, frozen=True):
    """Characters learned a secret; only they see it."""

    display_fields = frozenset({"title", "text"})
    event: Literal["party_secret_learned"] = "party_secret_learned"
    secret: str
    seats: list[str]
    title: str
    text: str


class SecretTold(PartyEvent, frozen=True):
    """A character told its secret to those who are there."""

    display_fields = frozenset({"name", "title", "text"})
    event: Literal["secret_told"] = "secret_told"
    secret: str
    seat: str
    name: str
    title: str
    text: str


class Whispered(PartyEvent, frozen=True):
    """Words from one seat to another; nobody else hears them."""

    makes_turn = False
    display_fields = frozenset({"name", "to_name", "text"})
    keeps_options = True
    event: Literal["whispered"] = "whispered"
    seat: str
    to: str
    name: str
    to_name: str
    text: str


class ClockMoved(PartyEvent, frozen=True):
    """A clock that everybody sees moved on, or back; `text`: told at this segment."""

    display_fields = frozenset({"name", "text"})
    event: Literal["clock_moved"] = "clock_moved"
    clock: str
    name: str
    filled: int
    segments: int
    text: str = ""


class QuestMoved(PartyEvent, frozen=True):
    """A quest was opened or done."""

    display_fields = frozenset({"title", "text"})
    event: Literal["quest_moved"] = "quest_moved"
    quest: str
    title: str
    text: str
    done: bool


class LifeChanged(PartyEvent, frozen=True):
    """The hit points of a character changed; the rest of its vitals follow.

    Attributes:
        in_fight: whether it is in a fight that is fought turn by turn, where death saves are due.
    """

    display_fields = frozenset({"name", "in_fight"})
    event: Literal["life_changed"] = "life_changed"
    seat: str
    name: str
    by: int
    hit_points: int
    most: int
    temporary: int
    successes: int
    failures: int
    stable: bool
    dead: bool
    in_fight: bool = False
