"""The numbers of the rules: actions, positions, effects, tiers and prices.

Actions, positions, effects, stress and harm follow the rules that NOTICE names; prices by die are our own.
"""

from typing import Literal

Position = Literal["controlled", "risky", "desperate"]
Effect = Literal["limited", "standard", "great"]
OutcomeTier = Literal["critical", "success", "partial", "bad", "disaster"]
Entanglement = Literal["raid", "shakedown", "warrant", "informant", "reprisal"]
Domain = Literal["infiltration", "social", "violence"]
Attribute = Literal["insight", "prowess", "resolve"]
Action = Literal[
    "hunt",
    "study",
    "survey",
    "tinker",
    "finesse",
    "prowl",
    "skirmish",
    "wreck",
    "attune",
    "command",
    "consort",
    "sway",
]
Archetype = Literal["burglar", "bruiser", "tracker", "tinkerer", "charmer", "planner", "medium"]
Aftermath = Literal["clean", "costly", "setback", "disaster"]

POSITIONS: tuple[Position, ...] = ("controlled", "risky", "desperate")
EFFECTS: tuple[Effect, ...] = ("limited", "standard", "great")
TIERS: tuple[OutcomeTier, ...] = ("critical", "success", "partial", "bad", "disaster")
ATTRIBUTES: dict[Attribute, tuple[Action, ...]] = {
    "insight": ("hunt", "study", "survey", "tinker"),
    "prowess": ("finesse", "prowl", "skirmish", "wreck"),
    "resolve": ("attune", "command", "consort", "sway"),
}
ACTIONS: tuple[Action, ...] = tuple(action for actions in ATTRIBUTES.values() for action in actions)
ATTRIBUTE_OF: dict[Action, Attribute] = {
    action: attribute for attribute, actions in ATTRIBUTES.items() for action in actions
}
DOMAIN_OF: dict[Action, Domain] = {
    **dict.fromkeys((*ATTRIBUTES["insight"], "finesse", "prowl"), "infiltration"),
    **dict.fromkeys(ATTRIBUTES["resolve"], "social"),
    "skirmish": "violence",
    "wreck": "violence",
}

FACES = "⚀⚁⚂⚃⚄⚅"
STARTING_DICE, MOST_DICE = 5, 6
MOST_STRESS, MOST_HEAT, MOST_WANTED, MOST_HARM, LAST_TRAUMA = 9, 10, 4, 3, 4
MOST_RATING = 4
PUSH_STRESS, ASSIST_STRESS = 2, 1
RETREAT_DICE, COLLAPSE_DICE, COLLAPSE_STRESS, COLLAPSE_TICKS = 3, 2, 2, 1
FREE_ACTIVITIES, REST_DICE, REST_TICKS = 2, 3, 1
"""Between two scenes: what is free, what a rest brings, and what it moves the clock that races."""
DEBT_HEAT = 2
"""Who owes coin when a scene ends is asked after."""
BEATS = 20
"""As many beats are compressed into a summary."""
COSTS, THREATS, SUMMARIES = 3, 5, 12
"""As many costs, unresolved threats and summaries are kept."""

ARCHETYPES: dict[Archetype, dict[Action, int]] = {
    "burglar": {"prowl": 2, "finesse": 2, "tinker": 1, "survey": 1, "sway": 1},
    "bruiser": {"skirmish": 2, "wreck": 2, "command": 1, "prowl": 1, "hunt": 1},
    "tracker": {"hunt": 2, "survey": 2, "study": 1, "skirmish": 1, "consort": 1},
    "tinkerer": {"tinker": 2, "study": 2, "wreck": 1, "finesse": 1, "survey": 1},
    "charmer": {"sway": 2, "consort": 2, "finesse": 1, "study": 1, "prowl": 1},
    "planner": {"study": 2, "command": 2, "survey": 1, "consort": 1, "sway": 1},
    "medium": {"attune": 2, "study": 2, "consort": 1, "prowl": 1, "sway": 1},
}
"""The ratings of each archetype, 0 for the other actions."""
TRAUMAS = ("cold", "haunted", "obsessed", "paranoid", "reckless", "soft", "unstable", "vicious")
VICES = ("cards", "drink", "faith", "family", "luxury", "night_walks")
ENTANGLEMENTS: tuple[Entanglement, ...] = (
    "raid",
    "shakedown",
    "warrant",
    "informant",
    "reprisal",
)

_TICKS: dict[Effect, int] = {"limited": 1, "standard": 2, "great": 3}
_COMPLICATION: dict[Position, int] = {"controlled": 1, "risky": 2, "desperate": 3}
_AFTERMATH: dict[OutcomeTier, Aftermath] = {
    "critical": "clean", "success": "clean", "partial": "costly", "bad": "setback", "disaster": "disaster",
}  # fmt: skip
_PRICES = {6: ((0, 0), (0, 0)), 5: ((0, 1), (0, 0)), 4: ((1, 1), (0, 1)),
           3: ((2, 2), (1, 1)), 2: ((2, 3), (2, 2)), 1: ((3, 3), (2, 2))}  # fmt: skip
"""Stress and heat by die, each from the least to the most."""


def tier_of(die: int, position: Position) -> OutcomeTier:
    """Return the tier of an outcome that one die buys."""
    if die == 6:
        return "critical"
    if die >= 4:
        return "success"
    if die >= 2 or position == "controlled":
        return "partial"
    return "disaster" if position == "desperate" else "bad"


def die_price(die: int, high: bool) -> tuple[int, int]:
    """Return stress and heat that a die costs; `high`: where the table leaves a choice, the more."""
    stress, heat = _PRICES[die]
    return stress[high], heat[high]


def progress_ticks(tier: OutcomeTier, effect: Effect) -> int:
    """Return the number of segments that an outcome fills of what is worked on."""
    if tier in ("bad", "disaster"):
        return 0
    return _TICKS[effect] + (tier == "critical")


def complication_ticks(tier: OutcomeTier, position: Position) -> int:
    """Return the number of segments that an outcome fills of the threat."""
    return 0 if tier in ("critical", "success") else _COMPLICATION[position]


def aftermath_of(tier: OutcomeTier) -> Aftermath:
    """Return the kind of aftermath of an outcome."""
    return _AFTERMATH[tier]


def shifted_position(position: Position, by: int) -> Position:
    """Return a position so many steps worse; better where `by` is negative."""
    return POSITIONS[max(0, min(2, POSITIONS.index(position) + by))]


def shifted_effect(effect: Effect, by: int) -> Effect:
    """Return an effect so many steps greater; lesser where `by` is negative."""
    return EFFECTS[max(0, min(2, EFFECTS.index(effect) + by))]


def rating_shift(rating: int) -> int:
    """Return the step by which a rating changes the effect of a committed die: none is less, 3 or 4 more."""
    return -1 if rating == 0 else 1 if rating >= 3 else 0


def engagement_position(best: int) -> Position:
    """Return the position in which a score begins, by the best die of the engagement roll."""
    return "controlled" if best == 6 else "risky" if best >= 4 else "desperate"


def precarity(stress: int, heat: int, wanted: int) -> int:
    """Return a scoundrel's desperation, 0 (operating from strength) to 3 (hanging by a thread)."""
    total = stress + heat + 2 * wanted
    return sum(total >= bound for bound in (5, 10, 15))
