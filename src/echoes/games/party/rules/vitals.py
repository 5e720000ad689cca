"""Hit points, falling, death saves and getting up again.

After the System Reference Document 5.1 (see NOTICE). Nobody is ever below 0 hit points or above the maximum.
"""

from typing import TypedDict

ENOUGH = 3
"""Death saves of one kind that decide."""
_SAVED = 10


class Vitals(TypedDict):
    """The life of a character.

    Attributes:
        hit_points: from 0 to `most`.
        temporary: hit points that are lost first; they do not add up.
        successes, failures: death saves since the fall.
        stable: down, and out of danger.
        dead: gone from the game.
    """

    hit_points: int
    most: int
    temporary: int
    successes: int
    failures: int
    stable: bool
    dead: bool


def in_full_health(most: int) -> Vitals:
    """Return the vitals of somebody unhurt."""
    return {
        "hit_points": most,
        "most": most,
        "temporary": 0,
        "successes": 0,
        "failures": 0,
        "stable": False,
        "dead": False,
    }


def is_down(vitals: Vitals) -> bool:
    """Return whether somebody lies at 0 hit points, dying, stable or dead."""
    return vitals["hit_points"] == 0


def is_dying(vitals: Vitals) -> bool:
    """Return whether death saves are due."""
    return is_down(vitals) and not (vitals["stable"] or vitals["dead"])


def hurt(vitals: Vitals, damage: int, critical: bool = False) -> Vitals:
    """Return the vitals after damage.

    Who falls to 0 with at least the maximum left over is dead at once. Who is down already fails a death
    save, or two by a critical hit.

    Args:
        vitals: before it.
        damage: points, 0 or more.
        critical: of a critical hit.
    """
    if vitals["dead"] or damage <= 0:
        return vitals
    absorbed = min(vitals["temporary"], damage)
    left = damage - absorbed
    after: Vitals = {**vitals, "temporary": vitals["temporary"] - absorbed}
    if not left:
        return after
    if is_down(vitals):
        failures = min(ENOUGH, vitals["failures"] + (2 if critical else 1))
        return {
            **after,
            "failures": failures,
            "stable": False,
            "dead": failures == ENOUGH or left >= vitals["most"],
        }
    over = left - vitals["hit_points"]
    if over < 0:
        return {**after, "hit_points": -over}
    return {**after, "hit_points": 0, "successes": 0, "failures": 0, "dead": over >= vitals["most"]}


def heal(vitals: Vitals, points: int) -> Vitals:
    """Return the vitals after healing; who is down gets up, who is dead does not."""
    if vitals["dead"] or points <= 0:
        return vitals
    healed = min(vitals["most"], vitals["hit_points"] + points)
    return {**vitals, "hit_points": healed, "successes": 0, "failures": 0, "stable": False}


def shield(vitals: Vitals, points: int) -> Vitals:
    """Return the vitals with temporary hit points; the better of the old and the new ones stay."""
    return {**vitals, "temporary": max(vitals["temporary"], points)}


def stabilize(vitals: Vitals) -> Vitals:
    """Return the vitals of somebody dying who was tended to."""
    return {**vitals, "successes": 0, "failures": 0, "stable": True} if is_dying(vitals) else vitals


def death_save(vitals: Vitals, face: int) -> Vitals:
    """Return the vitals after a death save.

    Args:
        vitals: of somebody dying.
        face: of a twenty-sided die: 20 gets up with one hit point, 10 or more is a success, 1 counts as two
            failures.
    """
    if not is_dying(vitals):
        return vitals
    if face == 20:
        return heal(vitals, 1)
    if face >= _SAVED:
        successes = vitals["successes"] + 1
        return stabilize(vitals) if successes == ENOUGH else {**vitals, "successes": successes}
    failures = min(ENOUGH, vitals["failures"] + (2 if face == 1 else 1))
    return {**vitals, "failures": failures, "dead": failures == ENOUGH}
