"""The fold of the log: the state after one entry. Pure, and the only place where state changes."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.games.party import events as happened
from echoes.games.party.cast import begun_casting, cast_after, seated_after, without_making
from echoes.games.party.knowledge import known_after
from echoes.games.party.leading import ModelLead, lead_after, lead_charged
from echoes.games.party.memory.party_memory import begun_memory, table_memory_after
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.rules.fight_state import (
    GUARDS,
    Fight,
    Fighter,
    begin_fight,
    come_back,
    guard_mark,
    join_fight,
    leave_fight,
    parley_key,
)
from echoes.games.party.rules.impairments import ConditionName
from echoes.games.party.rules.vitals import Vitals
from echoes.games.party.state import PartyState

_COLDEST, _WARMEST = -2, 2


def table_after(state: PartyState, entry: Entry) -> PartyState:
    """Return the state after one entry."""
    shown = _shown(state, entry.event, entry)
    after: PartyState = {**shown, "known": known_after(state["known"], entry.event)}
    trace = entry.traced(happened.PartyTrace)
    is_free = not state["master"] and not state["fight"]
    lead = lead_after(after["lead"], entry.event, bool(state["suggestion"]), is_free)
    after = {**after, "lead": lead_charged(lead, trace.usage)}
    memory = table_memory_after(after["memory"], entry.event, trace, state["turns"])
    after = {**after, "memory": memory}
    if trace.asked:
        after = {**after, "asked": {**state["asked"], trace.asked: [*trace.keys]}}
    for note in trace.notes:
        after = _noted(after, note)
    return after


def _shown(state: PartyState, event: Event, entry: Entry) -> PartyState:
    """Return the state after the public part of an event."""
    match event:
        case happened.PartyStarted():
            return _begun(state, event, entry.traced(happened.PartyStartTrace))
        case happened.TurnTaken() | happened.MasterActed():
            return {
                **state,
                "turns": state["turns"] + 1,
                "acted": _acted(state, [event.seat]),
                "asked": {**state["asked"], event.seat: []},
                "suggestion": "" if event.seat == MASTER else state["suggestion"],
                "casting": without_making(state["casting"], event.seat),
            }
        case happened.TurnPassed():
            return {**state, "due": event.seat}
        case happened.Suggested():
            return {**state, "suggestion": event.text}
        case SeatTaken() | SeatLeft():
            return seated_after(state, event)
        case happened.PartyArrived():
            been = {seat: _joined(state["been"][seat], [event.scene]) for seat in event.seats}
            at = {**state["at"], **dict.fromkeys(event.seats, event.scene)}
            together = [seat for seat, scene in at.items() if scene == event.scene]
            return {
                **state,
                "at": at,
                "been": {**state["been"], **been},
                "flags": _caught_up(state["flags"], together, state["kept"]),
            }
        case happened.RoundEnded():
            return _round_over(state, event)
        case happened.PartySettled(put_off=False) if state["lead"]["due"]:
            return {**state, "suggestion": ""}
        case happened.MovesOffered():
            keys = [option.key for option in event.options]
            return {**state, "asked": {**state["asked"], event.seat: keys}}
        case (
            happened.FightBegan() | happened.FighterJoined() | happened.FighterLeft() | happened.FightEnded()
        ):
            return _fought(state, event)
        case happened.PartyEnded():
            return {**state, "ended": event.details.ending or "given_up", "asked": {}}
        case _:
            return _changed(state, event)


def _begun(state: PartyState, event: happened.PartyStarted, trace: happened.PartyStartTrace) -> PartyState:
    lead: ModelLead = {**state["lead"], "every": trace.word_every, "pauses": trace.pauses}
    begun: PartyState = {**state, "seed": trace.seed, "lead": lead}
    casting = begun_casting(state["casting"], event, trace.kept)
    return {**begun, "casting": casting, "memory": begun_memory(state["memory"], trace)}


def _round_over(state: PartyState, event: happened.RoundEnded) -> PartyState:
    """Return the state after a round; a model that leads keeps a suggestion until its word."""
    fight = state["fight"]
    further: Fight | None = {**fight, "round": fight["round"] + 1} if fight else None
    led = state["lead"]["every"] and not state["master"]
    return {
        **state,
        "round": event.round + 1,
        "acted": [one for one in state["acted"] if fight and one.endswith(GUARDS)],
        "suggestion": state["suggestion"] if led else "",
        "fight": further,
    }


def _fought(
    state: PartyState,
    event: happened.FightBegan | happened.FighterJoined | happened.FighterLeft | happened.FightEnded,
) -> PartyState:
    """Return the state after the beginning, the course or the end of a fight."""
    match event:
        case happened.FightBegan():
            fighters = {one.id: _fighter(one) for one in event.fighters}
            offered = {key: how for key, how in state["tried"].items() if key != parley_key(event.encounter)}
            scene = next(state["at"][one] for one in fighters if one in state["at"])
            begun = begin_fight(event.encounter, fighters, event.rounds, scene)
            return {**state, "fight": begun, "tried": offered}
        case happened.FighterJoined():
            fight, one = state["fight"], event.fighter
            return {**state, "fight": join_fight(fight, one.id, _fighter(one))} if fight else state
        case happened.FighterLeft():
            fight = state["fight"]
            return {**state, "fight": leave_fight(fight, event.fighter, event.fled)} if fight else state
        case _:
            kept: dict[str, list[ConditionName]] = {
                who: [one for one in held if one != "prone"]
                for who, held in state["conditions"].items()
                if who in state["vitals"]
            }
            acted = [one for one in state["acted"] if not one.endswith(GUARDS)]
            return {**state, "fight": None, "foes": {}, "conditions": kept, "acted": acted}


def _fighter(shown: happened.FighterShown) -> Fighter:
    """Return somebody in a fight as the fight keeps it."""
    return {
        "side": shown.side,
        "initiative": shown.initiative,
        "nimble": shown.nimble,
        "out": False,
        "fled": False,
    }


def _acted(state: PartyState, seats: Iterable[str]) -> list[str]:
    """Return those who have acted, with some more: whoever guarded no longer does."""
    over = {guard_mark(seat) for seat in seats}
    return _joined((one for one in state["acted"] if one not in over), seats)


def _changed(state: PartyState, event: Event) -> PartyState:
    """Return the state after an event that changes somebody or something."""
    match event:
        case happened.ItemMoved():
            others = [item for item in state["items"][event.seat] if item != event.item]
            held = [*others, event.item] if event.got else others
            return {**state, "items": {**state["items"], event.seat: held}}
        case happened.CoinsMoved():
            return {**state, "coins": {**state["coins"], event.seat: event.total}}
        case happened.PartySecretLearned():
            return {**state, "knows": _learned(state, event.seats, event.secret)}
        case happened.Handout():
            kind: Literal["pages", "clues"] = "pages" if event.kind == "page" else "clues"
            keys = [card.key for card in event.cards]
            given = {seat: _joined(state[kind][seat], keys) for seat in event.seats}
            after = state.copy()
            after[kind] = {**state[kind], **given}
            return after
        case happened.VoteCast():
            return {**state, "votes": {**state["votes"], event.seat: event.suspect}}
        case happened.VotesCounted():
            return {**state, "votes": {}, "ballots": state["ballots"] + 1}
        case happened.SecretTold():
            flag = f"{event.secret}_told"
            heard = [seat for seat, scene in state["at"].items() if scene == state["at"][event.seat]]
            return {**state, "flags": {**state["flags"], flag: _joined(state["flags"].get(flag, ()), heard)}}
        case happened.ClockMoved():
            return {**state, "clocks": {**state["clocks"], event.clock: event.filled}}
        case happened.QuestMoved():
            return {**state, "quests": {**state["quests"], event.quest: "done" if event.done else "open"}}
        case happened.LifeChanged():
            was_down, fight = not state["vitals"][event.seat]["hit_points"], state["fight"]
            if fight and event.seat in fight["fighters"] and was_down and event.hit_points:
                fight = come_back(fight, event.seat)
            vitals = Vitals(**event.model_dump(include={*Vitals.__annotations__}))
            return {**state, "vitals": {**state["vitals"], event.seat: vitals}, "fight": fight}
        case happened.ConditionChanged():
            return {**state, "conditions": {**state["conditions"], event.who: _conditions(state, event)}}
        case happened.LinesDrawn():
            lines, veils = _joined(state["lines"], event.lines), _joined(state["veils"], event.veils)
            return {**state, "lines": lines, "veils": veils}
        case happened.SpellCast():
            slots = state["slots"].get(event.seat, {})
            left = {**slots, str(event.level): slots.get(str(event.level), 0) - 1} if event.level else slots
            return {**state, "slots": {**state["slots"], event.seat: left}}
        case _:
            return cast_after(state, event)


def _conditions(state: PartyState, event: happened.ConditionChanged) -> list[ConditionName]:
    had = state["conditions"].get(event.who, ())
    others: list[ConditionName] = [one for one in had if one != event.condition]
    return [*others, event.condition] if event.gained else others


def _noted(state: PartyState, note: happened.PartyNote) -> PartyState:
    """Return the state after a change that is not shown."""
    flags = {
        **state["flags"],
        **{flag: _joined(state["flags"].get(flag, ()), note.seats) for flag in note.flags},
    }
    warmer = {who: state["attitudes"][who] + by for who, by in note.attitudes.items()}
    witnesses = {*(note.seats or state["seen"])}
    done = {place for place, how in state["tried"].items() if how == "done"}
    within = {who: max(_COLDEST, min(_WARMEST, value)) for who, value in warmer.items()}
    return {
        **state,
        "flags": {flag: seats for flag, seats in flags.items() if flag not in note.ended},
        "kept": _kept(state, note),
        "attitudes": {**state["attitudes"], **within},
        "clocks": {**state["clocks"], **note.clocks},
        "tried": {**state["tried"], **{key: how for key, how in note.tried.items() if key not in done}},
        "told": _joined(state["told"], note.told),
        "made": note.made or state["made"],
        "by_themselves": _by_themselves(state, note),
        "stopped": _joined(state["stopped"], note.stopped),
        "lines": _joined(state["lines"], note.lines),
        "veils": _joined(state["veils"], note.veils),
        "foes": {**state["foes"], **note.foes},
        "acted": _acted(state, note.acted),
        "seen": {
            seat: {**seen, **note.tried} if seat in witnesses else seen
            for seat, seen in state["seen"].items()
        },
        "heard": {
            seat: _joined(heard, note.told) if seat in witnesses else heard
            for seat, heard in state["heard"].items()
        },
        "fired": _joined(state["fired"], note.fired),
        "full": _joined(state["full"], note.full),
    }


def _by_themselves(state: PartyState, note: happened.PartyNote) -> list[str]:
    others = [seat for seat in state["by_themselves"] if seat not in note.played]
    return _joined(others, (seat for seat, is_alone in note.played.items() if is_alone))


def _kept(state: PartyState, note: happened.PartyNote) -> list[str]:
    """Return the flags that came about in secret alone, which those who know keep to themselves."""
    if note.quiet:
        return _joined(state["kept"], (flag for flag in note.flags if flag not in state["flags"]))
    return [flag for flag in state["kept"] if flag not in (*note.flags, *note.ended)]


def _caught_up(
    flags: Mapping[str, list[str]], together: Collection[str], kept: Collection[str]
) -> dict[str, list[str]]:
    """Return the happenings with those who know of them, after some have met: they tell what is no secret."""
    return {
        flag: _joined(seats, together) if {*seats} & {*together} and flag not in kept else seats
        for flag, seats in flags.items()
    }


def _learned(state: PartyState, seats: Iterable[str], secret: str) -> dict[str, list[str]]:
    new = {seat: _joined(state["knows"][seat], [secret]) for seat in seats}
    return {**state["knows"], **new}


def _joined(before: Iterable[str], more: Iterable[str]) -> list[str]:
    """Return a list with what is not in it yet at its end."""
    return list(dict.fromkeys([*before, *more]))
