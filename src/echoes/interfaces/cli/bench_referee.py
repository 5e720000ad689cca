"""`echoes bench referee`: rulings, final answers and hints against gold."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from echoes.interfaces.cli.bench_runs import (
    ConcurrencyOption,
    OutOption,
    RefereeOption,
    SeedOption,
    carried_out,
    say_where,
)
from echoes.interfaces.cli.play import JsonOption

if TYPE_CHECKING:
    from echoes.bench.referees.gold import Gold


def referee(
    gold: Annotated[Path | None, typer.Option("--gold", help="JSON lines: story, text, ruling.")] = None,
    stories: Annotated[
        Path | None,
        typer.Option("--stories", help="The stories, where they are no puzzles here; --replies needs none."),
    ] = None,
    replies: Annotated[
        Path | None,
        typer.Option(
            "--replies", help="Score archived replies, by their own labels or --gold; no referee runs."
        ),
    ] = None,
    name: RefereeOption = None,
    what: Annotated[
        Literal["questions", "hypotheses", "hints"],
        typer.Option("--set", help="What is judged: questions, final answers or hints of the gold suite."),
    ] = "questions",
    seed: SeedOption = 0,
    concurrency: ConcurrencyOption = 1,
    out: OutOption = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Leave out lines with a flaw, and count them apart.")
    ] = False,
    listed: Annotated[bool, typer.Option("--errors", help="List what was ruled wrong.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a referee against gold rulings; without --gold, on the bundled questions."""
    from echoes.bench.referees.report import figures_of
    from echoes.bench.runs.report import groups_of
    from echoes.interfaces.cli.output import json_line, notice

    if what != "questions":
        unused: dict[str, object] = {
            "--stories": stories,
            "--replies": replies,
            "--errors": listed,
            "--lenient": lenient,
        }
        _refuse(f"--set {what}", unused)
        _judge(what, gold, name, seed, concurrency, out, as_json)
        return
    if replies:
        from echoes.bench.referees.gold import read_replies
        from echoes.bench.referees.rulings import score_replies

        _refuse("--replies", {"--out": out, "--referee": name, "--lenient": lenient})
        archived = read_replies(replies, gold)
        for note in archived.notes:
            notice(note)
        rows, left_out = score_replies(archived.items), archived.left_out
    else:
        rows, kept = _scored(gold, stories, name, seed, concurrency, out, lenient)
        for note in kept.notes:
            notice(f"Left out: {note}")
        left_out = kept.left_out
    figures: dict[str, Any] = {**figures_of(rows, seed), "left_out": left_out}
    if as_json:
        json_line(figures)
        return
    for group, found in groups_of(figures).items():
        _print_report(group, found)
    for kind, found in figures["errors"].items() if listed else ():
        print(f"{kind}:")
        for error in found:
            print(f"  {error['story']}: {error['text']}")
    say_where(out)


def _refuse(with_what: str, options: dict[str, object]) -> None:
    """Options that would be ignored are wrong usage."""
    for name, value in options.items():
        if value:
            raise typer.BadParameter(f"{name} has no meaning with {with_what}")


def _scored(
    gold: Path | None,
    stories: Path | None,
    name: str | None,
    seed: int,
    concurrency: int,
    out: Path | None,
    lenient: bool,
) -> "tuple[Sequence[Any], Gold]":
    """The rows, and the questions that were asked."""
    from echoes.bench.referees.gold import Gold, read_gold
    from echoes.bench.referees.plans import gold_files, gold_plan, stories_hash
    from echoes.bench.referees.report import BENCHMARK
    from echoes.bench.referees.rulings import bundled_gold, score_referee
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.core.errors import BadInput

    config = load_config()
    found = read_gold(gold, lenient) if gold else Gold(bundled_gold(config))
    if not found.items:
        raise BadInput("there are no questions to score", "Name a file with --gold.")
    referee, files = named_referee(config, name), gold_files(config, gold)
    more = {"stories_hash": stories_hash(stories), "lenient": lenient, "left_out": found.left_out}
    return carried_out(
        out,
        lambda: gold_plan(config, "referee", referee, files, seed, **more),
        BENCHMARK,
        "questions",
        lambda run, told: score_referee(config, found, stories, referee, run, lenient, concurrency, told),
    )


def _judge(
    what: Literal["hypotheses", "hints"],
    gold: Path | None,
    name: str | None,
    seed: int,
    concurrency: int,
    out: Path | None,
    as_json: bool,
) -> None:
    from echoes.bench.referees.judging import judge_all, read_texts
    from echoes.bench.referees.judging_report import SHOWN, figures_of
    from echoes.bench.referees.plans import gold_files, gold_plan
    from echoes.bench.runs.benchmark import BENCHMARKS
    from echoes.bench.runs.report import groups_of, with_interval
    from echoes.bench.variants import named_referee
    from echoes.config import load_config
    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.output import json_line

    config = load_config()
    files, referee = gold_files(config, gold, what), named_referee(config, name)
    if not files:
        raise BadInput(f"there are no {what} to score", "Name a file with --gold.")
    texts = [text for file in files for text in read_texts(what, file)]
    rows = carried_out(
        out,
        lambda: gold_plan(config, what, referee, files, seed),
        BENCHMARKS.load(what),
        what,
        lambda run, told: judge_all(config, texts, referee, run, concurrency, told),
    )
    figures = figures_of(what, rows, seed)
    if as_json:
        json_line(figures)
        return
    for group, found in groups_of(figures).items():
        print(f"{group}: {found['n']} {what} on {found['stories']} stories")
        for key in SHOWN[what]:
            print(f"  {key:15} {with_interval(found[key], found['intervals'].get(key), 3)}")
    for kind, found in figures["by_kind"].items():
        shown = ", ".join(f"{key} {with_interval(found[key], None, 2)}" for key in SHOWN[what])
        print(f"  {kind:17} ({found['n']}) {shown}")
    say_where(out)


def _print_report(group: str, figures: dict[str, Any]) -> None:
    from echoes.bench.referees.report import SHOWN
    from echoes.bench.runs.report import with_interval

    print(f"{group}: {figures['n']} questions on {figures['stories']} stories, {figures['ruled']} ruled")
    for name in SHOWN:
        print(f"  {name:17} {with_interval(figures[name], figures['intervals'].get(name), 3)}")
    print(f"  {'median time':17} {figures['median_ms']:.1f} ms")
