"""The atoms of conditions at a table: what each means in a state, for whoever acts."""

from collections.abc import Mapping

from echoes.games.conditions import Atom, Condition, Predicates
from echoes.games.packs.references import Number, OneOf, Paired, Ref, Reference
from echoes.games.party.state import PartyState

ATOMS: Mapping[str, Reference] = {
    "flag": OneOf(),
    "has": Ref("item"),
    **dict.fromkeys(("acts", "with"), Ref("seat")),
    **dict.fromkeys(("at", "been"), Ref("scene")),
    "done": Ref("scene.feature"),
    "told": Ref("person.topic"),
    "knows": Ref("secret"),
    "clock": Paired(Ref("clock"), mark="_", alone=Ref("clock")),
    "likes": Paired(Ref("person"), mark="_", alone=Ref("person")),
    "round": Number(),
    "quest": Ref("quest"),
    "ending": Ref("ending"),
}
"""All atoms by name, with what each takes."""


def table_predicates(state: PartyState, seat: str) -> Predicates:
    """Return the meaning of each atom.

    `flag` and `has` are about whoever acts: what happened in their presence or was told since, and what they
    or those who are with them carry; where nobody acts, about everybody. `clock: midnight_7` and
    `likes: keeper_1` end in the least number.

    Args:
        state: at this moment.
        seat: of whoever acts; that of nobody in the party counts as nobody.
    """
    seat = seat if seat in state["at"] else ""

    def knows_of(flag: Atom) -> bool:
        seats = state["flags"].get(str(flag), ())
        return seat in seats or (not seat and bool(seats))

    def carries(item: Atom) -> bool:
        near = [one for one, scene in state["at"].items() if not seat or scene == state["at"][seat]]
        return any(item in state["items"][one] for one in near)

    def filled(value: Atom) -> bool:
        name, least = _numbered(value)
        return state["clocks"].get(name, 0) >= least

    def likes(value: Atom) -> bool:
        name, least = _numbered(value)
        return state["attitudes"].get(name, 0) >= least

    return {
        "flag": knows_of,
        "has": carries,
        "acts": lambda one: one == seat,
        "with": lambda one: seat != one and state["at"].get(str(one)) == state["at"].get(seat),
        "at": lambda scene: state["at"].get(seat) == scene,
        "been": lambda scene: any(scene in been for been in state["been"].values()),
        "done": lambda key: state["tried"].get(str(key)) == "done",
        "knows": lambda secret: secret in state["knows"].get(seat, ()),
        "told": lambda key: key in state["told"],
        "clock": filled,
        "round": lambda least: state["round"] >= int(least),
        "likes": likes,
        "quest": lambda quest: state["quests"].get(str(quest)) == "done",
        "ending": lambda key: state["ended"] == key,
    }


def holds_at_table(condition: Condition | None, state: PartyState, seat: str = "") -> bool:
    """Return whether a condition holds; none always does."""
    return condition is None or condition.holds(table_predicates(state, seat))


def _numbered(value: Atom) -> tuple[str, int]:
    """Split `name_number`; 1 where no number stands there."""
    name, _, number = str(value).rpartition("_")
    return (name, int(number)) if number.isdecimal() and name else (str(value), 1)
