"""A story that is there already is found, in the same words and in others, and nothing else is."""

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support import BUNDLED, ROOT
from tests.unit.games.situation_puzzle.importing.library import BELLS, KITE, Library, written, 鐘

from echoes.games.situation_puzzle.importing.duplicates import (  # pyright: ignore[reportPrivateUsage]
    _AT_HAND,
    _CANDIDATES,
    StoryIndex,
    _compared,
    same_story,
)
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

RETOLD: dict[str, str] = json.loads((ROOT / "tests/fixtures/retold/statements.json").read_text("utf-8"))
"""The statements of the bundled puzzles in other words."""
FREELY_RETOLD: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(
    (ROOT / "tests/fixtures/retold/stories.json").read_text("utf-8")
)
"""Bundled puzzles, and records of our own, told once more by somebody who avoids their words; and `others`:
different stories with the same characters, things and beginnings."""
RETOLD_BY_OTHERS: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(
    (ROOT / "tests/fixtures/retold/stories_by_others.json").read_text("utf-8")
)
"""The same told by somebody who knew nothing of how stories are compared, and `others`: stories of the usual
kind. Nothing was set on it."""
OUTSIDE = ROOT.parent / "shared" / "data"


def puzzle(identity: str, language: str, statement: str, answer: str) -> Puzzle:
    return Puzzle(id=identity, title=identity, language=language, statement=statement, answer=answer)  # type: ignore[arg-type]


def bundled(language: str) -> dict[str, Puzzle]:
    paths = sorted(BUNDLED.glob(f"*_{language}.json"))
    found = [json.loads(path.read_text("utf-8")) for path in paths]
    return {one["id"]: puzzle(one["id"], language, one["statement"], one["answer"]) for one in found}


def retold(identity: str, language: str) -> list[Puzzle]:
    """The puzzle in other words: its answer is told by each player who solved it in one go."""
    path = ROOT / "data" / "gold" / "hypotheses" / f"{identity}_{language}.jsonl"
    told = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    answers = [one["text"] for one in told if one["kind"] == "full"]
    return [puzzle("other", language, RETOLD[f"{identity}_{language}"], answer) for answer in answers]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nine_in_ten_retold_stories_are_found_and_no_two_stories_are_taken_for_one(language: str):
    stories = bundled(language)
    index = StoryIndex(language)
    for one in stories.values():
        index.add(one)
    found = [
        (twin := index.find(other)) is not None and twin.puzzle.id == identity and not twin.exact
        for identity in stories
        for other in retold(identity, language)
    ]
    assert len(found) >= 32 and sum(found) >= 0.9 * len(found)
    assert not any(same_story(one, other) for one, other in combinations(stories.values(), 2))


def taken_for(language: str, records: int, told: Sequence[Mapping[str, Any]]) -> list[str | None]:
    """The stories that are recognised in others, among the bundled ones and some records."""
    index = StoryIndex(language)
    for one in bundled(language).values():
        index.add(one)
    for number, one in enumerate(FREELY_RETOLD[language]["records"][:records]):
        index.add(puzzle(f"r{number}", language, one["statement"], one["answer"]))
    twins = [index.find(puzzle("again", language, one["statement"], one["answer"])) for one in told]
    return [twin and twin.puzzle.id for twin in twins]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("records", [3, 14])
