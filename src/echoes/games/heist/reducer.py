"""The fold of the log: the state after one entry. Pure, and the only place where state changes."""

from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.events import Event, TurnsUndone
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace, RewindTrace
from echoes.games.heist.rules.tables import BEATS, COSTS, FREE_ACTIVITIES, SUMMARIES, THREATS
from echoes.games.heist.state import Beat, HeistState, Interrupt, Pending, appended, without

_MOST_ANSWERS = 60
_LISTS = {
    "flag": "flags",
    "thread": "threads",
    "rumour": "rumours",
    "goal": "goals",
    "item": "items",
}


def after_entry(state: HeistState, entry: Entry) -> HeistState:
    """Return the state after one entry."""
    event, noted = entry.event, entry.traced(HeistTrace)
    changes: dict[str, Any] = _after(state, event, entry, noted)
    if noted.hidden:
        changes["clocks"] = {**changes.get("clocks", state["clocks"]), **noted.hidden}
    if noted.said:
        changes["said"] = dict([*state["said"].items(), *noted.said.items()][-_MOST_ANSWERS:])
    if isinstance(event, happened.Moved):
        changes["asked"] = []
    after: Any = {**state, **changes} if changes else state
    return after


def _after(state: HeistState, event: Event, entry: Entry, noted: HeistTrace) -> dict[str, Any]:
    if isinstance(event, happened.Amount):
        return _amount(state, event)
    match event:
        case happened.HeistStarted():
            seed = entry.traced(happened.HeistStartTrace).seed
            return {"seed": seed, "dice": event.dice, "veteran": event.veteran}
        case happened.PhaseChanged():
            return {"phase": event.new}
        case happened.MoodChanged():
            return {"mood": event.new, "variant": event.variant}
        case happened.HeistAsked():
            return {"asked": [*noted.keys]}
        case happened.ActionFramed():
            return {"framing": _framed(event, noted)}
        case happened.ActionDropped():
            return {"framing": None}
        case happened.DieSpent():
            return _spent(state, event)
        case happened.ConsequenceTaken():
            return {"pending": None}
        case happened.ClockTicked():
            ticked = f"{event.name} {event.filled}/{event.segments}"
            return {"clocks": {**state["clocks"], event.clock: event.filled}, **_beat(state, "tick", ticked)}
        case happened.ClockFilled():
            return {"full": appended(state["full"], event.clock), **_beat(state, "narration", event.text)}
        case happened.WorldChanged():
            return _world(state, event)
        case happened.HeistEnded():
            return {"ended": True}
        case TurnsUndone():
            was = entry.traced(RewindTrace)
            return {"rewound": state["rewound"] or was.rewound or was.spent > state["counted"]}
        case _:
            return _scenes(state, event)


def _scenes(state: HeistState, event: Event) -> dict[str, Any]:
    """Return what changes between actions."""
    match event:
        case happened.ScoundrelChosen():
            return _chosen(state, event)
        case happened.CardDrawn():
            return {"cards": {**state["cards"], event.place: event.card}}
        case happened.DiceThrown(pool=None):
            return {}
        case happened.DiceThrown():
            return {"pool": event.pool, "thrown": state["thrown"] + 1}
        case happened.SceneEntered():
            visits = {**state["visits"], event.scene: state["visits"].get(event.scene, 0) + 1}
            return {
                "scene": event.scene,
                "to": "",
                "visits": visits,
                "shift": event.position_shift,
                "style": {},
                "worse": {},
            }
        case happened.SceneLeft():
            done = appended(state["done"], event.scene) if event.done else state["done"]
            return {
                "done": done,
                "to": event.to,
                "interrupt": None,
                "free": FREE_ACTIVITIES,
                "framing": None,
                "pending": None,
            }
        case happened.TraumaTriggered():
            return {"choices": [f"trauma:{one}" for one in event.choices]}
        case happened.TraumaTaken():
            return {"traumas": appended(state["traumas"], event.trauma), "choices": []}
        case happened.BargainOffered():
            return {"choices": [f"bargain:{one}" for one in event.bargains]}
        case happened.EntanglementBegan():
            return {"interrupt": Interrupt(obstacle="", entanglement=event.entanglement)}
        case happened.InterruptChanged():
            one = Interrupt(obstacle=event.obstacle, entanglement=event.entanglement)
            return {"interrupt": one if event.obstacle or event.entanglement else None}
        case happened.ActivityDone():
            return {"free": max(0, state["free"] - 1)}
        case _:
            return _words(state, event)


