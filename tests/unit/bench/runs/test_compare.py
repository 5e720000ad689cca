"""Two runs are compared over what both have asked, and over nothing else."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from echoes.bench.runs import compare as module
from echoes.bench.runs.compare import compare
from echoes.bench.runs.intervals import share, tallies_by
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report
from echoes.core.errors import BadInput


@dataclass(frozen=True)
class Row:
    """An answer about a story, by somebody."""

    story: str
    right: bool
    by: str = "ann"


def report(*_: Any) -> Report:
    raise AssertionError("nothing is reported here")


KIND = RunKind(
    form=TypeAdapter(Row),
    report=report,
    measures={"right": share("right", "all")},
    tallies=lambda rows: tallies_by(
        rows, lambda row: row.story, lambda row: {"right": float(row.right), "all": 1.0}
    ),
    group=lambda row: row.by,
)
Runs = dict[str, tuple[dict[str, Any], dict[str, Row]]]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """The plan and the rows of each run, by the name of its folder."""
    found: Runs = {}

    def read(folder: Path) -> tuple[dict[str, Any], RunKind[Row], dict[str, Row]]:
        plan, rows = found[folder.name]
        return {"kind": "answers", **plan}, KIND, rows

    monkeypatch.setattr(module, "read_run", read)
    return found


def test_what_only_one_has_asked_is_named_and_not_counted(runs: Runs):
    runs["one"] = ({}, {"q1": Row("a", True), "q2": Row("b", True), "only": Row("c", False)})
    runs["two"] = ({}, {"q1": Row("a", False), "q2": Row("b", True)})
    [group] = compare(Path("one"), Path("two")).groups
    assert (group.stories, group.rows, group.shared) == (2, (3, 2), (2, 2))
    assert (group.only_first, group.only_second) == (["only"], [])
    figure = group.figures["right"]
    assert (figure.first, figure.second, figure.change.difference) == (1.0, 0.5, -0.5)


def test_groups_of_one_name_are_compared_and_single_ones_whatever_their_names(runs: Runs):
    runs["one"] = ({}, {"q1": Row("a", True, "ann"), "q2": Row("a", True, "bo")})
    runs["two"] = ({}, {"q1": Row("a", True, "ann"), "q2": Row("a", False, "cy")})
    assert [(g.first, g.second) for g in compare(Path("one"), Path("two")).groups] == [("ann", "ann")]
    runs["one"] = ({}, {"q1": Row("a", True, "ann")})
    runs["two"] = ({}, {"q1": Row("a", True, "cy")})
    assert [(g.first, g.second) for g in compare(Path("one"), Path("two")).groups] == [("ann", "cy")]


def test_it_is_said_in_what_the_plans_differ_but_not_the_machine(runs: Runs):
    row = {"q1": Row("a", True)}
    runs["one"] = ({"model": "small", "seed": 1, "machine": "x"}, row)
    runs["two"] = ({"model": "large", "seed": 1, "machine": "y", "limit": 3}, row)
    assert compare(Path("one"), Path("two")).differs == ["model", "limit"]


@pytest.mark.parametrize(
    ("second", "said"),
    [({"kind": "games"}, "Compare two of a kind"), ({}, "nothing in common")],
)
def test_what_can_not_be_compared_is_refused(runs: Runs, second: dict[str, Any], said: str):
    runs["one"] = ({}, {"q1": Row("a", True)})
    runs["two"] = (second, {"q9": Row("z", True)})
    with pytest.raises(BadInput, match=said):
        compare(Path("one"), Path("two"))
