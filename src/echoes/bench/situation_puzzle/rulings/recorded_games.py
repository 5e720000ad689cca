"""Recorded games: the questions of each are asked in one session, in their order, as a player asks them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.bench.runs.jobs import Execution, run_jobs
from echoes.bench.runs.variants import sandboxed
from echoes.bench.situation_puzzle.gold.gold_set import GoldQuestion, read_gold
from echoes.bench.situation_puzzle.gold.stories import engine_with_stories
from echoes.bench.situation_puzzle.rulings.rows import PlayedGame, ScoredRuling
from echoes.bench.situation_puzzle.rulings.scoring import require_reply, scored
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.games.situation_puzzle.authoring.rule_once import OfferedQuestion, TriedRuling
from echoes.games.situation_puzzle.events import QuestionRuled
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.traces import ClarificationTrace, RulingTrace, UnavailableTrace

_A_QUESTION = "2"
"""The reply that a message is a question and no final answer."""


@dataclass(frozen=True)
class RecordedGame:
    """The questions of one game, in their order.

    Attributes:
        name: of its file.
    """

    name: str
    questions: tuple[GoldQuestion, ...]


def read_games(folder: Path) -> list[RecordedGame]:
    """Read the games of a folder, a file each.

    Raises:
        BadInput: there is none, one is flawed, or its questions belong to several puzzles.
    """
    games: list[RecordedGame] = []
    for path in game_files(folder):
        items = read_gold(path, archived=True).items
        if len({(item.story, item.lang) for item in items}) != 1:
            raise BadInput(f"{path} is no game", "All its questions need the same story and lang.")
        games.append(RecordedGame(str(path.relative_to(folder)), tuple(items)))
    if not games:
        raise BadInput(f"there are no games in {folder}", "Name a folder with a file of JSON lines for each.")
    return games


def game_files(folder: Path) -> list[Path]:
    """Return the files of the games of a folder."""
    return sorted(folder.rglob("*.jsonl"))


async def replay_games(
    config: Config,
    games: Sequence[RecordedGame],
    referee: str,
    execution: Execution[PlayedGame] | None = None,
    stories: Path | None = None,
) -> list[PlayedGame]:
    """Ask the questions of each game, in a session of its own.

    Args:
        config: its game storage is not touched.
        games: the games.
        referee: its name.
        execution: how they are played; None for one at a time, keeping no row.
        stories: outside stories; None takes the puzzles of the data folder.
    """
    async with engine_with_stories(sandboxed(config, referee), stories) as (engine, ids):

        async def one(game: RecordedGame) -> PlayedGame:
            return await _play(engine, game, ids)

        return await run_jobs({game.name: game for game in games}, one, execution or Execution())


async def _play(engine: GameEngine, game: RecordedGame, ids: dict[str, str]) -> PlayedGame:
    first = game.questions[0]
    puzzle_id = ids.get(first.story, first.story)
    session = (await engine.create_session(puzzle_id, "player", first.lang)).session_id
    _, puzzle = engine.scenarios.get(puzzle_id, first.lang)
    assert isinstance(puzzle, Puzzle)
    rows: list[ScoredRuling] = []
    for item in game.questions:
        known = _ideas(read_entries(engine, session))
        rows.append(scored(item, await _ask(engine, session, item.text), puzzle, known))
    await engine.delete_session(session)
    return PlayedGame(tuple(rows))


def _ideas(entries: Sequence[Entry]) -> frozenset[str]:
    """Return the ideas that have come up in a session."""
    return frozenset(idea for entry in entries for idea in getattr(entry.trace, "ideas", ()))


async def _ask(engine: GameEngine, session: str, text: str) -> TriedRuling:
    """Ask one question; where it is taken for a final answer, say that it is none."""
    before = len(read_entries(engine, session))
    for message in (text, _A_QUESTION):
        _ = [event async for event in engine.handle_message(session, message)]
        new = read_entries(engine, session)[before:]
        pending = new[-1].trace.pending if isinstance(new[-1].trace, ClarificationTrace) else None
        if pending is None or pending["kind"] != "route":
            break
    return _answer(new)


def _answer(entries: Sequence[Entry]) -> TriedRuling:
    """Return the last entries as the answer of a referee."""
    for entry in entries:
        trace, event = entry.trace, entry.event
        if isinstance(trace, RulingTrace) and isinstance(event, QuestionRuled):
            return TriedRuling(
                ruling=event.ruling,
                ruled_as=event.text if event.ruled_as else None,
                options=_offered(trace.pending),
                source=event.source,
                facts=tuple(trace.facts),
                confidence=trace.confidence,
                authored=None if trace.authored is None else trace.authored + 1,
                **event.usage.model_dump(),
            )
        if isinstance(trace, UnavailableTrace):
            require_reply(trace.reason)
    trace = entries[-1].trace
    return TriedRuling(
        options=_offered(trace.pending) if isinstance(trace, ClarificationTrace) else (), source=""
    )


def _offered(pending: Mapping[str, Any] | None) -> tuple[OfferedQuestion, ...]:
    """Return the authored questions that are offered; their rulings are not needed here."""
    pairs = zip(pending["choices"], pending["wordings"], strict=True) if pending else ()
    return tuple(
        OfferedQuestion(n=n, text=text, ruling="", authored=number + 1)
        for n, (number, text) in enumerate(pairs, 1)
    )
