"""The fold of the log: the state after one entry. Pure, and the only place where state changes."""

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, TurnsUndone
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace, RewindTrace
from echoes.games.heist.rules.framing_lines import FramingLine, framing_line
from echoes.games.heist.rules.tables import BEATS, COSTS, FREE_ACTIVITIES, SUMMARIES, THREATS
from echoes.games.heist.state import (
    LISTS,
    Beat,
    BeatKind,
    Cost,
    Framing,
    HeistState,
    Interrupt,
    KeptOutcome,
    PastScene,
    PendingConsequence,
    Veteran,
    appended,
    without,
)

_MOST_ANSWERS = 60


def heist_after(state: HeistState, entry: Entry) -> HeistState:
    """Return the state after one entry."""
    event, noted = entry.event, entry.traced(HeistTrace)
    after: HeistState = _after(state, event, entry, noted)
    if noted.hidden:
        after = {**after, "clocks": {**after["clocks"], **noted.hidden}}
    if noted.said:
        after = {**after, "said": dict([*state["said"].items(), *noted.said.items()][-_MOST_ANSWERS:])}
    if isinstance(event, happened.MoveMade | happened.OptionsOffered):
        after = {**after, "asked": []}
    return after


def _after(state: HeistState, event: Event, entry: Entry, noted: HeistTrace) -> HeistState:
    if isinstance(event, happened.NumberChanged):
        return _amount(state, event)
    match event:
        case happened.HeistStarted():
            sheet = event.veteran
            return {
                **state,
                "seed": entry.traced(happened.HeistStartTrace).seed,
                "dice": event.dice,
                "veteran": Veteran(**sheet.model_dump()) if sheet else None,
            }
        case happened.PhaseChanged():
            return {**state, "phase": event.new}
        case happened.MoodChanged():
            return {**state, "mood": event.new, "variant": event.variant}
        case happened.HeistAsked():
            return {**state, "asked": [*noted.keys]}
        case happened.ActionFramed():
            framed = _framed(event, noted)
            return {**state, "framing": framed, "told": _framing_told(state, event)}
        case happened.ActionDropped():
            return {**state, "framing": None}
        case happened.DieSpent():
            return _spent(state, event)
        case happened.ConsequenceTaken():
            return {**state, "pending": None}
        case happened.ClockTicked():
            ticked = _beat(state, "tick", f"{event.name} {event.filled}/{event.segments}")
            return {**ticked, "clocks": {**state["clocks"], event.clock: event.filled}}
        case happened.ClockFilled():
            filled = _beat(state, "narration", event.text)
            return {**filled, "full": appended(state["full"], event.clock)}
        case happened.WorldChanged():
            return _world(state, event)
        case happened.HeistEnded():
            return {**state, "ended": True}
        case TurnsUndone():
            was = entry.traced(RewindTrace)
            return {**state, "rewound": state["rewound"] or was.rewound or was.spent > state["counted"]}
        case _:
            return _scenes(state, event)


def _scenes(state: HeistState, event: Event) -> HeistState:
    """Return the state after what happens between actions."""
    match event:
        case happened.ScoundrelChosen():
            return _chosen(state, event)
        case happened.CardDrawn():
            return {**state, "cards": {**state["cards"], event.place: event.card}}
        case happened.DiceThrown(pool=list() as pool):
            return {**state, "pool": pool, "thrown": state["thrown"] + 1}
        case happened.SceneEntered():
            return {
                **state,
                "scene": event.scene,
                "to": "",
                "visits": {**state["visits"], event.scene: state["visits"].get(event.scene, 0) + 1},
                "shift": event.position_shift,
                "style": {},
                "worse": {},
            }
        case happened.SceneLeft():
            return {
                **state,
                "done": appended(state["done"], event.scene) if event.done else state["done"],
                "to": event.to,
                "interrupt": None,
                "free": FREE_ACTIVITIES,
                "framing": None,
                "pending": None,
            }
        case happened.TraumaTriggered():
            return {**state, "choices": [f"trauma:{one}" for one in event.choices]}
        case happened.TraumaTaken():
            return {**state, "traumas": appended(state["traumas"], event.trauma), "choices": []}
        case happened.BargainOffered():
            return {**state, "choices": [f"bargain:{one}" for one in event.bargains]}
        case happened.EntanglementBegan():
            return {**state, "interrupt": Interrupt(obstacle="", entanglement=event.entanglement)}
        case happened.InterruptChanged():
            one = Interrupt(obstacle=event.obstacle, entanglement=event.entanglement)
            return {**state, "interrupt": one if event.obstacle or event.entanglement else None}
        case happened.ActivityDone():
            return {**state, "free": max(0, state["free"] - 1)}
        case _:
            return _words(state, event)


