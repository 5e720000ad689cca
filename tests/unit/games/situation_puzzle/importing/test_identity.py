"""Ids carry their collection, stay as they are, and never stand for two stories."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, KITE, Library, opened, written, 鐘, 風

STORIES = [BELLS, KITE, 鐘, 風]


def records(*ids: Any) -> list[dict[str, Any]]:
    return [
        {"id": one, "surface": story[0], "bottom": story[1]} for one, story in zip(ids, STORIES, strict=False)
    ]


def ids(*paths: Path) -> list[str]:
    return [report.scenario.id for report in opened(*paths).reports if report.scenario]


@pytest.mark.parametrize(
    "given",
    [["汤1", "题1", "1!", "1"], ["x" * 300, "x" * 299 + "y", "x" * 299, "x"], ["a/b", "a b", "a_b", "a.b"]],
)
def test_ids_that_differ_stay_apart(tmp_path: Path, given: list[str]):
    found = ids(written(tmp_path, "bells.json", records(*given)))
    assert len(set(found)) == 4 and all(len(one) <= 64 and one.startswith("bells-") for one in found)


def test_the_same_ids_of_two_collections_stay_apart(tmp_path: Path):
    one = written(tmp_path / "red", "puzzles.json", records(1, 2))
    other = written(tmp_path / "blue", "puzzles.json", records(1, 2)[::-1])
    assert ids(one) == ["red-1", "red-2"] and ids(other) == ["blue-2", "blue-1"]


@pytest.mark.parametrize(
    ("name", "record", "expected"),
    [
        ("bell_en.json", {"id": "silent_bell", "statement": BELLS[0], "answer": BELLS[1]}, "silent_bell"),
        ("bell_en.json", {"puzzle": BELLS[0], "answer": BELLS[1]}, "bell"),
        ("bell_en.json", {"title": "The Deaf Ringer", "statement": BELLS[0], "answer": BELLS[1]}, "bell"),
        ("data.json", {"title": "The Deaf Ringer", "statement": BELLS[0], "answer": BELLS[1]}, "the_deaf_ringer"),
        ("7.json", {"puzzle": BELLS[0], "answer": BELLS[1]}, "night-7"),
        ("puzzles.json", [{"id": "silent_bell", "statement": BELLS[0], "answer": BELLS[1]}, {"id": 2, "statement": KITE[0], "answer": KITE[1]}], "silent_bell"),
        ("puzzles.json", [{"title": "The Bell", "puzzle": BELLS[0], "answer": BELLS[1]}, {}], "night-the_bell"),
    ],
)  # fmt: skip
def test_a_telling_id_is_kept(tmp_path: Path, name: str, record: Any, expected: str):
    assert ids(written(tmp_path / "night", name, record))[0] == expected


def test_ids_do_not_depend_on_the_order_of_records(tmp_path: Path):
    plain = [{"surface": one[0], "bottom": one[1]} for one in STORIES]
    forth, back = (
        written(tmp_path / name, "bells.json", data) for name, data in (("a", plain), ("b", plain[::-1]))
    )
    assert set(ids(forth)) == set(ids(back)) and len(set(ids(forth))) == 4


def test_an_id_never_writes_over_another_story_unasked(tmp_path: Path):
    library, asked = Library(), Library()
    first_import = written(
        tmp_path / "a" / "bells", "puzzles.json", [*records(1), {"id": 2, "surface": 鐘[0], "bottom": 鐘[1]}]
    )
    for one in (library, asked):
        one.take(first_import)
    other = [{"id": "1", "surface": KITE[0], "bottom": KITE[1]}, {"id": 3, "surface": 風[0], "bottom": 風[1]}]
    path = written(tmp_path / "b" / "bells", "puzzles.json", other)
    first, _ = library.take(path)
    assert library.puzzles["bells-1", "en"].statement == BELLS[0]
    assert (
        first.scenario and first.scenario.id.startswith("bells-1-") and "another story's" in first.notes[-1]
    )
    before = dict(library.puzzles)
    library.take(path)
    assert library.puzzles == before, "the same import again changes nothing"
    asked.take(path, replace=True)
    assert asked.puzzles["bells-1", "en"].statement == KITE[0]


@pytest.mark.parametrize("other", [KITE, (BELLS[0], "He is deaf, and it is his dog that he calls with it.")])
def test_a_second_record_of_an_id_keeps_the_id_that_it_was_given(tmp_path: Path, other: tuple[str, str]):
    path = written(
        tmp_path, "bells.json", [{"id": 1, "surface": one[0], "bottom": one[1]} for one in (BELLS, other)]
    )
    library = Library()
    first = [one.scenario and one.scenario.id for one in library.take(path)]
    again = library.take(path)
    assert [one.scenario and one.scenario.id for one in again] == first and len(set(first)) == 2
    assert not any(one.duplicate for one in again)


def test_an_edit_of_a_story_takes_its_place(tmp_path: Path):
    library = Library()
    library.take(written(tmp_path, "bells.json", records(1, 2)))
    edited = records(1, 2)
    edited[0]["bottom"] = "He is deaf, and it is for his dog that he rings the bell."
    library.take(written(tmp_path, "bells.json", edited))
    assert len(library.puzzles) == 2 and library.puzzles["bells-1", "en"].answer == edited[0]["bottom"]


def test_of_two_records_of_one_import_neither_writes_over_the_other(tmp_path: Path):
    """One statement with two answers makes two puzzles, however often the file is taken in."""
    two = [
        {"title": "Kite", "surface": KITE[0], "bottom": KITE[1]},
        {"title": "Kite", "surface": KITE[0], "bottom": "Another answer altogether, and a longer one."},
    ]
    path = written(tmp_path, "kites.json", two)
    library = Library()
    for _ in range(2):
        library.take(path)
        assert [puzzle.answer for puzzle in library.scenarios()] == [record["bottom"] for record in two]


@pytest.mark.parametrize("name", ["deaf_ringer.md", "deaf_ringer_en.txt", "deaf_ringer.yaml", "deaf_ringer.html", "deaf_ringer.en.json"])  # fmt: skip
def test_a_puzzle_alone_in_its_file_gets_the_name_of_it_in_every_form(tmp_path: Path, name: str):
    text = f"Title: Night\nStory: {BELLS[0]}\nAnswer: {BELLS[1]}\n"
    record = {"title": "Night", "story": BELLS[0], "answer": BELLS[1]}
    assert ids(written(tmp_path, name, record if name.endswith("json") else text)) == ["deaf_ringer"]
