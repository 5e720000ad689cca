"""The moves that are open in a state, each with its key and its words."""

from collections.abc import Iterator
from dataclasses import dataclass

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.actions import standing
from echoes.games.heist.rules.aftermath import resistance
from echoes.games.heist.rules.creation import next_step
from echoes.games.heist.rules.predicates import is_open
from echoes.games.heist.rules.tables import ACTIONS, ARCHETYPES, MOST_STRESS, VICES
from echoes.games.heist.rules.trouble import ENTANGLEMENT_PRICE, is_entangled
from echoes.games.heist.state import Framing, HeistState

_WAYS = ("pay", "run", "stand")
BACKGROUNDS = ("academy", "barracks", "dockside", "playhouse", "temple", "wilds")


@dataclass(frozen=True)
class OpenMove:
    """A move that is open.

    Attributes:
        key: its name, such as `approach:quay.watch:bribe`.
        text: on its button, with its price.
        cues: words by which a player may mean it.
        verb: the action that it takes; empty for none.
    """

    key: str
    text: str
    cues: tuple[str, ...] = ()
    verb: str = ""


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
            return [OpenMove(key, name_of(score.language, "traumas", key[7:])) for key in state["choices"]]
        case "bargain":
            return [*_bargain(score, state)]
        case _:
            return [*(_ways(score, state) if is_entangled(state) else _scene(score, state))]


