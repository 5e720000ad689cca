"""Reading of free words in every kind of game: right directly, among what is offered, wrong, or silent.

A suite is a file of JSON lines, `{id}_{language}.jsonl`: `text`, `at` (a situation of `situations.json`, with
the moves by which it is reached), `means` (the moves, or in some suites commands such as `/help`, that are
right; empty where nothing fits) and, where only half of a suite may be looked at, `half` (`development` or
`untouched`).
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from echoes.app import game_types, open_scenarios
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.wordings.command_specs import WordingOptions
from echoes.bench.wordings.situations import Situation, WordsRead, situation_after
from echoes.bench.wordings.training import Example, train
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.reading.policy import learnt_weights
from echoes.games.reading.reader import WordReader
from echoes.games.scenario import Scenario
from echoes.models.providers.embedded import EmbeddedEmbeddings

_EXPLAINED = 4
_MOST_WRONG = 0.02
"""The share of what is taken directly that may be wrong, as for the embedded referee."""


class WordingRow(BaseModel, frozen=True):
    """One message of a suite; `half`: of a suite whose other half nobody looks at."""

    text: str
    at: str
    means: tuple[str, ...]
    half: str = ""


async def measure_wordings(options: WordingOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Read every message of the suites, and report.

    Raises:
        BadInput: there is no such suite.
    """
    config = load_config()
    folder = options.gold or config.paths.data / "wordings"
    scenarios = [one for _, one in open_scenarios(config, game_types(config)).list_all()]
    chosen = [
        (suite, one)
        for suite in _suites_in(folder)
        for one in scenarios
        if options.scenario in (None, one.id)
        and options.lang in (None, one.language)
        and _suite(suite, one).is_file()
    ]
    if not chosen:
        raise BadInput(f"no suite in {folder} is of such a scenario", "Name another with --gold.")
    text: list[str] = []
    lines: list[str] = []
    sound, reader = True, WordReader(EmbeddedEmbeddings)
    if options.train:
        return BenchmarkOutcome(train([one async for one in _examples(chosen, reader)]), [])
    if options.explain:
        return BenchmarkOutcome(await explained(*chosen[0], options.at, options.explain, reader), [])
    for number, (suite, scenario) in enumerate(chosen, 1):
        for half in dict.fromkeys(row.half for row in _rows(_suite(suite, scenario))):
            counted, wrong = await count_readings(scenario, suite, half, reader)
            sound = sound and is_within_bound(counted)
            name = " ".join(filter(None, ("" if suite == folder else suite.name, half)))
            text += _in_words(scenario, name, counted, wrong)
            set_name = {"set": name} if name else {}
            figures = {"scenario": scenario.id, "lang": scenario.language, **set_name, **counted}
            lines.append(json_text({**figures, "taken_wrongly": wrong}))
        on_progress(number, len(chosen))
    return BenchmarkOutcome(text, lines, ok=sound)


async def _examples(chosen: Sequence[tuple[Path, Scenario]], reader: WordReader) -> AsyncIterator[Example]:
    """Yield the messages of the development sets that mean a move or nothing, with their features."""
    for suite, scenario in chosen:
        at = situations_in(suite, scenario)
        for row in _rows(_suite(suite, scenario)):
            if row.half == "untouched" or any(one.startswith("/") for one in row.means):
                continue
            found = await reader.compare(row.text, at[row.at].opened)
            right = tuple(place for place, move in enumerate(found.moves) if move.key in row.means)
            yield Example(scenario.id, [*found.rows, found.none], right or (len(found.moves),))


