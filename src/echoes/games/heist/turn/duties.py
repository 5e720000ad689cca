"""Duties: what has to be done before it goes on, as the rules know it."""

from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import obstacles_here


def duty_text(play: HeistPlay) -> str:
    """Return whether all that stands in the way has to be done; empty before the score."""
    if play.state["phase"] == "between_scenes":
        return play.say("duty_between")
    if play.state["phase"] != "playing":
        return ""
    here = obstacles_here(play.score, play.state)
    if _leads_on(play, play.state):
        return play.say("duty_none")
    enough = [one.name for key, one in here if _leads_on(play, _past(play, key))]
    if enough and len(here) > 1:
        return play.say("duty_any", things=play.say("either").join(enough))
    return play.say("duty_all", things=play.say("enumeration").join(one.name for _, one in here))


def _past(play: HeistPlay, key: str) -> HeistState:
    """Return the state as it would be with one more obstacle behind."""
    state, effects = play.state, play.score.obstacle(key).full.effects
    return {
        **state,
        "full": [*state["full"], key],
        "flags": [*state["flags"], *effects.flags],
        "items": [*state["items"], *effects.items],
        "interrupt": None,
    }


def _leads_on(play: HeistPlay, state: HeistState) -> bool:
    """Return whether any way out of the scene is open; an obstacle that interrupts closes all."""
    if state["interrupt"] and state["interrupt"]["obstacle"]:
        return False
    exits = play.score.scenes[state["scene"]].exits.values()
    return any(holds_in_heist(way.when, state) for way in exits)
