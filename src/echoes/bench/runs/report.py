"""Reports of a run: one page that needs nothing else, tables for a paper, and a JSON with everything."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from echoes.core.errors import StorageFailed
from echoes.core.files import write_whole

_TEMPLATE = Path(__file__).with_name("report.html.jinja")


class Spoken(Protocol):
    """A row of some language."""

    @property
    def lang(self) -> str | None: ...


class OfASet(Protocol):
    """A row of some part of the gold suite; empty for the first."""

    @property
    def set(self) -> str: ...


Row = TypeVar("Row", bound=Spoken)
SetRow = TypeVar("SetRow", bound=OfASet)
FIRST_SET = "first"
"""What the part of the gold suite is called whose rows name none: that of its versions 1 and 2."""


@dataclass(frozen=True)
class Part:
    """One part of a report.

    Attributes:
        head: the columns' names; the first column names the row.
        rows: cells as texts.
        chart: SVG, or nothing.
        note: how it is to be read.
        in_paper: whether it is a table for a paper.
    """

    title: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    chart: str = ""
    note: str = ""
    in_paper: bool = False

    def __post_init__(self) -> None:
        if any(len(row) != len(self.head) for row in self.rows):
            raise ValueError(f"a row of “{self.title}” has not as many cells as its head")


@dataclass(frozen=True)
class Report:
    """A whole report.

    Attributes:
        told: what a reader must know first, by name.
        figures: everything, for the JSON.
    """

    title: str
    told: Mapping[str, str]
    parts: Sequence[Part]
    figures: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def to_html(self) -> str:
        """One self-contained page."""
        from jinja2 import Environment

        environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        return environment.from_string(_TEMPLATE.read_text("utf-8")).render(report=self)

    def to_json(self) -> str:
        """All figures."""
        return json.dumps(self.figures, ensure_ascii=False, indent=1) + "\n"

    def to_markdown(self) -> str:
        """The tables for a paper."""
        lines = [f"<!-- {self.title}; {'; '.join(f'{k}: {v}' for k, v in self.told.items())} -->"]
        for part in self.parts:
            if part.in_paper:
                lines += ["", _line(part.head), _line(["---", *["---:"] * (len(part.head) - 1)])]
                lines += [_line(row) for row in part.rows]
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> None:
        """Write `report.html`, `report.json` and `report.md` into a run's folder.

        Raises:
            StorageFailed: they could not be written.
        """
        try:
            write_whole(folder / "report.html", self.to_html())
            write_whole(folder / "report.json", self.to_json())
            write_whole(folder / "report.md", self.to_markdown())
        except OSError as error:
            raise StorageFailed(
                f"the report in {folder} can't be written ({error.strerror})",
                "Free space, then `echoes bench report` makes it.",
            ) from None


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def number(value: float | None, places: int = 2) -> str:
    """A figure in a table; a dash where there is none."""
    return "–" if value is None else f"{value:.{places}f}"


def table(groups: Mapping[str, Mapping[str, Any]], named: Mapping[str, str]) -> list[list[str]]:
    """A row for each figure with its interval, a column for each group of figures.

    Args:
        groups: figures by the name of their group, each with its `intervals`.
        named: the keys of the figures that are shown, each with what it is called.
    """
    return [
        [name, *(with_interval(group[key], group["intervals"].get(key), 3) for group in groups.values())]
        for key, name in named.items()
    ]


def chart(figures: Mapping[str, Any], named: Mapping[str, str]) -> dict[str, Any]:
    """Figures from 0 to 1 with their intervals, by what they are called, for `charts.bars`."""
    return {name: (figures[key], figures["intervals"].get(key)) for key, name in named.items()}


def told_of(plan: Mapping[str, Any], **more: str) -> dict[str, str]:
    """What a reader of a referee's report must know first."""
    model = plan["models"]["referee"]["model"]
    return {
        "Referee": f"{plan['referee']}" + (f" ({model})" if model else ""),
        **more,
        "Seed": str(plan["seed"]),
        "Echoes": f"{plan['echoes']}, settings {plan['agents']}",
    }


def with_interval(value: float | None, interval: Sequence[float] | None, places: int = 2) -> str:
    """A figure with its interval."""
    if value is None or not interval:
        return number(value, places)
    return f"{value:.{places}f} [{interval[0]:.{places}f}, {interval[1]:.{places}f}]"


def by_language(rows: Sequence[Row], compute: Callable[[Sequence[Row]], dict[str, Any]]) -> dict[str, Any]:
    """The figures of all rows, and of each language under `languages`."""
    languages = sorted({row.lang for row in rows if row.lang})
    own = {lang: compute([row for row in rows if row.lang == lang]) for lang in languages}
    return {**compute(rows), "languages": own}


def by_set(rows: Sequence[SetRow], compute: Callable[[Sequence[SetRow]], dict[str, Any]]) -> dict[str, Any]:
    """The figures of all rows; where they are of several parts of the gold suite, of each under `sets`."""
    found = compute(rows)
    names = sorted({row.set for row in rows})
    if len(names) < 2:
        return found
    parts = {name or FIRST_SET: compute([row for row in rows if row.set == name]) for name in names}
    return {**found, "sets": parts}


def groups_of(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures by the names under which they are shown: of all, of each language, of each part in each."""
    groups: dict[str, Any] = {"all": figures, **figures["languages"]}
    for part, found in figures.get("sets", {}).items():
        groups |= {f"{part}, {language}": own for language, own in found["languages"].items()}
    return groups


def stories(count: int) -> str:
    """How many stories, in words."""
    return f"{count} {'story' if count == 1 else 'stories'}"
