"""Proposals of what to play next, from a player's own record; no model, and nothing secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.core.log.records import PlayerStatistics, ScenarioInfo
from echoes.games.scenario import Scenario
from echoes.memory.records import GameRecord

_USUAL_DIFFICULTY = 3
"""The difficulty of a scenario that names none."""
_GOOD_SCORE = 70

ProposalReason = Literal["open", "step_up", "fitting", "easier", "harder", "new", "played"]


@dataclass(frozen=True)
class Candidate:
    """A scenario that could be proposed, in one language."""

    scenario: Scenario
    info: ScenarioInfo


@dataclass(frozen=True)
class Proposal:
    """A scenario with the reason for its place in the order.

    Attributes:
        difficulty: 1 to 5; 0 if the game has no difficulty.
        reason: `open` (begun, not ended), `step_up` (one level above what is solved well), `fitting` (the
            level that is solved), `easier`, `harder`, `new` (nothing is known of the player), `played`
            (before).
        level: the difficulty that suits the player now; None if nothing is known.
        session_id: the session of the open game.
        liked: tags of scenarios that the player has solved.
        info: the public traits.
    """

    scenario: Scenario
    difficulty: int
    reason: ProposalReason
    level: int | None
    session_id: str | None = None
    liked: tuple[str, ...] = ()
    info: ScenarioInfo = field(default_factory=ScenarioInfo)


def propose(
    candidates: Sequence[Candidate],
    statistics: PlayerStatistics,
    games: Sequence[GameRecord],
    open_sessions: Mapping[str, str],
) -> list[Proposal]:
    """Sort all scenarios, the one to play next first.

    Open games come first. New scenarios follow by how near they are to the level that suits the player
    (easier before harder), then by tags of solved ones. Finished ones come last, the longest ago first.

    Args:
        candidates: one language version of each scenario.
        statistics: the player's statistics.
        games: records of the finished games, in order.
        open_sessions: the id of the latest open session of each scenario that has one.
    """
    first: dict[str, GameRecord] = {}
    for game in games:
        first.setdefault(game.puzzle_id, game)
    level = suitable_level(statistics, list(first.values()))
    played = {game.puzzle_id: number for number, game in enumerate(games)}
    liked = {tag for tag, group in statistics.tags.items() if group.solved}
    proposals: list[tuple[tuple[int | str, ...], Proposal]] = []
    for candidate in candidates:
        scenario_id, difficulty = candidate.scenario.id, candidate.info.difficulty or _USUAL_DIFFICULTY
        shared = tuple(tag for tag in candidate.info.tags if tag in liked)
        reason = _reason(scenario_id, difficulty, level, games, played, open_sessions)
        distance = abs(difficulty - (level or 1))
        rank = ("open", "new", "played").index(reason if reason in ("open", "played") else "new")
        key = (
            rank,
            played.get(scenario_id, 0) if rank == 2 else 0,
            distance,
            difficulty,
            -len(shared),
            scenario_id,
        )
        session_id = open_sessions.get(scenario_id)
        proposal = Proposal(
            candidate.scenario,
            candidate.info.difficulty or 0,
            reason,
            level,
            session_id,
            shared,
            candidate.info,
        )
        proposals.append((key, proposal))
    return [proposal for _, proposal in sorted(proposals, key=lambda pair: pair[0])]


def proposal_after(proposals: Sequence[Proposal], ended: Scenario) -> Proposal:
    """Return the proposal for whoever has just ended a game: an open game, or first another of its kind.

    Args:
        proposals: the one to play next first.
        ended: what was played.
    """
    if proposals[0].reason == "open":
        return proposals[0]
    alike = (
        one for one in proposals if type(one.scenario) is type(ended) and one.reason not in ("open", "played")
    )
    return next(alike, proposals[0])


def suitable_level(statistics: PlayerStatistics, games: Sequence[GameRecord]) -> int | None:
    """Return the difficulty that suits a player now, 1 to 5; None if nothing is known.

    It is the highest level at which at least half of the scenarios were solved. It is one higher if the
    latest game at that level or above was solved with a score of 70 or better, one lower after giving up. A
    player who has solved nothing starts at the easiest.

    Args:
        statistics: the player's statistics.
        games: records of first tries, in the order in which they ended.
    """
    if not statistics.levels:
        return None
    mastered = [int(level) for level, group in statistics.levels.items() if group.solved * 2 >= group.games]
    best = max(mastered, default=1)
    last = games[-1] if games else None
    if last is None:
        return best
    difficulty = last.difficulty or 0
    if last.solved and (last.facts.score or 0) >= _GOOD_SCORE and difficulty >= best:
        return min(5, best + 1)
    if not last.solved and difficulty <= best:
        return max(1, best - 1)
    return best


def _reason(
    scenario_id: str,
    difficulty: int,
    level: int | None,
    games: Sequence[GameRecord],
    played: Mapping[str, int],
    open_sessions: Mapping[str, str],
) -> ProposalReason:
    if scenario_id in open_sessions:
        return "open"
    if scenario_id in played:
        return "played"
    if level is None:
        return "new"
    if difficulty == level:
        solved = [game.difficulty or 0 for game in games if game.solved]
        return "step_up" if solved and level > max(solved) else "fitting"
    return "easier" if difficulty < level else "harder"
