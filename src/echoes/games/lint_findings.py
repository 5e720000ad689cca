"""Findings on a scenario, for its author, and how far it can be played without a language model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]

Level = Literal["not", "hardly", "well"]


@dataclass(frozen=True)
class LintFinding:
    """A finding on a scenario; none keeps it from being played.

    Attributes:
        rule: the short name of the check.
        severity: `error` for what makes a game unfair, `warning` for what makes it worse, else `note`.
        place: the field, such as `rulings[3]`; empty for the whole scenario.
        message: what was found, in one sentence.
        remedy: what to do about it.
        by: the model whose opinion it is; empty for what was checked by rules.
    """

    rule: str
    severity: Severity
    place: str
    message: str
    remedy: str = ""
    by: str = ""


@dataclass(frozen=True)
class PlayabilityStep:
    """A part of what makes a scenario playable.

    Attributes:
        label: for its author.
        done: how much of it is there, at most as much as is needed.
        of: how much is needed.
    """

    label: str
    done: int
    of: int


@dataclass(frozen=True)
class Playability:
    """The judgement on a scenario, for its author; players are told the level alone.

    Attributes:
        level: `not` where it needs a model.
        reason: what decided, with figures.
        next_step: what brings it further; empty where nothing has to be done.
        steps: how far each part of it is.
    """

    level: Level
    reason: str
    next_step: str = ""
    steps: Sequence[PlayabilityStep] = ()