def _creation(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, words = score.language, phrases_in(score.language)
    if not state["made"]:
        if state["veteran"]:
            text = phrase(language, "veteran", name=state["veteran"]["name"])
            yield OpenMove("veteran", text, (str(state["veteran"]["name"]),))
        yield OpenMove(
            "ready", phrase(language, "ready", name=words["ready_made"]["name"]), tuple(words["skip_cues"])
        )
        yield OpenMove("own", phrase(language, "own"), tuple(words["own_cues"]))
        return
    step = next_step(state)
    match step:
        case "name" | "pronouns":
            values = [(value, value) for value in words[f"{step}_ideas"]]
        case "archetype":
            values = [
                (one, f"{name_of(language, 'archetypes', one)} — {words['archetype_lines'][one]}")
                for one in ARCHETYPES
            ]
        case "background":
            values = [(one, name_of(language, "backgrounds", one)) for one in BACKGROUNDS]
        case "vice":
            values = [(one, name_of(language, "vices", one)) for one in VICES]
        case _:
            ratings = state["scoundrel"]["ratings"]
            values = [
                (one, f"{name_of(language, 'actions', one)} {dots(ratings.get(one, 0))}") for one in ACTIONS
            ]
    for value, text in values:
        yield OpenMove(f"fill:{step}:{value}", text, (value, text))


def _scenario(score: Score, state: HeistState) -> Iterator[OpenMove]:
    if not state["plan"]:
        for key, plan in score.plans.items():
            yield OpenMove(f"plan:{key}", f"{plan.label} — {plan.text}", (plan.label, plan.text))
        return
    for key, detail in score.plans[state["plan"]].details.items():
        edge = phrase(score.language, "edge", edge=f"{detail.edge:+d}") if detail.edge else ""
        yield OpenMove(f"detail:{key}", f"{detail.label} — {detail.text}{edge}", (detail.label, detail.text))


def obstacles_here(score: Score, state: HeistState) -> list[tuple[str, Obstacle]]:
    """Return the obstacles in the way now, by `scene.obstacle`; only the one that interrupts, if one does."""
    scene, interrupt = state["scene"], state["interrupt"]
    found: list[tuple[str, Obstacle]] = []
    for key, obstacle in score.scenes[scene].obstacles.items():
        forced = interrupt is not None and interrupt["obstacle"] == key
        if interrupt is not None and interrupt["obstacle"] and not forced:
            continue
        if f"{scene}.{key}" not in state["full"] and (forced or is_open(obstacle.when, state)):
            found.append((f"{scene}.{key}", obstacle))
    return found


def _scene(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, interrupt = score.language, state["interrupt"]
    if not (interrupt and interrupt["obstacle"]):
        for key, way in score.scenes[state["scene"]].exits.items():
            if is_open(way.when, state):
                yield OpenMove(f"exit:{key}", way.label, (way.label, *way.cues))
    for key, obstacle in obstacles_here(score, state):
        for name, approach in obstacle.approaches.items():
            used_up = approach.once and f"tried:{key}:{name}" in state["flags"]
            if used_up or not is_open(approach.when, state):
                continue
            position, effect = standing(state, key, obstacle, name, [])
            text = phrase(
                language,
                "approach",
                label=approach.label,
                action=name_of(language, "actions", approach.action),
                position=name_of(language, "positions", position),
                effect=name_of(language, "effects", effect),
            )
            yield OpenMove(f"approach:{key}:{name}", text, (approach.label, *approach.cues), approach.action)
    if not (interrupt and interrupt["obstacle"]):
        yield OpenMove("retreat", phrase(language, "retreat"), tuple(phrases_in(language)["retreat_cues"]))


def _action(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, framing = score.language, state["framing"]
    assert framing is not None
    obstacle = score.obstacle(framing["obstacle"])
    if state["dice"] == "pool":
        for number, outcome in enumerate(framing["outcomes"], 1):
            hint = obstacle.hints.get(outcome["tier"]) or obstacle.hints["bad"]
            price = price_text(language, outcome["stress"], outcome["heat"])
            text = phrase(
                language, "die", face=FACES[outcome["die"] - 1], die=outcome["die"], price=price, hint=hint
            )
            yield OpenMove(f"die:{number}", text)
    else:
        rating = state["scoundrel"]["ratings"].get(framing["action"], 0) + framing["used"].count("deal")
        yield OpenMove(
            "throw", phrase(language, "throw", count=rating), tuple(phrases_in(language)["throw_cues"])
        )
    yield from _improvements(score, state, framing, obstacle)
    yield OpenMove("drop", phrase(language, "drop"), tuple(phrases_in(language)["drop_cues"]))


def _improvements(
    score: Score, state: HeistState, framing: Framing, obstacle: Obstacle
) -> Iterator[OpenMove]:
    """Yield what may be put into an action, each once."""
    language, used = score.language, framing["used"]
    words = phrases_in(language)
    greater, safer = framing["effect"] != "great", framing["position"] != "controlled"
    if greater and "push" not in used:
        yield OpenMove("push", phrase(language, "push"), tuple(words["push_cues"]))
    if greater and framing["position"] != "desperate" and "trade" not in used:
        yield OpenMove("trade", phrase(language, "trade"), tuple(words["trade_cues"]))
    if safer and "assist" not in used and obstacle.helper:
        person = score.people[obstacle.helper]
        text = phrase(language, "assist", name=person.name)
        yield OpenMove("assist", text, (person.name, *person.cues, *words["assist_cues"]))
    for item in obstacle.gear:
        spec = score.items[item]
        has_room = len(state["declared"]) < state["scoundrel"]["load"] and item not in state["declared"]
        if has_room and (greater if spec.gives == "effect" else safer):
            gives = phrase(language, f"gives_{spec.gives}")
            yield OpenMove(
                f"gear:{item}",
                phrase(language, "gear", item=spec.label, gives=gives),
                (spec.label, *spec.cues),
            )
    for key, flashback in obstacle.flashbacks.items():
        told = f"flashback:{framing['obstacle']}.{key}" in state["told"]
        helps = greater if flashback.gives == "effect" else safer
        if not told and helps and is_open(flashback.when, state):
            gives = phrase(language, f"gives_{flashback.gives}")
            text = phrase(language, "flashback", label=flashback.label, stress=flashback.stress, gives=gives)
            yield OpenMove(
                f"flashback:{key}", text, (flashback.label, *flashback.cues, *words["flashback_cues"])
            )
    deal = obstacle.deal
    if deal and "deal" not in used and f"tried:{framing['obstacle']}:deal" not in state["flags"]:
        yield OpenMove("deal", phrase(language, "deal", label=deal.label), (deal.label, *words["deal_cues"]))


def _aftermath(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, pending = score.language, state["pending"]
    if pending is None:
        return
    clock = score.clocks[pending["clock"]].name
    harm = phrase(language, "and_harm") if pending["harm"] else ""
    words = phrases_in(language)
    yield OpenMove(
        "accept",
        phrase(language, "accept", clock=clock, ticks=pending["ticks"], harm=harm),
        tuple(words["accept_cues"]),
    )
    if state["stress"] < MOST_STRESS:
        rating = resistance(state, pending["attribute"])
        name = name_of(language, "attributes", pending["attribute"])
        text = phrase(language, "resist", attribute=name, count=rating)
        yield OpenMove("resist", text, tuple(words["resist_cues"]))


def _bargain(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, words = score.language, phrases_in(score.language)
    for key in state["choices"]:
        name = key.removeprefix("bargain:")
        text = next(text for offer, text in score.bargains.items() if offer == name)
        yield OpenMove(key, f"{text} {words['bargain_prices'][name]}")
    yield OpenMove("retreat", phrase(language, "retreat"), tuple(words["retreat_cues"]))
    yield OpenMove("collapse", phrase(language, "collapse"), tuple(words["collapse_cues"]))


def _ways(score: Score, state: HeistState) -> Iterator[OpenMove]:
    words = phrases_in(score.language)
    for way in _WAYS:
        if way == "pay" and state["coin"] < ENTANGLEMENT_PRICE:
            continue
        yield OpenMove(f"way:{way}", words[f"way_{way}"], tuple(words[f"way_{way}_cues"]))


def _between(score: Score, state: HeistState) -> Iterator[OpenMove]:
    language, words = score.language, phrases_in(score.language)
    price = "" if state["free"] else phrase(language, "costs_coin")
    scene = score.scenes[state["to"] or state["scene"]]
    yield OpenMove("go", phrase(language, "go", scene=scene.title), (scene.title, *words["go_cues"]))
    if state["free"] or state["coin"] > 0:
        for kind in ("recover", "vice", "lay_low"):
            yield OpenMove(f"do:{kind}", words[f"do_{kind}"] + price, tuple(words[f"{kind}_cues"]))
        for key, clock in score.clocks.items():
            waits = clock.after is not None and clock.after not in state["full"]
            if (
                clock.kind == "goal"
                and clock.visibility != "hidden"
                and key not in state["full"]
                and not waits
            ):
                text = phrase(language, "do_work", clock=clock.name) + price
                yield OpenMove(f"do:work:{key}", text, (clock.name, *words["work_cues"]))
    yield OpenMove("walk_away", phrase(language, "walk_away"), tuple(words["walk_away_cues"]))


FACES = "⚀⚁⚂⚃⚄⚅"


def dots(rating: int) -> str:
    """Return a rating as four dots."""
    return "●" * rating + "○" * (4 - rating)


def price_text(language: str, stress: int, heat: int) -> str:
    """Return the price of a die in words."""
    parts = [phrase(language, "price_stress", count=stress)] if stress else []
    parts += [phrase(language, "price_heat", count=heat)] if heat else []
    return str(phrases_in(language)["comma"]).join(parts) or phrase(language, "price_none")
