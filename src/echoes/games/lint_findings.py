"""Findings on a scenario, for its author."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


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
