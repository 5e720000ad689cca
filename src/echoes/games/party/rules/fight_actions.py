"""The outcome of a character's move in a fight."""

from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.sheet import Situation, Spell
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.abilities import d20, modifier
from echoes.games.party.rules.acting import roll_check
from echoes.games.party.rules.checks import ability_roll, skill_roll
from echoes.games.party.rules.dice import parse
from echoes.games.party.rules.effects import change_life, show_life
from echoes.games.party.rules.fight_state import guard_mark, parley_key
from echoes.games.party.rules.fight_turns import (
    change_condition,
    conditions_of,
    encounter_of,
    fight_audience,
    fight_of,
    fight_purpose,
    finish_fight,
    roll_initiative,
    runs_away,
    stats_of,
    strike,
    wound,
)
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.vitals import stabilize
from echoes.games.party.rules.voices import voice

OUTRUN, TENDED = 12, 10
"""The numbers to reach by whoever runs, and by whoever tends to the dying."""


def perform_in_fight(play: PartyPlay, kind: str, what: str) -> bool:
    """Make a move of a fight as whoever acts; return whether it is one."""
    if play.state["fight"] is None or kind not in _MOVES:
        return False
    if "prone" in conditions_of(play, play.seat):
        change_condition(play, play.seat, "prone", gained=False)
    if situation := _VOICED.get(kind):
        voice(play, situation, [play.seat])
    _MOVES[kind](play, what)
    return True


def _attack(play: PartyPlay, what: str) -> None:
    weapon, _, foe = what.partition(".")
    strike(play, play.seat, play.module.party[play.seat].weapons[weapon], foe)


def _shove(play: PartyPlay, foe: str) -> None:
    """Try to bring a foe down: strength against strength or nimbleness."""
    stats, name = stats_of(play, foe), table_phrase(play.module.language, "shove_label")
    their = max(stats.ability("strength"), stats.ability("dexterity"))
    against = play.roll(fight_purpose(play, f"stands {foe}"), d20(their)).total
    formula = skill_roll(play.module.party[play.seat], "athletics", conditions_of(play, play.seat))
    if roll_check(
        play, play.seat, formula, against, name, fight_purpose(play, "shove"), fight_audience(play)
    ):
        change_condition(play, foe, "prone", gained=True)


def _tend(play: PartyPlay, seat: str) -> None:
    """Tend to somebody dying."""
    label, audience = table_phrase(play.module.language, "tend_label"), fight_audience(play)
    formula = skill_roll(play.module.party[play.seat], "medicine", conditions_of(play, play.seat))
    if roll_check(play, play.seat, formula, TENDED, label, fight_purpose(play, "tend"), audience):
        show_life(play, seat, 0, stabilize(play.state["vitals"][seat]), audience)


def _guard(play: PartyPlay, _what: str) -> None:
    """Look out for oneself alone: attacks against one have disadvantage until one's next turn."""
    play.note_of(PartyNote(acted=(guard_mark(play.seat),)))


def _join(play: PartyPlay, _what: str) -> None:
    """Join a fight that others began."""
    joined = roll_initiative(play, fight_of(play)["encounter"], play.seat)
    play.add(happened.FighterJoined(fighter=joined, audience=fight_audience(play)))


def _flee(play: PartyPlay, _what: str) -> None:
    label, audience = table_phrase(play.module.language, "flee_label"), fight_audience(play)
    formula = ability_roll(play.module.party[play.seat], "dexterity", conditions_of(play, play.seat))
    if roll_check(play, play.seat, formula, OUTRUN, label, fight_purpose(play, "feet"), audience):
        runs_away(play, play.seat)


def _parley(play: PartyPlay, _what: str) -> None:
    """Offer terms, once in a fight."""
    parley, sheet = encounter_of(play).parley, play.module.party[play.seat]
    assert parley is not None
    check, held, audience = parley.check, conditions_of(play, play.seat), fight_audience(play)
    formula = (
        skill_roll(sheet, check.skill, held)
        if check.skill
        else ability_roll(sheet, check.ability or "charisma", held)
    )
    agreed = roll_check(
        play, play.seat, formula, check.dc, parley.label, fight_purpose(play, "words"), audience
    )
    play.note_of(PartyNote(tried={parley_key(fight_of(play)["encounter"]): "done" if agreed else "failed"}))
    if agreed:
        finish_fight(play, "talked")
    else:
        play.tell(parley.failure, audience)


def _cast(play: PartyPlay, what: str) -> None:
    """Cast a spell at somebody: it heals, or it harms and brings a condition unless it is resisted."""
    key, _, target = what.partition(".")
    sheet, audience = play.module.party[play.seat], fight_audience(play)
    spell = sheet.spells[key]
    level = slot_for(play.state["slots"].get(play.seat, {}), spell)
    cast = happened.SpellCast(
        seat=play.seat, name=sheet.name, label=spell.label, level=level or 0, audience=audience
    )
    play.add(cast)
    if spell.healing:
        healed = play.roll(fight_purpose(play, f"heals {target}"), parse(spell.healing)).total
        change_life(play, target, healed, audience)
        return
    resisted = spell.save is not None and _resists(play, target, spell)
    if spell.damage:
        harm = play.roll(fight_purpose(play, f"harms {target}"), parse(spell.damage)).total
        wound(play, target, max(1, harm // 2 if resisted else harm))
    if spell.condition and not resisted and target in fight_of(play)["fighters"]:
        change_condition(play, target, spell.condition, gained=True)


def _resists(play: PartyPlay, target: str, spell: Spell) -> bool:
    """Roll the saving throw of a foe against a spell, and show it."""
    assert spell.save is not None
    sheet = play.module.party[play.seat]
    mind = max(sheet.ability("intelligence"), sheet.ability("wisdom"), sheet.ability("charisma"))
    against = 8 + sheet.learnt + mind
    formula = d20(modifier(getattr(stats_of(play, target).abilities, spell.save)))
    label, purpose = (
        table_phrase(play.module.language, "save_label", label=spell.label),
        fight_purpose(play, f"save {target}"),
    )
    return roll_check(play, target, formula, against, label, purpose, fight_audience(play))


def slot_for(slots: dict[str, int], spell: Spell) -> int | None:
    """Return the lowest slot that a spell can be cast with: 0 where it costs none, None for none left."""
    if not spell.level:
        return 0
    return min(
        (int(level) for level, left in slots.items() if left and int(level) >= spell.level), default=None
    )


_MOVES = {
    "join": _join,
    "attack": _attack,
    "shove": _shove,
    "tend": _tend,
    "guard": _guard,
    "flee": _flee,
    "parley": _parley,
    "cast": _cast,
}
_VOICED: dict[str, Situation] = {"attack": "fights", "shove": "fights", "tend": "helps", "flee": "flees"}
"""The situation of a move for whoever makes it by itself."""
