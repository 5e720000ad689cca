"""Conditions of a character, and what each changes. After the System Reference Document 5.1 (see NOTICE)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

ConditionName = Literal[
    "blinded",
    "charmed",
    "frightened",
    "grappled",
    "incapacitated",
    "paralyzed",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
]


@dataclass(frozen=True)
class Impairment:
    """The effects of a condition.

    Attributes:
        helpless: can't act.
        hampered: own attacks have disadvantage; `checks`: own checks too.
        exposed: attacks against it have advantage.
        low: attacks from afar against it have disadvantage instead, and those from near have advantage.
        struck: a hit from near is a critical one.
    """

    helpless: bool = False
    hampered: bool = False
    checks: bool = False
    exposed: bool = False
    low: bool = False
    struck: bool = False


IMPAIRMENTS: Mapping[ConditionName, Impairment] = {
    "blinded": Impairment(hampered=True, exposed=True),
    "charmed": Impairment(),
    "frightened": Impairment(hampered=True, checks=True),
    "grappled": Impairment(),
    "incapacitated": Impairment(helpless=True),
    "paralyzed": Impairment(helpless=True, exposed=True, struck=True),
    "poisoned": Impairment(hampered=True, checks=True),
    "prone": Impairment(hampered=True, low=True),
    "restrained": Impairment(hampered=True, exposed=True),
    "stunned": Impairment(helpless=True, exposed=True),
    "unconscious": Impairment(helpless=True, exposed=True, struck=True),
}


def impairments(names: Collection[ConditionName]) -> list[Impairment]:
    """Return the effects of conditions, in the order of their names."""
    return [IMPAIRMENTS[name] for name in sorted(names)]


def can_act(names: Collection[ConditionName]) -> bool:
    """Return whether somebody with these conditions can act."""
    return not any(one.helpless for one in impairments(names))
