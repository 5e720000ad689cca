"""Conditions of a character, and what each changes. After the System Reference Document 5.1 (see NOTICE)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from echoes.games.party.rules.abilities import Ability

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
_BODY: tuple[Ability, ...] = ("strength", "dexterity")


@dataclass(frozen=True)
class Impairment:
    """The effects of a condition.

    Attributes:
        helpless: can't act.
        fixed: can't move.
        hampered: own attacks have disadvantage; `checks`: own checks too.
        exposed: attacks against it have advantage.
        low: attacks from afar against it have disadvantage instead, and those from near have advantage.
        failed_saves: abilities whose saving throws fail.
        hampered_saves: abilities whose saving throws have disadvantage.
        struck: a hit from near is a critical one.
    """

    helpless: bool = False
    fixed: bool = False
    hampered: bool = False
    checks: bool = False
    exposed: bool = False
    low: bool = False
    failed_saves: tuple[Ability, ...] = ()
    hampered_saves: tuple[Ability, ...] = ()
    struck: bool = False


IMPAIRMENTS: Mapping[ConditionName, Impairment] = {
    "blinded": Impairment(hampered=True, exposed=True),
    "charmed": Impairment(),
    "frightened": Impairment(hampered=True, checks=True),
    "grappled": Impairment(fixed=True),
    "incapacitated": Impairment(helpless=True),
    "paralyzed": Impairment(helpless=True, fixed=True, exposed=True, failed_saves=_BODY, struck=True),
    "poisoned": Impairment(hampered=True, checks=True),
    "prone": Impairment(hampered=True, low=True),
    "restrained": Impairment(fixed=True, hampered=True, exposed=True, hampered_saves=("dexterity",)),
    "stunned": Impairment(helpless=True, fixed=True, exposed=True, failed_saves=_BODY),
    "unconscious": Impairment(helpless=True, fixed=True, exposed=True, failed_saves=_BODY, struck=True),
}


def impairments(names: Collection[ConditionName]) -> list[Impairment]:
    """Return the effects of conditions, in the order of their names."""
    return [IMPAIRMENTS[name] for name in sorted(names)]


def can_act(names: Collection[ConditionName]) -> bool:
    """Return whether somebody with these conditions can act."""
    return not any(one.helpless for one in impairments(names))


def can_move(names: Collection[ConditionName]) -> bool:
    """Return whether somebody with these conditions can move."""
    return not any(one.fixed for one in impairments(names))
