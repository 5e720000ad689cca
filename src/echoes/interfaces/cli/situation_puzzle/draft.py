"""`echoes puzzles draft`: a model writes, once, what a puzzle needs to be played without one."""

import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from echoes.core.errors import BadInput, ModelFailed
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.drafting import DraftLimits
from echoes.games.drafts import DraftOptions
from echoes.interfaces.cli.answers import agrees
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import notice
from echoes.interfaces.cli.progress import stop_at_once
from echoes.interfaces.cli.situation_puzzle.draft_run import DraftCommand, DraftWishes
from echoes.interfaces.cli.with_engine import with_engine


def draft(
    puzzle: Annotated[str, typer.Argument(help="A puzzle's id, or a file with one puzzle.")],
    lang: LangOption = None,
    rulings: Annotated[int, typer.Option("--rulings", min=20, max=3000, help="About so many.")] = 300,
    one_language: Annotated[
        bool, typer.Option("--one-language", help="Do not translate it into the other language.")
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option("--budget", min=0, help="Tokens in all; without it, half more than is estimated."),
    ] = None,
    parallel: Annotated[int, typer.Option("--parallel", min=1, max=64, help="Requests at once.")] = 4,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write files into this folder instead of a new version.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would cost.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Begin without asking.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Ask again for what gave nothing usable.")] = False,
    so_far: Annotated[
        bool, typer.Option("--so-far", help="Ask no model: make a version of what there is.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Draft facts, hints, names and rulings, all of them unconfirmed. It shows secrets.

    Stopped anywhere, the same command goes on where it was. `echoes puzzles confirm` makes a draft count.
    """
    options = DraftOptions(rulings, not one_language)
    limits = DraftLimits(budget, parallel, not so_far, retry)
    wishes = DraftWishes(options, limits, out, as_json, dry_run)

    async def work(engine: GameEngine) -> None:
        run = await DraftCommand.begin(engine, puzzle, lang, wishes)
        run.tell_cost()
        if dry_run or not (so_far or yes or _agreed()):
            return
        before = signal.signal(signal.SIGINT, stop_at_once)
        try:
            run.save(await run.draft())
        except ModelFailed:
            notice(
                f"echoes: kept {pluralize(run.run.steps.kept, 'step')}; the same command goes on from here"
            )
            raise
        finally:
            signal.signal(signal.SIGINT, before)

    with_engine(work, notice)


def _agreed() -> bool:
    """Ask whether to begin; where nobody can be asked, nothing begins."""
    if not sys.stdin.isatty():
        raise BadInput("nothing was asked of a model", "Add --yes to begin.")
    return agrees(input("Begin? (y/N) › "))