def test_nine_in_ten_freely_retold_stories_are_found_and_few_beside_them_are_taken_for_one(
    language: str, records: int
):
    told = FREELY_RETOLD[language]
    again = [*told["bundled"], *(one["again"] for one in told["records"][:records])]
    meant = [*(one["id"] for one in told["bundled"]), *(f"r{number}" for number in range(records))]
    found = [one == other for one, other in zip(taken_for(language, records, again), meant, strict=True)]
    assert sum(found) >= 0.9 * len(found)
    others = told["others"]
    assert sum(one is not None for one in taken_for(language, records, others)) <= 0.3 * len(others)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nine_in_ten_stories_retold_by_others_are_found_and_no_other_story_is_taken_for_one(language: str):
    told = RETOLD_BY_OTHERS[language]
    again = [*told["bundled"], *told["records"]]
    meant = [one["id"] if "id" in one else f"r{one['number']}" for one in again]
    found = [one == other for one, other in zip(taken_for(language, 14, again), meant, strict=True)]
    assert sum(found) >= 0.9 * len(found)
    assert not any(taken_for(language, 14, told["others"]))


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="the outside collections are not here")
@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("interactivebench/puzzles_en.json", ("setup", "solution")),
        ("turtlebench/stories.en.json", ("surface", "bottom")),
        ("turtlebench/stories.zh.json", ("surface", "bottom")),
    ],
)
def test_no_two_stories_of_an_outside_collection_are_taken_for_one(file: str, names: tuple[str, str]):
    language = "zh" if ".zh." in file else "en"
    index = StoryIndex(language)
    for one in bundled(language).values():
        index.add(one)
    for number, one in enumerate(json.loads((OUTSIDE / file).read_text("utf-8"))):
        story = puzzle(f"s{number}", language, one[names[0]], one[names[1]])
        assert index.find(story) is None
        index.add(story)


def records(*stories: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"id": n, "surface": one[0], "bottom": one[1]} for n, one in enumerate(stories, 1)]


@pytest.mark.parametrize(
    "again",
    [BELLS, (BELLS[0].upper(), f"  {BELLS[1]}!"), (BELLS[0].replace(" ", "  "), BELLS[1].replace(".", ""))],
)
def test_the_same_words_are_found_whatever_their_case_and_punctuation(tmp_path: Path, again: tuple[str, str]):
    library = Library()
    first, second, third = library.take(written(tmp_path, "a.json", records(BELLS, KITE, again)))
    assert first.duplicate is None and second.duplicate is None
    assert third.duplicate and (third.duplicate.id, third.duplicate.similarity) == ("a-1", 100)
    assert len(library.puzzles) == 2


def test_a_record_that_stands_twice_in_a_file_is_named_at_the_first_run_and_at_the_next(tmp_path: Path):
    path = written(tmp_path, "a.json", [*records(BELLS, KITE), *records(BELLS)])
    library = Library()
    for _ in range(2):
        *others, again = library.take(path)
        assert [one.duplicate for one in others] == [None, None]
        assert again.duplicate and (again.duplicate.id, again.duplicate.similarity) == ("a-1", 100)
        assert not again.wanted and len(library.puzzles) == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_story_is_found_behind_it_in_its_own_file_whatever_was_done_to_it(tmp_path: Path, language: str):
    end = "。" if language == "zh" else ". "
    stories = bundled(language)
    for change in ("answer in brief", "statement cut", "statement retold"):
        told = [
            {
                "answer in brief": (one.statement, one.answer.split(end)[0] + end),
                "statement cut": (end.join(one.statement.split(end)[1:]) or one.statement[5:], one.answer),
                "statement retold": (RETOLD[f"{one.id}_{language}"], one.answer),
            }[change]
            for one in stories.values()
        ]
        both = [*((one.statement, one.answer) for one in stories.values()), *told]
        reports = Library().take(written(tmp_path, "all.json", records(*both)))
        first, second = reports[: len(told)], reports[len(told) :]
        assert [one.duplicate for one in first] == [None] * len(told)
        found = [one.duplicate.id for one in second if one.duplicate]
        assert len(set(found)) >= 0.9 * len(told), change


def test_a_short_story_is_found_in_other_words(tmp_path: Path):
    told = [
        ("A man is found dead in a field beside a package that was never opened.", "His parachute failed when he jumped."),
        ("A dead man lies in the middle of a field. Nobody has opened the pack next to him.", "It is a parachute, which failed him as he jumped from a plane."),
    ]  # fmt: skip
    again = Library(bundled("en").values()).take(written(tmp_path, "a.json", records(KITE, *told)))[-1]
    assert again.duplicate and again.duplicate.id == "a-2" and again.duplicate.similarity < 100


