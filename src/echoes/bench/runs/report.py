"""Reports of a run: a self-contained page, tables for a paper, and a JSON with everything."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from echoes.bench.runs.figures import Figures
from echoes.core.errors import StorageFailed
from echoes.core.files.writing import atomic_write

_TEMPLATE = Path(__file__).with_name("report.html.jinja")


@dataclass(frozen=True)
class ReportSection:
    """One section of a report.

    Attributes:
        head: the names of the columns; the first column names the row.
        rows: cells as texts.
        chart: SVG; empty for none.
        note: a paragraph on how to read it.
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
        header: what a reader must know first, by name.
        sections: in their order.
        figures: the JSON with everything.
    """

    title: str
    header: Mapping[str, str]
    sections: Sequence[ReportSection]
    figures: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def to_html(self) -> str:
        """Render one self-contained page."""
        from jinja2 import Environment  # heavy, and only reports need it

        environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        return environment.from_string(_TEMPLATE.read_text("utf-8")).render(report=self)

    def to_json(self) -> str:
        """Return all figures."""
        return json.dumps(self.figures, ensure_ascii=False, indent=1) + "\n"

    def to_markdown(self) -> str:
        """Return the tables for a paper."""
        lines = [f"<!-- {self.title}; {'; '.join(f'{k}: {v}' for k, v in self.header.items())} -->"]
        for section in self.sections:
            if section.in_paper:
                lines += ["", _line(section.head), _line(["---", *["---:"] * (len(section.head) - 1)])]
                lines += [_line(row) for row in section.rows]
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> None:
        """Write `report.html`, `report.json` and `report.md` into a run's folder.

        Raises:
            StorageFailed: they could not be written.
        """
        try:
            atomic_write(folder / "report.html", self.to_html())
            atomic_write(folder / "report.json", self.to_json())
            atomic_write(folder / "report.md", self.to_markdown())
        except OSError as error:
            raise StorageFailed(
                f"the report in {folder} can't be written ({error.strerror})",
                "Free space, then `echoes bench report` makes it.",
            ) from None


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def figures_table(groups: Mapping[str, Figures], titles: Mapping[str, str]) -> list[list[str]]:
    """Return table rows: one for each figure with its interval, a column for each group.

    Args:
        groups: figures by the name of their group.
        titles: of the figures that are shown, by name.
    """
    return [
        [title, *(group.measured.text(name, 3) for group in groups.values())]
        for name, title in titles.items()
    ]
