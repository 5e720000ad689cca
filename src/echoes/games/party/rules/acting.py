"""The outcome of a move."""

from echoes.core.text.plain_text import capitalized
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.parts import CheckSpec, Feature, Openness
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.abilities import edge_of
from echoes.games.party.rules.accusing import accuse
from echoes.games.party.rules.boundaries import is_veiled
from echoes.games.party.rules.checks import RollCheck as Result
from echoes.games.party.rules.checks import ability_roll, skill_roll
from echoes.games.party.rules.dice import Sum
from echoes.games.party.rules.effects import apply, effects_for_latecomer, enter, happen, tell_secret
from echoes.games.party.rules.fight_turns import name_in_fight
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.rules.voices import voice, voice_deed

CLUE = "clue."
"""Before the key of a clue that was found in secret, in a move that tells of it."""


def perform_move(play: PartyPlay, key: str, text: str) -> None:
    """Make a move as whoever acts.

    Args:
        play: of the message.
        key: of the move; it is open now.
        text: the move in words.
    """
    kind, _, what = key.partition(":")
    hidden = _is_hidden(play, kind, what)
    seen = table_phrase(play.module.language, hidden, name=play.name(play.seat)) if hidden else text
    play.add(happened.TurnTaken(seat=play.seat, name=play.name(play.seat)))
    made = f"try:{play.scene}.{what}" if kind == "try" else key
    play.note_of(PartyNote(made=made, played={play.seat: play.seat in play.state["by_themselves"]}))
    _show_act(play, text, seen)
    if not hidden:
        voice_deed(play, kind, what)
    match kind:
        case "try":
            _try(play, what)
        case "talk":
            _talk(play, *what.split("."))
        case "go":
            way, walked = play.module.scenes[play.scene].exits[what], f"way.{play.scene}.{what}"
            if walked not in play.state["seen"][play.seat]:
                play.tell(way.text, play.alone)
                play.note_of(PartyNote(seats=(play.seat,), tried={walked: "done"}))
            enter(play, way.to, [play.seat])
        case "use":
            use = play.module.items[what].use
            assert use is not None
            happen(play, use, play.around, f"use {what}/{play.seat}/{play.state['round']}")
            if play.module.items[what].used_up:
                _used_up(play, what)
        case "tell" if what.startswith(CLUE):
            told = PartyNote(seats=tuple(play.together()), flags=(what.removeprefix(CLUE),))
            play.note_of(told)
        case "tell":
            words = play.module.party[play.seat].lines.get("secret", ())
            tell_secret(play, what, words[0] if words and _is_own(play, what) else "")
        case "accuse":
            accuse(play, what)
        case _:
            pass


def _show_act(play: PartyPlay, text: str, seen: str) -> None:
    """Show what whoever acts does: in their own words to them, and to others as far as they see it."""
    others = [seat for seat in play.together() if seat != play.seat]
    shown = {play.around: text} if seen == text or not others else {play.alone: text}
    if seen != text and others:
        shown[tuple(others)] = seen
    for audience, said in shown.items():
        acted = happened.CharacterActed(
            seat=play.seat, name=play.name(play.seat), text=said, audience=audience
        )
        play.add(acted)


def _is_hidden(play: PartyPlay, kind: str, what: str) -> str:
    """Return the phrase that others see in place of a move; empty where they see the move."""
    if kind == "try":
        return "quietly" if play.module.scenes[play.scene].features[what].quiet else ""
    if kind == "talk":
        who, _, topic = what.partition(".")
        return "quietly" if play.module.people[who].topics[topic].quiet else ""
    accusation = play.module.accusation
    return "votes" if kind == "accuse" and accusation is not None and accusation.vote else ""


def _is_own(play: PartyPlay, secret: str) -> bool:
    return play.module.secrets[secret].knows[:1] == (play.seat,)


def _try(play: PartyPlay, key: str) -> None:
    feature: Feature = play.module.scenes[play.scene].features[key]
    audience = play.alone if feature.quiet else play.around
    place, purpose = f"{play.scene}.{key}", f"{play.scene}.{key}/{play.seat}/{play.state['round']}"
    done = feature.check is None or _succeeds(play, feature.check, feature.label, purpose, audience)
    again = feature.once and play.state["tried"].get(place) == "done"
    repeated = play.state["seen"][play.seat].get(place) == "failed"
    known = play.state["seen"]
    new = [seat for seat in play.witnesses(audience) if known[seat].get(place) != "done" or seat == play.seat]
    play.note_of(
        PartyNote(seats=tuple(play.witnesses(audience)), tried={place: "done" if done else "failed"})
    )
    outcome = feature.success if done else feature.failure
    if feature.check and not feature.quiet:
        voice(play, "wins" if done else "fails", [play.seat])
    if outcome:
        language = play.module.language
        text = outcome.text if done or not repeated else table_phrase(language, "failed_again")
        if is_veiled(play.state, feature.touches):
            text = table_phrase(language, "veiled_done" if done else "veiled_failed", label=feature.label)
        play.tell(text, play.heard_by(new) if audience != play.alone else audience)
        apply(
            play,
            effects_for_latecomer(outcome.effects) if done and again else outcome.effects,
            audience,
            purpose,
            feature.quiet,
        )


