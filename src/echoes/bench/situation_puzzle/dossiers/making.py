"""Dossiers: records of many days, made from structured facts, with questions whose evidence is known."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.schema import Language, Puzzle

WORDS, QUESTIONS = 20_000, 100
_EVENTS_AT_A_TIME = 5
_CHARACTERS_A_WORD = 1.6
"""Of a Chinese text, to be compared with English words."""


class PlotFact(BaseModel):
    """A fact of the plot, with the sentence that tells it and the questions that it settles."""

    id: str
    day: int
    core: bool
    statement: str
    told: str
    questions: list[tuple[str, RulingWord]]


class QuestionForms(BaseModel):
    """The ways to ask for the place of an event, for who was there, and for two events at once."""

    place: list[str]
    company: list[str]
    both: list[str]


class World(BaseModel):
    """The structured facts of a mystery; `data/dossiers/README.md` describes them.

    Attributes:
        actions: each as it is told, and as it is asked about.
        event, company, colours: the forms of a sentence, of who else is there, and of the two halves of a
            sentence that tells nothing.
    """

    id: str
    language: Language
    title: str
    statement: str
    summary: str
    people: list[str]
    places: list[str]
    times: list[str]
    actions: list[tuple[str, str]]
    event: list[str]
    company: list[str]
    colours: tuple[list[str], list[str]]
    questions: QuestionForms
    plot: list[PlotFact]


class _Event(NamedTuple):
    """Somebody does something at a place, alone or with another."""

    day: int
    time: str
    person: str
    action: int
    place: str
    other: str
    sentence: str


@dataclass(frozen=True)
class DossierQuestion:
    """A question with its ruling.

    Attributes:
        kind: `place`, `company`, `both` (two sentences settle it) or `plot`.
        evidence: the sentences of the dossier that settle it.
    """

    text: str
    ruling: RulingWord
    kind: Literal["place", "company", "both", "plot"]
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Dossier:
    """A puzzle whose solution is a dossier, and questions about it."""

    puzzle: Puzzle
    questions: tuple[DossierQuestion, ...]


def make_dossier(path: Path, words: int = WORDS, questions: int = QUESTIONS, seed: int = 0) -> Dossier:
    """Make a dossier; the same one for the same file, length and seed.

    Args:
        path: the structured facts.
        words: the least length.
        questions: how many are made; those about the plot come first.
        seed: of everything that is chosen.
    """
    world, chance = World.model_validate_json(path.read_bytes()), random.Random(seed)
    told, events, length, day = [world.summary], list[_Event](), 0.0, 0
    while length < words or day < max(fact.day for fact in world.plot):
        day += 1
        sentences = [fact.told for fact in world.plot if fact.day == day]
        for event in _day(world, day, chance):
            sentences += [event.sentence, "".join(_colour(world, chance))]
            events.append(event)
        told += sentences
        length += sum(map(_words, sentences))
    body = {
        "id": world.id,
        "language": world.language,
        "title": world.title,
        "statement": world.statement,
        "answer": (" " if world.language == "en" else "").join(told),
        "facts": [{"id": one.id, "statement": one.statement, "core": one.core} for one in world.plot],
        "cast": [{"name": name} for name in world.people],
    }
    asked = [*_plot_questions(world), *_event_questions(world, events, chance)]
    return Dossier(Puzzle.model_validate(body), tuple(asked[:questions]))


def _day(world: World, day: int, chance: random.Random) -> Iterator[_Event]:
    """Yield the events of a day; nobody does two things at a time."""
    for time in world.times:
        for person in chance.sample(world.people, _EVENTS_AT_A_TIME):
            action, place = chance.randrange(len(world.actions)), chance.choice(world.places)
            other = chance.choice([name for name in world.people if name != person])
            company = chance.choice(world.company)
            sentence = chance.choice(world.event).format(
                day=day,
                time=time,
                Time=time[0].upper() + time[1:],
                person=person,
                told=world.actions[action][0],
                place=place,
                company=company.format(other=other),
            )
            yield _Event(day, time, person, action, place, other if company else "", sentence)


def _colour(world: World, chance: random.Random) -> tuple[str, ...]:
    first, second = (chance.choice(half) for half in world.colours)
    return (f"{first} ", second) if world.language == "en" else (first, second)


def _plot_questions(world: World) -> Iterator[DossierQuestion]:
    for fact in world.plot:
        for text, ruling in fact.questions:
            yield DossierQuestion(text, ruling, "plot", (fact.told,))


def _event_questions(
    world: World, events: Sequence[_Event], chance: random.Random
) -> Iterator[DossierQuestion]:
    """Yield questions about events without end, kind by kind in turn; half of them are ruled NO."""
    forms = world.questions
    for number, event in enumerate(chance.sample(list(events), len(events))):
        yes = number % 2 == 0
        ruling: RulingWord = "YES" if yes else "NO"
        place = event.place if yes else chance.choice([one for one in world.places if one != event.place])
        asked = {**event._asdict(), "asked": world.actions[event.action][1]}
        yield DossierQuestion(
            chance.choice(forms.place).format(**{**asked, "place": place}), ruling, "place", (event.sentence,)
        )
        if event.other:
            others = [one for one in world.people if one not in (event.other, event.person)]
            other = event.other if yes else chance.choice(others)
            text = chance.choice(forms.company).format(**{**asked, "other": other})
            yield DossierQuestion(text, ruling, "company", (event.sentence,))
        second = chance.choice([one for one in events if one.day != event.day])
        action = second.action if yes else (second.action + 1) % len(world.actions)
        text = chance.choice(forms.both).format(
            **asked,
            person2=second.person,
            day2=second.day,
            time2=second.time,
            asked2=world.actions[action][1],
        )
        yield DossierQuestion(text, ruling, "both", (event.sentence, second.sentence))


def _words(text: str) -> float:
    """Return the number of words; of a Chinese text an estimate from its characters."""
    return len(text.split()) if text.isascii() or " " in text else len(text) / _CHARACTERS_A_WORD
