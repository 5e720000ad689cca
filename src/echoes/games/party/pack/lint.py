"""Findings for the author of a module; none keeps it from being played."""

from collections import Counter
from collections.abc import Iterator

from echoes.core.files.json_values import is_array, is_object
from echoes.games.conditions import Condition
from echoes.games.packs.fields import parts_in
from echoes.games.party.pack.parts import CheckSpec, ModuleEffects
from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.sheet import CharacterSheet, Situation
from echoes.games.party.rules.abilities import ABILITY_OF, Skill

_BEST_FACE = 20


def module_findings(module: Module) -> list[str]:
    """Return the findings, a line each."""
    effects = [one for _, one in parts_in(module, ModuleEffects)]
    return [
        *_scenes(module, effects),
        *_flags(module, effects),
        *_unused(module, effects),
        *_secrets(module, effects),
        *_unread_lines(module, effects),
        *_endings(module, effects),
        *_too_hard(module),
        *_accusation(module),
        *_scripts(module),
    ]


def translation_findings(one: Module, other: Module) -> list[str]:
    """Return the texts that a module has in one language and lacks in the other, a line each."""
    there, here = {*_texts(other.to_json())}, {*_texts(one.to_json())}
    return [f"{field}: has no text in '{one.language}'" for field in sorted(there - here)]


def _texts(value: object, field: str = "") -> Iterator[str]:
    """Yield the fields that hold words, such as `scenes.ford.again`."""
    if is_object(value):
        for key, inner in value.items():
            yield from _texts(inner, f"{field}.{key}" if field else key)
    elif is_array(value) and all(isinstance(one, str) for one in value):
        yield from [field] if value else []
    elif is_array(value):
        for place, inner in enumerate(value):
            yield from _texts(inner, f"{field}[{place}]")
    elif isinstance(value, str) and value:
        yield field