def _talk(play: PartyPlay, who: str, key: str) -> None:
    person = play.module.people[who]
    topic, told = person.topics[key], f"{who}.{key}"
    audience = play.alone if topic.quiet else play.around
    if told in play.state["heard"][play.seat]:
        if is_veiled(play.state, topic.touches):
            play.tell(table_phrase(play.module.language, "veiled_talk", label=topic.label), audience)
        else:
            play.answer(who, topic.again or _once_more(play, who, topic.says), audience)
        return
    purpose = f"{told}/{play.seat}/{play.state['round']}"
    answers = play.state["attitudes"][who] >= topic.attitude or (
        topic.check is not None and _succeeds(play, topic.check, topic.label, purpose, audience)
    )
    if not answers:
        _refuse(play, who, key, audience)
        return
    if is_veiled(play.state, topic.touches):
        play.tell(table_phrase(play.module.language, "veiled_talk", label=topic.label), audience)
    else:
        new = [seat for seat in play.witnesses(audience) if told not in play.state["heard"][seat]]
        was_told = told in play.state["told"] and not topic.quiet  # nobody knows who else has asked
        play.answer(who, _once_more(play, who, topic.says) if was_told else topic.says, play.heard_by(new))
    again = told in play.state["told"]
    play.note_of(PartyNote(seats=tuple(play.witnesses(audience)), told=(told,)))
    effects = effects_for_latecomer(topic.effects) if again else topic.effects
    apply(play, effects, audience, purpose, topic.quiet)


def _once_more(play: PartyPlay, who: str, says: str) -> str:
    """Return words that somebody has said before, so that they do not come as if they were new."""
    name = capitalized(play.module.people[who].name)
    return table_phrase(play.module.language, "says_again", name=name, text=says)


def _refuse(play: PartyPlay, who: str, key: str, audience: tuple[str, ...]) -> None:
    """Record a refusal to answer: in the author's words, and in short to whoever has heard these."""
    person, place = play.module.people[who], f"talk:{who}.{key}"
    repeated = play.state["seen"][play.seat].get(place) == "failed"
    play.note_of(PartyNote(seats=tuple(play.witnesses(audience)), tried={place: "failed"}))
    if not person.topics[key].quiet:
        voice(play, "fails", [play.seat])
    if repeated:
        again = table_phrase(play.module.language, "refused_again", name=capitalized(person.name))
        play.tell(again, audience, who)
    else:
        play.answer(who, person.topics[key].refuses, audience)


def _succeeds(play: PartyPlay, check: CheckSpec, label: str, purpose: str, audience: tuple[str, ...]) -> bool:
    """Roll, and show the dice."""
    sheet = play.module.party[play.seat]
    edge = edge_of(check.edge_if is not None and holds_at_table(check.edge_if, play.state, play.seat), 0)
    held = play.state["conditions"].get(play.seat, ())
    if check.skill:
        formula = skill_roll(sheet, check.skill, held, edge)
    else:
        assert check.ability is not None
        formula = ability_roll(sheet, check.ability, held, edge)
    seen = dice_seen_by(play.seat, check.seen, audience)
    return roll_check(play, play.seat, formula, check.dc, label, purpose, seen)


def dice_seen_by(seat: str, how: Openness, audience: tuple[str, ...]) -> tuple[str, ...]:
    """Return the viewers of a seat's dice: all in an audience, that seat alone, or whoever leads alone."""
    return {"public": audience, "private": (MASTER, seat), "blind": (MASTER,)}[how]


def roll_check(
    play: PartyPlay, seat: str, formula: Sum, dc: int, label: str, purpose: str, audience: tuple[str, ...]
) -> bool:
    """Roll for somebody, show the dice, and return whether it succeeds.

    Args:
        play: of the message.
        seat: of the character, or the id of a foe.
        formula: the dice.
        dc: the number to reach.
        label: what it is about, in words.
        purpose: what the dice are rolled for; another for each roll.
        audience: who sees them.
    """
    rolled, fight = play.roll(purpose, formula), play.state["fight"]
    result = Result(rolled, dc)
    play.add(
        happened.Checked(
            seat=seat,
            name=name_in_fight(play.module, fight["encounter"], seat) if fight else play.name(seat),
            label=label,
            formula=str(formula),
            faces=rolled.faces,
            counts=rolled.counts,
            total=rolled.total,
            succeeds=result.succeeds,
            luck=result.luck,
            audience=audience,
        )
    )
    return result.succeeds


def _used_up(play: PartyPlay, key: str) -> None:
    item, name = play.module.items[key], play.name(play.seat)
    gone = happened.ItemMoved(
        item=key, seat=play.seat, name=name, label=item.label, text="", got=False, audience=play.around
    )
    play.add(gone)
