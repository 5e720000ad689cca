"""What one entry of a log looks like in the conversation and on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.events import (
    HypothesisJudged,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    SessionEnded,
    SessionStarted,
    SolutionRevealed,
    TurnsUndone,
)
from echoes.core.history import active, draft_of, standing
from echoes.core.log_entries import LogEntry
from echoes.interfaces.transcript import typed
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.words import words_in

_UNSEEN = (SessionStarted, SolutionRevealed, SessionEnded, TurnsUndone)
"""What stands elsewhere on the page."""

_BUTTONS = ("/hint", "/recap", "/undo", "/challenge", "/giveup")


@dataclass(frozen=True)
class Settled:
    """A question of the board, with the ruling that stands."""

    text: str
    ruling: str


def turn_html(entry: LogEntry, lang: str) -> str:
    """One entry of the conversation, with what the player sent; empty for what is shown elsewhere."""
    if isinstance(entry.event, _UNSEEN) or (entry.event.event == "narrated" and not entry.event.text):
        return ""
    by = entry.cause.by if entry.cause else ""
    return render("turn", lang, event=entry.event, said=_said(entry, lang), by=by)


def _said(entry: LogEntry, lang: str) -> str:
    """What the player sent, as a person would have said it."""
    said, event = typed(entry), entry.event
    if said.isdecimal() and isinstance(event, QuestionRuled | HypothesisJudged):
        return event.text  # a number that picked it, or settled what was meant
    if said in _BUTTONS:
        return words_in(lang)[said[1:]]
    return said.removeprefix("/answer ")


def board_of(entries: Sequence[LogEntry]) -> list[Settled]:
    """The questions that count, each once with its latest ruling, in order."""
    counted = active(entries)
    rulings = standing([draft_of(entry) for entry in counted])
    latest: dict[str, Settled] = {}
    for entry in counted:
        event = entry.event
        if isinstance(event, QuestionRuled) and event.turn in rulings:
            latest[event.text] = Settled(event.text, rulings[event.turn])
    return list(latest.values())


def changes_the_past(entry: LogEntry) -> bool:
    """Whether an entry changes how earlier ones are shown, so that the page has to be made anew."""
    event = entry.event
    if isinstance(event, RulingChallenged):
        return event.outcome in ("withdrawn", "overturned")
    return isinstance(event, TurnsUndone | RulingCorrected | SessionEnded)
