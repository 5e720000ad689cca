"""Checks of a score: names that nothing stands behind, and clocks that can't be."""

from collections.abc import Iterator

from echoes.games.conditions import Condition
from echoes.games.heist.pack.parts import ScoreConsequence, ScoreEffects
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.predicates import ATOMS
from echoes.games.heist.rules.tables import TIERS

NEEDED_ENDINGS = ("broken", "caught", "walked")
"""Endings that every score has: a career is over, the law is there, the scoundrel walks away."""
SUITS = ("trumps", "cups", "coins", "swords", "wands")


def score_errors(score: Score) -> list[str]:
    """Return the errors that keep a score from being played, a line each with the field that it is about."""
    return [*_references(score), *_conditions(score), *_clocks(score), *_needed(score)]


def effects_in_score(score: Score) -> Iterator[tuple[str, ScoreEffects]]:
    """Yield all effects of a score, each after its field."""
    for key, plan in score.plans.items():
        for name, detail in plan.details.items():
            yield f"plans.{key}.details.{name}", detail.effects
    for place in ("past", "present", "future"):
        meanings: dict[str, ScoreConsequence] = getattr(score.cards, place)
        for suit, meaning in meanings.items():
            yield f"cards.{place}.{suit}", meaning.effects
    for key, clock in score.clocks.items():
        yield f"clocks.{key}.full", clock.full.effects
    for key, scene in score.scenes.items():
        for name, way in scene.exits.items():
            yield f"scenes.{key}.exits.{name}", way.effects
        for name, variant in scene.variants.items():
            yield f"scenes.{key}.variants.{name}", variant.effects
        for name, obstacle in scene.obstacles.items():
            yield from _effects_of(f"scenes.{key}.obstacles.{name}", obstacle)


def _effects_of(field: str, obstacle: Obstacle) -> Iterator[tuple[str, ScoreEffects]]:
    yield f"{field}.full", obstacle.full.effects
    if obstacle.deal:
        yield f"{field}.deal", obstacle.deal.effects
    for name, flashback in obstacle.flashbacks.items():
        yield f"{field}.flashbacks.{name}", flashback.effects


def conditions_in_score(score: Score) -> Iterator[tuple[str, Condition]]:
    """Yield all conditions of a score, each after its field."""
    found: list[tuple[str, Condition | None]] = []
    found += [(f"endings.{key}.when", one.when) for key, one in score.endings.items()]
    found += [(f"facts.{key}.when", one.when) for key, one in score.facts.items()]
    found += [(f"people.{key}.when", one.when) for key, one in score.people.items()]
    for key, scene in score.scenes.items():
        place = f"scenes.{key}"
        found += [(f"{place}.exits.{name}.when", one.when) for name, one in scene.exits.items()]
        found += [(f"{place}.variants.{name}.when", one.when) for name, one in scene.variants.items()]
        for name, one in scene.obstacles.items():
            inner = f"{place}.obstacles.{name}"
            found.append((f"{inner}.when", one.when))
            found += [(f"{inner}.approaches.{n}.when", way.when) for n, way in one.approaches.items()]
            found += [(f"{inner}.flashbacks.{n}.when", back.when) for n, back in one.flashbacks.items()]
    yield from ((field, condition) for field, condition in found if condition is not None)


def _references(score: Score) -> Iterator[str]:
    for field, effects in effects_in_score(score):
        named = {
            "clock": (effects.ticks, score.clocks),
            "thread": ((*effects.threads, *effects.resolved), score.threads),
            "rumour": (effects.rumours, score.rumours),
            "goal": (effects.goals, score.goals),
            "item": (effects.items, score.items),
            "person": (effects.bonds, score.people),
            "faction": (effects.factions, score.factions),
            "ending": ((effects.end,) if effects.end else (), score.endings),
        }
        for kind, (used, known) in named.items():
            yield from (f"field '{field}': there is no {kind} '{one}'" for one in used if one not in known)
        if effects.interrupt and not any(
            effects.interrupt in scene.obstacles for scene in score.scenes.values()
        ):
            yield f"field '{field}': there is no obstacle '{effects.interrupt}'"
    if score.first not in score.scenes:
        yield f"field 'first': there is no scene '{score.first}'"
    for key, scene in score.scenes.items():
        yield from _scene_references(score, key)
        yield from (f"field 'scenes.{key}.rumours': there is no rumour '{one}'" for one in scene.rumours
                    if one not in score.rumours)  # fmt: skip
    for key, fact in score.facts.items():
        yield from (f"field 'facts.{key}.where': there is no scene '{one}'" for one in fact.where
                    if one not in score.scenes)  # fmt: skip