async def explained(suite: Path, scenario: Scenario, at: str, message: str, reader: WordReader) -> list[str]:
    """Return how a message is read: the likeliest moves, and what each feature adds to their scores.

    Args:
        suite: the folder of its situations.
        scenario: in one language.
        at: the situation; empty for the first.
        message: that is read.
        reader: of words.
    Raises:
        BadInput: there is no such situation.
    """
    known = situations_in(suite, scenario)
    situation = known.get(at or next(iter(known)))
    if situation is None:
        raise BadInput(f"there is no situation '{at}'", f"Known: {', '.join(known)}.")
    found = await situation.read(message, reader)
    lines = [f"taken: {found.taken or found.command or '-'}; offered: {', '.join(found.offered) or '-'}"]
    compared = await reader.compare(message, situation.opened)
    for one in compared.likelihoods[:_EXPLAINED]:
        parts = {name: round(value * learnt_weights().get(name, 0)) for name, value in one.features.items()}
        said = ", ".join(
            f"{name} {part:+}" for name, part in sorted(parts.items(), key=lambda p: -abs(p[1])) if part
        )
        lines.append(f"  {one.thousandths} of 1000: {one.key} ({said})")
    return lines


def situations_in(suite: Path, scenario: Scenario) -> dict[str, Situation]:
    """Return the situations of a suite, by name."""
    told: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(
        (suite / "situations.json").read_text("utf-8")
    )
    return {name: situation_after(scenario, moves) for name, moves in told[scenario.id].items()}


def is_within_bound(counted: Mapping[str, int]) -> bool:
    """Return whether as little is wrong of what is taken directly as is asked for."""
    return counted.get("wrong", 0) <= _MOST_WRONG * (counted.get("wrong", 0) + counted.get("right", 0))


def _in_words(
    scenario: Scenario, name: str, counted: Mapping[str, int], wrong: Sequence[tuple[str, str]]
) -> list[str]:
    direct = counted["right"] + counted["wrong"]
    shares = ", ".join(f"{kind} {counted[kind]}" for kind in ("right", "offered", "wrong", "silent"))
    share = 100 * counted["wrong"] / direct if direct else 0.0
    title = f"{scenario.id} ({scenario.language}{f', {name}' if name else ''})"
    said = (
        f"{title}: {shares}; nothing meant {counted['quiet']}; wrong of what is taken directly {share:.1f} %"
    )
    return [said, *(f"  {message!r} taken for {taken}" for message, taken in wrong)]


async def count_readings(
    scenario: Scenario, folder: Path, half: str = "", reader: WordReader | None = None
) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return the counts of a suite's readings, and each wrong reading with its message.

    Args:
        scenario: in one language.
        folder: of the suites.
        half: the half of the suite; empty for a suite that has none.
        reader: of words; without it only the rules of the games read.
    """
    reader = reader or WordReader()
    at = situations_in(folder, scenario)
    counted: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    rows = [*_rows(_suite(folder, scenario))]
    may_be_commands = any(one.startswith("/") for row in rows for one in row.means)
    for row in (row for row in rows if row.half == half):
        reading = await at[row.at].read(row.text, reader)
        kind = judged(reading, row.means, may_be_commands)
        counted[kind] += 1
        if kind == "wrong" and half != "untouched":  # who reads them would no longer be a stranger to them
            wrong.append((row.text, reading.taken or f"/{reading.command}"))
    return counted, wrong


def _suites_in(folder: Path) -> list[Path]:
    """Return the folders of suites: this one, and those in it."""
    return [folder, *sorted(path.parent for path in folder.glob("*/situations.json"))]


def judged(reading: WordsRead, means: Sequence[str], may_be_commands: bool = True) -> str:
    """Return `right`, `offered`, `wrong` or `silent`; `quiet` where nothing fits and nothing is taken.

    A command that plain words are taken for is right or wrong, as a move is.

    Args:
        reading: of the message.
        means: what is right.
        may_be_commands: whether commands were labelled; where they were not, one is neither right nor wrong.
    """
    if reading.taken:
        return "right" if reading.taken in means else "wrong"
    if reading.command and may_be_commands:
        return "right" if f"/{reading.command}" in means else "wrong"
    if not means:
        return "quiet"
    return "offered" if {*reading.offered} & {*means} else "silent"


def _suite(folder: Path, scenario: Scenario) -> Path:
    return folder / f"{scenario.id}_{scenario.language}.jsonl"


def _rows(path: Path) -> Iterator[WordingRow]:
    yield from (WordingRow.model_validate_json(line) for line in path.read_text("utf-8").splitlines() if line)
