"""`echoes bench rag`: what retrieval brings at all.

The same questions are asked with none, with each provider, and with the whole puzzle in view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from echoes.bench.referees.gold import Gold
from echoes.bench.referees.rulings import OnItem, score_referee
from echoes.bench.referees.scoring import MEASURES, Scored, report, tallies
from echoes.bench.runs.intervals import paired, rounded
from echoes.config import Config
from echoes.core.errors import BadInput, EchoesError
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.game import SituationPuzzle
from echoes.games.situation_puzzle.referees.base import Evidence
from echoes.rag.provider_factory import RAG_PROVIDERS

COMPARED = ("accuracy_ruled", "coverage", "exact", "reach", "false_yes", "false_no")


@dataclass(frozen=True)
class Way:
    """One way to come by what a ruling rests on.

    Attributes:
        provider: of knowledge bases; None for the configured one, which is not asked then.
    """

    name: str
    evidence: Evidence
    provider: str | None = None


def ways(referee: str) -> list[Way]:
    """The ways for a referee: none, each provider that is known, and for a model the whole puzzle."""
    found = [Way("no retrieval", "none")]
    found += [Way(f"retrieval: {name}", "retrieved", name) for name in RAG_PROVIDERS.names()]
    return [*found, Way("the whole puzzle", "whole")] if referee != "embedded" else found


async def measure_retrieval(
    config: Config,
    gold: Gold,
    stories: Path | None,
    referee: str,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
    seed: int = 0,
) -> list[dict[str, Any]]:
    """Ask every question in each way.

    Args:
        config: left as it is.
        gold: the questions.
        stories: outside stories; None takes the puzzles of the data folder.
        referee: its name.
        concurrency: questions at once.
        on_item: is told of each answer.
        seed: of the resampling.
    Returns:
        For each way the figures of `scoring.report`, tokens and milliseconds a question, and under
        `against_none` how it differs from no retrieval, over stories; or `error`, where a
        provider can't be used here.
    """
    if not gold.items:
        raise BadInput("there are no questions to ask", "Name a file with --gold.")
    rows: list[dict[str, Any]] = []
    bare: Sequence[Scored] = ()
    for way in ways(referee):
        try:
            scored, _ = await score_referee(
                gold, None, stories, referee, False, concurrency, on_item, config=_config(config, way)
            )
        except EchoesError as error:
            rows.append({"way": way.name, "error": str(error)})
            continue
        bare = scored if way.evidence == "none" else bare
        figures = report(scored, seed)
        rows.append(
            {
                "way": way.name,
                **figures,
                "tokens_a_question": rounded(figures["tokens"] / figures["n"]),
                "against_none": {name: _apart(bare, scored, name, seed) for name in COMPARED if bare},
            }
        )
    return rows


def _apart(one: Sequence[Scored], other: Sequence[Scored], name: str, seed: int) -> Mapping[str, Any]:
    first, second = tallies(one), tallies(other)
    measure = MEASURES[name]
    values = [(measure(first[story]), measure(second[story])) for story in sorted(first)]
    return paired([b - a for a, b in values if a is not None and b is not None], seed)


def _config(config: Config, way: Way) -> Config:
    own = config.model_copy(deep=True)
    if way.provider:
        own.rag = own.rag.model_copy(update={"provider": way.provider})
    agents = own.agents.get(SituationPuzzle.name, {})
    referee = {**cast("JsonObject", agents.get("referee", {})), "evidence": way.evidence}
    own.agents = {**own.agents, SituationPuzzle.name: {**agents, "referee": referee}}
    return own