def _scenes(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    moved = {scene for one in effects for scene in (one.to, one.all_to) if scene}
    reached = {module.first, *module.start.values(), *moved}
    reached |= {fight.escape for fight in module.encounters.values() if fight.escape}
    todo = [*reached]
    while todo:
        following = {way.to for way in module.scenes[todo.pop()].exits.values()} - reached
        reached |= following
        todo += sorted(following)
    yield from (f"scenes.{key}: can't be reached" for key in module.scenes if key not in reached)
    for key, scene in module.scenes.items():
        own = [
            one.effects
            for feature in scene.features.values()
            for one in (feature.success, feature.failure)
            if one
        ]
        left = any(one.to or one.all_to or one.end for one in own)
        if not scene.exits and not left and not _accuses_at(module, key):
            yield f"scenes.{key}: is a dead end: no way leads out, and nothing ends the game there"


def _accuses_at(module: Module, scene: str) -> bool:
    """Return whether somebody who can be accused is in a scene."""
    accusation = module.accusation
    return accusation is not None and any(who in module.scenes[scene].present for who in accusation.suspects)


def _flags(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    raised = {flag for one in effects for flag in one.flags} | {f"{key}_told" for key in module.secrets}
    asked = {
        (field, str(value))
        for field, condition in parts_in(module, Condition)
        for atom, value in condition.atoms()
        if atom == "flag"
    }
    yield from (
        f"{field}: waits for the flag '{flag}', which nothing raises"
        for field, flag in sorted(asked)
        if flag not in raised
    )
    yield from (
        f"clues.{key}: nobody can find it: nothing raises the flag"
        for key in module.clues
        if key not in raised
    )
    heard = {flag for _, flag in asked} | {*module.clues}
    yield from (
        f"flag '{flag}': is raised, and nothing asks for it"
        for flag in sorted({flag for one in effects for flag in one.flags})
        if flag not in heard
    )


def _unused(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    used = {
        "items": {item for one in effects for item in one.items},
        "encounters": {one.fight for one in effects if one.fight},
        "clocks": {
            *(clock for one in effects for clock in one.ticks),
            *(key for key, clock in module.clocks.items() if clock.each_round),
        },
        "quests": {quest for one in effects for quest in one.done},
        "people": {
            *(who for scene in module.scenes.values() for who in scene.present),
            *(who for fight in module.encounters.values() for who in fight.who),
        },
    }
    said = {
        "items": "nobody can get it",
        "encounters": "nothing begins it",
        "clocks": "nothing moves it",
        "quests": "nothing finishes it",
        "people": "is nowhere",
    }
    for kind, names in used.items():
        known: dict[str, object] = getattr(module, kind)
        yield from (f"{kind}.{key}: {said[kind]}" for key in known if key not in names)
    yield from (
        f"clocks.{key}: is hidden, and has no marks that give it away"
        for key, clock in module.clocks.items()
        if clock.hidden and not clock.marks
    )


def _secrets(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    given = {secret for one in effects for secret in (*one.learns, *one.tells)}
    for key, secret in module.secrets.items():
        if not secret.knows and key not in given and secret.revealed_when is None:
            yield f"secrets.{key}: nobody can learn it"
        if {*secret.knows} >= {*module.party}:
            yield f"secrets.{key}: everybody knows it from the beginning"
        if secret.knows and secret.told_when is None:
            yield f"secrets.{key}.told_when: is missing; a companion whom nobody plays never tells it"


def _unread_lines(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    """Yield the lines that nothing reads: of situations that never come, and of people who are nowhere."""
    never: set[Situation] = set() if module.encounters else {"fights", "flees", "loses"}
    never |= set() if module.encounters or any(one.damage for one in effects) else {"hurt", "helps"}
    never |= set() if len(module.party) > 1 else {"agrees", "disagrees"}
    tellers = {seat for secret in module.secrets.values() for seat in secret.knows[:1]}
    for seat, sheet in module.party.items():
        silent = never if seat in tellers else {*never, "secret"}
        yield from (f"party.{seat}.lines.{key}: nothing reads it" for key in sheet.lines if key in silent)
        if len(sheet.lines.get("secret", ())) > 1:
            yield f"party.{seat}.lines.secret: nothing reads more than the first"
    present = {who for scene in module.scenes.values() for who in scene.present}
    for who, person in module.people.items():
        if person.lines and who not in present:
            yield f"people.{who}.lines: nothing reads them, for nobody meets the person in a scene"


def _endings(module: Module, effects: list[ModuleEffects]) -> Iterator[str]:
    named = {one.end for one in effects if one.end}
    if accusation := module.accusation:
        named |= {accusation.proven, accusation.unproven, accusation.wrong}
        named |= {accusation.nobody.ending} if accusation.nobody else set[str]()
    for key, ending in module.endings.items():
        if ending.when is None and key not in named:
            yield f"endings.{key}: nothing leads to it"
    if not any(ending.success for ending in module.endings.values()):
        yield "endings: none of them is a success"


def _too_hard(module: Module) -> Iterator[str]:
    """Yield the checks that nobody in the party can make."""
    for field, check in parts_in(module, CheckSpec):
        bonus = [
            _bonus(sheet, check.skill)
            if check.skill
            else sheet.ability(check.ability)
            if check.ability
            else 0
            for sheet in module.party.values()
        ]
        if max(bonus) + _BEST_FACE < check.dc:
            yield f"{field}: nobody in the party can reach {check.dc}"


def _bonus(sheet: CharacterSheet, skill: Skill) -> int:
    """Return the bonus to a check of a skill."""
    return sheet.ability(ABILITY_OF[skill]) + sheet.learnt * (
        (skill in sheet.skills) + (skill in sheet.expert)
    )


def _accusation(module: Module) -> Iterator[str]:
    accusation = module.accusation
    if accusation is None:
        return
    if not any(suspect.right for suspect in accusation.suspects.values()):
        yield "accusation.suspects: none of them is the right one"
    if accusation.enough > len(accusation.evidence):
        yield f"accusation.enough: there are only {len(accusation.evidence)} pieces of evidence"
    places = {
        who: [key for key, scene in module.scenes.items() if who in scene.present]
        for who in accusation.suspects
    }
    yield from (
        f"accusation.suspects.{who}: is nowhere to be accused" for who, at in places.items() if not at
    )
    for flag in accusation.evidence:
        if Counter(accusation.evidence)[flag] > 1:
            yield f"accusation.evidence: '{flag}' stands there twice"


def _scripts(module: Module) -> Iterator[str]:
    if module.scripts:
        yield from (
            f"scripts.{seat}: is missing; others have one"
            for seat in module.party
            if seat not in module.scripts
        )
    for seat, script in module.scripts.items():
        if all(page.when is not None for page in script.pages.values()):
            yield f"scripts.{seat}.pages: none is there from the beginning"
