"""What real games teach an author: new wordings, open questions, doubted rulings."""

from collections import Counter
from collections.abc import Iterable, Sequence

from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    GameEvent,
    LogEntry,
    QuestionRuled,
    RulingChallenged,
    RulingUnavailable,
)
from echoes.core.history import active
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.puzzle import Puzzle


def harvest(puzzle: Puzzle, games: Iterable[Sequence[LogEntry]]) -> JsonObject:
    """Collect what players of a puzzle said that its rulings do not know.

    A pick that was taken back does not count. What was picked is found by its wording, so
    that games of an older version of the puzzle count as far as the wording still stands.

    Args:
        puzzle: as it is now.
        games: the logs of its games.
    Returns:
        `wordings`: the players' words for an authored ruling (`ruling`, counted from 1);
        `unanswered`: what was not ruled, or of which no option was meant; `challenged`:
        rulings that were doubted. Each with `times`, the most frequent first. For an author
        to read: nothing of it is taken over by itself.
    """
    reader = reader_of(puzzle)
    numbers = {
        reader.literal(text): number for number, one in enumerate(puzzle.rulings, 1) for text in one.texts
    }
    wordings: Counter[tuple[int, str]] = Counter()
    unanswered: Counter[str] = Counter()
    challenged: Counter[tuple[str, str, str]] = Counter()
    for entries in games:
        asked: ClarificationAsked | None = None
        for event in (entry.event for entry in active(entries)):
            match event:
                case QuestionRuled(asked=str() as words):
                    number = numbers.get(reader.literal(event.text))
                    if number and reader.literal(words) not in numbers:
                        wordings[number, words] += 1
                case RulingUnavailable():
                    unanswered[event.text] += 1
                case RulingChallenged():
                    challenged[event.text, event.ruling, event.outcome] += 1
                case _ if asked and _none_meant(event):
                    unanswered[asked.text] += 1
                case _:
                    pass
            asked = event if isinstance(event, ClarificationAsked) else None
    return {
        "puzzle": puzzle.id,
        "language": puzzle.language,
        "wordings": [
            {"ruling": number, "text": words, "of": puzzle.rulings[number - 1].texts[0], "times": times}
            for (number, words), times in wordings.most_common()
        ],
        "unanswered": [{"text": text, "times": times} for text, times in unanswered.most_common()],
        "challenged": [
            {"text": text, "ruling": ruling, "outcome": outcome, "times": times}
            for (text, ruling, outcome), times in challenged.most_common()
        ],
    }


def _none_meant(event: GameEvent) -> bool:
    """Whether the player typed 0: none of the options."""
    return isinstance(event, CommandResult) and event.command == "pick"
