"""The map of the question space: what players ask about, whatever the story.

An author spreads the rulings over it and names the place of each with `about`; `echoes puzzles lint` names
the places that hold too few.
"""

from collections import Counter
from collections.abc import Collection

from echoes.games.situation_puzzle.puzzle.schema import Puzzle

QUESTION_MAP = {
    "who": "who somebody is: sex, age, work, character, body, whether a person or an animal",
    "how_many": "how many people, things or times; alone or not",
    "alive_or_dead": "who lives, dies, is ill, hurt or in danger",
    "relations": "who knows whom, and how: family, friends, strangers, enemies, at work",
    "where": "places: indoors or outdoors, town, country, how far, whether the place matters",
    "when": "time of day, season, era, how long; whether the time matters",
    "order": "what came before what; what happened before the story and after it",
    "objects": "things: whose, of what kind, size, matter and state, used for what",
    "causes": "why and how it came about; how the thing works",
    "intentions": "on purpose or not, planned or not, what somebody wanted",
    "feelings": "afraid, angry, glad, sorry, surprised",
    "knowledge": "who knew, saw, believed, lied, was told, was mistaken",
    "crime": "crime, violence, punishment, police",
    "accident": "accident, chance, mistake, weather, nature",
    "supernatural": "magic, ghosts, dreams, science fiction, play-acting",
    "surface": "what the statement itself says, word by word: is it literally so, does it matter",
    "false_trails": "plausible explanations that are wrong",
}
"""The places, each with the questions that belong there."""

ENOUGH_IN_ALL = 150
"""Rulings that a puzzle needs for useful suggestions."""

ENOUGH_IN_A_PLACE = 4
"""Rulings that a place on the map needs."""

_TELLING_NOTHING = frozenset({"supernatural", "surface", "false_trails"})


def places_of(puzzle: Puzzle, facts: Collection[str]) -> list[str]:
    """Return the place to ask about each fact: that of most rulings whose YES establishes it."""
    found: list[str] = []
    for fact in facts:
        places = Counter(
            ruling.about
            for ruling in puzzle.rulings
            if ruling.ruling == "YES" and fact in ruling.facts and ruling.about in QUESTION_MAP
            if ruling.about not in _TELLING_NOTHING
        )
        found += [place for place, _ in places.most_common(1)]
    return list(dict.fromkeys(found))
