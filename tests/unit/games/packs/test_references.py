"""References check themselves: a name, a pair, a word, a number, and names that may stand for one thing only."""

from typing import Annotated

import pytest

from echoes.core.files.json_values import as_object
from echoes.games.packs.fields import values_in
from echoes.games.packs.parts import Id, PackPart
from echoes.games.packs.references import Named, Number, OneOf, Paired, Ref, Reference, faults_of_references

NAMES = {"person": {"tam": {}, "bo": {"asleep": True}}, "scene": {"ford": {}}, "scene.exit": {"ford.out": {}}}


def _asleep(person: object) -> str:
    return "is asleep" if as_object(person).get("asleep") else ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reference", "value", "reason"),
    [
        (Ref("person"), "tam", ""),
        (Ref("person"), "ford", "there is no person 'ford'"),
        (Ref("person", "scene"), "ford", ""),
        (Ref("person", "scene", "ship"), "x", "there is no person, scene or ship 'x'"),
        (Ref("person", also=("player",)), "player", ""),
        (Ref("person"), 3, "there is no person '3'"),
        (Ref("person", unless=_asleep), "tam", ""),
        (Ref("person", unless=_asleep), "bo", "'bo' is asleep"),
        (Ref("scene.exit"), "ford.out", ""),
        (Paired(Ref("person"), Ref("scene")), "tam.ford", ""),
        (Paired(Ref("person"), Ref("scene")), "tam.weir", "there is no scene 'weir'"),
        (Paired(Ref("person"), Ref("scene")), "tam", "is written as who.what"),
        (Paired(Ref("person"), Ref("scene"), alone=Ref("scene")), "ford", ""),
        (Paired(Ref("person"), example="who.number"), "tam.-1", ""),
        (Paired(Ref("person"), example="who.number"), "tam.x", "is written as who.number"),
        (Paired(Ref("scene"), mark="_", alone=Ref("scene")), "ford_2", ""),
        (Paired(Ref("scene"), mark="_", alone=Ref("scene")), "ford_x", "there is no scene 'ford_x'"),
        (OneOf(), "anything", ""),
        (OneOf(), 3, "needs a name"),
        (OneOf(("in", "out")), "up", "'up' is none of in, out"),
        (Number(), 3, ""),
        (Number(), "three", "needs a whole number"),
    ],
)
def test_a_value_fits_or_the_reason_is_said(reference: Reference, value: str | int, reason: str):
    wrong = reference.wrong(value, NAMES)
    assert (wrong.reason if wrong else "") == reason


def test_two_references_that_differ_in_what_they_refuse_are_two():
    """`typing` keeps one of types that are equal."""
    assert Annotated[str, Ref("person")] != Annotated[str, Ref("person", unless=_asleep)]


class Way(PackPart):
    """A way out."""

    to: Annotated[Id, Ref("place")]


class Place(PackPart):
    """A place."""

    ways: Annotated[dict[Id, Way], Named("way")] = {}  # noqa: RUF012


class Land(PackPart):
    """A scenario."""

    places: Annotated[dict[Id, Place], Named("place", alone=True, reserved=("nowhere",))] = {}  # noqa: RUF012
    people: Annotated[dict[Id, str], Named("person", alone=True)] = {}  # noqa: RUF012
    goal: Annotated[str, Ref("place.way")] = ""


def faults(data: object) -> list[tuple[str, str]]:
    found = faults_of_references([*values_in(Land, data)], {})  # type: ignore[arg-type]
    return [(".".join(fault.at), fault.reason) for fault in found]


def test_a_name_below_another_is_known_with_that_in_front():
    places = {"ford": {"ways": {"out": {"to": "weir"}}}, "weir": {}}
    assert faults({"places": places, "goal": "ford.out"}) == []
    assert faults({"places": places, "goal": "ford.in"}) == [
        ("goal", "there is no place.way 'ford.in'; the nearest is 'ford.out'")
    ]
    assert faults(
        {"places": {"ford": {"ways": {"out": {"to": "wier"}}}, "weir": {}}, "goal": "ford.out"}
    ) == [("places.ford.ways.out.to", "there is no place 'wier'; the nearest is 'weir'")]


def test_an_id_stands_for_one_thing():
    data = {"places": {"tam": {}, "nowhere": {}}, "people": {"tam": "Tam"}, "goal": "x"}
    assert faults(data)[:2] == [
        ("places.nowhere", "the id is taken (reserved)"),
        ("people.tam", "the id is taken (places)"),
    ]
