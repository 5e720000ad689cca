"""Adaptation to a player's record: when hints are offered, and in which order.

It is decided once, when the session begins, and kept in the log with the bounds. The same log gives the same
game, whatever memory holds later.
"""

from dataclasses import dataclass
from typing import Literal

from echoes.core.log.records import PlayerStatistics, ScenarioStatistics
from echoes.core.protocols import JsonObject
from echoes.games.resources import PlayerMemory
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_ENOUGH_GAMES = 2
"""The fewest first tries that say anything of a player."""
_ENOUGH_USES = 5
"""The fewest times that a hint must have been given before its record counts."""
_HELPS_RARELY = 0.2

HintPace = Literal["early", "usual", "late"]


@dataclass(frozen=True)
class Adaptation:
    """The timing and order of hints in one session.

    Attributes:
        offer_hint_after: the number of rulings without progress until a hint is offered; None for never.
        pace: whether that is earlier or later than usual, by the player's record.
        hint_order: the levels in the order in which they are given.
        hint_order_reason: the reason for another order than the ladder's: `direct` for the player's record,
            `statistics` for that of the hints, else empty. Its key in the log is `leading`.
    """

    offer_hint_after: int | None
    pace: HintPace
    hint_order: tuple[int, ...]
    hint_order_reason: Literal["", "direct", "statistics"]

    def to_json(self) -> JsonObject:
        """Return the form that the log keeps."""
        return {
            "offer_hint_after": self.offer_hint_after,
            "pace": self.pace,
            "hint_order": list(self.hint_order),
            "leading": self.hint_order_reason,
        }


def adapt(puzzle: Puzzle, recalled: PlayerMemory, usual: int | None) -> Adaptation:
    """Decide the adaptation for one session.

    A player who solves less than half, or needs two hints a game, is offered a hint after
    three fifths of the usual number of rulings. One who solves four fifths, with a hint every
    other game at most, is offered it after one and a half times as many. One who solves less
    than a third gets the vaguest hint last of those that only lead to something. A hint that was given five
    times and helped in less than a fifth of them comes after the others. One that states a core fact is
    always last.

    Args:
        puzzle: the puzzle that is played.
        recalled: the memory of player and puzzle.
        usual: rulings without progress until a hint is offered; None for never.
    """
    pace, direct = _pace(recalled.profile) if recalled.hints else ("usual", False)
    after = usual and max(1, round(usual * {"early": 0.6, "usual": 1, "late": 1.5}[pace]))
    stating = {level for level, hint in enumerate(puzzle.hints, 1) if {*hint.facts} & {*puzzle.core_facts}}
    ladder = tuple(level for level in range(1, len(puzzle.hints) + 1) if level not in stating)
    order = ladder[1:] + ladder[:1] if direct else ladder
    useless = _useless(recalled.statistics) if recalled.hints and recalled.statistics else set[int]()
    ordered = tuple(sorted(order, key=lambda level: level in useless))
    hint_order_reason = "statistics" if ordered != order else "direct" if direct and len(ladder) > 1 else ""
    return Adaptation(after, pace, (*ordered, *sorted(stating)), hint_order_reason)


def _pace(profile: PlayerStatistics) -> tuple[HintPace, bool]:
    rate, hints = profile.solve_rate, profile.hints_per_game
    if profile.first_tries < _ENOUGH_GAMES or rate is None or hints is None:
        return "usual", False
    if rate < 0.5 or hints >= 2:
        return "early", rate < 1 / 3
    return ("late" if rate >= 0.8 and hints <= 0.5 else "usual"), False


def _useless(statistics: ScenarioStatistics) -> set[int]:
    return {
        int(level)
        for level, counts in statistics.hints.items()
        if counts.given >= _ENOUGH_USES and counts.helped < _HELPS_RARELY * counts.given
    }


def difficulty_for(profile: PlayerStatistics, difficulty: int) -> tuple[str, dict[str, int]] | None:
    """Describe the difficulty of a puzzle in relation to the player's own record.

    Returns:
        The key of a phrase with its variables; None where there is no record.
    """
    if not profile.levels:
        return None
    own = profile.levels.get(str(difficulty))
    if own:
        name = "difficulty_known" if own.solved else "difficulty_tried"
        questions = round(own.questions_to_solve or 0)
        variables = {"solved": own.solved, "games": own.games, "questions": questions}
        return name, {"difficulty": difficulty, **variables}
    best = max((int(level) for level, group in profile.levels.items() if group.solved), default=0)
    if best == 0:
        return None
    name = "difficulty_harder" if difficulty > best else "difficulty_easier"
    return name, {"difficulty": difficulty, "best": best}
