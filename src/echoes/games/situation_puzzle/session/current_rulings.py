"""The rulings of a session that currently stand."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingCorrected, RulingWord


def current_rulings(entries: Sequence[Entry]) -> dict[int, RulingWord]:
    """Return the current ruling of each turn, after challenges and corrections, without withdrawn ones.

    Args:
        entries: the effective entries, in order.
    """
    found: dict[int, RulingWord] = {}
    for entry in entries:
        apply_ruling(found, entry.event)
    return found


def apply_ruling(rulings: dict[int, RulingWord], event: Event) -> None:
    """Add, change or remove the ruling that an event is about.

    Args:
        rulings: the current ruling of each turn; changed in place.
        event: the next event that counts.
    """
    if isinstance(event, QuestionRuled):
        rulings[event.turn] = event.ruling
    elif isinstance(event, RulingChallenged | RulingCorrected) and event.turn in rulings:
        if event.new_ruling:
            rulings[event.turn] = event.new_ruling
        elif isinstance(event, RulingChallenged) and event.outcome == "withdrawn":
            del rulings[event.turn]


def questions_ruled_yes(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """Return the questions whose current ruling is YES with their turns, in the order of the first turns."""
    rulings = current_rulings(entries)
    found: dict[str, list[int]] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled) and rulings.get(event.turn) == "YES":
            found.setdefault(event.text, []).append(event.turn)
    return found
