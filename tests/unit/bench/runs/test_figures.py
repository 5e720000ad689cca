"""Figures of all rows, of each language and of each part of a set, each with its interval."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from echoes.bench.runs.figures import Measured, by_language, by_set, measure, number, with_interval
from echoes.bench.runs.intervals import share


@dataclass(frozen=True)
class Row:
    """A row of a language and a part of a set."""

    lang: str | None
    right: bool
    set: str = ""


@dataclass(frozen=True)
class Shares:
    """The share of right rows."""

    measured: Measured
    rows: int

    def to_json(self) -> dict[str, object]:
        return {"rows": self.rows, **self.measured.to_json()}


def shares(rows: object) -> Shares:
    found = [row for row in rows if isinstance(row, Row)]  # type: ignore[attr-defined]
    stories = {str(n): {"right": float(row.right), "all": 1.0} for n, row in enumerate(found)}
    return Shares(measure(stories, {"right": share("right", "all")}), len(found))


ROWS = st.lists(
    st.builds(Row, st.sampled_from(["en", "zh"]), st.booleans(), st.sampled_from(["", "blind"])),
    min_size=1,
    max_size=8,
)


@given(ROWS)
def test_every_row_counts_once_in_all_and_once_in_its_language(rows: list[Row]):
    found = by_language(rows, shares)
    assert found.whole.rows == len(rows) == sum(own.rows for own in found.languages.values())
    assert sorted(found.languages) == sorted({row.lang for row in rows})


@given(ROWS)
def test_parts_are_shown_only_where_there_are_several(rows: list[Row]):
    found = by_set(rows, shares)
    names = {row.set or "first" for row in rows}
    assert set(found.parts) == (names if len(names) > 1 else set())
    assert ("sets" in found.to_json()) == (len(names) > 1)


def test_an_interval_holds_its_figure_and_the_same_seed_gives_the_same():
    stories = {str(n): {"right": float(n % 2), "all": 1.0} for n in range(10)}
    one, same = (measure(stories, {"right": share("right", "all")}, seed=3) for _ in range(2))
    low, high = one.intervals["right"]
    assert low <= (one["right"] or 0) <= high
    assert one == same


def test_where_there_is_nothing_to_measure_there_is_a_dash_and_no_interval():
    found = measure({"a": {}}, {"right": share("right", "all")})
    assert found["right"] is None and found.text("right") == "–" and not found.intervals
    assert (number(0.126), with_interval(0.5, [0.25, 0.75])) == ("0.13", "0.50 [0.25, 0.75]")
