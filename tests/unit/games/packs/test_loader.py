"""Packs: mechanics once, texts for each language laid over them; what is wrong is said with its place."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from echoes.games.packs import loader
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import PackPart
from echoes.games.scenario import FileReport


class Cart(PackPart):
    """A tiny scenario."""

    id: str
    language: str
    title: str
    wheels: int = 4
    people: Mapping[str, Mapping[str, str | int]] = {}


FORMAT: PackFormat = PackFormat("cart.yaml", Cart, ("people",))  # type: ignore[type-arg]
MAIN = {
    "cart.yaml": "id: cart\nwheels: 2\n",
    "en/texts.yaml": "title: The Cart\n",
    "zh/texts.yaml": "title: 马车\n",
}


def pack(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / "cart" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / "cart"


def read(folder: Path, **files: str | bytes) -> list[FileReport]:
    named = {name.replace("__", "/").replace("_yaml", ".yaml"): content for name, content in files.items()}
    return FORMAT.read(pack(folder, {**MAIN, **named}))


def errors(reports: list[FileReport]) -> list[str]:
    return [report.error for report in reports if report.error]


def test_each_language_is_a_scenario_with_the_same_mechanics(tmp_path: Path):
    found = [report.scenario for report in read(tmp_path)]
    assert [(one.language, one.title, one.wheels) for one in found if isinstance(one, Cart)] == [
        ("en", "The Cart", 2),
        ("zh", "马车", 2),
    ]


def test_parts_of_the_mechanics_may_stand_in_files_named_by_their_keys(tmp_path: Path):
    alone = read(tmp_path, people_yaml="tam: {age: 9}")
    assert isinstance(alone[0].scenario, Cart) and alone[0].scenario.people == {"tam": {"age": 9}}


def test_texts_are_laid_over_parts_key_by_key(tmp_path: Path):
    files = {"people__tam_yaml": "{age: 9}", "en__people_yaml": "people: {tam: {name: Tam}}"}
    english, _ = read(tmp_path, **files)
    assert isinstance(english.scenario, Cart)
    assert english.scenario.people == {"tam": {"age": 9, "name": "Tam"}}


def test_nothing_is_said_twice(tmp_path: Path):
    assert errors(read(tmp_path, en__more_yaml="title: Cart\nwheels: 3")) == [
        "cart/en: more.yaml, line 2: field 'wheels': stands in en/more.yaml and in cart/cart.yaml",
        "cart/en: texts.yaml, line 1: field 'title': stands in en/texts.yaml and in en/more.yaml",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: ]", "is not YAML (line 1"),
        ("- a\n- b", "holds no keys"),
        ("1.5: x", "keys that are no words"),
        (b"title: \xff", "is not UTF-8"),
        ("title: x\ntitel: x", "field 'titel': is no known key"),
        ("title: {}", "field 'title'"),
        ("a: " * 40, "YAML"),
    ],
)
def test_what_is_wrong_is_named_with_its_file_and_its_place(tmp_path: Path, text: str | bytes, said: str):
    found = errors(read(tmp_path, en__texts_yaml=text))
    assert any(said in error for error in found)
    assert all(error.startswith("cart/en: ") and "\n" not in error for error in found)


def test_a_field_that_is_missing_is_named(tmp_path: Path):
    [error] = errors(FORMAT.read(pack(tmp_path, {"cart.yaml": "id: cart", "en/t.yaml": "wheels: 1"})))
    assert error == "cart/en: field 'title': is missing; expected: a text, in en/"


def test_files_that_can_not_be_read_are_named_together_with_what_is_wrong_in_the_others(tmp_path: Path):
    found = errors(read(tmp_path, cart_yaml="wheels: ]", en__texts_yaml="a: [", zh__texts_yaml="titel: 马车"))
    assert [one.partition(" (")[0] for one in found] == [
        "cart/en: cart.yaml is not YAML",
        "cart/en: texts.yaml is not YAML",
        "cart/zh: texts.yaml, line 1: field 'titel': is no known key; the nearest is 'title'",
    ]


def test_a_pack_needs_texts_or_a_language(tmp_path: Path):
    [error] = errors(FORMAT.read(pack(tmp_path, {"cart.yaml": "id: cart"})))
    assert error.startswith("cart: no folder with texts (en or zh) stands beside cart.yaml")


def test_a_pack_in_one_language_is_one_file_and_its_folder_names_it(tmp_path: Path):
    folder = pack(tmp_path, {"cart.yaml": "language: zh\ntitle: 马车"})
    [report] = FORMAT.read(folder)
    assert isinstance(report.scenario, Cart)
    assert (report.scenario.id, report.scenario.language, report.scenario.title) == ("cart", "zh", "马车")
    (folder / "cart.yaml").write_text("language: en\nwheel: 3\n")
    assert errors(FORMAT.read(folder)) == [
        "cart: cart.yaml, line 1: field 'title': is missing; expected: a text",
        "cart: cart.yaml, line 2: field 'wheel': is no known key; the nearest is 'wheels'",
    ]


def test_a_language_is_said_once(tmp_path: Path):
    [error] = errors(read(tmp_path, cart_yaml="id: cart\nlanguage: en"))
    assert error.endswith("field 'language': is said by the folder with the texts")


@pytest.mark.parametrize(
    ("bound", "said"), [("MOST_BYTES", "is larger than"), ("MOST_FILES", "more than 0 files")]
)
def test_a_pack_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, said: str):
    monkeypatch.setattr(loader, bound, 0)
    assert said in errors(read(tmp_path))[0]


@pytest.mark.parametrize("text", ['{"id": 1', '{"wheels": NaN}', "[" * 100_000])
def test_a_file_that_was_taken_in_is_json(tmp_path: Path, text: str):
    path = tmp_path / "cart_en.json"
    path.write_text(text)
    [error] = errors(FORMAT.read(path))
    assert error.startswith("cart_en.json: ") and len(error) < 200


def test_a_scenario_that_was_taken_in_is_one_file(tmp_path: Path):
    path = tmp_path / "cart_en.json"
    path.write_text('{"id": "cart", "language": "en", "title": "The Cart"}')
    [report] = FORMAT.read(path)
    assert isinstance(report.scenario, Cart)
    assert FORMAT.files_of(path) == [path]


def test_scenarios_are_found_by_their_main_files_and_by_name(tmp_path: Path):
    folder = pack(tmp_path, MAIN)
    (tmp_path / "other_en.json").write_text("{}")
    assert FORMAT.find(tmp_path) == [folder / "cart.yaml", tmp_path / "other_en.json"]
    assert FORMAT.find(tmp_path, "other") == [tmp_path / "other_en.json"]
    assert FORMAT.find(folder) == [folder / "cart.yaml"]
    names = [path.name for path in FORMAT.files_of(folder / "cart.yaml")]
    assert names == ["cart.yaml", "texts.yaml", "texts.yaml"]
