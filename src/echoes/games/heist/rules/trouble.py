"""Trouble: trauma, an empty pool and the city's bargains, entanglements, and being carried out."""

from echoes.games.heist import events as happened
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.scenes import fitting_ending, leave_scene
from echoes.games.heist.rules.tables import (
    COLLAPSE_DICE,
    COLLAPSE_STRESS,
    COLLAPSE_TICKS,
    ENTANGLEMENTS,
    LAST_TRAUMA,
    MOST_HARM,
    MOST_HEAT,
    MOST_STRESS,
    TRAUMAS,
    Entanglement,
)
from echoes.games.heist.state import HeistState

BARGAINS = {"stress": 1, "heat": 2, "ticks": 2, "debt": 2, "trauma": 3}
"""The dice that each bargain brings."""
BARGAIN_STRESS, BARGAIN_HEAT, BARGAIN_TICKS, BARGAIN_COIN = 2, 3, 2, -3
_OFFERED = 3
ENTANGLEMENT_PRICE = 2
"""The coin that buys one out of an entanglement; who hasn't got it can't."""
_RUN_STRESS, _RUN_TICKS, _COOLED = 2, 1, -6


def break_down(play: HeistPlay) -> None:
    """Reach the breaking point: stress is full. The fourth trauma ends a career."""
    if play.state["mood"] == "action":
        play.add(happened.ActionDropped())
    left = [trauma for trauma in TRAUMAS if trauma not in play.state["traumas"]]
    if len(play.state["traumas"]) + 1 >= LAST_TRAUMA:
        play.add(happened.TraumaTaken(trauma=left[0]))
        play.ending = "broken"
        return
    start = play.draw(f"trauma/{len(play.state['traumas'])}", 1, len(left))[0] - 1
    choices = [left[(start + step) % len(left)] for step in range(_OFFERED)]
    play.mood("trauma")
    play.add(happened.TraumaTriggered(choices=choices))
    play.voice("crack", str(len(play.state["traumas"])))


def take_trauma(play: HeistPlay, trauma: str) -> None:
    """Take a scar that stays; stress is 0 again."""
    play.add(happened.TraumaTaken(trauma=trauma))
    play.stress(-MOST_STRESS, play.say("reason_trauma"))
    play.mood("scene")


def offer_bargains(play: HeistPlay) -> None:
    """Offer new dice from the city when none is left."""
    state = play.state
    possible = [name for name in BARGAINS if _may_bargain(state, name)]
    start = play.draw(f"bargain/{state['thrown']}", 1, len(possible))[0] - 1
    offered = [possible[(start + step) % len(possible)] for step in range(min(_OFFERED, len(possible)))]
    play.add(happened.PoolEmpty())
    play.mood("bargain")
    play.add(happened.BargainOffered(bargains=offered))


def _may_bargain(state: HeistState, name: str) -> bool:
    if name == "trauma":
        return len(state["traumas"]) < LAST_TRAUMA - 2
    return name != "debt" or state["coin"] + BARGAIN_COIN >= -6


def take_bargain(play: HeistPlay, name: str) -> None:
    """Take one of the city's bargains."""
    reason = play.say("reason_bargain")
    match name:
        case "stress":
            play.stress(BARGAIN_STRESS, reason)
        case "heat":
            play.heat(BARGAIN_HEAT, reason)
        case "ticks":
            play.tick(nearest_threat(play), BARGAIN_TICKS, reason)
        case "debt":
            play.coin(BARGAIN_COIN, reason)
        case _:
            left = [trauma for trauma in TRAUMAS if trauma not in play.state["traumas"]]
            play.add(happened.TraumaTaken(trauma=left[0]))
            play.stress(-MOST_STRESS, reason)
    play.gain_dice(BARGAINS[name], "bargain")
    play.mood("scene")


