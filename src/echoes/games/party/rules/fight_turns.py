"""A fight that is fought turn by turn: how it begins, attacks, what foes do, death saves, and its end."""

from collections.abc import Sequence

from echoes.core.chance import roll as roll_faces
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.parts import Encounter, Stats
from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.sheet import Weapon
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.abilities import d20
from echoes.games.party.rules.checks import Attack, attack_roll, damage_roll, is_helpless
from echoes.games.party.rules.effects import enter, happen, show_life
from echoes.games.party.rules.fight_state import (
    Fight,
    FightEnd,
    fight_outcome,
    guard_mark,
    has_lost_heart,
    still_standing,
)
from echoes.games.party.rules.impairments import ConditionName, can_act
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.vitals import Vitals, death_save, heal, hurt, is_down, is_dying
from echoes.games.party.rules.voices import voice

_HEAVENLY_STEMS = "甲乙丙丁戊己庚辛"


def begin_encounter(play: PartyPlay, key: str) -> None:
    """Begin a fight for those who are where the actor is; nothing where one goes on already."""
    if play.state["fight"] or not play.acts or is_down(play.state["vitals"][play.seat]):
        return
    spec = play.module.encounters[key]
    seats = [seat for seat in play.together() if not is_down(play.state["vitals"][seat])]
    foes = [f"{who} {n}" for who, count in spec.who.items() for n in range(1, count + 1)]
    shown = [roll_initiative(play, key, one) for one in [*seats, *foes]]
    shown.sort(key=lambda one: (-one.initiative, -one.nimble, one.side != "party", one.id))
    began = happened.FightBegan(
        encounter=key, text=spec.begins, fighters=shown, rounds=spec.rounds, audience=play.heard_by(seats)
    )
    play.add(began)
    play.note_of(PartyNote(foes={foe: stats_of(play, foe).hit_points for foe in foes}))


def roll_initiative(play: PartyPlay, encounter: str, who: str) -> happened.FighterShown:
    """Return a character or a foe with the roll that decides when its turn is."""
    ours = who in play.module.party
    one = play.module.party[who] if ours else stats_of(play, who)
    rolled = play.roll(f"initiative {encounter}/{play.state['turns']}/{who}", d20(one.ability("dexterity")))
    return happened.FighterShown(
        id=who,
        name=name_in_fight(play.module, encounter, who),
        side="party" if ours else "foes",
        initiative=rolled.total,
        nimble=one.abilities.dexterity,
    )


def fight_of(play: PartyPlay) -> Fight:
    """Return the fight that goes on."""
    fight = play.state["fight"]
    assert fight is not None
    return fight


def encounter_of(play: PartyPlay) -> Encounter:
    """Return the encounter of the fight that goes on."""
    return play.module.encounters[fight_of(play)["encounter"]]


def stats_of(play: PartyPlay, foe: str) -> Stats:
    """Return the numbers of a foe, such as `runner 2`."""
    stats = play.module.people[foe.partition(" ")[0]].stats
    assert stats is not None
    return stats


def name_in_fight(module: Module, encounter: str, who: str) -> str:
    """Return the name of a character or of a foe, who is told apart from others of its kind."""
    if who in module.party:
        return module.party[who].name
    kind, _, number = who.partition(" ")
    name = module.people[kind].name
    if module.encounters[encounter].who[kind] == 1:
        return name
    nth = _HEAVENLY_STEMS[int(number) - 1]
    return table_phrase(module.language, "numbered", name=name, n=number, nth=nth)


def fighter_name(play: PartyPlay, who: str) -> str:
    """Return the name of somebody in the fight that goes on."""
    return name_in_fight(play.module, fight_of(play)["encounter"], who)


def fight_audience(play: PartyPlay) -> tuple[str, ...]:
    """Return the audience of a fight: the characters who are where it is."""
    scene = fight_of(play)["scene"]
    return play.heard_by([seat for seat in play.module.party if play.state["at"][seat] == scene])


def conditions_of(play: PartyPlay, who: str) -> Sequence[ConditionName]:
    """Return the conditions of a character or a foe."""
    return play.state["conditions"].get(who, ())


def fight_purpose(play: PartyPlay, what: str) -> str:
    """Return the purpose of a roll; another in each turn of each fighter."""
    fight, state = fight_of(play), play.state
    return f"fight {fight['encounter']}/{state['round']}/{state['turns']}/{len(state['acted'])}/{what}"


def strike(play: PartyPlay, by: str, weapon: Weapon, target: str) -> None:
    """Attack somebody with a weapon, and show the outcome."""
    module = play.module
    attacker = module.party[by] if by in module.party else stats_of(play, by)
    armour = module.party[target].armour if target in module.party else stats_of(play, target).armour
    theirs, purpose = conditions_of(play, target), fight_purpose(play, f"{by} at {target}")
    guarded = -1 if guard_mark(target) in play.state["acted"] else 0
    formula = attack_roll(attacker, weapon, conditions_of(play, by), theirs, guarded)
    rolled = play.roll(purpose, formula)
    attack = Attack(rolled, armour, from_near=not weapon.far, helpless=is_helpless(theirs))
    damage = 0
    if attack.succeeds:
        damage = max(1, play.roll(f"{purpose}/harm", damage_roll(attacker, weapon, attack.critical)).total)
    play.add(
        happened.Attacked(
            by=by,
            name=fighter_name(play, by),
            target=target,
            target_name=fighter_name(play, target),
            weapon=weapon.label,
            formula=str(formula),
            faces=rolled.faces,
            counts=rolled.counts,
            total=rolled.total,
            hits=attack.succeeds,
            critical=attack.critical,
            damage=damage,
            audience=fight_audience(play),
        )
    )
    if damage:
        wound(play, target, damage, attack.critical)


