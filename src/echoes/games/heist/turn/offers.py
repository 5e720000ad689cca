"""Open moves as a player is offered them: numbered, each under its heading, with a line above."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.heist.events import HeistAsked, HeistEnded, HeistOption, HeistStarted, OptionsOffered
from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.actions import action_of
from echoes.games.heist.rules.creation import dots_left, next_step
from echoes.games.heist.rules.tables import precarity
from echoes.games.heist.rules.trouble import is_entangled
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import open_moves

_GROUPS = {
    "exit": "ways", "go": "ways", "die": "dice", "throw": "dice", "push": "better", "trade": "better",
    "assist": "better", "gear": "better", "flashback": "better", "deal": "better", "retreat": "other",
    "collapse": "other", "drop": "other", "walk_away": "other", "accept": "price", "resist": "price",
    "bargain": "bargains", "do": "between",
}  # fmt: skip
"""The phrase of the heading over each kind of move."""


def offer_moves(score: Score, state: HeistState) -> OptionsOffered:
    """Return the open moves as they are offered.

    Args:
        score: that is played.
        state: between two messages.
    """
    moves = open_moves(score, state)
    options = [
        HeistOption(n=n, text=move.text, key=move.key, group=_group(score, state, move.key))
        for n, move in enumerate(moves, 1)
    ]
    return OptionsOffered(prompt=_prompt(score, state), options=options)


def last_offer(entries: Sequence[Entry]) -> Event | None:
    """Return the event that offers what can be picked now; None where nothing can.

    Args:
        entries: that count, as a viewer sees them.
    """
    kinds = (HeistStarted, OptionsOffered, HeistAsked, HeistEnded)
    last = next((entry.event for entry in reversed(entries) if isinstance(entry.event, kinds)), None)
    if isinstance(last, HeistStarted):
        return OptionsOffered(prompt=last.prompt, options=last.options)
    return None if isinstance(last, HeistEnded) else last


def _group(score: Score, state: HeistState, key: str) -> str:
    kind, _, rest = key.partition(":")
    if kind == "approach":
        place = rest.partition(":")[0]
        obstacle = score.obstacle(place)
        filled = state["clocks"].get(place, 0)
        return phrase(score.language, "heading", name=obstacle.name, filled=filled, clock=obstacle.clock)
    return name_of(score.language, "groups", _GROUPS[kind]) if kind in _GROUPS else ""


def _prompt(score: Score, state: HeistState) -> str:
    """Return the line above the options."""
    language = score.language
    if is_entangled(state):
        return phrase(language, "prompt_entangled")
    if state["phase"] == "creation":
        step = next_step(state) if state["made"] else "begin"
        return phrase(language, f"prompt_{step}", left=dots_left(state))
    if state["phase"] == "scenario":
        return phrase(language, "prompt_detail" if state["plan"] else "prompt_plan")
    if state["phase"] == "between_scenes":
        return phrases_in(language).lists["prompt_between"][min(2, state["free"])]
    if state["mood"] == "action":
        framing = state["framing"]
        assert framing is not None
        action = name_of(
            language, "actions", action_of(score.obstacle(framing["obstacle"]), framing["approach"])
        )
        return phrase(language, "prompt_action" if state["dice"] == "pool" else "prompt_throw", action=action)
    if state["mood"] == "scene":
        near = precarity(state["stress"], state["heat"], state["wanted"])
        return phrases_in(language).lists["prompt_scene"][near]
    return phrase(language, f"prompt_{state['mood']}")
