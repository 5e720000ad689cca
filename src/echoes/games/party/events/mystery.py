"""Handouts and votes of a mystery."""

from typing import Literal

from pydantic import BaseModel, Field

from echoes.games.party.events.base import PartyEvent


class HandoutCard(BaseModel, frozen=True):
    """A page of a script, or a clue."""

    key: str
    title: str
    text: str


class Handout(PartyEvent, frozen=True):
    """Pages of a script, or clues, came to characters; only they see them.

    Attributes:
        seats: to which they came; `names`: of these, as whoever leads sees what all of them get.
        cards: what came.
    """

    display_fields = frozenset({"cards", "names"})
    event: Literal["handout"] = "handout"
    kind: Literal["page", "clue"]
    seats: list[str]
    names: list[str] = Field(default_factory=list[str])
    cards: list[HandoutCard]


class VoteCast(PartyEvent, frozen=True):
    """A character named whom it accuses; only it sees whom, until all votes are counted."""

    display_fields = frozenset({"name", "suspect_name"})
    event: Literal["vote_cast"] = "vote_cast"
    seat: str
    name: str
    suspect: str
    suspect_name: str


class Vote(BaseModel, frozen=True):
    """One vote, when they are counted: who named whom."""

    name: str
    suspect_name: str


class VotesCounted(PartyEvent, frozen=True):
    """All votes are in; `suspect` is empty where no one has the most, `again`: if there is another ballot."""

    display_fields = frozenset({"votes", "suspect_name", "again"})
    event: Literal["votes_counted"] = "votes_counted"
    votes: list[Vote]
    suspect: str
    suspect_name: str
    again: bool = True
