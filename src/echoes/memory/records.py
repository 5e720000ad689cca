"""The record of one finished game: counts and public words, nothing of the scenario's content.

A record is made from the events that count, so undone turns leave no trace in it. It contains no question
and no ruling, so it is of no help when the puzzle is played again.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal

from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionStarted, StartTrace
from echoes.core.log.queries import effective_entries, ending_of
from echoes.core.log.records import GameFacts, RowOfGame, ScenarioInfo
from echoes.core.protocols import MemoryRules
from echoes.core.text.plain_text import pluralize

FORM = 1
"""The version of a record's form; `echoes maintenance` makes records of other versions again."""


class GameRecord(RowOfGame, frozen=True):
    """One finished game, as memory keeps it.

    Attributes:
        lineage: the session that this one and all its forks began with.
        puzzle_id, puzzle_hash: the scenario, and the version of it.
        difficulty: 1 to 5; None if it is unknown.
        solved: whether the game was completed.
        ended: ISO 8601 in UTC.
        facts: the report of its game type.
        content: the same in words, by which the record is found.
    """

    own_field: ClassVar[str] = "facts"

    summary_type: Literal["game"] = "game"
    form: int = FORM
    session_id: str
    lineage: str
    player_id: str
    puzzle_id: str
    puzzle_hash: str
    title: str
    game_type: str = "situation_puzzle"
    lang: str
    difficulty: int | None = None
    tags: tuple[str, ...] = ()
    solved: bool
    ended: str
    facts: GameFacts = GameFacts()
    content: str = ""


def record_of(entries: Sequence[Entry], info: ScenarioInfo, rules: MemoryRules) -> GameRecord | None:
    """Make the record of a game.

    Args:
        entries: the whole log.
        info: the public traits of the scenario.
        rules: the memory rules of its game type.
    Returns:
        The record; None for a game that has not ended or does not count, or began with memory off.
    """
    counted = effective_entries(entries)
    if entries and not entries[0].traced(StartTrace).remembered:
        return None
    events = [entry.event for entry in counted]
    started = next((event for event in events if isinstance(event, SessionStarted)), None)
    ended = ending_of(counted)
    if started is None or ended is None or not ended.counts_in_record:
        return None
    record = GameRecord(
        session_id=started.session_id,
        lineage=started.lineage,
        player_id=started.player_id,
        puzzle_id=started.puzzle_id,
        puzzle_hash=started.puzzle_hash,
        title=started.title,
        game_type=started.game_type,
        lang=started.lang,
        difficulty=info.difficulty,
        tags=info.tags,
        solved=ended.status == "COMPLETED",
        ended=ended.timestamp,
        facts=rules.record(counted),
    )
    return record.model_copy(update={"content": describe_game(record)})


def describe_game(record: GameRecord) -> str:
    """Return a record as a sentence, by which it is found."""
    traits = [*([f"difficulty {record.difficulty}"] if record.difficulty else []), *record.tags]
    what = f"“{record.title}”" + (f" ({', '.join(traits)})" if traits else "")
    how = "Solved" if record.solved else "Gave up"
    facts = record.facts
    if facts.questions is None:
        return f"{how} {what}."
    asked, hinted = pluralize(facts.questions, "question"), pluralize(facts.hints or 0, "hint")
    return f"{how} {what} after {asked} and {hinted}."
