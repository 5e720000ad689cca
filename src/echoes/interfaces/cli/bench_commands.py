"""Commands of the command line made of their descriptions in `bench`, which keep them light."""

import asyncio
import inspect
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_args, get_type_hints

import typer

from echoes.bench.runs.benchmark import (
    Argument,
    BenchmarkOutcome,
    Command,
    CommandOption,
    OnProgress,
    WrongUsage,
    ignore_progress,
)
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import notice
from echoes.interfaces.cli.progress import progress


def command_function(command: Command[Any]) -> Callable[..., None]:
    """Make the function of a command, with the signature that typer reads its parameters from."""
    hints = get_type_hints(command.options, include_extras=True)
    parameters = [_parameter(field, hints[field.name]) for field in fields(command.options)]
    parameters.append(
        inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=JsonOption)
    )

    def run(as_json: bool, **given: Any) -> None:
        try:
            options = command.options(**given)
        except WrongUsage as error:
            raise typer.BadParameter(str(error)) from None
        _print(_run(command, options), as_json)

    run.__doc__ = command.summary
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _parameter(field: Field[Any], hint: Any) -> inspect.Parameter:
    kind, *metadata = get_args(hint)
    [described] = [one for one in metadata if isinstance(one, CommandOption | Argument)]
    if isinstance(described, Argument):
        shown = typer.Argument(help=described.help)
    else:
        name = described.name or f"--{field.name.replace('_', '-')}"
        shown = typer.Option(name, help=described.help, min=described.min)
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    annotation = Annotated[kind, shown]
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _run(command: Command[Any], options: object) -> BenchmarkOutcome:
    with ExitStack() as stack:
        on_progress: OnProgress = ignore_progress
        if command.counted:
            on_progress = stack.enter_context(progress(command.counted))
        return asyncio.run(command.run(options, on_progress))


def _print(outcome: BenchmarkOutcome, as_json: bool) -> None:
    for note in outcome.notes:
        notice(note)
    for line in outcome.json_lines if as_json else outcome.text:
        print(line, flush=True)
    if not outcome.ok:
        raise typer.Exit(1)
