"""Metrics in the form of Prometheus."""

import json
import re

from tests.support import ROOT

from echoes.core.operation.metrics import FAMILIES, Metrics, prometheus_text, series


def test_counts_and_times_are_added_up_until_they_are_taken():
    metrics = Metrics()
    for _ in range(2):
        metrics.count("echoes_turns_total", game="situation_puzzle")
    metrics.observe("echoes_turn_seconds", 0.3, game="heist")
    lines = prometheus_text(metrics.take()).splitlines()
    assert lines[:3] == [
        f"# HELP echoes_turns_total {FAMILIES['echoes_turns_total'][1]}",
        "# TYPE echoes_turns_total counter",
        'echoes_turns_total{game="situation_puzzle"} 2',
    ]
    assert 'echoes_turn_seconds_bucket{game="heist",le="0.5"} 1' in lines
    assert 'echoes_turn_seconds_bucket{game="heist",le="0.25"} 1' not in lines
    assert 'echoes_turn_seconds_sum{game="heist"} 0.3' in lines
    assert metrics.take() == {}


def test_a_label_can_not_break_the_form():
    assert series("a", b='x"} 1\n\\') == 'a{b="x} 1"}'


def test_the_dashboard_shows_every_metric_by_series_that_there_are():
    panels = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))["panels"]
    asked = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    names = {name for query in asked for name in re.findall(r"echoes_\w+", query)}
    kinds = {name: kind for name, (kind, _) in FAMILIES.items()}
    histograms = {f"{name}_bucket" for name, kind in kinds.items() if kind == "histogram"}
    assert len(asked) == len(panels) >= 8 and names <= {*kinds} | histograms
    assert {name.removesuffix("_bucket") for name in names} == {*kinds}
