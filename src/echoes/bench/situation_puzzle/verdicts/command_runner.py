"""The work of `echoes bench referee --set hypotheses|hints`."""

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.figures import number
from echoes.bench.runs.jobs import Execution
from echoes.bench.runs.keeping import keep_run
from echoes.bench.situation_puzzle.command_specs import RefereeOptions
from echoes.bench.situation_puzzle.gold.plan import describe_story_count, gold_files, gold_plan
from echoes.bench.situation_puzzle.referees import named_referee
from echoes.bench.situation_puzzle.verdicts.figures import VerdictFigures, grouped_verdict_figures
from echoes.bench.situation_puzzle.verdicts.gold_texts import Kind, read_texts
from echoes.bench.situation_puzzle.verdicts.judging import judge_all
from echoes.bench.situation_puzzle.verdicts.report import HINTS_RUN, HYPOTHESES_RUN, SHOWN
from echoes.config import load_config
from echoes.core.errors import BadInput


async def judge(kind: Kind, options: RefereeOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Judge final answers or hints, and compare the verdicts with the gold ones."""
    config = load_config()
    files, referee = gold_files(config, options.gold, kind), named_referee(config, options.referee)
    if not files:
        raise BadInput(f"there are no {kind} to score", "Name a file with --gold.")
    texts = [text for file in files for text in read_texts(kind, file)]
    rows = await keep_run(
        options.out,
        lambda: gold_plan(config, kind, referee, files, options.seed),
        HYPOTHESES_RUN if kind == "hypotheses" else HINTS_RUN,
        lambda run: judge_all(config, texts, referee, Execution(run, options.concurrency, on_progress)),
    )
    figures = grouped_verdict_figures(kind, rows, options.seed)
    text = [line for name, group in figures.groups().items() for line in _text(name, group)]
    return BenchmarkOutcome(
        text=[*text, *_by_kind(figures.whole), *report_line(options.out)],
        json_lines=[json_text(figures.to_json())],
    )


def _text(name: str, figures: VerdictFigures) -> list[str]:
    return [
        f"{name}: {figures.n} {figures.set} on {describe_story_count(figures.stories)}",
        *(f"  {key:15} {figures.measured.text(key, 3)}" for key in SHOWN[figures.set]),
    ]


def _by_kind(figures: VerdictFigures) -> list[str]:
    return [
        f"  {name:17} ({found.n}) "
        + ", ".join(f"{key} {number(found.values[key], 2)}" for key in SHOWN[figures.set])
        for name, found in figures.by_kind.items()
    ]