def _words(state: HeistState, event: Event) -> dict[str, Any]:
    """Return what changes when something is told."""
    match event:
        case happened.FactTold():
            return {"seen": appended(without(state["seen"], event.fact), event.fact)}
        case happened.OracleAnswered() | happened.OmenShown():
            return _told(state, event.line)
        case happened.Told():
            return {**_told(state, event.line), **_exchange(state, event.asked, "narration", event.text)}
        case happened.PersonSpoke():
            spoken = f"{event.name}: {event.text}"
            return {**_told(state, event.line), **_exchange(state, event.asked, "speech", spoken)}
        case happened.DiceRenewed():
            return {"renewed": event.times}
        case happened.Moved():
            return _beat(state, "action", event.text)
        case happened.SceneCompressed():
            summary = {"scene": state["scene"], "text": event.summary, "seeds": [*event.seeds]}
            return {"summaries": appended(state["summaries"], summary, SUMMARIES), "beats": []}
        case _:
            return {}


def _beat(state: HeistState, kind: Any, text: str) -> dict[str, Any]:
    """Return the beats with one more; of a long text its first line."""
    beat = Beat(kind=kind, text=text.split("\n")[0])
    return {"beats": appended(state["beats"], beat, BEATS)} if text else {}


def _exchange(state: HeistState, asked: str, kind: Any, text: str) -> dict[str, Any]:
    """Return the beats with what was said by the player, and what it led to."""
    beats = {**state, **_beat(state, "action", asked)}
    return _beat(cast("HeistState", beats), kind, text)


def _told(state: HeistState, line: str) -> dict[str, Any]:
    return {"told": appended(state["told"], line)} if line else {}


def _amount(state: HeistState, event: "happened.Amount") -> dict[str, Any]:
    match event:
        case happened.StressChanged():
            return {"stress": event.new}
        case happened.HeatChanged():
            return {"heat": event.new}
        case happened.WantedChanged():
            return {"wanted": event.new}
        case happened.CoinChanged():
            return {"coin": event.new}
        case happened.HarmChanged():
            return {"harm": event.new}
        case _:
            return {"scoundrel": {**state["scoundrel"], "experience": event.new}}


def _framed(event: "happened.ActionFramed", noted: HeistTrace) -> dict[str, Any]:
    return {
        "obstacle": event.obstacle,
        "approach": event.approach,
        "action": event.action,
        "position": event.position,
        "effect": event.effect,
        "used": [*event.used],
        "outcomes": [outcome.model_dump() for outcome in noted.outcomes],
    }


def _spent(state: HeistState, event: "happened.DieSpent") -> dict[str, Any]:
    framing = state["framing"]
    pending = None
    if event.ticks or event.harm:
        attribute = event.attribute
        pending = Pending(clock=event.threat, ticks=event.ticks, harm=event.harm, attribute=attribute)
    tries = state["tries"].get(event.obstacle, 0) + 1
    worse = state["worse"].get(event.obstacle, 0) + event.worse
    taken = [framing["approach"], *framing["used"]] if framing else []
    rolled = _beat(state, "roll", f"{event.die}: {event.tier}")
    tried = [f"tried:{event.obstacle}:{one}" for one in taken]
    return {
        "pool": [*event.pool],
        "pending": pending,
        "framing": None,
        "counted": state["counted"] + 1,
        "tries": {**state["tries"], event.obstacle: tries},
        "worse": {**state["worse"], event.obstacle: worse},
        "told": appended(state["told"], event.line) if event.line else state["told"],
        **rolled,
        **_beat(cast("HeistState", {**state, **rolled}), "narration", event.text),
        "flags": [*state["flags"], *(one for one in tried if one not in state["flags"])],
    }


def _chosen(state: HeistState, event: "happened.ScoundrelChosen") -> dict[str, Any]:
    made = appended(state["made"], event.field)
    if event.field in ("plan", "detail"):
        return {event.field: event.value, "made": made}
    return {"scoundrel": {**state["scoundrel"], event.field: event.value}, "made": made}


def _world(state: HeistState, event: "happened.WorldChanged") -> dict[str, Any]:
    match event.kind:
        case "cost":
            return {"costs": appended(state["costs"], event.id, COSTS)}
        case "threat":
            kept = without(state["threats"], event.id)
            return {"threats": appended(kept, event.id, THREATS) if event.on else kept}
        case "faction":
            return {"factions": {**state["factions"], event.id: event.value}}
        case "bond":
            scoundrel = state["scoundrel"]
            bonds = {**scoundrel["bonds"], event.id: event.value}
            return {"scoundrel": {**scoundrel, "bonds": bonds}}
        case "declared":
            return {"declared": appended(state["declared"], event.id)}
        case "style":
            return {"style": {**state["style"], event.id: event.text}}
        case kind:
            name = _LISTS[kind]
            kept = without(cast("dict[str, Any]", state)[name], event.id)
            return {name: appended(kept, event.id) if event.on else kept}
