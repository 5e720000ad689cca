"""`echoes bench consistency` and `echoes bench rag`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from echoes.interfaces.cli.play import JsonOption, LangOption

RefereeOption = Annotated[
    str | None, typer.Option("--referee", help="Another referee than the configured one.")
]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", min=1, help="Questions at once.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Of the resampling.")]


def consistency(
    groups: Annotated[
        Path | None, typer.Option("--groups", help="JSON lines: story, lang, ruling, same, opposite.")
    ] = None,
    name: RefereeOption = None,
    lang: LangOption = None,
    concurrency: ConcurrencyOption = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """See whether a referee contradicts itself: paraphrases, contraries, other orders, asking again."""
    from echoes.bench.referees.consistency import MEASURES, ask_groups, consistency_report, read_groups
    from echoes.bench.runs.report import by_language, with_interval
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.output import json_line
    from echoes.interfaces.cli.progress import progress

    config = load_config()
    files = [groups] if groups else sorted((config.paths.data / "gold" / "consistency").glob("*.jsonl"))
    asked = [group for file in files for group in read_groups(file) if lang in (None, group.lang)]
    if not asked:
        raise BadInput("there are no groups to ask", "Name a file with --groups.")
    with progress("groups") as told:
        rows = asyncio.run(ask_groups(config, asked, named_referee(config, name), concurrency, told))
    figures = by_language(rows, lambda own: consistency_report(own, seed))
    if as_json:
        json_line(figures)
        return
    for group, found in {"all": figures, **figures["languages"]}.items():
        print(
            f"{group}: {found['groups']} groups on {found['stories']} stories, {found['pairs']} pairs ruled"
        )
        for key in MEASURES:
            print(f"  {key:14} {with_interval(found[key], found['intervals'].get(key), 3)}")


def rag(
    gold: Annotated[Path | None, typer.Option("--gold", help="JSON lines: story, text, ruling.")] = None,
    stories: Annotated[
        Path | None, typer.Option("--stories", help="The stories, where they are no puzzles here.")
    ] = None,
    name: RefereeOption = None,
    lang: LangOption = None,
    concurrency: ConcurrencyOption = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure what retrieval brings: with none, with each provider, with the whole puzzle."""
    from echoes.bench.referees.gold import Gold, read_gold
    from echoes.bench.referees.retrieval import COMPARED, measure_retrieval
    from echoes.bench.referees.rulings import bundled_gold
    from echoes.bench.runs.report import number, with_interval
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.interfaces.cli.output import json_line
    from echoes.interfaces.cli.progress import progress

    config = load_config()
    found = read_gold(gold) if gold else Gold(bundled_gold(config.paths.data))
    asked = Gold([item for item in found.items if lang in (None, item.lang)])
    with progress("questions") as told:
        rows = asyncio.run(
            measure_retrieval(config, asked, stories, named_referee(config, name), concurrency, told, seed)
        )
    for row in rows:
        if as_json:
            json_line(row)
            continue
        if "error" in row:
            print(f"{row['way']}: {row['error']}")
            continue
        print(f"{row['way']}: {row['tokens_a_question']:.0f} tokens, {row['median_ms']:.1f} ms a question")
        for key in COMPARED:
            apart = row["against_none"].get(key, {"difference": None, "interval": None, "p": None})
            change = (
                f"   {with_interval(apart['difference'], apart['interval'], 3)}, p {number(apart['p'], 3)}"
            )
            print(f"  {key:15} {with_interval(row[key], row['intervals'].get(key), 3)}{change}")
