"""The work of `echoes bench ranker`."""

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.situation_puzzle.command_specs import RankerOptions
from echoes.bench.situation_puzzle.ranker import training
from echoes.bench.situation_puzzle.ranker.examples import read_examples
from echoes.config import load_config
from echoes.games.situation_puzzle.referees.rules.ranking import WEIGHTS


async def learn(options: RankerOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Learn the weights anew; with `--write` they replace the old ones."""
    weights, report = training.learn(await read_examples(load_config(), on_progress))
    if options.write:
        training.write(weights, WEIGHTS)
        report.append(f"Written: {WEIGHTS}")
    content = {language: models.to_json() for language, models in weights.items()}
    return BenchmarkOutcome(report, [json_text({"report": report, "weights": content})])
