"""Which puzzle to play next, by a player's own record. No model, and nothing secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from pydantic import JsonValue

from echoes.core.protocols import JsonObject
from echoes.games.scenario import Scenario

Reason = Literal["open", "step_up", "fitting", "easier", "harder", "new", "played"]


@dataclass(frozen=True)
class Candidate:
    """A puzzle that could be proposed, in one language.

    Attributes:
        about: what its game type tells of it anywhere.
    """

    scenario: Scenario
    about: JsonObject


@dataclass(frozen=True)
class Proposal:
    """A puzzle with its place in the order and the reason for it.

    Attributes:
        reason: `open` (begun, not ended), `step_up` (one level above what is solved
            well), `fitting` (the level that is solved), `easier`, `harder`, `new` (nothing
            is known of the player), `played` (before).
        level: the difficulty that suits the player now; None where nothing is known.
        session_id: of the game that is open.
        liked: tags that the player has solved before.
        about: what may be told of it anywhere.
    """

    scenario: Scenario
    difficulty: int
    reason: Reason
    level: int | None
    session_id: str | None = None
    liked: tuple[str, ...] = ()
    about: JsonObject = field(default_factory=dict[str, JsonValue])


def propose(
    candidates: Sequence[Candidate],
    profile: JsonObject,
    games: Sequence[JsonObject],
    open_sessions: Mapping[str, str],
) -> list[Proposal]:
    """All puzzles, the one to play next first.

    Games that are open come first, then new puzzles by how near they are to the level that
    suits the player (easier before harder), then by tags that were solved before; puzzles
    that were finished come last, the longest ago first.

    Args:
        candidates: one language version of each puzzle.
        profile: the player's.
        games: records of the finished games, in order.
        open_sessions: the id of the latest open session of each puzzle that has one.
    """
    first: dict[str, JsonObject] = {}
    for game in games:
        first.setdefault(str(game["puzzle_id"]), game)
    level = suitable_level(profile, list(first.values()))
    played = {str(game["puzzle_id"]): number for number, game in enumerate(games)}
    tags = cast("dict[str, Any]", profile.get("tags") or {})
    liked = {tag for tag, group in tags.items() if group["solved"]}
    proposals: list[tuple[tuple[Any, ...], Proposal]] = []
    for candidate in candidates:
        puzzle, difficulty = candidate.scenario.id, int(str(candidate.about.get("difficulty") or 3))
        own = cast("list[str]", candidate.about.get("tags") or [])
        shared = tuple(tag for tag in own if tag in liked)
        reason = _reason(puzzle, difficulty, level, games, played, open_sessions)
        distance = abs(difficulty - (level or 1))
        rank = ("open", "new", "played").index(reason if reason in ("open", "played") else "new")
        key = (rank, played.get(puzzle, 0) if rank == 2 else 0, distance, difficulty, -len(shared), puzzle)
        session_id = open_sessions.get(puzzle)
        proposal = Proposal(
            candidate.scenario, difficulty, reason, level, session_id, shared, candidate.about
        )
        proposals.append((key, proposal))
    return [proposal for _, proposal in sorted(proposals, key=lambda pair: pair[0])]


def suitable_level(profile: JsonObject, games: Sequence[JsonObject]) -> int | None:
    """The difficulty that suits a player now, 1 to 5; None where nothing is known.

    Args:
        profile: the player's.
        games: records of first tries, in the order in which they ended.

    It is the highest level of which at least half of the puzzles were solved, and one more
    when the mean of the scores there would allow it (70 or better in the latest game);
    after giving up it is one less. Who has solved nothing starts at the easiest.
    """
    levels = cast("dict[str, dict[str, Any]]", profile.get("levels") or {})
    if not levels:
        return None
    mastered = [int(level) for level, group in levels.items() if group["solved"] * 2 >= group["games"]]
    best = max(mastered, default=1)
    last = cast("dict[str, Any]", games[-1]) if games else {}
    if last.get("solved") and (last["score"] or 0) >= 70 and int(last.get("difficulty") or 0) >= best:
        return min(5, best + 1)
    if last and not last["solved"] and int(last.get("difficulty") or 0) <= best:
        return max(1, best - 1)
    return best


def _reason(
    puzzle: str,
    difficulty: int,
    level: int | None,
    games: Sequence[JsonObject],
    played: Mapping[str, int],
    open_sessions: Mapping[str, str],
) -> Reason:
    if puzzle in open_sessions:
        return "open"
    if puzzle in played:
        return "played"
    if level is None:
        return "new"
    if difficulty == level:
        solved = [int(str(game["difficulty"] or 0)) for game in games if game["solved"]]
        return "step_up" if solved and level > max(solved) else "fitting"
    return "easier" if difficulty < level else "harder"
