"""All faults of a pack come at once, each with its file, line and field, what is expected and the nearest name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest

from echoes.games.packs import faults
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import PackPart


class Person(PackPart):
    """Somebody on a cart."""

    mood: Literal["merry", "grim"] = "merry"
    friend: str = ""


class Cart(PackPart):
    """A tiny scenario."""

    id: str
    language: str
    title: str
    people: Mapping[str, Person] = {}


def friends(cart: Cart) -> list[str]:
    return [
        f"field 'people.{key}.friend': there is no person '{one.friend}'"
        for key, one in cart.people.items()
        if one.friend and one.friend not in cart.people
    ]


FORMAT: PackFormat = PackFormat("cart.yaml", Cart, friends, ("people",))  # type: ignore[type-arg]


def errors(folder: Path, **files: str) -> list[str]:
    for name, text in {"cart": "id: cart\n", "en/texts": "title: The Cart\n", **files}.items():
        path = folder / "cart" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [report.error for report in FORMAT.read(folder / "cart") if report.error]


def test_all_faults_of_form_come_at_once_each_where_it_stands(tmp_path: Path):
    found = errors(tmp_path, **{"people/tam": "mood: mery\n", "en/texts": "titel: The Cart\n"})
    assert len(found) == 3
    assert "cart/en: field 'title': is missing" in found
    assert "cart/en: texts.yaml, line 1: field 'titel': is no known key; the nearest is 'title'" in found
    [mood] = [one for one in found if "mood" in one]
    assert mood.startswith(
        "cart/en: tam.yaml, line 1: field 'people.tam.mood': Input should be 'merry' or 'grim'"
    )
    assert mood.endswith("; the nearest is 'merry'")


def test_a_name_that_is_none_is_said_with_the_nearest_that_there_is(tmp_path: Path):
    text = "tamsin: {}\nbo:\n  mood: grim\n  friend: tamsyn\n"
    assert errors(tmp_path, people=text) == [
        "cart/en: people.yaml, line 4: field 'people.bo.friend': there is no person 'tamsyn'; the nearest is 'tamsin'"
    ]


def test_what_is_near_nothing_gets_no_suggestion(tmp_path: Path):
    [error] = errors(tmp_path, people="bo: {friend: xyzzy}\n")
    assert error.endswith("there is no person 'xyzzy'")


def test_so_many_are_listed_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(faults, "MOST_FAULTS", 2)
    text = "".join(f"one{n}: {{friend: nobody}}\n" for n in range(5))
    found = errors(tmp_path, people=text)
    assert len(found) == 3 and found[-1] == "cart/en: and 3 more"
