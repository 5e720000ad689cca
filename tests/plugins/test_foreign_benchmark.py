"""A foreign package brings a benchmark of its game, and the platform runs, keeps, reports and compares it."""

import json
from pathlib import Path

import pytest
from tests.warm import echoes

from echoes.bench.runs.registry import BENCHMARKS
from echoes.core.errors import UnknownName

HERE = Path(__file__).parent


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> Path:
    """A folder to work in, with the package on the path."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    return own_folders


def bench(*arguments: str, status: int = 0) -> str:
    done = echoes("bench", *arguments)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_it_is_listed_with_its_options_and_gone_with_its_package(
    installed: Path, monkeypatch: pytest.MonkeyPatch
):
    assert "  pig          Let AI players play Pig" in bench("--help")
    assert "How many games are played." in bench("pig", "--help")
    bench("pig", "--games", "0", status=2)
    monkeypatch.delenv("PYTHONPATH")
    bench("pig", status=2)
    with pytest.raises(UnknownName, match="unknown benchmark 'pig'"):
        BENCHMARKS.load("pig")


def test_its_run_is_kept_goes_on_and_is_reported_and_compared(installed: Path):
    folder = str(installed / "run")
    command = ("pig", "--games", "6", "--goal", "20", "--seed", "1", "--out", folder, "--json")
    [figures] = map(json.loads, bench(*command).splitlines())
    low, high = figures["intervals"]["first_seat_wins"]
    assert figures["games"] == 6
    assert 0 <= low <= figures["first_seat_wins"] <= high <= 1
    rows = installed / "run" / "rows.jsonl"
    whole = rows.read_text("utf-8")
    rows.write_text("".join(whole.splitlines(keepends=True)[:2]), "utf-8")
    [again] = map(json.loads, bench(*command).splitlines())
    assert again == figures
    assert sorted(rows.read_text("utf-8").splitlines()) == sorted(whole.splitlines())
    [reported] = map(json.loads, bench("report", folder, "--json").splitlines())
    assert reported["first_seat_wins"] == figures["first_seat_wins"]
    [compared] = map(json.loads, bench("compare", folder, folder, "--json").splitlines())
    assert compared["groups"][0]["figures"]["turns"]["difference"] == 0.0
    assert "won by the first seat: " in bench("pig", "--games", "2", "--goal", "20")
