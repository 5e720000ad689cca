"""Panels beside a heist: sheet, dice, clocks, mood, and what is known of the world."""

from collections.abc import Sequence

from echoes.core.panels import Clock, Listing, Meter, Panel
from echoes.core.views import ComposerMode
from echoes.games.heist.narration.phrases import name_of, phrases_in
from echoes.games.heist.narration.recap import clock_word, person_text, shown_clocks, title_text
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.predicates import is_open
from echoes.games.heist.rules.tables import MOST_HEAT, MOST_STRESS, precarity
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import FACES, dots

_COMPOSER = {
    "en": ComposerMode("say", "Say or do", "What do you do? Or ask. Enter sends it."),
    "zh": ComposerMode("say", "说或做", "你怎么办？也可以发问。回车发送。"),
}


def composer_of_heist(language: str) -> Sequence[ComposerMode]:
    """Return the one way to say something."""
    return [_COMPOSER.get(language, _COMPOSER["en"])]


def panels_of_heist(score: Score, state: HeistState) -> Sequence[Panel]:
    """Return what stands beside the conversation.

    Args:
        score: that is played.
        state: of the game.
    """
    words = phrases_in(score.language)
    if state["phase"] == "creation":
        return [Listing(words["recap_title"], [score.target])]
    return [*_sheet(score, state), *_clocks(score, state), *_world(score, state)]


def _sheet(score: Score, state: HeistState) -> Sequence[Panel]:
    language, words = score.language, phrases_in(score.language)
    near = words["precarity"][precarity(state["stress"], state["heat"], state["wanted"])]
    numbers = [
        f"{words[name]} {state[name]}" for name in ("wanted", "coin", "harm") if state[name] or name == "coin"
    ]
    dice = [f"{FACES[die - 1]} {die}" for die in state["pool"]]
    ratings = [
        f"{name_of(language, 'actions', action)} {dots(rating)}"
        for action, rating in state["scoundrel"]["ratings"].items()
        if rating
    ]
    scars = [name_of(language, "traumas", one) for one in state["traumas"]]
    mood = words["moods"][state["mood"]]
    pressure = state["style"].get("pressure") or score.tone.pressure
    variant = words["variants"].get(state["variant"], "")
    panels: list[Panel] = [
        Listing(words["mood"], [variant or mood, near, pressure]),
        Meter(f"{words['stress']} {state['stress']}/{MOST_STRESS}", state["stress"] / MOST_STRESS),
        Meter(f"{words['heat']} {state['heat']}/{MOST_HEAT}", state["heat"] / MOST_HEAT),
        Listing(words["dice"], dice or ["—"]),
        Listing(title_text(score, state), numbers),
        Listing(words["ratings"], ratings),
    ]
    return [*panels, *([Listing(words["scars"], scars)] if scars else [])]


def _clocks(score: Score, state: HeistState) -> Sequence[Panel]:
    language, words = score.language, phrases_in(score.language)
    clocks: list[Panel] = []
    if state["scene"]:
        for key, obstacle in score.scenes[state["scene"]].obstacles.items():
            full = f"{state['scene']}.{key}"
            if full in state["full"] or not is_open(obstacle.when, state):
                continue
            filled = state["clocks"].get(full, 0)
            note = clock_word(language, filled, obstacle.clock)
            clocks.append(Clock(obstacle.name, obstacle.clock, filled, note))
    for key, spec in shown_clocks(score, state):
        if spec.visibility != "open" and key not in state["full"]:
            clocks.append(Clock(spec.name, spec.segments, None, words["veiled"]))
        else:
            filled = spec.segments if key in state["full"] else state["clocks"].get(key, spec.start)
            clocks.append(
                Clock(spec.name, spec.segments, filled, clock_word(language, filled, spec.segments))
            )
    return clocks


def _world(score: Score, state: HeistState) -> Sequence[Panel]:
    words = phrases_in(score.language)
    lists = {
        "people": [person_text(score, state, key) for key, _ in people_here(score, state)],
        "goals": [score.goals[one] for one in state["goals"]],
        "threads": [score.threads[one] for one in state["threads"]],
        "threats": state["threats"],
        "rumours": [score.rumours[one] for one in state["rumours"]],
    }
    return [Listing(words[name], items) for name, items in lists.items() if items]
