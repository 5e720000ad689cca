"""Figures over stories: each with its interval, of all rows, of each language and of each part of a set."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from echoes.bench.runs.intervals import Measure, Tally, bootstrap, rounded, sum_tallies

FIRST_SET = "first"
"""The name of the part of a set whose rows name none."""


def number(value: float | None, places: int = 2) -> str:
    """Format a figure; a dash where there is none."""
    return "–" if value is None else f"{value:.{places}f}"


def with_interval(value: float | None, interval: Sequence[float] | None, places: int = 2) -> str:
    """Format a figure with its interval."""
    if value is None or not interval:
        return number(value, places)
    return f"{value:.{places}f} [{interval[0]:.{places}f}, {interval[1]:.{places}f}]"


@dataclass(frozen=True)
class Measured:
    """Figures by name.

    Attributes:
        values: the figures; None where there is nothing to measure.
        intervals: the 95% interval `[low, high]` of each that has one.
    """

    values: Mapping[str, float | None]
    intervals: Mapping[str, Sequence[float]]

    def __getitem__(self, name: str) -> float | None:
        return self.values[name]

    def to_json(self) -> dict[str, Any]:
        """Return the values as a flat JSON object, with the intervals under `intervals`."""
        return {**self.values, "intervals": {**self.intervals}}

    def text(self, name: str, places: int = 2) -> str:
        """Format a figure with its interval."""
        return with_interval(self.values[name], self.intervals.get(name), places)

    def plotted(self, names: Mapping[str, str]) -> dict[str, tuple[float | None, Sequence[float] | None]]:
        """Return figures with their intervals by their titles, for `charts.bars`.

        Args:
            names: the titles by the figures' names.
        """
        return {title: (self.values[name], self.intervals.get(name)) for name, title in names.items()}


def measure(stories: Mapping[str, Tally], measures: Mapping[str, Measure], seed: int = 0) -> Measured:
    """Compute figures, with 95% intervals by bootstrap over stories.

    Args:
        stories: the counts on each story.
        measures: by name.
        seed: of the resampling.
    """
    tally = sum_tallies(stories.values())
    values = {name: rounded(compute(tally)) for name, compute in measures.items()}
    return Measured(values, bootstrap(stories, measures, seed))


class Figures(Protocol):
    """Figures of a benchmark: some are measured over stories, others are its own."""

    @property
    def measured(self) -> Measured:
        """The figures that are measured over stories."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object, as `--json` prints them."""
        ...


class OfLanguage(Protocol):
    """A row of some language."""

    @property
    def lang(self) -> str | None:
        """Its language; None where it has none."""
        ...


class OfSet(OfLanguage, Protocol):
    """A row of some part of a set; empty for the first."""

    @property
    def set(self) -> str:
        """The name of the part."""
        ...


FiguresT = TypeVar("FiguresT", bound=Figures)
RowT = TypeVar("RowT", bound=OfLanguage)
SetRowT = TypeVar("SetRowT", bound=OfSet)


@dataclass(frozen=True)
class Grouped(Generic[FiguresT]):
    """Figures of all rows, and apart.

    Attributes:
        whole: of all rows.
        languages: of each language.
        parts: of each part of the set, where the rows are of several.
    """

    whole: FiguresT
    languages: Mapping[str, FiguresT]
    parts: Mapping[str, "Grouped[FiguresT]"] = field(default_factory=dict[str, "Grouped[FiguresT]"])

    def groups(self) -> dict[str, FiguresT]:
        """Return the figures by the names under which they are shown."""
        found = {"all": self.whole, **self.languages}
        for part, own in self.parts.items():
            found |= {f"{part}, {language}": figures for language, figures in own.languages.items()}
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the figures of all rows as a JSON object, with the others under `languages` and `sets`."""
        languages = {name: own.to_json() for name, own in self.languages.items()}
        parts = {"sets": {name: own.to_json() for name, own in self.parts.items()}} if self.parts else {}
        return {**self.whole.to_json(), "languages": languages, **parts}


def by_language(rows: Sequence[RowT], compute: Callable[[Sequence[RowT]], FiguresT]) -> Grouped[FiguresT]:
    """Compute the figures of all rows and of each language."""
    names = sorted({row.lang for row in rows if row.lang})
    languages = {name: compute([row for row in rows if row.lang == name]) for name in names}
    return Grouped(compute(rows), languages)


def by_set(rows: Sequence[SetRowT], compute: Callable[[Sequence[SetRowT]], FiguresT]) -> Grouped[FiguresT]:
    """Compute the figures of all rows, of each language, and of each of several parts of the set."""
    found = by_language(rows, compute)
    names = sorted({row.set for row in rows})
    if len(names) < 2:
        return found
    parts = {
        name or FIRST_SET: by_language([row for row in rows if row.set == name], compute) for name in names
    }
    return Grouped(found.whole, found.languages, parts)
