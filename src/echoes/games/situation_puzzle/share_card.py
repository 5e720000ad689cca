"""The card to share of a finished puzzle: title, counts and colours, and nothing that gives it away."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import PuzzleEnded, PuzzleStarted
from echoes.games.situation_puzzle.panels import path_of
from echoes.games.situation_puzzle.view import describe_counts

_WORDS = {
    "en": ("Echoes of Deceit", "solved in {tally}", "given up after {tally}"),
    "zh": ("谎言回声", "解开了，{tally}", "放弃了，{tally}"),
}
"""The name of the app, and how a game ended."""


def share_card(entries: Sequence[Entry], day: str = "") -> str:
    """Return a few lines to be proud of; empty before the end.

    Args:
        entries: of the log, as the player sees them.
        day: the date whose puzzle it was; empty for none.
    """
    started = entries[0].event
    ended = next((entry.event for entry in entries if isinstance(entry.event, PuzzleEnded)), None)
    if ended is None or not isinstance(started, PuzzleStarted):
        return ""
    app, solved, given_up = _WORDS.get(started.lang, _WORDS["en"])
    won = ended.status == "COMPLETED"
    tally = describe_counts(ended.questions, ended.hints, started.lang)
    said = (solved if won else given_up).format(tally=tally) + (f" · {ended.score}/100" if won else "")
    row = "".join(step.square for step in path_of(entries, started.lang).steps)
    heading = " · ".join(filter(None, (app, day, started.title)))
    return f"🐢 {heading}\n{said}\n{row}"
