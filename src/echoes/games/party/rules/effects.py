"""Consequences: what an authored text with its effects changes."""

from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.parts import ModuleConsequence, ModuleEffects
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.dice import parse
from echoes.games.party.rules.impairments import ConditionName
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.vitals import Vitals, heal, hurt
from echoes.games.party.rules.voices import voice

_FOR_EACH = {"flags", "learns", "tells", "quests", "done", "to", "all_to", "end"}


def happen(play: PartyPlay, consequence: ModuleConsequence, audience: tuple[str, ...], purpose: str) -> None:
    """Apply an authored consequence.

    Args:
        play: of the message.
        consequence: its text is told first.
        audience: who hears the text.
        purpose: what dice of it are rolled for.
    """
    play.tell(consequence.text, audience)
    apply(play, consequence.effects, audience, purpose)


def apply(
    play: PartyPlay,
    effects: ModuleEffects,
    audience: tuple[str, ...],
    purpose: str,
    quiet: bool = False,
) -> None:
    """Apply effects, in the order in which they stand in the closed list.

    Where no character acts, what is meant for whoever acts is left out.

    Args:
        play: of the message.
        effects: that are authored.
        audience: who witnesses them.
        purpose: what dice of them are rolled for.
        quiet: whether it was done in secret, so that nobody tells of it when they meet others.
    """
    seats = play.witnesses(audience)
    if effects.flags or effects.ended or effects.attitudes:
        play.note_of(
            PartyNote(
                seats=tuple(seats),
                flags=effects.flags,
                quiet=quiet,
                ended=effects.ended,
                attitudes=dict(effects.attitudes),
            )
        )
    if play.acts:
        _to_actor(play, effects, audience, purpose)
    for item in effects.lost:
        _lose(play, item)
    for clock, by in effects.ticks.items():
        move_clock(play, clock, by)
    for secret in effects.tells:
        learn_secret(play, secret, seats)
    for quest in effects.quests:
        _move_quest(play, quest, done=False, audience=audience)
    for quest in effects.done:
        _move_quest(play, quest, done=True, audience=audience)
    play.fight = play.fight or effects.fight or ""
    if effects.end:
        play.ending = play.ending or effects.end
    if effects.all_to and play.state["fight"]:
        play.gathers = effects.all_to  # once the fight is broken off
    elif effects.all_to:
        enter(play, effects.all_to, [*play.module.party])
    elif effects.to and play.acts:
        enter(play, effects.to, [play.seat])


def effects_for_latecomer(effects: ModuleEffects) -> ModuleEffects:
    """Return the rest of effects for whoever comes to them second, as others have had them unseen.

    Flags, secrets, quests and ways hold for them too; what counts or is there but once does not.
    """
    return ModuleEffects(**effects.model_dump(include=_FOR_EACH))


def _to_actor(play: PartyPlay, effects: ModuleEffects, audience: tuple[str, ...], purpose: str) -> None:
    """Apply what effects mean for whoever acts."""
    seat, name = play.seat, play.name(play.seat)
    for key in effects.items:
        item = play.module.items[key]
        held = {one for items in play.state["items"].values() for one in items}
        if key not in held:
            moved = happened.ItemMoved(
                item=key, seat=seat, name=name, label=item.label, text=item.text, got=True, audience=audience
            )
            play.add(moved)
    if effects.coins:
        total = max(0, play.state["coins"][seat] + effects.coins)
        play.add(happened.CoinsMoved(seat=seat, name=name, by=effects.coins, total=total, audience=audience))
    if effects.damage:
        change_life(play, seat, -play.roll(f"{purpose}/damage", parse(effects.damage)).total, audience)
    if effects.healing:
        change_life(play, seat, play.roll(f"{purpose}/healing", parse(effects.healing)).total, audience)
    if effects.condition:
        _change_condition(play, effects.condition, True, audience)
    if effects.cured:
        _change_condition(play, effects.cured, False, audience)
    for secret in effects.learns:
        learn_secret(play, secret, [seat])


def _change_condition(
    play: PartyPlay, condition: ConditionName, gained: bool, audience: tuple[str, ...]
) -> None:
    if (condition in play.state["conditions"].get(play.seat, ())) != gained:
        changed = happened.ConditionChanged(
            who=play.seat,
            name=play.name(play.seat),
            condition=condition,
            gained=gained,
            audience=audience,
        )
        play.add(changed)


def change_life(play: PartyPlay, seat: str, by: int, audience: tuple[str, ...]) -> None:
    """Hurt or heal a character, and show the vitals."""
    before = play.state["vitals"][seat]
    after = heal(before, by) if by > 0 else hurt(before, -by)
    if after != before:
        show_life(play, seat, by, after, audience)


