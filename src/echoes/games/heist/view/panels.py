"""Panels beside a heist: sheet, dice, clocks, mood, and what is known of the world."""

from collections.abc import Sequence
from dataclasses import replace

from echoes.core.views.blocks import ComposerMode, Shortcut
from echoes.core.views.panels import Clock, Listing, Meter, Panel
from echoes.games.heist.narration.phrases import name_of, phrases_in
from echoes.games.heist.narration.recap import (
    clock_word,
    mood_words,
    open_goals,
    person_text,
    sheet_parts,
    title_text,
)
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.clocks import filled_of_obstacle, filled_segments, shown_clocks
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import FACES, MOST_HEAT, MOST_STRESS, precarity
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.option_words import dots

_COMPOSER = {
    "en": ComposerMode("say", "Say or do", "What do you do? Or ask."),
    "zh": ComposerMode("say", "说或做", "你怎么办？也可以发问。"),
}


def composer_of_heist(language: str, state: HeistState) -> Sequence[ComposerMode]:
    """Return the one way to say something, with its buttons.

    Args:
        language: of the session.
        state: of the game; before it has begun, most buttons are of no use.
    """
    mode = _COMPOSER.get(language, _COMPOSER["en"])
    if state["phase"] == "creation":
        mode = replace(mode, placeholder=phrases_in(language).texts["creation_placeholder"])
    return [replace(mode, shortcuts=_shortcuts(language, bool(state["made"])))]


def _shortcuts(language: str, begun: bool) -> Sequence[Shortcut]:
    """Return the commands that have buttons: sheet, recap, undo and giving up."""
    words = phrases_in(language).names["shortcuts"]
    return [
        Shortcut("/sheet", words["sheet"], enabled=begun),
        Shortcut("/recap", words["recap"], enabled=begun),
        Shortcut("/undo", words["undo"], enabled=begun),
        Shortcut("/giveup", words["giveup"]),
    ]


def panels_of_heist(score: Score, state: HeistState) -> Sequence[Panel]:
    """Return the panels beside the conversation.

    Args:
        score: that is played.
        state: of the game.
    """
    words = phrases_in(score.language)
    if state["phase"] == "creation":
        return [Listing(words.texts["recap_title"], [score.target])]
    return [*_sheet(score, state), *_clocks(score, state), *_world(score, state)]


def _sheet(score: Score, state: HeistState) -> Sequence[Panel]:
    language, words = score.language, phrases_in(score.language)
    near = words.lists["precarity"][precarity(state["stress"], state["heat"], state["wanted"])]
    numbers = [
        f"{words.texts[name]} {state[name]}"
        for name in ("wanted", "coin", "harm")
        if state[name] or name == "coin"
    ]
    dice = [f"{FACES[die - 1]} {die}" for die in state["pool"]]
    ratings = [
        f"{name_of(language, 'actions', action)} {dots(rating)}"
        for action, rating in state["scoundrel"]["ratings"].items()
        if rating
    ]
    mood, *style = mood_words(score, state)
    panels: list[Panel] = [
        Listing(words.texts["mood"], [mood, near, *style]),
        Meter(words.texts["stress"], state["stress"] / MOST_STRESS, f"{state['stress']}/{MOST_STRESS}"),
        Meter(words.texts["heat"], state["heat"] / MOST_HEAT, f"{state['heat']}/{MOST_HEAT}"),
        Listing(words.texts["dice"], dice or ["—"]),
        Listing(title_text(score, state), numbers),
        Listing(words.texts["ratings"], ratings),
    ]
    parts = sheet_parts(score, state).items()
    return [*panels, *(Listing(words.texts[name], items) for name, items in parts if items)]


def _clocks(score: Score, state: HeistState) -> Sequence[Panel]:
    language, words = score.language, phrases_in(score.language)
    clocks: list[Panel] = []
    if state["scene"]:
        for key, obstacle in score.scenes[state["scene"]].obstacles.items():
            full = f"{state['scene']}.{key}"
            if full in state["full"] or not holds_in_heist(obstacle.when, state):
                continue
            filled = filled_of_obstacle(state, full)
            note = clock_word(language, filled, obstacle.clock)
            clocks.append(Clock(obstacle.name, obstacle.clock, filled, note))
    for key, spec in shown_clocks(score, state):
        if spec.visibility != "open" and key not in state["full"]:
            clocks.append(Clock(spec.name, spec.segments, None, words.texts["veiled"]))
        else:
            filled = spec.segments if key in state["full"] else filled_segments(score, state, key)
            word = clock_word(language, filled, spec.segments, spec.kind)
            clocks.append(Clock(spec.name, spec.segments, filled, word))
    return clocks


def _world(score: Score, state: HeistState) -> Sequence[Panel]:
    words = phrases_in(score.language)
    lists = {
        "people": [person_text(score, state, key) for key, _ in people_here(score, state)],
        "goals": open_goals(score, state),
        "threads": [score.threads[one] for one in state["threads"]],
        "threats": state["threats"],
        "rumours": [score.rumours[one] for one in state["rumours"]],
    }
    return [Listing(words.texts[name], items) for name, items in lists.items() if items]
