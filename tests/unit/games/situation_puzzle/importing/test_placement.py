"""The place of an imported puzzle: there already, another story's id, or told in other words."""

from pathlib import Path
from typing import Any

from tests.unit.games.situation_puzzle.importing.library import BELLS, KITE, Library, written

from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def puzzle(identity: str = "bell", story: tuple[str, str] = BELLS, **more: Any) -> dict[str, Any]:
    return {
        "id": identity,
        "title": "A Tale",
        "language": "en",
        "statement": story[0],
        "answer": story[1],
        **more,
    }


def placed(
    tmp_path: Path, stored: dict[str, Any], *records: dict[str, Any], **options: Any
) -> list[FileReport]:
    library = Library([Puzzle.model_validate(stored)])
    content: Any = records[0] if len(records) == 1 else [*records]
    return library.take(written(tmp_path, "new.json", content), **options)


def test_what_is_there_already_stays_as_it_is(tmp_path: Path):
    [report] = placed(tmp_path, puzzle(), puzzle())
    assert report.error is None and report.duplicate is None and report.notes == []


def test_an_author_may_correct_what_is_stored(tmp_path: Path):
    [report] = placed(tmp_path, puzzle(), puzzle(title="A Better Title"))
    assert report.scenario is not None and report.scenario.title == "A Better Title"
    assert report.duplicate is None


def test_an_author_does_not_write_over_another_story_by_mistake(tmp_path: Path):
    [report] = placed(tmp_path, puzzle(), puzzle(story=KITE))
    assert report.scenario is None
    assert report.error and "would write over" in report.error and "--replace" in report.error
    [report] = placed(tmp_path, puzzle(), puzzle(story=KITE), replace=True)
    assert report.error is None and report.scenario is not None


def test_one_of_many_whose_id_is_another_storys_gets_one_of_its_own_and_the_same_again(tmp_path: Path):
    kite, other = puzzle(story=KITE), puzzle("other", ("Snow falls in July.", "It is the south."))
    first, _ = placed(tmp_path, puzzle(), kite, other)
    assert isinstance(first.scenario, Puzzle) and first.scenario.id.startswith("bell-")
    assert any("another story's" in note for note in first.notes)
    again, _ = placed(tmp_path, puzzle(), kite, other)
    assert again.scenario is not None and again.scenario.id == first.scenario.id


def test_one_that_was_renamed_takes_its_id_after_all_where_that_is_asked_for(tmp_path: Path):
    library = Library([Puzzle.model_validate(puzzle("new-1", BELLS))])
    path = written(
        tmp_path, "new.json", [{**puzzle("1", KITE)}, {**puzzle("2", ("Snow falls.", "It is July."))}]
    )
    renamed, _ = library.take(path)
    assert renamed.scenario and renamed.scenario.id != "new-1"
    first, _ = library.take(path, replace=True)
    assert first.wanted and first.scenario and first.scenario.id == "new-1"


def test_a_story_that_is_told_again_is_a_duplicate_unless_it_is_wanted(tmp_path: Path):
    twins = puzzle("one"), puzzle("two")
    _, report = placed(tmp_path, puzzle("kite", KITE), *twins)
    assert report.duplicate is not None and report.duplicate.similarity == 100 and not report.wanted
    _, report = placed(tmp_path, puzzle("kite", KITE), *twins, keep_duplicates=True)
    assert report.wanted and any("tells the story of" in note for note in report.notes)


def test_other_languages_have_ids_of_their_own(tmp_path: Path):
    [report] = placed(tmp_path, puzzle(), puzzle(language="zh"))
    assert report.error is None and report.duplicate is None
