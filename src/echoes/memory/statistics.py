"""Statistics of a scenario: sums over all players' first tries, without names."""

from collections.abc import Iterable

from echoes.core.plain_text import pluralize
from echoes.core.records import HintStatistics, ScenarioStatistics
from echoes.memory.records import GameRecord


def add_game(statistics: ScenarioStatistics, record: GameRecord) -> ScenarioStatistics:
    """Return the statistics with one more game.

    Args:
        statistics: the statistics before; not changed.
        record: the record of a first try.
    """
    facts = record.facts
    hints = dict(statistics.hints)
    for hint in facts.hints_given:
        before = hints.get(str(hint.level), HintStatistics())
        hints[str(hint.level)] = HintStatistics(given=before.given + 1, helped=before.helped + hint.helped)
    after = statistics.model_copy(
        update={
            "first_tries": statistics.first_tries + 1,
            "solved": statistics.solved + record.solved,
            "questions": statistics.questions + ((facts.questions or 0) if record.solved else 0),
            "hints": hints,
        }
    )
    return after.model_copy(update={"content": describe_scenario(record.title, after)})


def describe_scenario(title: str, statistics: ScenarioStatistics) -> str:
    """Return the statistics as a sentence."""
    solved, tries = statistics.solved, statistics.first_tries
    asked = pluralize(round(statistics.questions / solved), "question") if solved else ""
    mean = f", in {asked} on average" if solved else ""
    return f"“{title}”: {solved} of {pluralize(tries, 'player')} solved it{mean}."


def first_tries(records: Iterable[GameRecord]) -> list[GameRecord]:
    """Return the first game to end, for each player and puzzle."""
    ordered = sorted(records, key=lambda record: record.ended, reverse=True)
    return list({(record.player_id, record.puzzle_id): record for record in ordered}.values())
