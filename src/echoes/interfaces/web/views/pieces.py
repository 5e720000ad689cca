"""Pieces of what a player said, as the conversation shows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A piece of a message; `own`: the player's own words in an answer that is made of questions."""

    text: str
    own: bool = False
