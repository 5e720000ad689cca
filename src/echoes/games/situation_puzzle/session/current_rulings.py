"""The rulings of a session that currently stand."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.situation_puzzle.events import (
    HypothesisJudged,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    RulingWord,
    VerdictChallenged,
    VerdictWord,
)


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


def current_verdicts(entries: Sequence[Entry]) -> dict[int, VerdictWord]:
    """Return the current verdict on the final answer of each turn, without withdrawn ones.

    Args:
        entries: the effective entries, in order.
    """
    found: dict[int, VerdictWord] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, HypothesisJudged):
            found[event.turn] = event.verdict
        elif isinstance(event, VerdictChallenged) and event.new_verdict:
            found[event.turn] = event.new_verdict
        elif isinstance(event, VerdictChallenged) and event.revises_past:
            found.pop(event.turn, None)
    return found


def questions_ruled_yes(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """Return the questions whose current ruling is YES with their turns, in the order of the first turns."""
    rulings = current_rulings(entries)
    found: dict[str, list[int]] = {}
    for event in (entry.event for entry in entries):
        if isinstance(event, QuestionRuled) and rulings.get(event.turn) == "YES":
            found.setdefault(event.text, []).append(event.turn)
    return found
