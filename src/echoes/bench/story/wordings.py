"""Matching of free words in stories: right directly, among what is offered, wrong, or silent.

A suite is a file of JSON lines, `{id}_{language}.jsonl`: `text`, `at` (a situation of `situations.json`, with
the moves by which it is reached), `means` (the moves, or in some suites commands such as `/help`, that are
right; empty where nothing fits) and, where only half of a suite may be looked at, `half` (`development` or
`untouched`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from echoes.app import game_types, open_scenarios
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.story.command_specs import WordingOptions
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.reading.nearest import NearestMoves
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.respond import story_with_nearest
from echoes.models.providers.embedded import EmbeddedEmbeddings

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
    folder = options.gold or config.paths.data / "story_wordings"
    stories = [one for _, one in open_scenarios(config, game_types(config)).list_all()]
    chosen = [
        (suite, one)
        for suite in _suites_in(folder)
        for one in stories
        if isinstance(one, StoryPack)
        and options.story in (None, one.id)
        and options.lang in (None, one.language)
        and _suite(suite, one).is_file()
    ]
    if not chosen:
        raise BadInput(f"no suite in {folder} is of such a story", "Name another with --gold.")
    text: list[str] = []
    lines: list[str] = []
    sound, nearest = True, NearestMoves(EmbeddedEmbeddings)
    for number, (suite, story) in enumerate(chosen, 1):
        for half in dict.fromkeys(row.half for row in _rows(_suite(suite, story))):
            counted, wrong = await count_readings(story, suite, half, nearest)
            sound = sound and is_within_bound(counted)
            name = " ".join(filter(None, ("" if suite == folder else suite.name, half)))
            text += _in_words(story, name, counted, wrong)
            set_name = {"set": name} if name else {}
            figures = {"story": story.id, "lang": story.language, **set_name, **counted}
            lines.append(json_text({**figures, "taken_wrongly": wrong}))
        on_progress(number, len(chosen))
    return BenchmarkOutcome(text, lines, ok=sound)


def is_within_bound(counted: Mapping[str, int]) -> bool:
    """Return whether as little is wrong of what is taken directly as is asked for."""
    return counted.get("wrong", 0) <= _MOST_WRONG * (counted.get("wrong", 0) + counted.get("right", 0))


def _in_words(
    story: StoryPack, name: str, counted: Mapping[str, int], wrong: Sequence[tuple[str, str]]
) -> list[str]:
    direct = counted["right"] + counted["wrong"]
    shares = ", ".join(f"{kind} {counted[kind]}" for kind in ("right", "offered", "wrong", "silent"))
    share = 100 * counted["wrong"] / direct if direct else 0.0
    title = f"{story.id} ({story.language}{f', {name}' if name else ''})"
    said = (
        f"{title}: {shares}; nothing meant {counted['quiet']}; wrong of what is taken directly {share:.1f} %"
    )
    return [said, *(f"  {message!r} taken for {taken}" for message, taken in wrong)]


async def count_readings(
    story: StoryPack, folder: Path, half: str = "", nearest: NearestMoves | None = None
) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return the counts of a suite's readings, and each wrong reading with its message.

    Args:
        story: in one language.
        folder: of the suites.
        half: the half of the suite; empty for a suite that has none.
        nearest: finds what comes nearest to words; without it only the rules read.
    """
    nearest = nearest or NearestMoves()
    situations: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(
        (folder / "situations.json").read_text("utf-8")
    )
    states = {name: _state_after(story, moves) for name, moves in situations[story.id].items()}
    counted: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    rows = [*_rows(_suite(folder, story))]
    may_be_commands = any(one.startswith("/") for row in rows for one in row.means)
    for row in (row for row in rows if row.half == half):
        play = StoryPlay(story, states[row.at])
        reading = await story_with_nearest(nearest, play, story_intent(play, row.text), row.text)
        kind = judged(reading, row.means, may_be_commands)
        counted[kind] += 1
        if kind == "wrong" and half != "untouched":  # who reads them would no longer be a stranger to them
            wrong.append((row.text, reading.name))
    return counted, wrong


def _suites_in(folder: Path) -> list[Path]:
    """Return the folders of suites: this one, and those in it."""
    return [folder, *sorted(path.parent for path in folder.glob("*/situations.json"))]


def judged(reading: StoryIntent, means: Sequence[str], may_be_commands: bool = True) -> str:
    """Return `right`, `offered`, `wrong` or `silent`; `quiet` where nothing fits and nothing is taken.

    A command that plain words are taken for is right or wrong, as a move is.

    Args:
        reading: of the message.
        means: what is right.
        may_be_commands: whether commands were labelled; where they were not, one is neither right nor wrong.
    """
    if reading.kind == "move":
        return "right" if reading.name in means else "wrong"
    if reading.kind == "command" and may_be_commands:
        return "right" if f"/{reading.name}" in means else "wrong"
    if not means:
        return "quiet"
    return "offered" if {*reading.moves, *reading.nearest} & {*means} else "silent"


def _suite(folder: Path, story: StoryPack) -> Path:
    return folder / f"{story.id}_{story.language}.jsonl"


def _rows(path: Path) -> Iterator[WordingRow]:
    yield from (WordingRow.model_validate_json(line) for line in path.read_text("utf-8").splitlines() if line)


def _state_after(story: StoryPack, moves: Sequence[str]) -> StoryState:
    state = begun_story(story)
    for move in moves:
        play = StoryPlay(story, state)
        perform(play, move, move)
        state = play.state
    return state
