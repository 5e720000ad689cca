"""The rulings of a session that currently stand."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingCorrected, RulingWord


def current_rulings(entries: Sequence[Entry]) -> dict[int, RulingWord]:
    """Return the current ruling of each turn, after challenges and corrections, without withdrawn ones.

    Args:
        entries: the effective entries, in order.
    """
    found: dict[int, RulingWord] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled):
            found[event.turn] = event.ruling
        elif isinstance(event, RulingChallenged | RulingCorrected) and event.turn in found:
            if event.new_ruling:
                found[event.turn] = event.new_ruling
            elif isinstance(event, RulingChallenged) and event.outcome == "withdrawn":
                del found[event.turn]
    return found


def questions_ruled_yes(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """Return the questions whose current ruling is YES with their turns, in the order of the first turns."""
    rulings = current_rulings(entries)
    found: dict[str, list[int]] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled) and rulings.get(event.turn) == "YES":
            found.setdefault(event.text, []).append(event.turn)
    return found