def _scene_references(score: Score, key: str) -> Iterator[str]:
    scene, field = score.scenes[key], f"scenes.{key}"
    if scene.location not in score.locations:
        yield f"field '{field}.location': there is no location '{scene.location}'"
    speaking = [(f"variants.{name}.by", one.by) for name, one in scene.variants.items() if one.by]
    for place, person in [*(("people", one) for one in scene.people), *speaking]:
        if person not in score.people:
            yield f"field '{field}.{place}': there is no person '{person}'"
    for name, way in scene.exits.items():
        if way.to and way.to not in score.scenes:
            yield f"field '{field}.exits.{name}.to': there is no scene '{way.to}'"
    for name, obstacle in scene.obstacles.items():
        inner = f"{field}.obstacles.{name}"
        if obstacle.threat not in score.clocks:
            yield f"field '{inner}.threat': there is no clock '{obstacle.threat}'"
        elif score.clocks[obstacle.threat].visibility == "hidden":
            yield f"field '{inner}.threat': '{obstacle.threat}' is hidden, and a threat is named"
        yield from (f"field '{inner}.gear': there is no item '{one}'" for one in obstacle.gear
                    if one not in score.items)  # fmt: skip
        if obstacle.helper and obstacle.helper not in score.people:
            yield f"field '{inner}.helper': there is no person '{obstacle.helper}'"
        missing = [tier for tier in TIERS if tier != "disaster" and tier not in obstacle.hints]
        if missing:
            yield f"field '{inner}.hints': '{missing[0]}' is missing"


def _conditions(score: Score) -> Iterator[str]:
    known = {
        "done": {f"{key}.{name}" for key, scene in score.scenes.items() for name in scene.obstacles},
        "scene_done": score.scenes,
        "clock_full": score.clocks,
        "plan": score.plans,
        "detail": {name for plan in score.plans.values() for name in plan.details},
        "suit": SUITS,
        "item": score.items,
        "bond": score.people,
    }
    for field, condition in conditions_in_score(score):
        for atom, value in condition.atoms():
            if atom not in ATOMS:
                yield f"field '{field}': '{atom}' is no condition; known: {', '.join(sorted(ATOMS))}"
            elif atom.endswith("_at_least") != isinstance(value, int):
                yield f"field '{field}': `{atom}` has the wrong kind of value"
            elif atom in known and value not in known[atom]:
                yield f"field '{field}': `{atom}` names '{value}', which is not there"


def _clocks(score: Score) -> Iterator[str]:
    for key, clock in score.clocks.items():
        if clock.start >= clock.segments:
            yield f"field 'clocks.{key}.start': it would be full before the score begins"
        if clock.after is not None and clock.after not in score.clocks:
            yield f"field 'clocks.{key}.after': there is no clock '{clock.after}'"
        before, seen = clock.after, {key}
        while before in score.clocks:
            if before in seen:
                yield f"field 'clocks.{key}.after': clocks wait for each other in a circle"
                break
            seen.add(before)
            before = score.clocks[before].after


def _needed(score: Score) -> Iterator[str]:
    yield from (
        f"field 'endings': '{name}' is missing" for name in NEEDED_ENDINGS if name not in score.endings
    )
    for place in ("past", "present", "future"):
        meanings: dict[str, ScoreConsequence] = getattr(score.cards, place)
        yield from (f"field 'cards.{place}': '{suit}' is missing" for suit in SUITS if suit not in meanings)
    kinds = [clock.kind for clock in score.clocks.values() if clock.present]
    if kinds.count("threat") + kinds.count("racing") < 1:
        yield "field 'clocks': no threat is there from the beginning"
    for name in ("raid", "shakedown", "warrant", "informant", "reprisal"):
        if name not in score.entanglements:
            yield f"field 'entanglements': '{name}' is missing"
    for name in ("stress", "heat", "ticks", "debt", "trauma"):
        if name not in score.bargains:
            yield f"field 'bargains': '{name}' is missing"
