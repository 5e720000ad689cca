"""Lines that tell outcomes: by approach, obstacle and score, and none of them twice."""

from collections.abc import Iterator, Mapping, Sequence

from echoes.games.heist.pack.parts import LinesByTier
from echoes.games.heist.pack.scenes import approach_of
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import OutcomeTier

_FULL = "full"
"""The part of a line's key that says that it is of `full_lines`."""


def fresh_line(play: HeistPlay, key: str, approach: str, tier: OutcomeTier, gets_past: bool) -> str:
    """Return the key of a line that was not told yet; empty where all were.

    Args:
        play: of the message.
        key: of the obstacle, as `scene.obstacle`.
        approach: its id, or an improvised one.
        tier: of the outcome.
        gets_past: whether the outcome fills the obstacle's clock.
    """
    told = frozenset(play.state["told"])
    for wanted in ("disaster", "bad") if tier == "disaster" else (tier,):
        for place, lines in _lines_for(play, key, approach, gets_past):
            for number in range(len(lines.get(wanted, ()))):
                if (line := f"{place}|{wanted}|{number}") not in told:
                    return line
    return ""


def _lines_for(
    play: HeistPlay, key: str, approach: str, gets_past: bool
) -> Iterator[tuple[str, LinesByTier]]:
    """Yield the lines that may tell an outcome, the most fitting first."""
    obstacle = play.score.obstacle(key)
    for place, one in ((f"{key}.{approach}", approach_of(obstacle, approach)), (key, obstacle)):
        if one and gets_past:
            yield f"{place}|{_FULL}", one.full_lines
        if one:
            yield place, one.lines
    yield "score", play.score.lines


def line_text(play: HeistPlay, line: str) -> str:
    """Return the text of a line by its key; empty for none."""
    if not line:
        return ""
    place, *full, tier, number = line.split("|")
    if place == "score":
        return _line_of(play.score.lines, tier, number)
    scene, name, *approach = place.split(".", 2)
    obstacle = play.score.obstacle(f"{scene}.{name}")
    told_of = obstacle.approaches[approach[0]] if approach else obstacle
    return _line_of(told_of.full_lines if full else told_of.lines, tier, number)


def _line_of(lines: LinesByTier, tier: str, number: str) -> str:
    by_name: Mapping[str, Sequence[str]] = {**lines}
    return by_name[tier][int(number)]
