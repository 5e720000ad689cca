"""The part of `echoes bench rag` that measures long dossiers."""

from echoes.bench.ready_vectors import ReadyVectors
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.situation_puzzle.command_specs import RagOptions
from echoes.bench.situation_puzzle.dossiers.making import make_dossier
from echoes.bench.situation_puzzle.dossiers.recall import DEPTHS, RecallFigures, measure_recall
from echoes.config import load_config
from echoes.models.provider_registry import ModelProviderRegistry


async def measure_dossiers(options: RagOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Measure how much of the evidence is found in dossiers of 20,000 words."""
    config = load_config()
    paths = sorted(config.paths.material("dossiers").glob("*.json"))
    made = [make_dossier(path, seed=options.seed) for path in paths]
    dossiers = [one for one in made if options.lang in (None, one.puzzle.language)]
    embedder = ReadyVectors(ModelProviderRegistry(config.models).embeddings())
    failed: dict[str, str] = {}
    figures = [one async for one in measure_recall(dossiers, embedder, options.provider, failed, on_progress)]
    return BenchmarkOutcome(
        text=list(map(_text, figures)),
        json_lines=[json_text(one.to_json()) for one in figures],
        notes=[f"{name}: {error}" for name, error in failed.items()],
    )


def _text(figures: RecallFigures) -> str:
    setup = f"{figures.provider} {figures.mode or ''}".strip()
    recall = ", ".join(f"{figures.recall[depth]:.2f} at {depth}" for depth in DEPTHS)
    kinds = ", ".join(f"{kind} {value:.2f}" for kind, value in figures.by_kind.items())
    built = "" if figures.build_s is None else f", built in {figures.build_s:.1f} s"
    return (
        f"{figures.dossier:14} {setup:16} recall {recall} ({kinds}); {figures.query_ms:.1f} ms a query{built}"
    )