def _words(state: HeistState, event: Event) -> HeistState:
    """Return the state after something was told."""
    match event:
        case happened.FactTold():
            return {**state, "seen": appended(without(state["seen"], event.fact), event.fact)}
        case happened.OracleAnswered() | happened.OmenShown():
            return _told(state, event.line)
        case happened.Told():
            return _exchange(_told(state, event.line), event.asked, "narration", event.text)
        case happened.PersonSpoke():
            # The author's lines say who speaks.
            spoken = event.text if event.line else f"{event.name}: {event.text}"
            return _exchange(_told(state, event.line), event.asked, "speech", spoken)
        case happened.DiceRenewed():
            return {**state, "renewed": event.times}
        case happened.MoveMade():
            return _beat(state, "action", event.text)
        case happened.SceneCompressed():
            summary = PastScene(scene=state["scene"], text=event.summary, seeds=[*event.seeds])
            return {**state, "summaries": appended(state["summaries"], summary, SUMMARIES), "beats": []}
        case _:
            return state


def _beat(state: HeistState, kind: BeatKind, text: str) -> HeistState:
    """Return the state with one more beat; of a long text its first line."""
    if not text:
        return state
    return {**state, "beats": appended(state["beats"], Beat(kind=kind, text=text.split("\n")[0]), BEATS)}


def _exchange(state: HeistState, asked: str, kind: BeatKind, text: str) -> HeistState:
    """Return the state with beats of what was said by the player, and of what it led to."""
    return _beat(_beat(state, "action", asked), kind, text)


def _told(state: HeistState, line: str) -> HeistState:
    return {**state, "told": appended(state["told"], line)} if line else state


def _amount(state: HeistState, event: "happened.NumberChanged") -> HeistState:
    match event:
        case happened.StressChanged():
            return {**state, "stress": event.new}
        case happened.HeatChanged():
            return {**state, "heat": event.new}
        case happened.WantedChanged():
            return {**state, "wanted": event.new}
        case happened.CoinChanged():
            return {**state, "coin": event.new}
        case happened.HarmChanged():
            return {**state, "harm": event.new}
        case _:
            return {**state, "scoundrel": {**state["scoundrel"], "experience": event.new}}


def _framed(event: "happened.ActionFramed", noted: HeistTrace) -> Framing:
    return Framing(
        obstacle=event.obstacle,
        approach=event.approach,
        action=event.action,
        position=event.position,
        effect=event.effect,
        used=[*event.used],
        outcomes=[KeptOutcome(**one.model_dump()) for one in noted.outcomes],
    )


def _framing_told(state: HeistState, event: "happened.ActionFramed") -> list[str]:
    kinds: tuple[FramingLine, ...] = ("opportunity", "stakes")
    return [
        *state["told"],
        *(framing_line(state, kind, event.obstacle) for kind in kinds if getattr(event, kind)),
    ]


def _spent(state: HeistState, event: "happened.DieSpent") -> HeistState:
    framing = state["framing"]
    pending = None
    if event.ticks or event.harm:
        attribute = event.attribute
        pending = PendingConsequence(
            clock=event.threat, ticks=event.ticks, harm=event.harm, attribute=attribute
        )
    taken = [framing["approach"], *framing["used"]] if framing else []
    tried = [f"tried:{event.obstacle}:{one}" for one in taken]
    rolled = _beat(_told(state, event.line), "roll", f"{event.die}: {event.tier}")
    return {
        **_beat(rolled, "narration", event.text),
        "pool": [*event.pool],
        "pending": pending,
        "framing": None,
        "counted": state["counted"] + 1,
        "tries": {**state["tries"], event.obstacle: state["tries"].get(event.obstacle, 0) + 1},
        "worse": {**state["worse"], event.obstacle: state["worse"].get(event.obstacle, 0) + event.worse},
        "flags": [*state["flags"], *(one for one in tried if one not in state["flags"])],
    }


def _chosen(state: HeistState, event: "happened.ScoundrelChosen") -> HeistState:
    after, sheet = state.copy(), state["scoundrel"].copy()
    match event.field, event.value:
        case "plan" | "detail" as part, str() as value:
            after[part] = value
        case "name" | "pronouns" | "archetype" | "background" | "vice" as part, str() as value:
            sheet[part] = value
        case "experience", int() as value:
            sheet["experience"] = value
        case "ratings" | "bonds" as part, dict() as value:
            sheet[part] = value
        case _:
            pass
    return {**after, "scoundrel": sheet, "made": appended(state["made"], event.field)}


def _world(state: HeistState, event: "happened.WorldChanged") -> HeistState:
    match event.kind:
        case "cost":
            cost = Cost(id=event.id, text=event.text)
            return {**state, "costs": appended(state["costs"], cost, COSTS)}
        case "threat":
            kept = without(state["threats"], event.id)
            return {**state, "threats": appended(kept, event.id, THREATS) if event.on else kept}
        case "faction":
            return {**state, "factions": {**state["factions"], event.id: event.value}}
        case "bond":
            bonds = {**state["scoundrel"]["bonds"], event.id: event.value}
            return {**state, "scoundrel": {**state["scoundrel"], "bonds": bonds}}
        case "declared":
            return {**state, "declared": appended(state["declared"], event.id)}
        case "style":
            return {**state, "style": {**state["style"], event.id: event.text}}
        case kind:
            after, name = state.copy(), LISTS[kind]
            kept = without(state[name], event.id)
            after[name] = appended(kept, event.id) if event.on else kept
            return after
