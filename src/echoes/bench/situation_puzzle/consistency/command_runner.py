"""The work of `echoes bench consistency`."""

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.jobs import Execution
from echoes.bench.runs.keeping import keep_run
from echoes.bench.situation_puzzle.command_specs import ConsistencyOptions
from echoes.bench.situation_puzzle.consistency.asking import ask_groups, read_groups
from echoes.bench.situation_puzzle.consistency.figures import ConsistencyFigures, grouped_consistency_figures
from echoes.bench.situation_puzzle.consistency.report import CONSISTENCY_RUN, SHOWN
from echoes.bench.situation_puzzle.gold.plan import describe_story_count, gold_files, gold_plan
from echoes.bench.situation_puzzle.referees import named_referee
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.text.plain_text import pluralize


async def ask(options: ConsistencyOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Ask all groups, and count the contradictions."""
    config = load_config()
    files = gold_files(config, options.groups, "consistency")
    groups = [one for file in files for one in read_groups(file) if options.lang in (None, one.lang)]
    if not groups:
        raise BadInput("there are no groups to ask", "Name a file with --groups.")
    referee = named_referee(config, options.referee)
    rows = await keep_run(
        options.out,
        lambda: {**gold_plan(config, "consistency", referee, files, options.seed), "lang": options.lang},
        CONSISTENCY_RUN,
        lambda run: ask_groups(config, groups, referee, Execution(run, options.concurrency, on_progress)),
    )
    figures = grouped_consistency_figures(rows, options.seed)
    text = [line for name, group in figures.groups().items() for line in _text(name, group)]
    return BenchmarkOutcome([*text, *report_line(options.out)], [json_text(figures.to_json())])


def _text(name: str, figures: ConsistencyFigures) -> list[str]:
    return [
        f"{name}: {pluralize(figures.groups, 'group')} on {describe_story_count(figures.stories)}, "
        f"{pluralize(figures.pairs, 'pair')} ruled",
        *(f"  {key:20} {figures.measured.text(key, 3)}" for key in SHOWN),
    ]
