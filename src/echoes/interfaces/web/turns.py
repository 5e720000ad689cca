"""What one entry of a log looks like in the conversation and on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.entries import Entry
from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Narrated,
    SessionEnded,
    SessionStarted,
    TurnsUndone,
)
from echoes.core.history import active, message_of
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled, SolutionRevealed
from echoes.games.situation_puzzle.rulings import questions_ruled_yes, standing
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.words import words_in

_UNSEEN = (SessionStarted, SolutionRevealed, SessionEnded, TurnsUndone)
"""What stands elsewhere on the page."""

_BUTTONS = ("/hint", "/recap", "/undo", "/challenge", "/giveup")

_LEAVES_OPEN = ("recap", "status", "help")
"""Commands after which a choice that was offered can still be made."""

_BOARD = "board"
"""The source of a verdict on an answer from the board."""


@dataclass(frozen=True)
class Settled:
    """A question of the board, with the ruling that stands.

    Attributes:
        number: by which an answer names it; 0 where it was not ruled YES.
    """

    text: str
    ruling: str
    number: int = 0


@dataclass(frozen=True)
class Piece:
    """A piece of an answer from the board; the player's own words count for nothing."""

    text: str
    own: bool = False


def turn_html(entry: Entry, lang: str) -> str:
    """One entry of the conversation, with what the player sent; empty for what is shown elsewhere."""
    if isinstance(entry.event, _UNSEEN) or (isinstance(entry.event, Narrated) and not entry.event.text):
        return ""
    by = entry.cause.by if entry.cause else ""
    passing = isinstance(entry.event, Narrated) or (
        isinstance(entry.event, CommandResult) and entry.event.command in _LEAVES_OPEN
    )
    told = _told(entry.event)
    return render("turn", lang, event=entry.event, said=_said(entry, lang), by=by, told=told, passing=passing)


def _said(entry: Entry, lang: str) -> str:
    """What the player sent, as a person would have said it."""
    said, event, words = message_of(entry), entry.event, words_in(lang)
    if said.isdecimal() and isinstance(event, QuestionRuled | HypothesisJudged):
        return event.text  # a number that picked it, or settled what was meant
    if said == "/answer" or (isinstance(event, ClarificationAsked) and event.many):
        return words["from_board"]
    if said == "0" and isinstance(event, CommandResult):
        return words["none_of_these"]
    if said in _BUTTONS:
        return words[said[1:]]
    return said.removeprefix("/answer ")


def _told(event: Event) -> list[Piece]:
    """An answer from the board in pieces, with the player's own words apart; empty for all else."""
    if not isinstance(event, HypothesisJudged) or event.source != _BOARD:
        return []
    pieces: list[Piece] = []
    end = 0
    for start, until in event.asides:
        pieces += [Piece(event.text[end:start]), Piece(event.text[start:until], own=True)]
        end = until
    return [*pieces, Piece(event.text[end:])]


def finds_of(entries: Sequence[Entry]) -> list[str]:
    """The questions that were ruled YES, in the order in which an answer from the board numbers them."""
    return list(questions_ruled_yes(active(entries)))


def board_of(entries: Sequence[Entry]) -> list[Settled]:
    """The questions that count, each once with its latest ruling, in order."""
    counted = active(entries)
    rulings = standing(counted)
    numbers = {text: number for number, text in enumerate(finds_of(entries), 1)}
    latest: dict[str, Settled] = {}
    for entry in counted:
        event = entry.event
        if isinstance(event, QuestionRuled) and event.turn in rulings:
            word = rulings[event.turn]
            latest[event.text] = Settled(event.text, word, numbers[event.text] if word == "YES" else 0)
    return list(latest.values())
