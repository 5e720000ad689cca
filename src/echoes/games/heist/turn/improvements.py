"""Improvements of a framed action, each once, and only where it changes what a die buys."""

from collections.abc import Iterator

from echoes.games.heist.narration.phrases import phrase
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.difference import makes_a_difference
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import ASSIST_STRESS, PUSH_STRESS
from echoes.games.heist.state import Framing, HeistState
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.option_words import cues_of
from echoes.games.heist.turn.prices import breaking_text, cost_text


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
