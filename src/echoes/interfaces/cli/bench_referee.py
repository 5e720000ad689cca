"""`echoes bench referee`: rulings, final answers and hints against gold."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from echoes.interfaces.cli.play import JsonOption


def referee(
    gold: Annotated[Path | None, typer.Option("--gold", help="JSON lines: story, text, ruling.")] = None,
    stories: Annotated[
        Path | None, typer.Option("--stories", help="The stories, where they are no puzzles here.")
    ] = None,
    replies: Annotated[
        Path | None, typer.Option("--replies", help="Score archived replies; no referee runs.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--referee", help="Another referee than the configured one.")
    ] = None,
    what: Annotated[
        Literal["questions", "hypotheses", "hints"],
        typer.Option("--set", help="What is judged: questions, final answers or hints of the gold suite."),
    ] = "questions",
    seed: Annotated[int, typer.Option("--seed", help="Of the resampling.")] = 0,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Questions at once.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", help="The run's folder; a run that was stopped goes on there.")
    ] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Leave out lines with a flaw, and count them apart.")
    ] = False,
    listed: Annotated[bool, typer.Option("--errors", help="List what was ruled wrong.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a referee against gold rulings; without --gold, on the bundled questions."""
    from echoes.bench.referees.report import figures_of
    from echoes.interfaces.cli.output import json_line, notice

    if what != "questions":
        _refuse(
            f"--set {what}", {"--stories": stories, "--replies": replies, "--out": out, "--errors": listed}
        )
        _judge(what, gold, name, seed, concurrency, as_json)
        return
    if replies:
        _refuse("--replies", {"--stories": stories, "--out": out, "--referee": name, "--lenient": lenient})
    rows, left_out, notes = _scored(gold, stories, replies, name, seed, concurrency, out, lenient)
    for note in notes:
        notice(f"Left out: {note}")
    figures: dict[str, Any] = {**figures_of(rows, seed), "left_out": left_out}
    if as_json:
        json_line(figures)
        return
    for group, found in {"all": figures, **figures["languages"]}.items():
        _print_report(group, found)
    for kind, found in figures["errors"].items() if listed else ():
        print(f"{kind}:")
        for error in found:
            print(f"  {error['story']}: {error['text']}")


def _refuse(with_what: str, options: dict[str, object]) -> None:
    """Options that would be ignored are wrong usage."""
    for name, value in options.items():
        if value:
            raise typer.BadParameter(f"{name} has no meaning with {with_what}")


def _scored(
    gold: Path | None,
    stories: Path | None,
    replies: Path | None,
    name: str | None,
    seed: int,
    concurrency: int,
    out: Path | None,
    lenient: bool,
) -> tuple[Sequence[Any], dict[str, int], list[str]]:
    """The rows, and what was left out."""
    from echoes.bench.referees.gold import Gold, read_gold, read_replies
    from echoes.bench.referees.report import referee_report
    from echoes.bench.referees.rulings import bundled_gold, score_referee, score_replies
    from echoes.bench.runs.folder import RunFolder, hash_of, versions
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.progress import progress

    config = load_config()
    if replies:
        items = read_replies(replies, gold)
        found = Gold(items)
    else:
        found = read_gold(gold, lenient) if gold else Gold(bundled_gold(config.paths.data))
    if not found.items:
        raise BadInput("there are no questions to score", "Name a file with --gold.")
    if replies:
        return score_replies(found.items), {}, []
    with ExitStack() as stack:
        run = None
        if out:
            files = [gold] if gold else sorted((config.paths.data / "gold").glob("*.jsonl"))
            plan = {
                "kind": "referee",
                **versions(config, [named_referee(config, name)]),
                "referee": named_referee(config, name),
                "gold": gold.name if gold else "the bundled gold suite",
                "gold_hashes": {path.name: hash_of(path) for path in files if str(path) != "-"},
                "stories_hash": hash_of(stories) if stories else None,
                "seed": seed,
                "lenient": lenient,
                "left_out": found.left_out,
            }
            run = stack.enter_context(RunFolder(out, plan))
        told = stack.enter_context(progress("questions"))
        rows, kept = asyncio.run(
            score_referee(found, gold, stories, name, lenient, concurrency, told, run, config)
        )
    if out and run:
        referee_report(run.plan, rows).write(out)
    return rows, kept.left_out, kept.notes


def _judge(
    what: Literal["hypotheses", "hints"],
    gold: Path | None,
    name: str | None,
    seed: int,
    concurrency: int,
    as_json: bool,
) -> None:
    from echoes.bench.referees.judging import MEASURES, judge_all, judging_report
    from echoes.bench.runs.report import by_language, with_interval
    from echoes.config import load_config
    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.output import json_line
    from echoes.interfaces.cli.progress import progress

    files = [gold] if gold else sorted((load_config().paths.data / "gold" / what).glob("*.jsonl"))
    if not files:
        raise BadInput(f"there are no {what} to score", "Name a file with --gold.")
    with progress(what) as told:
        rows = asyncio.run(judge_all(what, files, name, concurrency, told))
    figures = by_language(rows, lambda own: judging_report(what, own, seed))
    if as_json:
        json_line(figures)
        return
    for group, found in {"all": figures, **figures["languages"]}.items():
        print(f"{group}: {found['n']} {what} on {found['stories']} stories")
        for key in MEASURES[what]:
            print(f"  {key:15} {with_interval(found[key], found['intervals'].get(key), 3)}")
    for kind, found in figures["by_kind"].items():
        shown = ", ".join(f"{key} {with_interval(found[key], None, 2)}" for key in MEASURES[what])
        print(f"  {kind:17} ({found['n']}) {shown}")


def _print_report(group: str, figures: dict[str, Any]) -> None:
    from echoes.bench.referees.report import SHOWN
    from echoes.bench.runs.report import with_interval

    print(f"{group}: {figures['n']} questions on {figures['stories']} stories, {figures['ruled']} ruled")
    for name in SHOWN:
        print(f"  {name:17} {with_interval(figures[name], figures['intervals'].get(name), 3)}")
    print(f"  {'median time':17} {figures['median_ms']:.1f} ms")
