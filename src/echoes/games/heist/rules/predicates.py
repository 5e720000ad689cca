"""The atoms of conditions in a score: what each means in a state."""

from collections.abc import Mapping

from echoes.games.conditions import Condition, Predicates
from echoes.games.heist.rules.cards import suit_of
from echoes.games.heist.rules.tables import ARCHETYPES
from echoes.games.heist.state import HeistState
from echoes.games.packs.references import Number, OneOf, Ref, Reference

_SUITS = ("trumps", "cups", "coins", "swords", "wands")
ATOMS: Mapping[str, Reference] = {
    "done": Ref("scene.obstacle"),
    "scene_done": Ref("scene"),
    "flag": OneOf(),
    "clock_full": Ref("clock"),
    "plan": Ref("plan"),
    "detail": Ref("detail"),
    "suit": OneOf(_SUITS),
    "item": Ref("item"),
    "bond": Ref("person"),
    "archetype": OneOf(tuple(ARCHETYPES)),
    **dict.fromkeys(
        (f"{name}_at_least" for name in ("coin", "heat", "stress", "wanted", "traumas")), Number()
    ),
}
"""All atoms by name, with what each takes."""


def heist_predicates(state: HeistState) -> Predicates:
    """Return the meaning of each atom in a state."""
    return {
        "done": lambda key: key in state["full"],
        "clock_full": lambda key: key in state["full"],
        "scene_done": lambda key: key in state["done"],
        "flag": lambda key: key in state["flags"],
        "plan": lambda key: key == state["plan"],
        "detail": lambda key: key == state["detail"],
        "suit": lambda key: any(suit_of(card) == key for card in state["cards"].values()),
        "item": lambda key: key in state["items"],
        "bond": lambda key: state["scoundrel"]["bonds"].get(str(key), 0) > 0,
        "archetype": lambda key: key == state["scoundrel"]["archetype"],
        "coin_at_least": lambda least: state["coin"] >= least,
        "heat_at_least": lambda least: state["heat"] >= least,
        "stress_at_least": lambda least: state["stress"] >= least,
        "wanted_at_least": lambda least: state["wanted"] >= least,
        "traumas_at_least": lambda least: len(state["traumas"]) >= least,
    }


def holds_in_heist(condition: Condition | None, state: HeistState) -> bool:
    """Return whether a condition holds; none always does."""
    return condition is None or condition.holds(heist_predicates(state))
