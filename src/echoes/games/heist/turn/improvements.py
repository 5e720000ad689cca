"""Improvements of a framed action, each once, and only where it changes what a die buys."""

from collections.abc import Iterator

from echoes.games.heist.narration.phrases import phrase
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.actions import filled_by, position_and_effect
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import (
    ASSIST_STRESS,
    PUSH_STRESS,
    Effect,
    Position,
    complication_ticks,
    tier_of,
)
from echoes.games.heist.state import Framing, HeistState
from echoes.games.heist.turn.intent import OpenMove
from echoes.games.heist.turn.option_words import cues_of
from echoes.games.heist.turn.prices import breaking_text, cost_text

_RANKS = ("disaster", "bad", "partial", "success", "critical")


def makes_a_difference(state: HeistState, framing: Framing, obstacle: Obstacle, use: str) -> bool:
    """Return whether some die at hand would buy more, or at less harm.

    Args:
        state: in the mood of action.
        framing: of the action.
        obstacle: that is tried.
        use: what would be put into it: `push`, `trade`, `assist`, `gear:…`, `flashback:…`.
    """
    used = [*framing["used"], use]
    after = position_and_effect(state, framing["obstacle"], obstacle, framing["approach"], used)
    before = framing["position"], framing["effect"]
    dice = state["pool"] if state["dice"] == "pool" else range(1, 7)
    return any(
        new > old
        for die in dice
        for new, old in zip(
            _bought(state, framing, obstacle, die, *after),
            _bought(state, framing, obstacle, die, *before),
            strict=True,
        )
    )


def _bought(
    state: HeistState, framing: Framing, obstacle: Obstacle, die: int, position: Position, effect: Effect
) -> tuple[int, int, int]:
    """Return the gains of a die, more being better: segments filled, tier, and how little goes wrong."""
    tier = tier_of(die, position)
    filled = filled_by(state, framing["obstacle"], obstacle, tier, effect)
    return filled, _RANKS.index(tier), -complication_ticks(tier, position)


def improvements(score: Score, state: HeistState, framing: Framing, obstacle: Obstacle) -> Iterator[OpenMove]:
    """Yield what may be put into an action.

    Args:
        score: that is played.
        state: in the mood of action.
        framing: of the action.
        obstacle: that is tried.
    """
    yield from _efforts(score, state, framing, obstacle)
    yield from _prepared(score, state, framing, obstacle)
    deal, language = obstacle.deal, score.language
    if deal and "deal" not in framing["used"] and f"tried:{framing['obstacle']}:deal" not in state["flags"]:
        price = cost_text(score, state, deal.effects) or phrase(language, "price_unseen")
        text = phrase(language, "deal", label=deal.label, price=price)
        yield OpenMove("deal", text, cues_of(language, "deal"), label=deal.label)


def _efforts(score: Score, state: HeistState, framing: Framing, obstacle: Obstacle) -> Iterator[OpenMove]:
    language, used = score.language, framing["used"]

    def helps(use: str) -> bool:
        return use not in used and makes_a_difference(state, framing, obstacle, use)

    if helps("push"):
        text = phrase(language, "push")
        told = text + breaking_text(language, state, PUSH_STRESS)
        yield OpenMove("push", told, cues_of(language, "push"), label=text)
    if framing["position"] != "desperate" and helps("trade"):
        text = phrase(language, "trade")
        yield OpenMove("trade", text, cues_of(language, "trade"), label=text)
    if obstacle.helper and helps("assist"):
        person = score.people[obstacle.helper]
        text = phrase(language, "assist", name=person.name) + breaking_text(language, state, ASSIST_STRESS)
        yield OpenMove("assist", text, (person.name, *person.cues, *cues_of(language, "assist")))


def _prepared(score: Score, state: HeistState, framing: Framing, obstacle: Obstacle) -> Iterator[OpenMove]:
    language = score.language
    for item in obstacle.gear:
        spec = score.items[item]
        has_room = len(state["declared"]) < state["scoundrel"]["load"] and item not in state["declared"]
        if has_room and makes_a_difference(state, framing, obstacle, f"gear:{item}/{spec.gives}"):
            gives = phrase(language, f"gives_{spec.gives}")
            text = phrase(language, "gear", item=spec.label, gives=gives)
            yield OpenMove(f"gear:{item}", text, spec.cues, label=spec.label)
    for key, flashback in obstacle.flashbacks.items():
        told = f"flashback:{framing['obstacle']}.{key}" in state["told"]
        helps = makes_a_difference(state, framing, obstacle, f"flashback:{key}/{flashback.gives}")
        if not told and helps and holds_in_heist(flashback.when, state):
            gives = phrase(language, f"gives_{flashback.gives}")
            text = phrase(language, "flashback", label=flashback.label, stress=flashback.stress, gives=gives)
            text += breaking_text(language, state, flashback.stress)
            cues = (*flashback.cues, *cues_of(language, "flashback"))
            yield OpenMove(f"flashback:{key}", text, cues, label=flashback.label)
