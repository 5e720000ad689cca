"""A session in a few sentences, by rules, from its public events alone."""

from collections import Counter
from collections.abc import Sequence

from echoes.core.events import (
    HintGiven,
    HypothesisJudged,
    LogEntry,
    QuestionRuled,
    SessionEnded,
    SessionStarted,
)
from echoes.core.history import active


def summarize(entries: Sequence[LogEntry]) -> str:
    """Who played what, how it was asked, and how it ended.

    Args:
        entries: a whole log; turns that were undone are left out.
    """
    events = [entry.event for entry in active(entries)]
    started = next(event for event in events if isinstance(event, SessionStarted))
    rulings = Counter(event.ruling for event in events if isinstance(event, QuestionRuled))
    hints = sum(isinstance(event, HintGiven) for event in events)
    verdicts = [event.verdict for event in events if isinstance(event, HypothesisJudged)]
    ended = next((event for event in events if isinstance(event, SessionEnded)), None)
    asked = ", ".join(f"{count} {word}" for word, count in sorted(rulings.items())) or "none"
    return " ".join(
        [
            f"{started.player_id} played “{started.title}”.",
            f"Questions: {rulings.total()} ({asked}). Hints: {hints}.",
            f"Final answers: {', '.join(verdicts) or 'none'}.",
            f"{ended.status}, score {ended.score}." if ended else "Not finished.",
        ]
    )
