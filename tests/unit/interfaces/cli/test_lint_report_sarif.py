"""Findings as SARIF: each rule is described once, and each result names file, place and severity."""

from typing import Any

from echoes.games.lint_findings import LintFinding
from echoes.interfaces.cli.lint_report import sarif_log


def finding(rule: str, **more: Any) -> LintFinding:
    return LintFinding(**{"rule": rule, "place": "", "severity": "warning", "message": f"{rule}!", **more})


def test_a_log_has_one_run_with_a_result_for_each_finding():
    found = [
        ("a.json", finding("double", place="rulings[2]")),
        ("a.json", finding("double", severity="error")),
        ("b.json", finding("lonely", remedy="Add more.")),
    ]
    log = sarif_log(found)
    [run] = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["double", "lonely"]
    assert run["tool"]["driver"]["rules"][1]["help"] == {"text": "Add more."}
    assert [result["level"] for result in run["results"]] == ["warning", "error", "warning"]
    files = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]
    ]
    assert files == ["a.json", "a.json", "b.json"]
    assert run["results"][0]["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "rulings[2]"}]


def test_without_findings_there_is_a_run_without_results():
    assert sarif_log([])["runs"][0]["results"] == []
