"""The report of a draft: what the judge looked at once is neither an agreement nor a disagreement."""

import json
from pathlib import Path

import pytest
from tests.support import canary_puzzle

from echoes.core.text.bilingual import Bilingual
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.draft import PuzzleDraft
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.interfaces.cli.situation_puzzle.draft_report import DraftReport

VOTES: list[tuple[RulingWord, ...]] = [("YES", "YES"), ("YES", "NO"), ("YES", "NO"), ("NO",)]


def test_rulings_are_counted_by_how_the_looks_came_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    puzzle = Puzzle.model_validate(canary_puzzle())
    draft = PuzzleDraft(
        rulings=[
            AuthoredRuling(texts=(f"Was it {number}?",), ruling=votes[0], votes=votes, unconfirmed=True)
            for number, votes in enumerate(VOTES)
        ]
    )
    DraftReport(puzzle, DraftSteps(tmp_path), 0, None, as_json=True).tell_result(puzzle, draft, [])
    row = json.loads(capsys.readouterr().out)
    assert [row[name] for name in ("rulings", "agreed", "disagreed", "ruled_once")] == [4, 1, 2, 1]
    DraftReport(puzzle, DraftSteps(tmp_path), 0, None, as_json=False).tell_result(puzzle, draft, [])
    assert "agreed: 1, disagreed: 2, ruled once: 1" in capsys.readouterr().out


def test_a_translation_that_is_not_whole_is_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    puzzle = Puzzle.model_validate(canary_puzzle())
    draft = PuzzleDraft(untranslated=Bilingual("a question"))
    DraftReport(puzzle, DraftSteps(tmp_path), 0, None, as_json=True).tell_result(puzzle, draft, [])
    assert json.loads(capsys.readouterr().out)["untranslated"] == "a question"
    DraftReport(puzzle, DraftSteps(tmp_path), 0, None, as_json=False).tell_result(puzzle, draft, [])
    assert (
        "No translation: it is kept only whole, and a question had no usable one" in capsys.readouterr().out
    )


def test_what_went_into_files_is_named_by_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    puzzle, path = Puzzle.model_validate(canary_puzzle()), tmp_path / "bell_en.json"
    report = DraftReport(puzzle, DraftSteps(tmp_path), 0, None, as_json=False)
    report.tell_result(puzzle, PuzzleDraft(), [], path)
    report.tell_translation(puzzle, path)
    said = capsys.readouterr().out
    assert said.count(f"Written: {path}") == 2 and "All of it waits" not in said
