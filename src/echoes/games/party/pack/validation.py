"""Checks of a module: names that nothing stands behind, and what can't be played."""

from collections.abc import Collection, Iterator

from echoes.games.conditions import Condition
from echoes.games.party.pack.parts import CheckSpec, ModuleConsequence, ModuleEffects
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.rules.predicates import ATOMS


def module_errors(module: Module) -> list[str]:
    """Return the errors that keep a module from being played, a line each with the field that it is about."""
    return [*_names(module), *_consequences(module), *_conditions(module), *_checks(module)]


def consequences_in_module(module: Module) -> Iterator[tuple[str, ModuleConsequence | ModuleEffects]]:
    """Yield all consequences and effects, each after its field."""
    for scene, spec in module.scenes.items():
        for key, feature in spec.features.items():
            yield f"scenes.{scene}.features.{key}.success", feature.success
            if feature.failure:
                yield f"scenes.{scene}.features.{key}.failure", feature.failure
    for who, person in module.people.items():
        for key, topic in person.topics.items():
            yield f"people.{who}.topics.{key}", topic.effects
    for key, item in module.items.items():
        if item.use:
            yield f"items.{key}.use", item.use
    for key, clock in module.clocks.items():
        yield f"clocks.{key}.full", clock.full
    for key, trigger in module.triggers.items():
        yield f"triggers.{key}.happens", trigger.happens
    for key, fight in module.encounters.items():
        ends = {"won": fight.won, "lost": fight.lost, "fled": fight.fled, "broken_off": fight.broken_off}
        ends |= {"lost_apart": fight.lost_apart}
        yield from ((f"encounters.{key}.{name}", end) for name, end in ends.items() if end)


def conditions_in_module(module: Module) -> Iterator[tuple[str, Condition]]:
    """Yield all conditions, each after its field."""
    found: list[tuple[str, Condition | None]] = []
    for scene, spec in module.scenes.items():
        found += [(f"scenes.{scene}.features.{key}", one.when) for key, one in spec.features.items()]
        found += [(f"scenes.{scene}.exits.{key}", one.when) for key, one in spec.exits.items()]
    for who, person in module.people.items():
        found += [(f"people.{who}.topics.{key}", one.when) for key, one in person.topics.items()]
    found += [(f"secrets.{key}.told_when", one.told_when) for key, one in module.secrets.items()]
    found += [(f"secrets.{key}.revealed_when", one.revealed_when) for key, one in module.secrets.items()]
    found += [(f"triggers.{key}.when", one.when) for key, one in module.triggers.items()]
    found += [(f"clocks.{key}.runs_while", one.runs_while) for key, one in module.clocks.items()]
    found += [(f"threads.{key}.over_when", one.over_when) for key, one in module.threads.items()]
    found += [(f"items.{key}.when", one.when) for key, one in module.items.items()]
    found += [(f"endings.{key}.when", one.when) for key, one in module.endings.items()]
    found += [(f"{field}.edge_if", check.edge_if) for field, check in checks_in_module(module)]
    for seat, script in module.scripts.items():
        found += [(f"scripts.{seat}.pages.{key}", one.when) for key, one in script.pages.items()]
        found += [(f"scripts.{seat}.aims.{key}", one.when) for key, one in script.aims.items()]
    found += [
        (f"encounters.{key}.parley", one.parley.when) for key, one in module.encounters.items() if one.parley
    ]
    if module.accusation:
        found.append(("accusation.when", module.accusation.when))
        if module.accusation.nobody:
            found.append(("accusation.nobody", module.accusation.nobody.when))
    yield from ((field, condition) for field, condition in found if condition is not None)


def checks_in_module(module: Module) -> Iterator[tuple[str, CheckSpec]]:
    """Yield all checks, each after its field."""
    for scene, spec in module.scenes.items():
        for key, feature in spec.features.items():
            if feature.check:
                yield f"scenes.{scene}.features.{key}.check", feature.check
    for who, person in module.people.items():
        for key, topic in person.topics.items():
            if topic.check:
                yield f"people.{who}.topics.{key}.check", topic.check
    for key, fight in module.encounters.items():
        if fight.parley:
            yield f"encounters.{key}.parley.check", fight.parley.check


def touched_lines(module: Module) -> Iterator[tuple[str, str]]:
    """Yield the lines of a module that its features, topics and fights touch, each after its field."""
    for key, fight in module.encounters.items():
        yield from ((f"encounters.{key}", line) for line in fight.touches)
    for scene, spec in module.scenes.items():
        for key, feature in spec.features.items():
            yield from ((f"scenes.{scene}.features.{key}", line) for line in feature.touches)
    for who, person in module.people.items():
        for key, topic in person.topics.items():
            yield from ((f"people.{who}.topics.{key}", line) for line in topic.touches)