def test_simplified_and_traditional_characters_are_the_same_words(tmp_path: Path):
    again = (鐘[0].replace("个", "個").replace("钟", "鐘").replace("见", "見"), 鐘[1].replace("聋", "聾"))
    _, second = Library().take(written(tmp_path, "a.json", records(鐘, again)))
    assert second.duplicate and second.duplicate.similarity == 100


def test_what_is_there_already_is_found_in_another_collection(tmp_path: Path):
    library = Library()
    library.take(written(tmp_path, "a.json", records(BELLS, KITE)))
    path = written(tmp_path, "b.json", records(KITE, BELLS))
    assert [one.duplicate.id for one in library.take(path) if one.duplicate] == ["a-2", "a-1"]
    assert [one.wanted for one in library.take(path, keep_duplicates=True)] == [True, True]
    assert len(library.puzzles) == 4


def test_another_wording_is_named_and_left_out_only_where_that_is_asked_for(tmp_path: Path):
    [one, *_] = retold("wrong_umbrella", "en")
    path = written(tmp_path, "a.json", [*records((one.statement, one.answer)), {}])
    for skip in (False, True):
        report = Library(bundled("en").values()).take(path, skip_similar=skip)[0]
        assert (
            report.duplicate and report.duplicate.id == "wrong_umbrella" and report.duplicate.similarity < 100
        )
        assert report.wanted is not skip


def test_a_puzzle_that_its_author_brings_under_an_id_of_its_own_is_taken_in_and_told(tmp_path: Path):
    library = Library()
    library.take(written(tmp_path, "a.json", records(BELLS)))
    own = {"id": "my_bell", "statement": BELLS[0], "answer": BELLS[1]}
    [report] = library.take(written(tmp_path, "my_bell_en.json", own))
    assert report.wanted and report.duplicate and report.duplicate.similarity == 100
    assert ("my_bell", "en") in library.puzzles


def test_the_same_surface_may_hide_another_truth(tmp_path: Path):
    other = (BELLS[0], "The island sank long ago, and a diver keeps the custom alive under water.")
    assert [one.duplicate for one in Library().take(written(tmp_path, "a.json", records(BELLS, other)))] == [
        None,
        None,
    ]


def test_the_work_for_a_story_does_not_grow_with_the_stories():
    """Each story costs a bounded number of look-ups and comparisons, however many there are."""

    def compared_among(stories: int) -> int:
        index = StoryIndex("en")
        for number in range(stories):
            index.add(
                puzzle(f"p{number}", "en", f"A man {number} walks his dog home.", f"The rain {number} came.")
            )
        seen: list[int] = []
        index._candidates = lambda story, of=index._candidates: seen.extend(found := of(story)) or found  # type: ignore[method-assign]
        index.find(puzzle("q", "en", "A man walks his dog home in the rain.", "The rain came, and the dog."))
        return len(seen)

    assert 0 < compared_among(150) == compared_among(1500) <= 2 * _CANDIDATES, (
        "those of a story, and of its neighbour"
    )


def test_no_story_of_an_import_keeps_its_vectors():
    """They are hundreds of times as large as the rest, and an import may have any number of stories."""
    index = StoryIndex("en")
    for one in bundled("en").values():
        index.add(one)
    for one in bundled("en").values():
        index.find(puzzle("q", "en", one.statement, f"{one.answer} It was long ago."))
    kept = [part for story in index._stories for part in vars(story).values() if isinstance(part, np.ndarray)]
    assert kept and all(part.ndim == 1 and part.dtype == bool for part in kept)
    assert _compared.cache_info().maxsize == _AT_HAND
