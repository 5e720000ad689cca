"""What real games teach an author: new wordings, open questions, doubted rulings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from echoes.core.entries import Entry
from echoes.core.events import ClarificationAsked, CommandResult, Event
from echoes.core.history import active
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingUnavailable
from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.puzzle import Puzzle


def harvest(puzzle: Puzzle, games: Iterable[Sequence[Entry]]) -> JsonObject:
    """Collect what players of a puzzle said that its rulings do not know.

    A pick that was taken back does not count. What was picked is found by its wording, as it
    stands now.

    Args:
        puzzle, games: as it is now, and the logs of its games.
    Returns:
        `wordings`: the players' words for an authored ruling (`ruling`, counted from 1);
        `unanswered`: what was not ruled, or of which no option was meant; `challenged`:
        rulings that were doubted. Each with `times`, the most frequent first.
    """
    reader = reader_of(puzzle)
    numbers = {
        reader.literal(text): number for number, one in enumerate(puzzle.rulings, 1) for text in one.texts
    }
    wordings: Counter[tuple[int, str]] = Counter()
    unanswered: Counter[str] = Counter()
    challenged: Counter[tuple[str, str, str]] = Counter()
    for event, asked in _with_what_was_asked(games):
        match event:
            case QuestionRuled(asked=str() as words, ruled_as=False):
                number = numbers.get(reader.literal(event.text))
                if number and reader.literal(words) not in numbers:
                    wordings[number, words] += 1
            case RulingUnavailable():
                unanswered[event.text] += 1
            case RulingChallenged():
                challenged[event.text, event.ruling, event.outcome] += 1
            case CommandResult(command="pick") if asked:
                unanswered[asked.text] += 1  # 0: none of the options
            case _:
                continue
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


def _with_what_was_asked(
    games: Iterable[Sequence[Entry]],
) -> Iterator[tuple[Event, ClarificationAsked | None]]:
    """The events that count, each with the question back that it may answer."""
    for entries in games:
        asked: ClarificationAsked | None = None
        for entry in active(entries):
            yield entry.event, asked
            asked = entry.event if isinstance(entry.event, ClarificationAsked) else None
