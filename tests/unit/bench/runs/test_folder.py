"""A run on disk can be killed at any byte, goes on from there, and is the same run."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from echoes.bench.runs.folder import RunFolder, read_rows
from echoes.bench.runs.report import ReportSection
from echoes.core.errors import BadInput, StorageFailed

PLAN = {"format": 1, "kind": "players", "seed": 0, "puzzles": ["a"]}


@dataclass(frozen=True)
class Game:
    """A row of a run."""

    puzzle: str
    solved: bool


FORM = TypeAdapter(Game)
ROWS = {f"game {n}": Game("狗" * n, n % 2 == 0) for n in range(5)}


def written(folder: Path) -> bytes:
    with RunFolder(folder, PLAN, FORM) as run:
        for key, row in ROWS.items():
            run.add(key, row)
    return (folder / "rows.jsonl").read_bytes()


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 400))
def test_a_run_that_is_killed_at_any_byte_goes_on_and_has_every_game_once(
    cut: int, tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("run") / "run"
    whole = written(folder)
    (folder / "rows.jsonl").write_bytes(whole[: min(cut, len(whole))])
    with RunFolder(folder, PLAN, FORM) as run:
        assert list(run.rows.items()) == list(ROWS.items())[: len(run.rows)]
        for key, row in ROWS.items():
            if key not in run.rows:
                run.add(key, row)
    assert read_rows(folder, FORM) == ROWS
    assert (folder / "rows.jsonl").read_bytes() == whole


@pytest.mark.parametrize("change", [{"seed": 1}, {"puzzles": ["b"]}, {"more": 1}])
def test_a_folder_holds_one_run(change: dict[str, Any], tmp_path: Path):
    written(tmp_path / "run")
    with pytest.raises(BadInput, match=f"'{next(iter(change))}' differs"):
        RunFolder(tmp_path / "run", PLAN | change, FORM)
    with RunFolder(tmp_path / "run", PLAN | {"machine": "another"}, FORM) as run:
        assert len(run.rows) == len(ROWS)


def test_two_processes_are_not_at_one_run(tmp_path: Path):
    with RunFolder(tmp_path / "run", PLAN, FORM), pytest.raises(BadInput, match="another process"):
        RunFolder(tmp_path / "run", PLAN, FORM)
    RunFolder(tmp_path / "run", PLAN, FORM).close()


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(BadInput, match="no run"):
        RunFolder(tmp_path, PLAN, FORM)
    assert [path.name for path in tmp_path.iterdir() if path.name != ".lock"] == ["thesis.tex"]


def test_a_start_that_was_killed_leaves_the_folder_free(tmp_path: Path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".run.json.4711").write_text('{"form')
    RunFolder(tmp_path / "run", PLAN, FORM).close()


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path):
    written(tmp_path / "run")
    path = tmp_path / "run" / "rows.jsonl"
    lines = path.read_text("utf-8").splitlines()
    lines[2] = lines[2][:9]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(BadInput, match="line 3: is damaged"):
        RunFolder(tmp_path / "run", PLAN, FORM)


def test_no_key_gets_into_a_plan(monkeypatch: pytest.MonkeyPatch):
    from echoes.bench.runs.environment import run_environment
    from echoes.config import load_config

    monkeypatch.setenv("ECHOES__MODELS__PROVIDER", "api")
    monkeypatch.setenv("ECHOES__MODELS__LLM_MODEL_NAME", "m")
    monkeypatch.setenv("ECHOES__MODELS__API_KEY", "sk-very-secret")
    monkeypatch.setenv("ECHOES__MODELS__BASE_URL", "http://me:sk-very-secret@127.0.0.1:9/v1")
    assert "very-secret" not in json.dumps(run_environment(load_config()))


def test_a_write_that_fails_half_way_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "run"
    with RunFolder(folder, PLAN, FORM) as run:
        run.add("a", ROWS["game 1"])
        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", _full)
            with pytest.raises(StorageFailed, match="No space"):
                run.add("b", ROWS["game 2"])
        run.add("c", ROWS["game 3"])
    assert list(read_rows(folder, FORM)) == ["a", "c"]


def _full(handle: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_start_on_a_full_disk_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.fsync", _full)
    with pytest.raises(StorageFailed, match="run can't be written"):
        RunFolder(tmp_path / "run", PLAN, FORM)


def test_a_table_has_as_many_cells_as_its_head():
    with pytest.raises(ValueError, match="Solved"):
        ReportSection("Solved", ["player", "games"], [["baseline", "1", "0"]])
