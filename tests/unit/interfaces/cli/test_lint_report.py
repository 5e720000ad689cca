"""Findings are printed for a person, a program or an editor, and an error is told by the return value."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from echoes.games.lint_findings import LintFinding, Playability
from echoes.interfaces.cli.lint_report import print_findings, report_findings


@dataclass
class Riddle:
    """A scenario, by what a report needs."""

    id: str
    language: str = "en"


class Kind:
    """A kind of game with given findings."""

    folder = "riddles"

    def __init__(self, *own: LintFinding, together: Any = (), alone: Playability | None = None) -> None:
        self._own, self._together, self._alone = own, together, alone

    def review(self, scenario: Any) -> Any:
        return self._own

    def review_together(self, scenarios: Any) -> Any:
        return [(scenarios[0], one) for one in self._together]

    def playability(self, scenario: Any, language: str) -> Playability | None:
        return self._alone


def finding(severity: Any = "note", **more: Any) -> LintFinding:
    return LintFinding(**{"rule": "r", "severity": severity, "place": "", "message": "no hints", **more})


def reported(form: Any, kind: Kind, **more: Any) -> bool:
    return report_findings([("riddle", Riddle("bell"))], {"riddle": kind}, form, **more)  # type: ignore[list-item, dict-item]


def test_a_person_reads_what_to_do(capsys: pytest.CaptureFixture[str]):
    opinion = finding("warning", message="it is unfair", by="m")
    assert not reported("text", Kind(finding(remedy="Write hints")), opinions=[opinion])
    assert capsys.readouterr().out.splitlines() == [
        "bell (en): 2 findings",
        "  note     no hints. Write hints",
        "  warning  m says: it is unfair",
    ]


@pytest.mark.parametrize(("severity", "failed"), [("error", True), ("warning", False)])
def test_only_an_error_fails(severity: str, failed: bool):
    assert reported("text", Kind(finding(severity))) is failed
    assert reported("text", Kind(together=[finding(severity)])) is failed


def test_a_program_reads_one_object_a_line(capsys: pytest.CaptureFixture[str]):
    reported("json", Kind(finding()))
    row = json.loads(capsys.readouterr().out)
    assert (row["id"], row["findings"], row["details"][0]["severity"]) == ("bell", ["no hints"], "note")


def test_an_editor_reads_one_log_with_each_file(capsys: pytest.CaptureFixture[str]):
    reported("sarif", Kind(finding()))
    assert "riddles/bell_en.json" in capsys.readouterr().out


def test_without_findings_it_says_so(capsys: pytest.CaptureFixture[str]):
    print_findings(Riddle("bell"), [], as_json=False, what="fault")  # type: ignore[arg-type]
    print_findings(Riddle("bell"), ["lost"], as_json=False, what="fault")  # type: ignore[arg-type]
    assert capsys.readouterr().out.splitlines() == ["bell (en): no faults", "bell (en): 1 fault", "  lost"]