def wound(play: PartyPlay, target: str, damage: int, critical: bool = False) -> None:
    """Take hit points from somebody; who falls is out of the fight for now."""
    if target in play.module.party:
        before = play.state["vitals"][target]
        after = _spared(play, hurt(before, damage, critical))
        show_life(play, target, after["hit_points"] - before["hit_points"], after, fight_audience(play))
        falls = not is_down(before) and is_down(after)
    else:
        left = max(0, play.state["foes"][target] - damage)
        play.note_of(PartyNote(foes={target: left}))
        falls = not left
    if falls:
        _leaves(play, target, fled=False)


def _spared(play: PartyPlay, vitals: Vitals) -> Vitals:
    """Return the vitals of somebody who does not die where a fight is not deadly, but lies out cold."""
    if encounter_of(play).deadly or not vitals["dead"]:
        return vitals
    return {**vitals, "dead": False, "stable": True}


def _leaves(play: PartyPlay, who: str, fled: bool) -> None:
    name, audience = fighter_name(play, who), fight_audience(play)
    play.add(happened.FighterLeft(fighter=who, name=name, fled=fled, audience=audience))


def runs_away(play: PartyPlay, who: str) -> None:
    """Take somebody who runs away out of the fight."""
    _leaves(play, who, fled=True)


def act_by_itself(play: PartyPlay, who: str) -> None:
    """Act for somebody whom nobody plays: a foe by its tactics, the dying by a death save.

    What passes with a turn passes then: a foe gets up and comes to its senses, and a character who could not
    act can again.
    """
    if who in play.module.party and is_dying(play.state["vitals"][who]):
        before = play.state["vitals"][who]
        face = play.roll(fight_purpose(play, f"save {who}"), d20(0)).natural or 1
        after = _spared(play, death_save(before, face))
        show_life(play, who, after["hit_points"] - before["hit_points"], after, fight_audience(play))
    elif who in play.module.party:
        for condition in tuple(conditions_of(play, who)):
            if not can_act((condition,)):
                change_condition(play, who, condition, gained=False)
    elif has_lost_heart(fight_of(play), encounter_of(play).flee_at):
        runs_away(play, who)
    elif can_act(conditions_of(play, who)) and "charmed" not in conditions_of(play, who):
        standing = still_standing(fight_of(play), "party")
        if standing:
            strike(play, who, next(iter(stats_of(play, who).weapons.values())), _target(play, who, standing))
    if who not in play.module.party:
        for condition in tuple(conditions_of(play, who)):
            change_condition(play, who, condition, gained=False)
    play.note_of(PartyNote(acted=(who,)))


def change_condition(play: PartyPlay, who: str, condition: ConditionName, gained: bool) -> None:
    """Bring a character, or a foe in a fight, under a condition, or rid of it."""
    if (condition in conditions_of(play, who)) != gained:
        ours = who in play.module.party
        name = play.name(who) if ours else fighter_name(play, who)
        audience = play.heard_by(play.together(who)) if ours else fight_audience(play)
        changed = happened.ConditionChanged(
            who=who, name=name, condition=condition, gained=gained, audience=audience
        )
        play.add(changed)


def _target(play: PartyPlay, foe: str, standing: Sequence[str]) -> str:
    """Return whom a foe goes for, by its tactics: by hit points, or whoever is near, by chance."""
    vitals, tactics = play.state["vitals"], stats_of(play, foe).tactics
    by_life = sorted(standing, key=lambda seat: (vitals[seat]["hit_points"], seat))
    if tactics == "weakest":
        return by_life[0]
    if tactics in ("strongest", "guards"):
        return by_life[-1]
    purpose = fight_purpose(play, f"target of {foe}")
    return standing[roll_faces(play.state["seed"], purpose, 1, len(standing))[0] - 1]


def decides_fight(play: PartyPlay) -> bool:
    """End the fight where it is decided; return whether it was."""
    fight = play.state["fight"]
    how = fight_outcome(fight) if fight else None
    if how:
        finish_fight(play, how)
    return bool(how)


def finish_fight(play: PartyPlay, how: FightEnd) -> None:
    """End the fight: whoever lies there is tended to, and the module says what follows for the fighters."""
    fight, spec, audience = fight_of(play), encounter_of(play), fight_audience(play)
    fought = [seat for seat in play.module.party if seat in fight["fighters"]]
    seats = [seat for seat in fought if play.state["at"][seat] == fight["scene"]]
    play.add(happened.FightEnded(encounter=fight["encounter"], outcome=how, audience=audience))
    voice(play, "wins" if how in ("won", "talked") else "loses", seats)
    for seat in fought:
        if is_down(play.state["vitals"][seat]) and not play.state["vitals"][seat]["dead"]:
            show_life(play, seat, 1, heal(play.state["vitals"][seat], 1), audience)
    apart = is_apart(play, fight["scene"])
    result = spec.follows(how, apart)
    actor = next(iter([*still_standing(fight, "party"), *seats, *fought]))
    if result:
        with play.acting(actor):
            happen(play, result, audience, f"{how} {fight['encounter']}/{play.state['turns']}")
    if spec.gets_away(how, apart) and spec.escape and not play.ending:
        enter(play, spec.escape, seats)


def is_apart(play: PartyPlay, scene: str) -> bool:
    """Return whether most of the party are not where a fight is."""
    elsewhere = [at for at in play.state["at"].values() if at != scene]
    return 2 * len(elsewhere) > len(play.state["at"])
