"""The figures of rulings in each retrieval setup, beside no retrieval."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from echoes.bench.runs.figures import Measured
from echoes.bench.runs.intervals import PairedDifference, paired_test, rounded
from echoes.bench.situation_puzzle.retrieval.asking import NO_RETRIEVAL, SetupRuling
from echoes.bench.situation_puzzle.rulings.figures import MEASURES, RulingFigures, ruling_figures, tallies
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling

COMPARED = ("accuracy_ruled", "coverage", "exact", "reach", "false_yes", "false_no")
"""The figures in which a setup is compared with no retrieval."""


@dataclass(frozen=True)
class SetupFigures:
    """The figures of one setup.

    Attributes:
        setup: its name.
        rulings: its figures.
        tokens_a_question: the mean.
        against_none: how it differs from no retrieval, over stories; empty where that was not measured.
    """

    setup: str
    rulings: RulingFigures
    tokens_a_question: float | None
    against_none: Mapping[str, PairedDifference]

    @property
    def measured(self) -> Measured:
        """The measures over stories."""
        return self.rulings.measured

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        against_none = {name: found.to_json() for name, found in self.against_none.items()}
        return {
            "way": self.setup,
            **self.rulings.to_json(),
            "tokens_a_question": self.tokens_a_question,
            "against_none": against_none,
        }


def setup_figures(rows: Sequence[SetupRuling], seed: int) -> list[SetupFigures]:
    """Compute the figures of each setup, in the order in which they were measured.

    Args:
        rows: one for each question in each setup.
        seed: of the resampling.
    """
    setups: dict[str, list[SetupRuling]] = {}
    for row in rows:
        setups.setdefault(row.way, []).append(row)
    bare = setups.get(NO_RETRIEVAL, [])
    found: list[SetupFigures] = []
    for setup, own in setups.items():
        rulings = ruling_figures(own, seed)
        against_none = {name: _difference(bare, own, name, seed) for name in COMPARED if bare}
        found.append(SetupFigures(setup, rulings, rounded(rulings.tokens / rulings.n), against_none))
    return found


def _difference(
    one: Sequence[ScoredRuling], other: Sequence[ScoredRuling], name: str, seed: int
) -> PairedDifference:
    first, second = tallies(one), tallies(other)
    measure = MEASURES[name]
    values = [(measure(first[story]), measure(second[story])) for story in sorted({*first} & {*second})]
    return paired_test([b - a for a, b in values if a is not None and b is not None], seed)
