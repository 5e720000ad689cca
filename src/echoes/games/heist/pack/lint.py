"""Findings for the author of a score; none keeps it from being played."""

from collections.abc import Iterator

from echoes.games.conditions import Condition
from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.tables import TIERS
from echoes.games.packs.fields import parts_in

_LINES_EACH = 2
_BY_RULE = ("broken", "caught", "walked")
"""Endings that come by the rules: a career is over, the law is there, the scoundrel walks away."""


def score_findings(score: Score) -> list[str]:
    """Return the findings, a line each."""
    return [
        *_reachable(score),
        *_endings(score),
        *_flags(score),
        *_unused(score),
        *_few_lines(score),
        *_repeated(score),
    ]


def _reachable(score: Score) -> Iterator[str]:
    reached, todo = {score.first}, [score.first]
    while todo:
        ways = score.scenes[todo.pop()].exits.values()
        fresh = {way.to for way in ways if way.to} - reached
        reached |= fresh
        todo += sorted(fresh)
    yield from (f"scene '{key}' can't be reached" for key in score.scenes if key not in reached)
    ends = any(not way.to or way.effects.end for key in reached for way in score.scenes[key].exits.values())
    if not ends:
        yield "no exit leads to an ending"


def _endings(score: Score) -> Iterator[str]:
    named = {effects.end for _, effects in parts_in(score, ScoreEffects)}.union(_BY_RULE)
    for key, ending in score.endings.items():
        if ending.when is None and key not in named:
            yield f"ending '{key}' can't be reached: it has no condition, and nothing names it"


def _flags(score: Score) -> Iterator[str]:
    raised = {flag for _, effects in parts_in(score, ScoreEffects) for flag in effects.flags}
    for field, condition in parts_in(score, Condition):
        for atom, value in condition.atoms():
            if atom == "flag" and value not in raised:
                yield f"{field}: nothing raises the flag '{value}'"


def _unused(score: Score) -> Iterator[str]:
    effects = [found for _, found in parts_in(score, ScoreEffects)]
    threads = {one for found in effects for one in found.threads}
    yield from (f"thread '{key}' is never begun" for key in score.threads if key not in threads)
    moved = {clock for found in effects for clock in found.ticks}
    moved |= {one.threat for scene in score.scenes.values() for one in scene.obstacles.values()}
    for key, clock in score.clocks.items():
        if clock.after not in moved and key not in moved and clock.kind == "linked":
            yield f"clock '{key}' never moves"
        if clock.visibility == "hidden" and not clock.omens:
            yield f"clock '{key}' is hidden and has no omen: it strikes from nowhere"


def _few_lines(score: Score) -> Iterator[str]:
    obstacles = [one for scene in score.scenes.values() for one in scene.obstacles.values()]
    for key, scene in score.scenes.items():
        for name, obstacle in scene.obstacles.items():
            for tier in TIERS[:4]:
                own = len(obstacle.lines.get(tier, ()))
                own += min((len(way.lines.get(tier, ())) for way in obstacle.approaches.values()), default=0)
                shared = len(score.lines.get(tier, ())) // len(obstacles)
                if own + shared < (1 if tier == "critical" else _LINES_EACH):
                    yield f"scenes.{key}.obstacles.{name}: few lines for '{tier}' ({own} + {shared})"


def _repeated(score: Score) -> Iterator[str]:
    seen: set[str] = set()
    for key, scene in score.scenes.items():
        for name, obstacle in scene.obstacles.items():
            told_by = (obstacle, *obstacle.approaches.values())
            groups = [group for one in told_by for group in (one.lines, one.full_lines)]
            for line in (line for group in groups for lines in group.values() for line in lines):
                if line in seen:
                    yield f"scenes.{key}.obstacles.{name}: the line “{line[:40]}” stands there twice"
                seen.add(line)
