"""Which rulings of a session stand."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingCorrected, RulingWord


def standing(entries: Sequence[Entry]) -> dict[int, RulingWord]:
    """The ruling of each turn as it stands now, after challenges and corrections; withdrawn ones are gone.

    Args:
        entries: those that count, in order.
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
    """The questions whose ruling stands as YES, each once, in the order of their first turns, with these."""
    rulings = standing(entries)
    found: dict[str, list[int]] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled) and rulings.get(event.turn) == "YES":
            found.setdefault(event.text, []).append(event.turn)
    return found
