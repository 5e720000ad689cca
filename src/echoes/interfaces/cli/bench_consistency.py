"""`echoes bench consistency` and `echoes bench rag`."""

from pathlib import Path
from typing import Annotated

import typer

from echoes.interfaces.cli.bench_runs import (
    ConcurrencyOption,
    OutOption,
    RefereeOption,
    SeedOption,
    carried_out,
    say_where,
)
from echoes.interfaces.cli.play import JsonOption, LangOption


def consistency(
    groups: Annotated[
        Path | None, typer.Option("--groups", help="JSON lines: story, lang, ruling, same, opposite.")
    ] = None,
    name: RefereeOption = None,
    lang: LangOption = None,
    concurrency: ConcurrencyOption = 1,
    seed: SeedOption = 0,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """See whether a referee contradicts itself: paraphrases, contraries, other orders, asking again."""
    from echoes.bench.referees.consistency import ask_groups, read_groups
    from echoes.bench.referees.consistency_report import BENCHMARK, SHOWN, figures_of
    from echoes.bench.referees.plans import gold_files, gold_plan
    from echoes.bench.runs.report import with_interval
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.output import json_line

    config = load_config()
    files = gold_files(config, groups, "consistency")
    asked = [group for file in files for group in read_groups(file) if lang in (None, group.lang)]
    if not asked:
        raise BadInput("there are no groups to ask", "Name a file with --groups.")
    referee = named_referee(config, name)
    rows = carried_out(
        out,
        lambda: gold_plan(config, "consistency", referee, files, seed, lang=lang),
        BENCHMARK,
        "groups",
        lambda run, told: ask_groups(config, asked, referee, run, concurrency, told),
    )
    figures = figures_of(rows, seed)
    if as_json:
        json_line(figures)
        return
    for group, found in {"all": figures, **figures["languages"]}.items():
        print(
            f"{group}: {found['groups']} groups on {found['stories']} stories, {found['pairs']} pairs ruled"
        )
        for key in SHOWN:
            print(f"  {key:20} {with_interval(found[key], found['intervals'].get(key), 3)}")
    say_where(out)


def rag(
    gold: Annotated[Path | None, typer.Option("--gold", help="JSON lines: story, text, ruling.")] = None,
    stories: Annotated[
        Path | None, typer.Option("--stories", help="The stories, where they are no puzzles here.")
    ] = None,
    name: RefereeOption = None,
    lang: LangOption = None,
    concurrency: ConcurrencyOption = 1,
    seed: SeedOption = 0,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what retrieval brings: with none, with each provider, with the whole puzzle."""
    from dataclasses import replace

    from echoes.bench.referees.gold import Gold, read_gold
    from echoes.bench.referees.plans import gold_files, gold_plan, stories_hash
    from echoes.bench.referees.retrieval import measure_retrieval, ways
    from echoes.bench.referees.retrieval_report import BENCHMARK, COMPARED, figures_of
    from echoes.bench.referees.rulings import bundled_gold
    from echoes.bench.runs.report import number, with_interval
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.interfaces.cli.output import json_line, notice

    config = load_config()
    found = read_gold(gold) if gold else Gold(bundled_gold(config))
    asked = replace(found, items=[item for item in found.items if lang in (None, item.lang)])
    referee = named_referee(config, name)
    files = gold_files(config, gold)
    known = [way.name for way in ways(referee)]
    more = {"lang": lang, "stories_hash": stories_hash(stories), "ways": known, "questions": len(asked.items)}
    rows, failed = carried_out(
        out,
        lambda: gold_plan(config, "rag", referee, files, seed, **more),
        BENCHMARK,
        "questions",
        lambda run, told: measure_retrieval(config, asked, stories, referee, run, concurrency, told),
    )
    for way, error in failed.items():
        notice(f"{way}: {error}")
    for row in figures_of(rows, seed):
        if as_json:
            json_line(row)
            continue
        print(f"{row['way']}: {row['tokens_a_question']:.0f} tokens, {row['median_ms']:.1f} ms a question")
        for key in COMPARED:
            apart = row["against_none"].get(key, {"difference": None, "interval": None, "p": None})
            change = (
                f"   {with_interval(apart['difference'], apart['interval'], 3)}, p {number(apart['p'], 3)}"
            )
            print(f"  {key:15} {with_interval(row[key], row['intervals'].get(key), 3)}{change}")
    if not as_json:
        say_where(out)
