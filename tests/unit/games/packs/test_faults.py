"""All faults of a pack come at once, each with its file, line and field, what is expected and the nearest name."""

from pathlib import Path
from typing import Annotated, Literal

import pytest

from echoes.games.conditions import Condition
from echoes.games.packs import faults
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import Id, PackPart
from echoes.games.packs.references import Named, Ref


class Person(PackPart):
    """Somebody on a cart."""

    mood: Literal["merry", "grim"] = "merry"
    age: int = 9
    friend: Annotated[Id, Ref("person")] | None = None
    when: Condition | None = None


class Cart(PackPart):
    """A tiny scenario."""

    id: Id
    language: str
    title: str
    people: Annotated[dict[Id, Person], Named("person")] = {}  # noqa: RUF012


FORMAT: PackFormat = PackFormat("cart.yaml", Cart, ("people",), {"friend": Ref("person")})  # type: ignore[type-arg]


def errors(folder: Path, **files: str) -> list[str]:
    for name, text in {"cart": "id: cart\n", "en/texts": "title: The Cart\n", **files}.items():
        path = folder / "cart" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [report.error for report in FORMAT.read(folder / "cart") if report.error]


def test_all_faults_of_form_and_of_names_come_at_once_each_where_it_stands(tmp_path: Path):
    people = "tam:\n  mood: mery\nbo:\n  friend: tem\n"
    assert errors(tmp_path, **{"people": people, "en/texts": "titel: The Cart\n"}) == [
        "cart/en: field 'title': is missing; expected: a text, in en/",
        "cart/en: people.yaml, line 2: field 'people.tam.mood': Input should be 'merry' or 'grim'; the nearest is 'merry'",
        "cart/en: people.yaml, line 4: field 'people.bo.friend': there is no person 'tem'; the nearest is 'tam'",
        "cart/en: texts.yaml, line 1: field 'titel': is no known key; the nearest is 'title'",
    ]


def test_a_key_that_is_near_none_is_answered_with_all_that_may_stand_there(tmp_path: Path):
    [error] = errors(tmp_path, people="bo: {zzz: 1}\n")
    assert error.endswith("field 'people.bo.zzz': is no known key; known: mood, age, friend, when")


def test_a_text_that_was_cut_at_its_comma_is_told_apart(tmp_path: Path):
    [error] = errors(tmp_path, people="bo: {friend: bo, and nobody else.}\n")
    assert error.endswith("is no known key: a text with a comma is quoted within {...}")


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ("{age: old}", "'old' stands where there should be a whole number"),
        ("{friend: [bo]}", "'['bo']' stands where there should be a text"),
        ("merry", "'merry' stands where there should be mood, age, friend, when"),
    ],
)
def test_a_value_of_another_kind_is_named_with_what_should_stand_there(
    tmp_path: Path, person: str, said: str
):
    [error] = errors(tmp_path, people=f"bo: {person}\n")
    assert error.endswith(said)


def test_what_is_near_nothing_gets_no_suggestion(tmp_path: Path):
    [error] = errors(tmp_path, people="bo: {friend: xyzzy}\n")
    assert error.endswith("there is no person 'xyzzy'")


@pytest.mark.parametrize(
    ("when", "line", "said"),
    [
        ("{frend: tam}", 2, "'frend' is no condition; known: friend; the nearest is 'friend'"),
        ("{friend: ta}", 2, "`friend`: there is no person 'ta'"),
        ("\n    all:\n      - friend: bo\n      - not: {friend: ta}", 5, "`friend`: there is no person 'ta'"),
        ("{friend: bo, all: []}", 2, "a condition is one of `all`, `any`, `not` or an atom, with its value"),
        ("{all: [{any: []}]}", 2, "`any` needs a list of conditions"),
    ],
)
def test_a_condition_is_checked_in_all_its_parts(tmp_path: Path, when: str, line: int, said: str):
    [error] = errors(tmp_path, people=f"bo:\n  when: {when}\n")
    assert error == f"cart/en: people.yaml, line {line}: field 'people.bo.when': {said}"


def test_an_id_says_how_it_is_written(tmp_path: Path):
    [error] = errors(tmp_path, people="Old Tam: {}\n")
    assert "people.yaml, line 1: field 'people.Old Tam': 'Old Tam' is no id: an id has small letters" in error


def test_what_is_wrong_in_every_language_is_said_once(tmp_path: Path):
    found = errors(tmp_path, **{"people": "bo: {age: old}", "zh/texts": "titel: 马车\n"})
    assert len([one for one in found if "people.bo.age" in one]) == 1
    assert [one.partition(":")[0] for one in found] == ["cart/en", "cart/zh", "cart/zh"]


def test_so_many_are_listed_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(faults, "MOST_FAULTS", 2)
    found = errors(tmp_path, people="".join(f"one{n}: {{friend: nobody}}\n" for n in range(5)))
    assert len(found) == 3 and found[-1] == "cart/en: and 3 more"
