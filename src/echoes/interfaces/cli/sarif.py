"""Findings of lint as SARIF 2.1.0, which editors and code hosts show beside the lines."""

from collections.abc import Iterable
from typing import Any

from echoes.games.lint_findings import LintFinding

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(findings: Iterable[tuple[str, LintFinding]]) -> dict[str, Any]:
    """Return a log with one run.

    Args:
        findings: each with the file of its scenario.
    """
    results: list[dict[str, Any]] = []
    rules: dict[str, dict[str, Any]] = {}
    for file, finding in findings:
        rules.setdefault(finding.rule, {"id": finding.rule, "help": {"text": finding.remedy or finding.rule}})
        location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": file}}}
        if finding.place:
            location["logicalLocations"] = [{"fullyQualifiedName": finding.place}]
        results.append(
            {
                "ruleId": finding.rule,
                "level": finding.severity,
                "message": {
                    "text": f"{finding.by} says: {finding.message}" if finding.by else finding.message
                },
                "locations": [location],
            }
        )
    driver = {"name": "echoes puzzles lint", "rules": [*rules.values()]}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