def collapse(play: HeistPlay) -> None:
    """Pass out, and wake with two dice, more stress and less time."""
    play.stress(COLLAPSE_STRESS, play.say("reason_collapse"))
    play.tick(nearest_threat(play), COLLAPSE_TICKS, play.say("reason_collapse"))
    play.gain_dice(COLLAPSE_DICE, "collapse")
    play.mood("scene")


def nearest_threat(play: HeistPlay) -> str:
    """Return the clock that threatens here: of an obstacle that still stands, else of any."""
    state, scene = play.state, play.score.scenes[play.state["scene"]]
    standing = [
        one.threat for key, one in scene.obstacles.items() if f"{state['scene']}.{key}" not in state["full"]
    ]
    return next(
        (clock for clock in standing if clock not in state["full"]),
        next(iter(scene.obstacles.values())).threat,
    )


def begin_entanglement(play: HeistPlay) -> None:
    """Send somebody, since heat is full; nobody comes twice before all have come."""
    [number] = play.draw(f"entanglement/{play.state['wanted']}", 1, len(ENTANGLEMENTS))
    order: tuple[Entanglement, ...] = (*ENTANGLEMENTS[number - 1 :], *ENTANGLEMENTS[: number - 1])
    come = {line.split(":")[1] for line in play.state["told"] if line.startswith("way:")}
    left: list[Entanglement] = [one for one in order if one not in come]
    name = (left or order)[0]
    play.add(happened.EntanglementBegan(entanglement=name, text=play.score.entanglements[name].text))


def leave_entanglement(play: HeistPlay, way: str) -> None:
    """Get out of an entanglement: pay, run, or stand one's ground; heat cools.

    Args:
        play: of the message.
        way: `pay`, `run` or `stand`.
    """
    interrupt = play.state["interrupt"]
    assert interrupt is not None
    name = interrupt["entanglement"]
    assert name, "only in an entanglement"
    ways = play.score.entanglements[name]
    text = {"pay": ways.pay, "run": ways.run, "stand": ways.stand}[way]
    play.add(happened.InterruptChanged())
    if f"way:{name}:{way}" not in play.state["told"]:
        play.add(happened.Told(by="city", text=text, line=f"way:{name}:{way}"))
    reason = play.say(f"entanglement_{name}")
    play.heat(_COOLED, reason)
    if way == "pay":
        play.coin(-ENTANGLEMENT_PRICE, reason)
    elif way == "run":
        play.stress(_RUN_STRESS, reason)
        play.tick(nearest_threat(play), _RUN_TICKS, reason)
    else:
        play.wanted(1, reason)


def is_entangled(state: HeistState) -> bool:
    """Return whether an entanglement is under way."""
    return bool(state["interrupt"] and state["interrupt"]["entanglement"])


def trouble_due(play: HeistPlay) -> None:
    """Apply all that is due before the player moves again: trauma, collapse, entanglement, bargain."""
    state = play.state
    if not play.ending and state["wanted"] >= 4 and state["heat"] >= MOST_HEAT:
        play.ending = "caught"
    if play.ending:
        return
    if state["stress"] >= MOST_STRESS and state["mood"] not in ("trauma", ""):
        break_down(play)
    elif state["harm"] >= MOST_HARM and state["mood"] == "scene":
        play.harm(-1, play.say("reason_carried_out"))
        leave_scene(play, state["scene"], state["scene"], play.say("carried_out"), is_done=False)
    # What an action has brought is settled first: they come when nothing else is asked.
    free = play.state["mood"] in ("scene", "") and not play.state["interrupt"]
    if not play.ending and play.state["heat"] >= MOST_HEAT and free:
        begin_entanglement(play)
    spent = play.state["mood"] == "scene" and not play.state["pool"] and play.state["dice"] == "pool"
    if spent and not play.ending and not is_entangled(play.state):
        offer_bargains(play)
    if play.ending and play.ending not in play.score.endings:
        play.ending = fitting_ending(play)