def show_life(play: PartyPlay, seat: str, by: int, vitals: Vitals, audience: tuple[str, ...]) -> None:
    """Show what the vitals of a character are now."""
    fight = play.state["fight"]
    shown = happened.LifeChanged(
        seat=seat,
        name=play.name(seat),
        by=by,
        in_fight=fight is not None and seat in fight["fighters"],
        audience=audience,
        **vitals,
    )
    play.add(shown)
    if by < 0 and (not audience or {*play.together(seat)} <= {*audience}):  # else nobody else knows of it
        voice(play, "hurt", [seat])
        voice(play, "helps", [one for one in play.together(seat) if one != seat])


def learn_secret(play: PartyPlay, secret: str, seats: list[str]) -> None:
    """Teach characters a secret; those who know it are not told again."""
    new = [seat for seat in seats if secret not in play.state["knows"][seat]]
    if new:
        spec = play.module.secrets[secret]
        audience = play.heard_by(new)
        play.add(
            happened.PartySecretLearned(
                secret=secret, seats=new, title=spec.title, text=spec.told or spec.text, audience=audience
            )
        )


def tell_secret(play: PartyPlay, secret: str, words: str) -> None:
    """Tell a secret as whoever acts to those who are there."""
    spec, name = play.module.secrets[secret], play.name(play.seat)
    if play.seat in play.state["flags"].get(f"{secret}_told", ()):
        words = table_phrase(play.module.language, "tells_again", name=name)
    play.add(
        happened.SecretTold(
            secret=secret,
            seat=play.seat,
            name=name,
            title=spec.title,
            text=words or spec.told or spec.text,
            audience=play.around,
        )
    )
    learn_secret(play, secret, play.together())


def move_clock(play: PartyPlay, key: str, by: int) -> None:
    """Fill or wipe segments of a clock; a full one is due afterwards (see `rounds`)."""
    spec, before = play.module.clocks[key], play.state["clocks"][key]
    filled = max(0, min(spec.segments, before + by))
    if filled == before:
        return
    marks = {f"clock.{key}.{at}": text for at, text in sorted(spec.marks.items()) if before < at <= filled}
    fresh = [mark for mark in marks if mark not in play.state["told"]]
    text = "\n".join(marks[mark] for mark in fresh)
    if fresh:
        play.note_of(PartyNote(told=tuple(fresh)))
    if spec.hidden:
        play.note_of(PartyNote(clocks={key: filled}))
        play.tell(text, ())
        return
    play.add(happened.ClockMoved(clock=key, name=spec.name, filled=filled, segments=spec.segments, text=text))


def enter(play: PartyPlay, scene: str, seats: list[str]) -> None:
    """Bring characters to a scene: who leaves is seen leaving, who comes is seen coming."""
    coming = [seat for seat in seats if play.state["at"][seat] != scene]
    if not coming:
        return
    spec = play.module.scenes[scene]
    for seat in coming:
        staying = [one for one in play.together(seat) if one not in coming]
        if staying:
            left = happened.SomebodyLeft(
                seat=seat, name=play.name(seat), text=spec.title, audience=play.heard_by(staying)
            )
            play.add(left)
    there = [seat for seat in play.module.party if play.state["at"][seat] == scene]
    first = any(scene not in play.state["been"][seat] for seat in coming)
    text = spec.read if first or not spec.again else spec.again
    names = [play.name(seat) for seat in coming]
    apart = bool(there)  # who know what it looks like
    arrived = happened.PartyArrived(
        scene=scene,
        seats=coming,
        names=names,
        title=spec.title,
        text="" if apart else text,
        map=[] if apart else [*spec.map],
        audience=play.heard_by([*coming, *there]),
    )
    play.add(arrived)
    if apart:
        play.tell(text, play.heard_by(coming), drawn=spec.map)
    voice(play, "arrives", coming)


def _lose(play: PartyPlay, key: str) -> None:
    item = play.module.items[key]
    for seat, items in play.state["items"].items():
        if key in items:
            name = play.name(seat)
            play.add(
                happened.ItemMoved(
                    item=key,
                    seat=seat,
                    name=name,
                    label=item.label,
                    text="",
                    got=False,
                    audience=play.heard_by([seat]),
                )
            )
            return


def _move_quest(play: PartyPlay, key: str, done: bool, audience: tuple[str, ...]) -> None:
    if play.state["quests"].get(key) not in (("done",) if done else ("open", "done")):
        quest = play.module.quests[key]
        moved = happened.QuestMoved(
            quest=key, title=quest.title, text=quest.text, done=done, audience=audience
        )
        play.add(moved)
