"""A fight that is told: code rolls it out to its end, and the table hears how it went, a line a round.

Nobody dies of it: who falls gets up with one hit point when it is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from echoes.games.party.pack.parts import Encounter, ModuleConsequence, ModuleEffects, Stats
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.abilities import d20, modifier
from echoes.games.party.rules.boundaries import is_veiled
from echoes.games.party.rules.checks import (
    Attack,
    ability_roll,
    attack_roll,
    best_weapon,
    damage_roll,
    skill_roll,
)
from echoes.games.party.rules.dice import Sum, parse
from echoes.games.party.rules.effects import change_life, enter, happen
from echoes.games.party.rules.fight_state import (
    FightEnd,
    Fighter,
    begin_fight,
    current_fighter,
    fight_outcome,
    has_lost_heart,
    leave_fight,
    next_turn,
    still_standing,
)
from echoes.games.party.rules.fight_turns import is_apart, name_in_fight
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.rules.vitals import is_down
from echoes.games.party.rules.voices import voice

_LOSING = 2
"""The party looks for a way out when it has lost this part of its hit points: half of them."""
_OUTRUN = 12


@dataclass
class Foe:
    """One of the foes, with its own hit points."""

    name: str
    stats: Stats
    hit_points: int


def resolve_fight(play: PartyPlay, key: str) -> None:
    """Fight an encounter to its end, where whoever acts is; nobody fights where no character acts."""
    if play.seat in play.module.party and not is_down(play.state["vitals"][play.seat]):
        AutoResolvedFight(play, key).run()


class AutoResolvedFight:
    """A fight between the characters who are where it begins and the foes of an encounter.

    Args:
        play: of the move by which it begins.
        key: of the encounter.
    """

    def __init__(self, play: PartyPlay, key: str) -> None:
        self._play, self._key = play, key
        self._spec: Encounter = play.module.encounters[key]
        self._foes = dict(self._muster())
        self._audience, self._told, self._apart = play.around, "", is_apart(play, play.scene)
        self._seats = [seat for seat in play.together() if not is_down(play.state["vitals"][seat])]
        self._fight = begin_fight(key, dict(self._fighters()), self._spec.rounds)
        self._strength = self._life_left()
        self._has_spoken, self._veiled = False, is_veiled(play.state, self._spec.touches)

    def run(self) -> None:
        """Fight to the end, and apply the consequences."""
        self._tell(self._spec.begins)
        voice(self._play, "fights", self._seats)
        ended = fight_outcome(self._fight)
        while ended is None:
            self._act(current_fighter(self._fight))
            before, self._fight = self._fight["round"], next_turn(self._fight)
            ended = "won" if has_lost_heart(self._fight, self._spec.flee_at) else fight_outcome(self._fight)
            if self._fight["round"] != before and ended is None:
                self._tell_round()
                ended = self._give_way() if self._is_losing() else None
        self._tell_round()
        self._follow(ended)

    def _muster(self) -> Iterator[tuple[str, Foe]]:
        for who, count in self._spec.who.items():
            person = self._play.module.people[who]
            assert person.stats is not None
            for n in range(1, count + 1):
                name = name_in_fight(self._play.module, self._key, f"{who} {n}")
                yield f"{who} {n}", Foe(name, person.stats, person.stats.hit_points)

    def _fighters(self) -> Iterator[tuple[str, Fighter]]:
        for seat in self._seats:
            sheet = self._play.module.party[seat]
            yield seat, self._fighter(seat, ability_roll(sheet, "dexterity"), sheet.abilities.dexterity, True)
        for name, foe in self._foes.items():
            nimble = foe.stats.abilities.dexterity
            yield name, self._fighter(name, d20(modifier(nimble)), nimble, False)

    def _fighter(self, name: str, formula: Sum, nimble: int, ours: bool) -> Fighter:
        rolled = self._play.roll(self._purpose(f"initiative {name}"), formula).total
        side = "party" if ours else "foes"
        return {"side": side, "initiative": rolled, "nimble": nimble, "out": False, "fled": False}

    def _purpose(self, what: str) -> str:
        return f"fight {self._key}/{self._play.state['turns']}/{what}"

    def _act(self, name: str) -> None:
        """Strike at somebody as whoever's turn it is."""
        turn = self._purpose(f"{self._fight['round']}/{name}")
        if name in self._foes:
            self._foe_strikes(self._foes[name], turn)
        else:
            self._character_strikes(name, turn)

    def _character_strikes(self, seat: str, turn: str) -> None:
        sheet, target = self._play.module.party[seat], still_standing(self._fight, "foes")[0]
        foe = self._foes[target]
        weapon = best_weapon(sheet)
        if weapon is None:
            return
        attack = Attack(self._play.roll(f"{turn}/hit", attack_roll(sheet, weapon)), foe.stats.armour)
        if attack.succeeds:
            harm = self._play.roll(f"{turn}/harm", damage_roll(sheet, weapon, attack.critical)).total
            foe.hit_points -= max(1, harm)
            self._fight = leave_fight(self._fight, target) if foe.hit_points <= 0 else self._fight
        self._note(sheet.name, foe.name, attack.succeeds, foe.hit_points <= 0)

    def _foe_strikes(self, foe: Foe, turn: str) -> None:
        standing, vitals = still_standing(self._fight, "party"), self._play.state["vitals"]
        by_life = sorted(standing, key=lambda seat: vitals[seat]["hit_points"])
        target = {"weakest": by_life[0], "strongest": by_life[-1]}.get(foe.stats.tactics, standing[0])
        sheet, weapon = self._play.module.party[target], next(iter(foe.stats.weapons.values()))
        bonus = modifier(getattr(foe.stats.abilities, weapon.ability))
        attack = Attack(self._play.roll(f"{turn}/hit", d20(bonus + foe.stats.bonus)), sheet.armour)
        if attack.succeeds:
            harm = max(1, self._play.roll(f"{turn}/harm", parse(weapon.damage)).total + bonus)
            change_life(self._play, target, -min(harm, vitals[target]["hit_points"]), self._audience)
            if is_down(self._play.state["vitals"][target]):
                self._fight = leave_fight(self._fight, target)
        self._note(foe.name, sheet.name, attack.succeeds, is_down(self._play.state["vitals"][target]))

    def _note(self, name: str, target: str, hits: bool, falls: bool) -> None:
        key = "fells" if falls else "hits" if hits else "misses"
        line = table_phrase(self._play.module.language, key, name=name, target=target)
        self._told += line[:1].upper() + line[1:]

    def _tell_round(self) -> None:
        self._tell(self._told.strip())
        self._told = ""

    def _tell(self, text: str, by: str = "", name: str = "") -> None:
        """Tell those who are there; of what is veiled they hear one sentence, at the end."""
        if not self._veiled:
            self._play.tell(text, self._audience, by, name)

    def _life_left(self) -> int:
        return sum(self._play.state["vitals"][seat]["hit_points"] for seat in self._seats)

    def _is_losing(self) -> bool:
        return _LOSING * self._life_left() <= self._strength

    def _give_way(self) -> FightEnd | None:
        """Try to come to terms, once, and to run where that fails and there is a way."""
        standing, parley = still_standing(self._fight, "party"), self._spec.parley
        turn = self._purpose(f"{self._fight['round']}/way out")
        first = self._play.module.party[standing[0]]
        if parley and not self._has_spoken and holds_at_table(parley.when, self._play.state, self._play.seat):
            self._has_spoken, check = True, parley.check
            formula = (
                skill_roll(first, check.skill)
                if check.skill
                else ability_roll(first, check.ability or "charisma")
            )
            self._tell(parley.label, standing[0], first.name)
            if self._play.roll(f"{turn}/words", formula).total >= check.dc:
                return "talked"
            self._tell(parley.failure)
        runs = self._play.roll(f"{turn}/feet", ability_roll(first, "dexterity")).total >= _OUTRUN
        return "fled" if self._spec.escape and runs else None

    def _follow(self, ended: FightEnd) -> None:
        """Raise whoever fell, and apply the consequence of the outcome."""
        voice(self._play, "wins" if ended in ("won", "talked") else "loses", self._seats)
        for seat in self._seats:
            if is_down(self._play.state["vitals"][seat]):
                change_life(self._play, seat, 1, self._audience)
        spec = self._spec
        result = spec.follows(ended, self._apart)
        if self._veiled:
            told = table_phrase(self._play.module.language, f"veiled_{ended}")
            result = ModuleConsequence(text=told, effects=result.effects if result else ModuleEffects())
        if result:
            happen(self._play, result, self._audience, self._purpose(ended))
        if spec.gets_away(ended, self._apart) and spec.escape and not self._play.ending:
            enter(self._play, spec.escape, self._seats)
