"""A form is walked together with the data that stands in it, right or wrong."""

from typing import Annotated, Literal

import pytest

from echoes.games.packs.fields import expected_of, fields_of, parts_in, values_in
from echoes.games.packs.parts import PackPart


class Wheel(PackPart):
    """A wheel."""

    spokes: int


class Cart(PackPart):
    """A cart."""

    wheels: Annotated[dict[str, Wheel], "marked"] = {}  # noqa: RUF012
    names: tuple[Annotated[str, "a name"], ...] = ()
    driver: Wheel | None = None


def test_each_value_comes_with_its_place_its_form_and_the_marks_of_its_field():
    found = [*values_in(Cart, {"wheels": {"left": {"spokes": 8}}, "names": ["Ox"], "driver": None})]
    assert [(one.at, one.form, one.value) for one in found if one.at[:1] == ("wheels",)] == [
        (("wheels",), dict[str, Wheel], {"left": {"spokes": 8}}),
        (("wheels", "left"), str, "left"),
        (("wheels", "left"), Wheel, {"spokes": 8}),
        (("wheels", "left", "spokes"), int, 8),
    ]
    assert [(one.at, one.marks) for one in found if one.value == "Ox"] == [(("names", "0"), ("a name",))]
    assert found[1].marks == ("marked",)


def test_what_does_not_fit_is_not_entered():
    assert [one.at for one in values_in(Cart, {"wheels": 3, "names": {"a": 1}, "luck": 7})] == [
        *((), ("wheels",), ("names",))
    ]
    assert [one.at for one in values_in(Cart, "no cart")] == [()]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (str, "a text"),
        (int | None, "a whole number"),
        (tuple[str, ...], "a list"),
        (dict[str, int], "entries by id"),
        (Annotated[bool, "x"], "true or false"),
        (Literal["in", "out"], "one of in, out"),
        (Wheel, "spokes"),
        (Cart, "wheels, names, driver"),
    ],
)
def test_the_expected_is_said_in_words(form: object, said: str):
    assert expected_of(form) == said


def test_parts_of_a_kind_are_found_wherever_they_stand():
    cart = Cart(wheels={"left": Wheel(spokes=8)}, driver=Wheel(spokes=2))
    assert [(field, one.spokes) for field, one in parts_in({"a": (cart,)}, Wheel)] == [
        ("a.0.wheels.left", 8),
        ("a.0.driver", 2),
    ]
    assert not fields_of(str)
