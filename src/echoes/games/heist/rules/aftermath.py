"""Aftermath: what an action brings is taken, or resisted."""

from echoes.games.heist import events as happened
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import ATTRIBUTE_OF
from echoes.games.heist.state import HeistState


def resist_consequence(play: HeistPlay) -> None:
    """Resist what an action brings: 6 minus the best die in stress; two sixes clear one."""
    state = play.state
    pending = state["pending"]
    assert pending is not None
    rating = resistance(state, pending["attribute"])
    thrown = play.throw("resist", f"resist/{state['counted']}", rating)
    cost = -1 if thrown.result == "critical" else 6 - thrown.best
    play.add(happened.Resisted(attribute=pending["attribute"], dice=[*thrown.dice], stress=cost))
    play.stress(cost, play.say("reason_resist"))
    play.add(happened.ConsequenceTaken(resisted=True))
    play.mood("scene")


def resistance(state: HeistState, attribute: str) -> int:
    """Return the rating of an attribute: in how many of its actions the scoundrel has a dot."""
    ratings = state["scoundrel"]["ratings"]
    return sum(ratings.get(action, 0) > 0 for action, own in ATTRIBUTE_OF.items() if own == attribute)


def accept_consequence(play: HeistPlay) -> None:
    """Take what an action brings."""
    pending = play.state["pending"]
    play.add(happened.ConsequenceTaken())
    if pending:
        spec = play.score.clocks[pending["clock"]]
        play.harm(pending["harm"], play.say("reason_complication"))
        play.tick(pending["clock"], pending["ticks"], play.say("reason_complication"))
        play.world("threat", spec.name)
    play.mood("scene")
