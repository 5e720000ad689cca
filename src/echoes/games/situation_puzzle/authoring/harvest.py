"""Findings from played games for the author: new wordings, open questions, challenged rulings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypedDict

from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, CommandResult, Event
from echoes.core.log.queries import effective_entries
from echoes.games.situation_puzzle.events import (
    QuestionRuled,
    RulingChallenged,
    RulingUnavailable,
    RulingWord,
)
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.session.record import asks_what_was_meant


class HarvestedQuestion(TypedDict):
    """Something that players asked and no ruling answers; `times`: how often."""

    text: str
    times: int


class HarvestedWording(HarvestedQuestion):
    """Words for an authored ruling: its number, from 1, and its first wording (`of`)."""

    ruling: int
    of: str


class LeftQuestion(HarvestedQuestion):
    """A question that was asked back about, with the options of which none was picked."""

    options: list[str]


class ChallengedRuling(HarvestedQuestion):
    """A ruling that was challenged, and what came of it."""

    ruling: RulingWord
    outcome: str


class Harvest(TypedDict):
    """The findings from the games of a puzzle; of each kind the most frequent first."""

    puzzle: str
    language: str
    wordings: list[HarvestedWording]
    unanswered: list[HarvestedQuestion]
    asked_back: list[LeftQuestion]
    challenged: list[ChallengedRuling]


def harvest(puzzle: Puzzle, games: Iterable[Sequence[Entry]]) -> Harvest:
    """Collect what players of a puzzle said that its rulings do not cover.

    A pick that was taken back does not count. A pick is found by its current wording.

    Args:
        puzzle: the current version.
        games: the logs of its games.
    """
    games = [effective_entries(entries) for entries in games]
    reader = reader_of(puzzle)
    numbers = {
        reader.normalize(text): number for number, one in enumerate(puzzle.rulings, 1) for text in one.texts
    }
    wordings: Counter[tuple[int, str]] = Counter()
    unanswered: Counter[str] = Counter()
    challenged: Counter[tuple[str, RulingWord, str]] = Counter()
    for event, asked in _with_what_was_asked(games):
        match event:
            case QuestionRuled(asked=str() as words, ruled_as=False):
                number = numbers.get(reader.normalize(event.text))
                if number and reader.normalize(words) not in numbers:
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
        "wordings": _with_their_rulings(puzzle, wordings),
        "unanswered": _counted(unanswered),
        "asked_back": [*_asked_back(games)],
        "challenged": [
            {"text": text, "ruling": ruling, "outcome": outcome, "times": times}
            for (text, ruling, outcome), times in challenged.most_common()
        ],
    }


def unanswered_questions(puzzle: Puzzle, games: Iterable[Sequence[Entry]]) -> list[str]:
    """Return the questions of players that nobody could rule on, the most frequent first."""
    found = harvest(puzzle, games)
    return list(dict.fromkeys(row["text"] for row in (*found["unanswered"], *found["asked_back"])))


def _with_their_rulings(puzzle: Puzzle, wordings: Counter[tuple[int, str]]) -> list[HarvestedWording]:
    return [
        {"ruling": number, "text": words, "of": puzzle.rulings[number - 1].texts[0], "times": times}
        for (number, words), times in wordings.most_common()
    ]


def _counted(texts: Counter[str]) -> list[HarvestedQuestion]:
    return [{"text": text, "times": times} for text, times in texts.most_common()]


def _asked_back(games: Iterable[Sequence[Entry]]) -> list[LeftQuestion]:
    """Return the questions that were asked back and left, each with the options that nobody wanted."""
    times: Counter[str] = Counter()
    options: dict[str, list[str]] = {}
    for entries in games:
        events = [entry.event for entry in entries]
        picked = {event.asked for event in events if isinstance(event, QuestionRuled) and not event.ruled_as}
        for entry, after in zip_longest(entries, events[1:]):
            asked = entry.event
            if not isinstance(asked, ClarificationAsked) or not asks_what_was_meant(entry):
                continue
            declined = isinstance(after, CommandResult) and after.command == "pick"
            if asked.text not in picked and not declined:
                times[asked.text] += 1
                options[asked.text] = [option.text for option in asked.options]
    return [
        {"text": text, "times": count, "options": [*options[text]]} for text, count in times.most_common()
    ]


def _with_what_was_asked(
    games: Iterable[Sequence[Entry]],
) -> Iterator[tuple[Event, ClarificationAsked | None]]:
    """Yield the events that count, each with the clarification that it may answer."""
    for entries in games:
        asked: ClarificationAsked | None = None
        for entry in entries:
            yield entry.event, asked
            asked = entry.event if isinstance(entry.event, ClarificationAsked) else None
