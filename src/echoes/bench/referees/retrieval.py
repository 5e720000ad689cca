"""`echoes bench rag`: what retrieval brings at all.

The same questions are asked with none, with each provider, and with the whole puzzle in view.
"""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast

from echoes.bench.referees.gold import Gold
from echoes.bench.referees.rulings import score_referee
from echoes.bench.referees.scoring import Scored
from echoes.bench.runs.folder import Rows
from echoes.bench.runs.pool import OnItem
from echoes.config import Config
from echoes.core.errors import BadInput, EchoesError, OperatorError, StorageFailed
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.game import SituationPuzzle
from echoes.games.situation_puzzle.referees.base import Evidence
from echoes.rag.provider_factory import RAG_PROVIDERS


@dataclass(frozen=True)
class Way:
    """One way to come by what a ruling rests on.

    Attributes:
        provider: of knowledge bases; None for the configured one, which is not asked then.
    """

    name: str
    evidence: Evidence
    provider: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved(Scored):
    """One answer, and the way in which the referee came by what it rests on."""

    way: str


def ways(referee: str) -> list[Way]:
    """The ways for a referee: none, each provider that is known, and for a model the whole puzzle."""
    found = [Way(NO_RETRIEVAL, "none")]
    found += [Way(f"retrieval: {name}", "retrieved", name) for name in RAG_PROVIDERS.names()]
    return [*found, Way("the whole puzzle", "whole")] if referee != "embedded" else found


NO_RETRIEVAL = "no retrieval"


async def measure_retrieval(
    config: Config,
    gold: Gold,
    stories: Path | None,
    referee: str,
    run: Rows[Retrieved] | None = None,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> tuple[list[Retrieved], dict[str, str]]:
    """Ask every question in each way.

    Args:
        config: left as it is.
        gold: the questions.
        stories: outside stories; None takes the puzzles of the data folder.
        referee: its name.
        run: keeps each answer, and has those of before; None keeps none.
        concurrency: questions at once.
        on_item: is told of each answer.
    Returns:
        The answers, way by way, and why other ways can't be measured here.
    Raises:
        BadInput: there are no questions.
        OperatorError: nothing can be measured here.
    """
    if not gold.items:
        raise BadInput("there are no questions to ask", "Name a file with --gold.")
    rows: list[Retrieved] = []
    failed: dict[str, str] = {}
    for way in ways(referee):
        part = _OfOneWay(run, way.name) if run else None
        try:
            scored, _ = await score_referee(
                _config(config, way), gold, stories, referee, part, False, concurrency, on_item
            )
        except StorageFailed:
            raise
        except EchoesError as error:
            failed[way.name] = str(error)
            continue
        rows += [_retrieved(row, way.name) for row in scored]
    if not rows:
        raise OperatorError("; ".join(f"{way}: {error}" for way, error in failed.items()))
    return rows, failed


class _OfOneWay:
    """The answers of one way, in a run that holds those of all."""

    def __init__(self, run: Rows[Retrieved], way: str) -> None:
        self._run, self._way = run, way

    @property
    def rows(self) -> dict[str, Scored]:
        """Those that are finished."""
        return {
            key.removeprefix(f"{self._way} | "): row
            for key, row in self._run.rows.items()
            if row.way == self._way
        }

    def add(self, key: str, row: Scored) -> None:
        """Keep one."""
        self._run.add(f"{self._way} | {key}", _retrieved(row, self._way))


def _retrieved(row: Scored, way: str) -> Retrieved:
    return Retrieved(**{one.name: getattr(row, one.name) for one in fields(Scored)}, way=way)


def _config(config: Config, way: Way) -> Config:
    own = config.model_copy(deep=True)
    if way.provider:
        own.rag = own.rag.model_copy(update={"provider": way.provider})
    agents = own.agents.get(SituationPuzzle.name, {})
    referee = {**cast("JsonObject", agents.get("referee", {})), "evidence": way.evidence}
    own.agents = {**own.agents, SituationPuzzle.name: {**agents, "referee": referee}}
    return own
