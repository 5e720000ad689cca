"""The work of `echoes bench rag`."""

from dataclasses import replace

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.figures import number, with_interval
from echoes.bench.runs.intervals import PairedDifference
from echoes.bench.runs.jobs import Execution
from echoes.bench.runs.keeping import keep_run
from echoes.bench.situation_puzzle.command_specs import RagOptions
from echoes.bench.situation_puzzle.dossiers.command_runner import measure_dossiers
from echoes.bench.situation_puzzle.gold.gold_set import GoldSet, read_gold
from echoes.bench.situation_puzzle.gold.plan import gold_files, gold_plan, stories_hash
from echoes.bench.situation_puzzle.referees import named_referee
from echoes.bench.situation_puzzle.retrieval.asking import measure_retrieval, retrieval_setups
from echoes.bench.situation_puzzle.retrieval.figures import COMPARED, SetupFigures, setup_figures
from echoes.bench.situation_puzzle.retrieval.report import RAG_RUN, RetrievalPlan
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold
from echoes.config import load_config


async def ask(options: RagOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Ask the questions in each setup, and compare each with no retrieval."""
    if options.dossiers:
        return await measure_dossiers(options, on_progress)
    config = load_config()
    found = read_gold(options.gold) if options.gold else GoldSet(bundled_gold(config))
    gold = replace(found, items=[item for item in found.items if options.lang in (None, item.lang)])
    referee = named_referee(config, options.referee)
    files = gold_files(config, options.gold)

    def plan() -> RetrievalPlan:
        return {
            **gold_plan(config, "rag", referee, files, options.seed),
            "lang": options.lang,
            "stories_hash": stories_hash(options.stories),
            "ways": [setup.name for setup in retrieval_setups(referee, options.provider)],
            "questions": len(gold.items),
        }

    rows, failed = await keep_run(
        options.out,
        plan,
        RAG_RUN,
        lambda run: measure_retrieval(
            config,
            gold,
            referee,
            Execution(run, options.concurrency, on_progress),
            options.stories,
            options.provider,
        ),
    )
    figures = setup_figures(rows, options.seed)
    text = [line for one in figures for line in _text(one)]
    return BenchmarkOutcome(
        text=[*text, *report_line(options.out)],
        json_lines=[json_text(one.to_json()) for one in figures],
        notes=[f"{setup}: {error}" for setup, error in failed.items()],
    )


def _text(figures: SetupFigures) -> list[str]:
    tokens, median = figures.tokens_a_question, figures.rulings.median_ms
    return [
        f"{figures.setup}: {tokens:.0f} tokens, {median:.1f} ms a question",
        *(
            f"  {key:15} {figures.measured.text(key, 3)}{_change(figures.against_none.get(key))}"
            for key in COMPARED
        ),
    ]


def _change(apart: PairedDifference | None) -> str:
    found = apart or PairedDifference(0, None)
    return f"   {with_interval(found.difference, found.interval, 3)}, p {number(found.p, 3)}"
