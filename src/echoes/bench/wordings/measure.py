"""Reading of free words in every kind of game: right directly, among what is offered, wrong, or silent."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.wordings.command_specs import WordingOptions
from echoes.bench.wordings.situations import WordingSituation, WordsRead
from echoes.bench.wordings.suites import Suite, suites_in
from echoes.bench.wordings.training import LabelledMessage, learn_weights
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.reading.move import COMMAND
from echoes.games.reading.policy import features_of_certainty, learnt_weights, score_of
from echoes.games.reading.reader import WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

_EXPLAINED = 4
"""The likeliest moves that are explained."""
_MOST_WRONG = 0.02
"""The share of what is taken directly that may be wrong, as for the embedded referee."""


async def measure_wordings(options: WordingOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Read every message of the suites and report, learn from them, or explain one message.

    Raises:
        BadInput: there is no such suite, or weights would be learnt from a part of them.
    """
    config = load_config()
    folder = options.gold or config.paths.data / "wordings"
    suites, reader = suites_in(config, folder, options.scenario, options.lang), WordReader(EmbeddedEmbeddings)
    if not suites:
        raise BadInput(f"no suite in {folder} is of such a scenario", "Name another with --gold.")
    if options.train and (options.scenario or options.lang):
        raise BadInput("the weights are of all scenarios and languages", "Train without naming any.")
    if options.train:
        return BenchmarkOutcome(learn_weights([one async for one in _labelled(suites, reader)]), [])
    if options.explain:
        return BenchmarkOutcome(await explain_reading(suites, options.at, options.explain, reader), [])
    text: list[str] = []
    lines: list[str] = []
    sound = True
    for number, suite in enumerate(suites, 1):
        for half in dict.fromkeys(row.half for row in suite.rows()):
            counted, wrong = await count_readings(suite, half, reader)
            sound = sound and is_within_bound(counted)
            name = " ".join(filter(None, ("" if suite.folder == folder else suite.folder.name, half)))
            text += _in_words(suite, name, counted, wrong)
            set_name = {"set": name} if name else {}
            of = {"scenario": suite.scenario.id, "lang": suite.scenario.language}
            lines.append(json_text({**of, **set_name, **counted, "taken_wrongly": wrong}))
        on_progress(number, len(suites))
    return BenchmarkOutcome(text, lines, ok=sound)


async def _labelled(suites: Sequence[Suite], reader: WordReader) -> AsyncIterator[LabelledMessage]:
    """Yield the messages of the development sets that mean a move or nothing, with their features."""
    for suite in suites:
        at, rows = suite.situations(), [*suite.rows()]
        has_commands = any(one.startswith("/") for row in rows for one in row.means)
        for row in rows:
            if row.half == "untouched":
                continue
            # Nobody has labelled what can't be done, nor in some suites what commands are asked for.
            opened = at[row.at].opened
            labelled = [one for one in opened.moves if one.is_open and (has_commands or one.act != COMMAND)]
            opened = replace(opened, moves=labelled)
            found = await reader.compare(row.text, opened)
            right = tuple(place for place, move in enumerate(found.moves) if move.key in row.means)
            if not right and any(not one.startswith("/") for one in row.means):
                continue  # what is meant is not even looked at: nothing can be learnt of it
            rows = [*found.rows, found.none]
            right = right or (len(found.moves),)
            yield LabelledMessage(suite.scenario.id, rows, right, opened.count)


async def explain_reading(suites: Sequence[Suite], at: str, message: str, reader: WordReader) -> list[str]:
    """Return the reasons for a reading: the likeliest moves, and what each feature adds to their scores.

    Args:
        suites: in whose situations to look.
        at: the situation; empty for the first.
        message: that is read.
        reader: of words.
    Raises:
        BadInput: there is no such situation.
    """
    known: dict[str, WordingSituation] = {}
    for suite in suites:
        known = {**suite.situations(), **known}
    situation = known.get(at or next(iter(known)))
    if situation is None:
        raise BadInput(f"there is no situation '{at}'", f"Known: {', '.join(known)}.")
    read = await situation.read(message, reader)
    lines = [f"taken: {read.taken or read.command or '-'}; offered: {', '.join(read.offered) or '-'}"]
    compared = await reader.compare(message, situation.opened)
    for one in compared.likelihoods[:_EXPLAINED]:
        lines.append(f"  {one.thousandths} of 1000: {one.key} ({_in_parts(one.features, 'moves')})")
    if compared.likelihoods:
        certainty = features_of_certainty(compared.likelihoods, compared.none, situation.opened.count)
        score = score_of(certainty, learnt_weights()["certainty"])
        lines.append(f"  certainty of the first: {score} ({_in_parts(certainty, 'certainty')})")
    return lines


def _in_parts(features: Mapping[str, float], of: str) -> str:
    """Return the part of each feature in a score, the greatest first."""
    parts = {name: round(value * learnt_weights()[of].get(name, 0)) for name, value in features.items()}
    told = sorted(((name, part) for name, part in parts.items() if part), key=lambda pair: -abs(pair[1]))
    return ", ".join(f"{name} {part:+}" for name, part in told)


def is_within_bound(counted: Mapping[str, int]) -> bool:
    """Return whether as little is wrong of what is taken directly as is asked for."""
    return counted.get("wrong", 0) <= _MOST_WRONG * (counted.get("wrong", 0) + counted.get("right", 0))


def _in_words(
    suite: Suite, name: str, counted: Mapping[str, int], wrong: Sequence[tuple[str, str]]
) -> list[str]:
    direct = counted["right"] + counted["wrong"]
    shares = ", ".join(f"{kind} {counted[kind]}" for kind in ("right", "offered", "wrong", "silent"))
    share = 100 * counted["wrong"] / direct if direct else 0.0
    title = f"{suite.scenario.id} ({suite.scenario.language}{f', {name}' if name else ''})"
    said = (
        f"{title}: {shares}; nothing meant {counted['quiet']}; wrong of what is taken directly {share:.1f} %"
    )
    return [said, *(f"  {message!r} taken for {taken}" for message, taken in wrong)]


async def count_readings(
    suite: Suite, half: str = "", reader: WordReader | None = None
) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return the counts of a suite's readings, and each wrong reading with its message.

    Args:
        suite: of messages.
        half: the half of the suite; empty for a suite that has none.
        reader: of words; without it only the rules of the games read.
    """
    reader, at, rows = reader or WordReader(), suite.situations(), [*suite.rows()]
    counted: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    may_be_commands = any(one.startswith("/") for row in rows for one in row.means)
    for row in (row for row in rows if row.half == half):
        reading = await at[row.at].read(row.text, reader)
        kind = judged(reading, row.means, may_be_commands)
        counted[kind] += 1
        if kind == "wrong" and half != "untouched":  # who reads them would no longer be a stranger to them
            wrong.append((row.text, reading.taken or f"/{reading.command}"))
    return counted, wrong


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
