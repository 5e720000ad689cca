"""The atoms of conditions in a story: what each means in a state."""

from collections.abc import Mapping

from echoes.games.conditions import Atom, Condition, Predicates
from echoes.games.packs.references import Number, Paired, Ref, Reference
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.state import StoryState, does_know

_PERSON = Ref("character", also=(PLAYER,))
STORY_ATOMS: Mapping[str, Reference] = {
    "beat": Ref("beat"),
    "knows": Paired(_PERSON, Ref("secret"), alone=Ref("secret")),
    "at": Paired(_PERSON, Ref("place"), alone=Ref("place")),
    "with": Ref("character"),
    "has": Paired(_PERSON, Ref("thing"), alone=Ref("thing")),
    "trust": Paired(Ref("character"), example="who.number, such as tove.1"),
    "turns": Number(),
    "once": Ref("act"),
}
"""All atoms by name, with what each takes."""


def owner_and_value(value: Atom) -> tuple[str, str]:
    """Split `who.what`; without a dot it is about the player."""
    who, dot, what = str(value).partition(".")
    return (who, what) if dot else (PLAYER, who)


def story_predicates(state: StoryState) -> Predicates:
    """Return the meaning of each atom in a state."""

    def is_at(value: Atom) -> bool:
        who, place = owner_and_value(value)
        return state["at"].get(who) == place

    def has(value: Atom) -> bool:
        who, thing = owner_and_value(value)
        return state["holds"].get(thing) == who

    def trusts(value: Atom) -> bool:
        who, least = owner_and_value(value)
        return state["trust"].get(who, 0) >= int(least)

    return {
        "beat": lambda key: key in state["beats"] or key in state["past_beats"],
        "knows": lambda value: does_know(state, *owner_and_value(value)),
        "at": is_at,
        "with": lambda who: state["at"].get(str(who)) == state["at"].get(PLAYER),
        "has": has,
        "trust": trusts,
        "turns": lambda least: state["chapter_turns"] >= int(least),
        "once": lambda act: act not in state["done"],
    }


def holds_in_story(condition: Condition | None, state: StoryState) -> bool:
    """Return whether a condition holds; none always does."""
    return condition is None or condition.holds(story_predicates(state))
