"""The findings of lint, printed for a person, a program or an editor."""

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from echoes.core.text.plain_text import pluralize
from echoes.games.base import AnyGame
from echoes.games.lint_findings import LintFinding
from echoes.games.scenario import Scenario
from echoes.interfaces.cli.output import json_line

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


def report_findings(
    scenarios: Sequence[tuple[str, Scenario]],
    kinds: Mapping[str, AnyGame],
    form: Literal["text", "json", "sarif"],
    opinions: Sequence[LintFinding] = (),
) -> bool:
    """Print the findings on scenarios.

    Args:
        scenarios: each with its kind of game.
        kinds: the kinds of game by name.
        form: of the report.
        opinions: of a model, on the one scenario that is reported on.
    Returns:
        Whether there is an error among them.
    """
    together = {
        id(about): finding
        for name, game in kinds.items()
        for about, finding in game.review_together([one for kind, one in scenarios if kind == name])
    }
    log: list[tuple[str, LintFinding]] = []
    for name, scenario in scenarios:
        own = together.get(id(scenario))
        found = [*kinds[name].review(scenario), *([own] if own else []), *opinions]
        file = f"{kinds[name].folder}/{scenario.id}_{scenario.language}.json"
        log += [(file, finding) for finding in found]
        alone = kinds[name].playability(scenario, "en")
        if form == "json":
            told = {"without_model": dataclasses.asdict(alone)} if alone else {}
            json_line({**_row(scenario, found), **told})
        elif form == "text":
            _print(scenario, found)
            if alone:
                step = f". {alone.next_step}" if alone.next_step else ""
                print(f"  playable without a model: {alone.level} ({alone.reason}){step}")
    if form == "sarif":
        print(json.dumps(sarif_log(log), ensure_ascii=False, indent=1))
    return any(finding.severity == "error" for _, finding in log)


def _row(scenario: Scenario, found: Sequence[LintFinding]) -> dict[str, object]:
    return {
        "id": scenario.id,
        "language": scenario.language,
        "findings": [finding.message for finding in found],
        "details": [dataclasses.asdict(finding) for finding in found],
    }


def _print(scenario: Scenario, found: Sequence[LintFinding]) -> None:
    count = pluralize(len(found), "finding") if found else "no findings"
    print(f"{scenario.id} ({scenario.language}): {count}")
    for finding in found:
        remedy = f". {finding.remedy}" if finding.remedy else ""
        by = f"{finding.by} says: " if finding.by else ""
        print(f"  {finding.severity:8} {by}{finding.message}{remedy}")


def print_findings(scenario: Scenario, findings: Sequence[str], as_json: bool, what: str = "finding") -> None:
    """Print the findings about a scenario; `what` is one of them."""
    if as_json:
        json_line({"id": scenario.id, "language": scenario.language, "findings": [*findings]})
        return
    count = pluralize(len(findings), what) if findings else f"no {what}s"
    print(f"{scenario.id} ({scenario.language}): {count}")
    for finding in findings:
        print(f"  {finding}")
