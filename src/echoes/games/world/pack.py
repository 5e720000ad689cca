"""Parts of packs with places, people and secrets, and what conditions may say of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from echoes.games.packs.parts import Id, PackPart, PackScenario, Text, first_of
from echoes.games.packs.references import Named, OneOf, Paired, PlaceId, Ref, Reference

Name = Annotated[str, Field(min_length=1, max_length=60)]
Title = Annotated[str, Field(min_length=1, max_length=80)]
Wordings = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=120)], ...], Field(max_length=40)]
"""Words by which a player may mean something."""
Pronoun = Annotated[Literal["he", "she"] | None, Field(exclude_if=lambda one: one is None)]
"""By which a player speaks of somebody; without it any may be meant."""


class WorldPlace(PackPart):
    """A place; `exits`: where one can go from it."""

    name: Name
    text: Text
    wordings: Wordings = ()
    exits: tuple[PlaceId, ...] = ()


class WorldPerson(PackPart):
    """Somebody; `at`: where they are at the beginning."""

    name: Name
    wordings: Wordings = ()
    pronoun: Pronoun = None
    at: PlaceId


class WorldSecret(PackPart):
    """Something that can be learned.

    Attributes:
        title: as it is called in an offer, such as "the missing letter".
        text: as it stands in the notebook.
    """

    title: Title
    text: Text
    wordings: Wordings = ()


class WorldEnding(PackPart):
    """An ending."""

    title: Text
    text: Text


class WorldPack(PackScenario):
    """A scenario in one language; a kind of game adds its own fields, and may put its own parts in.

    Attributes:
        start: the place where all players begin; the first if left out.
    """

    places: Annotated[dict[Id, WorldPlace], Named("place"), Field(min_length=1, max_length=24)]
    people: Annotated[dict[Id, WorldPerson], Named("person"), Field(default_factory=dict, max_length=24)]
    secrets: Annotated[dict[Id, WorldSecret], Named("secret"), Field(default_factory=dict, max_length=60)]
    endings: Annotated[dict[Id, WorldEnding], Named("ending"), Field(min_length=1, max_length=16)]
    start: PlaceId = Field(default_factory=first_of("places"))


WorldT = TypeVar("WorldT", bound=WorldPack)
WORLD_ATOMS: Mapping[str, Reference] = {
    "knows": Ref("secret"),
    "at": Paired(Ref("person"), Ref("place"), alone=Ref("place"), example="who.place, or a place"),
    "flag": OneOf(),
    "made": OneOf(),
}
"""The atoms of conditions over places, secrets, flags and moves that were made, with what each takes."""


def unreached_places(places: Mapping[str, WorldPlace], starts: Sequence[str]) -> Iterator[str]:
    """Yield findings on places: to which no way leads, and from which none does.

    Args:
        places: all of a scenario, by id.
        starts: where players begin, or are brought.
    """
    reached = [*dict.fromkeys(starts)]
    for place in reached:  # grows
        reached += [one for one in places[place].exits if one not in reached]
    yield from (f"place '{key}' can't be reached" for key in places if key not in reached)
    closed = (key for key, place in places.items() if not place.exits)
    yield from (f"place '{key}' has no way out" for key in closed if len(places) > 1)
