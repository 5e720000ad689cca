"""What a player's record changes in a game: when hints are offered, and which comes first.

It is decided once, when the session begins, and kept in the log with the bounds: the same
log gives the same game, whatever memory holds later.
"""

from dataclasses import dataclass
from typing import Any, Literal, cast

from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.table import Recalled

_ENOUGH_GAMES = 2
"""First tries; fewer say nothing of a player."""
_ENOUGH_USES = 5
"""Times a hint was given before its record counts."""
_HELPS_RARELY = 0.2

Pace = Literal["early", "usual", "late"]


@dataclass(frozen=True)
class Adaptation:
    """How hints come in one session.

    Attributes:
        offer_hint_after: how many rulings without progress until one is offered; None for
            never.
        pace: whether that is earlier or later than usual, for the player's record.
        hint_order: the levels in the order in which they are given.
        leading: why the order is not that of the ladder: `direct` for the player's
            record, `statistics` for that of the hints, else empty.
    """

    offer_hint_after: int | None
    pace: Pace
    hint_order: tuple[int, ...]
    leading: Literal["", "direct", "statistics"]

    def to_trace(self) -> JsonObject:
        """The form in which the log keeps it."""
        return {
            "offer_hint_after": self.offer_hint_after,
            "pace": self.pace,
            "hint_order": list(self.hint_order),
            "leading": self.leading,
        }


def adapt(puzzle: Puzzle, recalled: Recalled, usual: int | None) -> Adaptation:
    """Decide for one session.

    A player who solves less than half, or needs two hints a game, is offered a hint after
    three fifths of the usual number of rulings; who solves four fifths with a hint every
    other game at most, after one and a half times as many. Who solves less than a third
    gets the vaguest hint last. A hint that was given five times and helped in less than a
    fifth of them comes after the others.

    Args:
        puzzle: what is played.
        recalled: what memory has of player and puzzle.
        usual: rulings without progress until a hint is offered; None for never.
    """
    pace, direct = _pace(recalled.profile) if recalled.hints else ("usual", False)
    after = usual and max(1, round(usual * {"early": 0.6, "usual": 1, "late": 1.5}[pace]))
    ladder = tuple(range(1, len(puzzle.hints) + 1))
    order = ladder[1:] + ladder[:1] if direct else ladder
    useless = _useless(recalled.statistics) if recalled.hints else set[int]()
    ordered = tuple(sorted(order, key=lambda level: level in useless))
    leading = "statistics" if ordered != order else "direct" if direct and len(ladder) > 1 else ""
    return Adaptation(after, pace, ordered, leading)


def _pace(profile: JsonObject) -> tuple[Pace, bool]:
    known = cast("dict[str, Any]", profile)
    if known.get("first_tries", 0) < _ENOUGH_GAMES:
        return "usual", False
    rate, hints = known["solve_rate"], known["hints_per_game"]
    if rate < 0.5 or hints >= 2:
        return "early", rate < 1 / 3
    return ("late" if rate >= 0.8 and hints <= 0.5 else "usual"), False


def _useless(statistics: JsonObject) -> set[int]:
    hints = cast("dict[str, dict[str, int]]", statistics.get("hints", {}))
    return {
        int(level)
        for level, counts in hints.items()
        if counts["given"] >= _ENOUGH_USES and counts["helped"] < _HELPS_RARELY * counts["given"]
    }


def difficulty_for(profile: JsonObject, difficulty: int) -> tuple[str, dict[str, Any]] | None:
    """How hard a puzzle is, held against a player's own record.

    Returns:
        The key of a phrase with its variables; None where there is no record.
    """
    levels = cast("dict[str, dict[str, Any]]", profile.get("levels") or {})
    if not levels:
        return None
    own = levels.get(str(difficulty))
    if own:
        name = "difficulty_known" if own["solved"] else "difficulty_tried"
        questions = round(own["questions_to_solve"] or 0)
        variables = {"solved": own["solved"], "games": own["games"], "questions": questions}
        return name, {"difficulty": difficulty, **variables}
    best = max((int(level) for level, group in levels.items() if group["solved"]), default=0)
    if best == 0:
        return None
    name = "difficulty_harder" if difficulty > best else "difficulty_easier"
    return name, {"difficulty": difficulty, "best": best}
