"""Asking the same questions with no retrieval, with each provider, and with the whole puzzle in view."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast

from echoes.bench.runs.folder import Rows
from echoes.bench.runs.jobs import Execution
from echoes.bench.situation_puzzle.gold.gold_set import GoldSet
from echoes.bench.situation_puzzle.rulings.asking import score_referee
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.config import Config
from echoes.core.errors import BadInput, EchoesError, OperatorError, StorageFailed
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.game import SituationPuzzle
from echoes.games.situation_puzzle.referees.contract import EvidenceSetting
from echoes.rag.provider_factory import RAG_PROVIDERS

NO_RETRIEVAL = "no retrieval"


@dataclass(frozen=True)
class RetrievalSetup:
    """One way in which a referee gets its evidence.

    Attributes:
        provider: of knowledge bases; None for the configured one, which is not asked then.
    """

    name: str
    evidence: EvidenceSetting
    provider: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupRuling(ScoredRuling):
    """One answer, and the name of the setup in which it was given."""

    way: str


def retrieval_setups(referee: str, providers: Sequence[str] | None = None) -> list[RetrievalSetup]:
    """Return the setups for a referee: no retrieval, providers, and for a model the whole puzzle.

    Args:
        referee: its name.
        providers: those to measure; None for all.
    Raises:
        UnknownName: there is no such provider.
    """
    for name in {*(providers or ())} - {*RAG_PROVIDERS.names()}:
        RAG_PROVIDERS.load(name)  # says which there are
    found = [RetrievalSetup(NO_RETRIEVAL, "none")]
    names = RAG_PROVIDERS.names() if providers is None else [*dict.fromkeys(providers)]
    found += [RetrievalSetup(f"retrieval: {name}", "retrieved", name) for name in names]
    return [*found, RetrievalSetup("the whole puzzle", "whole")] if referee != "embedded" else found


async def measure_retrieval(
    config: Config,
    gold: GoldSet,
    referee: str,
    execution: Execution[SetupRuling] | None = None,
    stories: Path | None = None,
    providers: Sequence[str] | None = None,
) -> tuple[list[SetupRuling], dict[str, str]]:
    """Ask every question in each setup.

    Args:
        config: is not changed.
        gold: the questions.
        referee: its name.
        execution: how the questions are run; None for one at a time, keeping no row.
        stories: outside stories; None takes the puzzles of the data folder.
        providers: those to measure; None for all.
    Returns:
        The answers, setup by setup, and for setups that can't be measured here the reason.
    Raises:
        BadInput: there are no questions.
        OperatorError: nothing can be measured here.
    """
    if not gold.items:
        raise BadInput("there are no questions to ask", "Name a file with --gold.")
    execution = execution or Execution()
    rows: list[SetupRuling] = []
    failed: dict[str, str] = {}
    for setup in retrieval_setups(referee, providers):
        own = _OfOneSetup(execution.rows, setup.name) if execution.rows else None
        running = Execution(own, execution.concurrency, execution.on_progress)
        try:
            scored, _ = await score_referee(_config(config, setup), gold, referee, running, stories)
        except StorageFailed:
            raise
        except EchoesError as error:
            failed[setup.name] = str(error)
            continue
        rows += [_with_setup(row, setup.name) for row in scored]
    if not rows:
        raise OperatorError("; ".join(f"{setup}: {error}" for setup, error in failed.items()))
    return rows, failed


class _OfOneSetup:
    """The answers of one setup, in a run that holds those of all."""

    def __init__(self, run: Rows[SetupRuling], setup: str) -> None:
        self._run, self._setup = run, setup

    @property
    def rows(self) -> dict[str, ScoredRuling]:
        """The finished ones."""
        return {
            key.removeprefix(f"{self._setup} | "): row
            for key, row in self._run.rows.items()
            if row.way == self._setup
        }

    def add(self, key: str, row: ScoredRuling) -> None:
        """Keep one."""
        self._run.add(f"{self._setup} | {key}", _with_setup(row, self._setup))


def _with_setup(row: ScoredRuling, setup: str) -> SetupRuling:
    return SetupRuling(**{one.name: getattr(row, one.name) for one in fields(ScoredRuling)}, way=setup)


def _config(config: Config, setup: RetrievalSetup) -> Config:
    own = config.model_copy(deep=True)
    if setup.provider:
        own.rag = own.rag.model_copy(update={"provider": setup.provider})
    agents = own.agents.get(SituationPuzzle.name, {})
    referee = {**cast("JsonObject", agents.get("referee", {})), "evidence": setup.evidence}
    own.agents = {**own.agents, SituationPuzzle.name: {**agents, "referee": referee}}
    return own
