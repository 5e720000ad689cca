"""The moves that are open in a state, each with its key and its words."""

from collections.abc import Iterator

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in, quoted
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.actions import filled_by, position_and_effect
from echoes.games.heist.rules.aftermath import resistance
from echoes.games.heist.rules.clocks import filled_of_obstacle, moving_clock, shown_clocks
from echoes.games.heist.rules.creation import next_step
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import ACTIONS, ARCHETYPES, FACES, MOST_STRESS, VICES
from echoes.games.heist.rules.trouble import ENTANGLEMENT_PRICE, is_entangled
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.improvements import improvements
from echoes.games.heist.turn.intent import OpenMove
from echoes.games.heist.turn.option_words import (
    creation_cues,
    cues_of,
    rating_text,
    scar_cues,
    scar_text,
    vice_cues,
)
from echoes.games.heist.turn.prices import breaking_text, cost_text, price_text

_WAYS = ("pay", "run", "stand")
BACKGROUNDS = ("academy", "barracks", "dockside", "playhouse", "temple", "wilds")


def open_moves(score: Score, state: HeistState) -> list[OpenMove]:
    """Return the moves that are open, in the order of their numbers.

    Args:
        score: that is played.
        state: between two messages.
    """
    if state["ended"]:
        return []
    match state["phase"]:
        case "creation":
            return [*_creation(score, state)]
        case "scenario":
            return [*_scenario(score, state)]
        case "between_scenes":
            return [*(_ways(score, state) if is_entangled(state) else _between(score, state))]
        case _:
            pass
    match state["mood"]:
        case "action":
            return [*_action(score, state)]
        case "aftermath":
            return [*_aftermath(score, state)]
        case "trauma":
            return [
                OpenMove(key, scar_text(score.language, key[7:]), scar_cues(score.language, key[7:]))
                for key in state["choices"]
            ]
        case "bargain":
            return [*_bargain(score, state)]
        case _:
            return [*(_ways(score, state) if is_entangled(state) else _scene(score, state))]


