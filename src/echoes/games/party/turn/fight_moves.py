"""The moves that are open to a character in a fight."""

from collections.abc import Iterator

from echoes.games.party.pack.parts import Encounter
from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.sheet import CharacterSheet
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.checks import best_weapon
from echoes.games.party.rules.fight_actions import slot_for
from echoes.games.party.rules.fight_state import Fight, parley_key, still_standing
from echoes.games.party.rules.fight_turns import name_in_fight
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.rules.vitals import is_dying
from echoes.games.party.state import PartyState
from echoes.games.party.turn.party_move import PartyMove

_TALKS_FIRST = ("kind", "careful", "sly")
"""Temperaments that would rather come to terms than fight on."""


def is_fighting(state: PartyState, seat: str) -> bool:
    """Return whether a character is in a fight."""
    fight = state["fight"]
    return fight is not None and seat in fight["fighters"] and not fight["fighters"][seat]["out"]


def fight_beside(module: Module, state: PartyState, seat: str) -> Encounter | None:
    """Return the encounter of a fight that goes on where a character is who is not in it; None for none."""
    fight = state["fight"]
    beside = fight and fight["scene"] == state["at"][seat] and not is_fighting(state, seat)
    return module.encounters[fight["encounter"]] if fight and beside else None


def joining(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    """Yield the move by which whoever comes to a fight joins it; who ran from it does not."""
    if fight_beside(module, state, seat) and state["fight"] and seat not in state["fight"]["fighters"]:
        cues = tuple(table_phrase(module.language, "join_cues").split("|"))
        yield PartyMove("join:", table_phrase(module.language, "join"), cues)


def moves_in_fight(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    """Yield what a character in a fight can do now."""
    fight, sheet = state["fight"], module.party[seat]
    assert fight is not None
    standing = still_standing(fight, "foes")
    foes = {foe: name_in_fight(module, fight["encounter"], foe) for foe in standing}
    yield from _attacks(module, sheet, foes)
    yield from _spells(module, state, seat, foes)
    yield from _help(module, state, fight)
    yield from _ways_out(module, state, seat, fight)


def _attacks(module: Module, sheet: CharacterSheet, foes: dict[str, str]) -> Iterator[PartyMove]:
    language, best = module.language, best_weapon(sheet)
    strikes = tuple(table_phrase(language, "attack_cues").split("|"))
    for key, weapon in sheet.weapons.items():
        for foe, name in foes.items():
            text = table_phrase(language, "attack", target=name, weapon=weapon.label)
            cues = (name, weapon.label, *strikes)
            yield PartyMove(f"attack:{key}.{foe}", text, cues, offered=weapon == best)
    pushes = tuple(table_phrase(language, "shove_cues").split("|"))
    for foe, name in foes.items():
        text = table_phrase(language, "shove", target=name)
        yield PartyMove(f"shove:{foe}", text, (name, *pushes), offered=False, ready=False)


def _spells(module: Module, state: PartyState, seat: str, foes: dict[str, str]) -> Iterator[PartyMove]:
    language, vitals = module.language, state["vitals"]
    fight = state["fight"]
    friends = [one for one in module.party if fight and one in fight["fighters"] and not vitals[one]["dead"]]
    for key, spell in module.party[seat].spells.items():
        if slot_for(state["slots"].get(seat, {}), spell) is None:
            continue
        if spell.healing:
            hurt = [one for one in friends if vitals[one]["hit_points"] < vitals[one]["most"]]
            targets = {one: module.party[one].name for one in hurt}
        else:
            targets = foes
        for target, name in targets.items():
            text = table_phrase(language, "cast", label=spell.label, target=name)
            needed = target in foes or 2 * vitals[target]["hit_points"] <= vitals[target]["most"]
            yield PartyMove(f"cast:{key}.{target}", text, (spell.label, name), ready=needed)


def _help(module: Module, state: PartyState, fight: Fight) -> Iterator[PartyMove]:
    cues = tuple(table_phrase(module.language, "tend_cues").split("|"))
    for one in fight["fighters"]:
        if one in module.party and is_dying(state["vitals"][one]):
            name = module.party[one].name
            text = table_phrase(module.language, "tend", name=name)
            yield PartyMove(f"tend:{one}", text, (name, *cues))


def _ways_out(module: Module, state: PartyState, seat: str, fight: Fight) -> Iterator[PartyMove]:
    language, spec = module.language, module.encounters[fight["encounter"]]
    vitals, temper = state["vitals"][seat], module.party[seat].temperament
    parley = spec.parley
    fresh = parley is not None and parley_key(fight["encounter"]) not in state["tried"]
    if parley and fresh and holds_at_table(parley.when, state, seat):
        ready = temper in _TALKS_FIRST or 2 * vitals["hit_points"] <= vitals["most"]
        cues = tuple(table_phrase(language, "parley_cues").split("|"))
        yield PartyMove("parley:", parley.label, cues, ready=ready)
    guards = tuple(table_phrase(language, "guard_cues").split("|"))
    yield PartyMove("guard:", table_phrase(language, "guard"), guards, ready=False)
    if spec.escape:
        part = 2 if temper == "careful" else 4
        cues = tuple(table_phrase(language, "flee_cues").split("|"))
        ready = part * vitals["hit_points"] <= vitals["most"]
        yield PartyMove("flee:", table_phrase(language, "flee"), cues, ready=ready)
