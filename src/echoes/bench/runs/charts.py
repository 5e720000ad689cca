"""Charts as inline SVG; their colours come from the page, for dark mode and print."""

from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 20, 14, 34
_BAR = 26
_ROW = 18
_LETTER = 7
"""The approximate width of a letter in the small print of the page."""
_WIDEST_NAME = 360
_TICKS = 4
_COLOURS = 6
"""Colours of the page; further lines start over, with another dash."""


def lines(series: Mapping[str, Sequence[float]], across: str, up: str) -> str:
    """Draw lines over rounds, 0 to 1.

    Args:
        series: values by name, the first for round 1.
        across, up: the titles of the axes.
    """
    longest = max((len(values) for values in series.values()), default=0)
    if longest < 2:
        return ""
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def point(n: int, value: float) -> str:
        return f"{_LEFT + width * n / (longest - 1):.1f},{_TOP + height * (1 - value):.1f}"

    parts = [_grid(width, height)]
    steps = max(1, (longest - 1) // 6)
    for n in range(0, longest, steps):
        x = point(n, 0).split(",")[0]
        parts.append(f'<text x="{x}" y="{_HEIGHT - 18}" text-anchor="middle">{n + 1}</text>')
    for number, (name, values) in enumerate(series.items()):
        style = f"c{number % _COLOURS}" + (" dashed" if number >= _COLOURS else "")
        path = " ".join(point(n, value) for n, value in enumerate(values))
        y = _HEIGHT + 14 + _ROW * number
        parts.append(f'<polyline class="line {style}" points="{path}"/>')
        parts.append(_line(f"line {style}", _LEFT, _LEFT + 24, y, y))
        parts.append(f'<text x="{_LEFT + 32}" y="{y + 4}">{escape(name)}</text>')
    parts.append(
        f'<text x="{_LEFT + width / 2}" y="{_HEIGHT - 2}" text-anchor="middle">{escape(across)}</text>'
    )
    return _svg(_HEIGHT + 10 + _ROW * len(series), f"{up} by {across}", parts)


def bars(values: Mapping[str, tuple[float | None, Sequence[float] | None]], up: str) -> str:
    """Draw bars from 0 to 1 with their intervals, a name each.

    Args:
        values: by name the value, None for none, and `[low, high]`, None for none.
        up: the title of the axis.
    """
    left = min(_WIDEST_NAME, 16 + _LETTER * max(map(len, values), default=0))
    height = _BAR * len(values) + _BOTTOM
    width = _WIDTH - left - 60
    parts: list[str] = []
    for tick in range(_TICKS + 1):
        x = left + width * tick / _TICKS
        parts.append(_line("grid", x, x, 4, height - _BOTTOM + 4))
        parts.append(f'<text x="{x}" y="{height - 14}" text-anchor="middle">{tick / _TICKS:g}</text>')
    for number, (name, (value, interval)) in enumerate(values.items()):
        y = 4 + _BAR * number
        parts.append(f'<text x="{left - 8}" y="{y + 17}" text-anchor="end">{escape(name)}</text>')
        if value is None:
            parts.append(f'<text x="{left + 6}" y="{y + 17}">–</text>')
            continue
        parts.append(
            f'<rect class="bar" x="{left}" y="{y + 4}" width="{width * value:.1f}" height="{_BAR - 9}"/>'
        )
        end = value
        if interval:
            low, high = (left + width * one for one in interval)
            end, middle = max(interval[1], value), y + _BAR / 2 - 0.5
            parts.append(
                f'<line class="interval" x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>'
            )
        parts.append(f'<text x="{left + width * end + 6:.1f}" y="{y + 17}">{value:.2f}</text>')
    return _svg(height, up, parts)


def _grid(width: float, height: float) -> str:
    parts: list[str] = []
    for tick in range(_TICKS + 1):
        y = _TOP + height * (1 - tick / _TICKS)
        parts.append(_line("grid", _LEFT, _LEFT + width, y, y))
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{tick / _TICKS:g}</text>')
    return "".join(parts)


def _line(style: str, x1: float, x2: float, y1: float, y2: float) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}"/>'


def _svg(height: int, title: str, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(title)}">{body}</svg>'