def _creation(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language = score.language
    if not state["made"]:
        if state["veteran"]:
            text = phrase(language, "veteran", name=state["veteran"]["name"])
            yield OpenMove("veteran", text, (str(state["veteran"]["name"]),))
        ready = phrase(language, "ready", name=name_of(language, "ready_made", "name"))
        yield OpenMove("ready", ready, cues_of(language, "skip"))
        yield OpenMove("own", phrase(language, "own"), cues_of(language, "own"))
        return
    step = next_step(state)
    match step:
        case "name" | "pronouns":
            values = [(value, value) for value in phrases_in(language).lists[f"{step}_ideas"]]
        case "archetype":
            values = [
                (one, f"{name_of(language, 'archetypes', one)} — {name_of(language, 'archetype_lines', one)}")
                for one in ARCHETYPES
            ]
        case "background":
            values = [(one, name_of(language, "backgrounds", one)) for one in BACKGROUNDS]
        case "vice":
            values = [(one, name_of(language, "vices", one)) for one in VICES]
        case _:
            ratings = state["scoundrel"]["ratings"]
            values = [(one, rating_text(language, one, ratings.get(one, 0))) for one in ACTIONS]
    for value, text in values:
        yield OpenMove(
            f"fill:{step}:{value}", text, (value, *creation_cues(language, step, value)), label=text
        )


def _scenario(score: Score, state: HeistState) -> Iterator[OpenMove]:
    if not state["plan"]:
        for key, plan in score.plans.items():
            yield OpenMove(f"plan:{key}", f"{plan.label} — {plan.text}", label=f"{plan.label} {plan.text}")
        return
    for key, detail in score.plans[state["plan"]].details.items():
        edge = phrase(score.language, "edge", edge=f"{detail.edge:+d}") if detail.edge else ""
        yield OpenMove(
            f"detail:{key}",
            f"{detail.label} — {detail.text}{edge}",
            label=f"{detail.label} {detail.text}",
        )


def obstacles_here(score: Score, state: HeistState) -> list[tuple[str, Obstacle]]:
    """Return the obstacles in the way now, by `scene.obstacle`; only the one that interrupts, if one does."""
    scene, interrupt = state["scene"], state["interrupt"]
    found: list[tuple[str, Obstacle]] = []
    for key, obstacle in score.scenes[scene].obstacles.items():
        forced = interrupt is not None and interrupt["obstacle"] == key
        if interrupt is not None and interrupt["obstacle"] and not forced:
            continue
        if f"{scene}.{key}" not in state["full"] and (forced or holds_in_heist(obstacle.when, state)):
            found.append((f"{scene}.{key}", obstacle))
    return found


def _scene(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, interrupt = score.language, state["interrupt"]
    if not (interrupt and interrupt["obstacle"]):
        for key, way in score.scenes[state["scene"]].exits.items():
            if holds_in_heist(way.when, state):
                price = cost_text(score, state, way.effects)
                text = phrase(language, "priced", label=way.label, price=price) if price else way.label
                yield OpenMove(f"exit:{key}", text, way.cues, label=way.label)
    for key, obstacle in obstacles_here(score, state):
        for name, approach in obstacle.approaches.items():
            used_up = approach.once and f"tried:{key}:{name}" in state["flags"]
            if used_up or not holds_in_heist(approach.when, state):
                continue
            position, effect = position_and_effect(state, key, obstacle, name, [])
            text = phrase(
                language,
                "approach",
                label=approach.label,
                action=name_of(language, "actions", approach.action),
                position=name_of(language, "positions", position),
                effect=name_of(language, "effects", effect),
            )
            yield OpenMove(f"approach:{key}:{name}", text, approach.cues, approach.action, approach.label)
    if not (interrupt and interrupt["obstacle"]):
        yield OpenMove("retreat", phrase(language, "retreat"), cues_of(language, "retreat"))


def _action(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, framing = score.language, state["framing"]
    assert framing is not None
    obstacle = score.obstacle(framing["obstacle"])
    if state["dice"] == "pool":
        for number, outcome in enumerate(framing["outcomes"], 1):
            hint = obstacle.hints.get(outcome["tier"]) or obstacle.hints["bad"]
            price = price_text(language, outcome["stress"], outcome["heat"])
            pips = phrases_in(language).lists["pips"][outcome["die"] - 1]
            said = {"pips": pips, "price": price, "hint": quoted(language, hint)}
            text = phrase(language, "die", face=FACES[outcome["die"] - 1], **said)
            filled = filled_by(state, framing["obstacle"], obstacle, outcome["tier"], framing["effect"])
            moves = filled > filled_of_obstacle(state, framing["obstacle"])
            told = phrase(language, "die_fills", filled=filled, segments=obstacle.clock) if moves else ""
            text += told + breaking_text(language, state, outcome["stress"])
            yield OpenMove(f"die:{number}", text, label=hint)
    else:
        rating = state["scoundrel"]["ratings"].get(framing["action"], 0) + framing["used"].count("deal")
        yield OpenMove("throw", phrase(language, "throw", count=rating), cues_of(language, "throw"))
    yield from improvements(score, state, framing, obstacle)
    yield OpenMove("drop", phrase(language, "drop"), cues_of(language, "drop"))


def _aftermath(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, pending = score.language, state["pending"]
    if pending is None:
        return
    moves = moving_clock(score, state, pending["clock"])
    clock = score.clocks[moves].name if moves else phrase(language, "heat")
    harm = phrase(language, "and_harm") if pending["harm"] else ""
    taken = phrase(
        language, "accept" if moves else "accept_heat", clock=clock, ticks=pending["ticks"], harm=harm
    )
    yield OpenMove("accept", taken, cues_of(language, "accept"))
    if state["stress"] < MOST_STRESS:
        rating = resistance(state, pending["attribute"])
        name = name_of(language, "attributes", pending["attribute"])
        text = phrase(language, "resist", attribute=name, count=rating)
        yield OpenMove("resist", text, cues_of(language, "resist"))


def _bargain(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language = score.language
    for key in state["choices"]:
        name = key.removeprefix("bargain:")
        text = next(text for offer, text in score.bargains.items() if offer == name)
        told = phrase(language, "bargain", text=text, price=name_of(language, "bargain_prices", name))
        yield OpenMove(key, told, label=text)
    yield OpenMove("retreat", phrase(language, "retreat"), cues_of(language, "retreat"))
    yield OpenMove("collapse", phrase(language, "collapse"), cues_of(language, "collapse"))


def _ways(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language = score.language
    for way in _WAYS:
        if way == "pay" and state["coin"] < ENTANGLEMENT_PRICE:
            continue
        yield OpenMove(f"way:{way}", phrase(language, f"way_{way}"), cues_of(language, f"way_{way}"))


def _between(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language = score.language
    price = "" if state["free"] else phrase(language, "costs_coin")
    scene = score.scenes[state["to"] or state["scene"]]
    yield OpenMove(
        "go", phrase(language, "go", scene=scene.title), cues_of(language, "go"), label=scene.title
    )
    if state["free"] or state["coin"] > 0:
        vice = state["scoundrel"]["vice"]
        for kind in ("recover", "vice", "lay_low"):
            text = phrase(language, f"do_{kind}", vice=name_of(language, "vices", vice)) + price
            own = vice_cues(language, vice) if kind == "vice" else ()
            beside = vice_cues(language) if kind == "vice" else ()
            cues = (*cues_of(language, kind), *phrases_in(language).list_groups["later_words"][kind], *own)
            yield OpenMove(f"do:{kind}", text, cues, beside=beside)
        for key, clock in shown_clocks(score, state):
            if clock.kind == "goal" and key not in state["full"]:
                text = phrase(language, "do_work", clock=clock.name) + price
                goal = score.goals.get(key, "")
                cues = (*cues_of(language, "work"), *clock.cues)
                yield OpenMove(f"do:work:{key}", text, cues, label=f"{clock.name} {goal}")
    yield OpenMove("walk_away", phrase(language, "walk_away"), cues_of(language, "walk_away"))