def _names(module: Module) -> Iterator[str]:
    """Yield names in the module that stand for nothing."""
    if MASTER in module.party:
        yield f"party.{MASTER}: is the seat of whoever leads the table; name the character otherwise"
    known = {"scene": {*module.scenes}, "person": {*module.people}, "seat": {*module.party}}
    known |= {"secret": {*module.secrets}, "clue": {*module.clues}}
    wanted = [("first", "scene", module.first)]
    wanted += [
        (f"triggers.{key}.heard_by", "secret", one.heard_by)
        for key, one in module.triggers.items()
        if one.heard_by
    ]
    for seat, scene in module.start.items():
        wanted += [("start", "seat", seat), (f"start.{seat}", "scene", scene)]
    for scene, spec in module.scenes.items():
        wanted += [(f"scenes.{scene}.present", "person", who) for who in spec.present]
        wanted += [(f"scenes.{scene}.exits.{key}.to", "scene", one.to) for key, one in spec.exits.items()]
    for field, line in touched_lines(module):
        if line not in module.lines:
            yield f"{field}.touches: there is no line '{line}'"
    for key, secret in module.secrets.items():
        wanted += [(f"secrets.{key}.knows", "seat", seat) for seat in secret.knows]
    for key, fight in module.encounters.items():
        wanted += [(f"encounters.{key}.who", "person", who) for who in fight.who]
    wanted += [("scripts", "seat", seat) for seat in module.scripts]
    if module.accusation:
        wanted += [("accusation.suspects", "person", who) for who in module.accusation.suspects]
        wanted += [("accusation.evidence", "clue", clue) for clue in module.accusation.evidence]
    for field, kind, name in wanted:
        if name not in known[kind]:
            yield f"{field}: there is no {kind} '{name}'"
    yield from (
        f"encounters.{key}.who: '{who}' has no stats"
        for key, fight in module.encounters.items()
        for who in fight.who
        if who in module.people and module.people[who].stats is None
    )


def _consequences(module: Module) -> Iterator[str]:
    known = {
        "scenes": module.scenes,
        "items": module.items,
        "people": module.people,
        "clocks": module.clocks,
        "secrets": module.secrets,
        "quests": module.quests,
        "encounters": module.encounters,
        "endings": module.endings,
    }
    for field, found in consequences_in_module(module):
        effects = found.effects if isinstance(found, ModuleConsequence) else found
        for kind, names in _named(effects).items():
            yield from (
                f"{field}: '{name}' is none of the {kind}" for name in names if name not in known[kind]
            )
    if module.accusation:
        silence = module.accusation.nobody
        ends = (
            *(module.accusation.proven, module.accusation.unproven, module.accusation.wrong),
            *((silence.ending,) if silence else ()),
        )
        yield from (f"accusation: there is no ending '{key}'" for key in ends if key not in module.endings)


def _named(effects: ModuleEffects) -> dict[str, list[str]]:
    """Return the names in effects, by what each must be."""
    return {
        "scenes": [one for one in (effects.to, effects.all_to) if one],
        "items": [*effects.items, *effects.lost],
        "people": [*effects.attitudes],
        "clocks": [*effects.ticks],
        "secrets": [*effects.learns, *effects.tells],
        "quests": [*effects.quests, *effects.done],
        "encounters": [effects.fight] if effects.fight else [],
        "endings": [effects.end] if effects.end else [],
    }


def _conditions(module: Module) -> Iterator[str]:
    known = _known_values(module)
    for field, condition in conditions_in_module(module):
        for name, value in condition.atoms():
            if name not in ATOMS:
                yield f"{field}: there is no condition '{name}'; known are {', '.join(sorted(ATOMS))}"
            elif name == "round" and not isinstance(value, int):
                yield f"{field}: `round` needs a number"
            elif name in known and _without_number(name, value) not in known[name]:
                yield f"{field}: `{name}` names '{value}', which is not there"


def _without_number(atom: str, value: str | int) -> str:
    """Return the name in `clock: midnight_9` or `likes: keeper_1`, and other values as they are."""
    name, _, number = str(value).rpartition("_")
    return name if atom in ("clock", "likes") and name and number.isdecimal() else str(value)


def _known_values(module: Module) -> dict[str, Collection[str]]:
    """Return the names that atoms of conditions may use; flags are open (see `lint`)."""
    seats = module.party
    return {
        "has": module.items,
        "acts": seats,
        "with": seats,
        "at": module.scenes,
        "been": module.scenes,
        "knows": module.secrets,
        "clock": module.clocks,
        "likes": module.people,
        "quest": module.quests,
        "ending": module.endings,
        "done": [f"{scene}.{key}" for scene, spec in module.scenes.items() for key in spec.features],
        "told": [f"{who}.{key}" for who, person in module.people.items() for key in person.topics],
    }


def _checks(module: Module) -> Iterator[str]:
    for field, check in checks_in_module(module):
        if (check.skill is None) == (check.ability is None):
            yield f"{field}: needs a skill or an ability, and not both"
    for scene, spec in module.scenes.items():
        for key, feature in spec.features.items():
            if feature.check and not feature.failure:
                yield f"scenes.{scene}.features.{key}: has a check, but says nothing of a failure"
