"""The work of `echoes bench leaks`: the leak test of each kind of game, one after the other."""

from echoes.bench.leaks.command_specs import LEAK_TESTS, LeaksOptions
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress
from echoes.core.errors import BadInput


async def attack_games(options: LeaksOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Attack the named kind of game, else all; the exit status is 1 where something leaked.

    A kind that can't be attacked here, such as one whose models are not configured, is told and fails too.

    Raises:
        UnknownName: there is no such kind, or it has no leak test.
        BadInput: no kind can be attacked.
    """
    names = [options.game] if options.game else LEAK_TESTS.names()
    found: list[BenchmarkOutcome] = []
    refused: list[BadInput] = []
    for name in names:
        try:
            found.append(await LEAK_TESTS.load(name)(options, on_progress))
        except BadInput as error:
            refused.append(BadInput(f"{name}: {error.problem}", error.remedy) if found else error)
    if not found:
        raise refused[0]
    return BenchmarkOutcome(
        text=[line for one in found for line in one.text],
        json_lines=[line for one in found for line in one.json_lines],
        notes=[*(note for one in found for note in one.notes), *map(str, refused)],
        ok=not refused and all(one.ok for one in found),
    )
