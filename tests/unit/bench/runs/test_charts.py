"""Charts are SVG that a browser can draw, with every name escaped."""

from xml.etree import ElementTree

from echoes.bench.runs.charts import bars, lines

SVG = ElementTree.fromstring


def test_a_bar_is_as_wide_as_its_value_and_one_without_a_value_has_none():
    drawn = SVG(bars({"half <b>": (0.5, (0.25, 0.75)), "whole": (1.0, None), "none": (None, None)}, "share"))
    half, whole = (float(one.get("width", 0)) for one in drawn.iter("rect"))
    assert whole == 2 * half > 0
    [interval] = (one for one in drawn.iter("line") if one.get("class") == "interval")
    assert round(float(interval.get("x2", 0)) - float(interval.get("x1", 0)), 1) == half
    said = [one.text for one in drawn.iter("text")]
    assert {"half <b>", "0.50", "1.00", "–"} <= {*said}


def test_lines_rise_with_their_values_and_need_two_rounds():
    drawn = SVG(lines({"a": [0.0, 1.0], "b": [0.5]}, "round", "coverage"))
    first, second = drawn.iter("polyline")
    (x1, y1), (x2, y2) = (point.split(",") for point in first.get("points", "").split())
    assert float(x1) < float(x2) and float(y1) > float(y2)
    assert len(second.get("points", "").split()) == 1
    assert lines({"a": [0.5]}, "round", "coverage") == ""
