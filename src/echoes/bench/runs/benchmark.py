"""Commands of `echoes bench` as plain data: a summary, options, and the name of the function that runs them.

Such a description imports nothing heavy, so that the help of all commands is quick. The function is imported
when it is called.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

OptionsT = TypeVar("OptionsT")

OnProgress = Callable[[int, int], None]
"""Is called with how many are done, and of how many."""


def ignore_progress(done: int, of: int) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class CommandOption:
    """An option of a command, as the metadata of a field of its options.

    Attributes:
        help: for `--help`.
        name: as it is typed; None for the field's name.
        min: the least number that is allowed; None for any.
    """

    help: str
    name: str | None = None
    min: int | None = None


@dataclass(frozen=True)
class Argument:
    """A positional argument of a command, as the metadata of a field of its options."""

    help: str


class WrongUsage(ValueError):
    """Options that contradict each other, raised by `__post_init__` of a command's options."""


Seed = Annotated[int, CommandOption("Seed of the resampling.")]
Out = Annotated[Path | None, CommandOption("The run's folder; a stopped run is resumed there.")]
Concurrency = Annotated[int, CommandOption("The number of requests at a time.", min=1)]
Lang = Annotated[str | None, CommandOption("en or zh")]


@dataclass(frozen=True)
class BenchmarkOutcome:
    """The output of a command.

    Attributes:
        text: lines for a person.
        json_lines: the same for a program, one JSON object a line.
        notes: lines for the person at the terminal, whatever the output is.
        ok: whether the exit status is 0.
    """

    text: Sequence[str] = ()
    json_lines: Sequence[str] = ()
    notes: Sequence[str] = ()
    ok: bool = True


def json_text(found: Mapping[str, object]) -> str:
    """One JSON object on one line."""
    return json.dumps(found, ensure_ascii=False)


def report_line(out: Path | None) -> list[str]:
    """The line that names the report of a run; none where no run is kept."""
    return [f"Report: {out / 'report.html'}"] if out else []


@dataclass(frozen=True)
class Command(Generic[OptionsT]):
    """A command.

    Attributes:
        summary: its help.
        options: a dataclass; each field is an option (`Annotated[..., CommandOption(...)]`) or an argument.
        target: `"module:function"`, the coroutine function `(options, on_progress) -> Outcome`.
        counted: the noun that its progress bar counts; empty for no bar.
    """

    summary: str
    options: type[OptionsT]
    target: str
    counted: str = ""

    async def run(self, options: OptionsT, on_progress: OnProgress = ignore_progress) -> BenchmarkOutcome:
        """Import what does the work, and await it."""
        work: Callable[[OptionsT, OnProgress], Awaitable[BenchmarkOutcome]] = resolve(self.target)
        return await work(options, on_progress)


@dataclass(frozen=True)
class Benchmark(Command[OptionsT]):
    """A benchmark: its command, and the kinds of run that it keeps.

    Attributes:
        kinds: for each kind of run, by its name in the plan, the `RunKind` as `"module:attribute"`.
    """

    kinds: Mapping[str, str] = field(default_factory=dict[str, str])


def resolve(target: str) -> Any:
    """Import the attribute that `"module:attribute"` names."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)
