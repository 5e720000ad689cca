"""The moves that are open to a seat: each has a key, such as `try:bolt`, and words."""

from collections.abc import Iterator, Sequence

from echoes.games.party.pack.parts import Feature
from echoes.games.party.pack.schema import Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.party.rules.acting import CLUE
from echoes.games.party.rules.boundaries import is_left_out
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.state import PartyState
from echoes.games.party.turn.fight_moves import fight_beside, is_fighting, joining, moves_in_fight
from echoes.games.party.turn.party_move import HOLDS, NO_REPLY, PartyMove

MOST_OFFERED = 12
_ALWAYS = ("join:", "parley:", "tend:", "guard:", "flee:", "tell:", "use:", "accuse:", "go:", "wait:")


def moves_of_seat(module: Module, state: PartyState, seat: str) -> list[PartyMove]:
    """Return all that a seat can do now."""
    if is_fighting(state, seat):
        return [*moves_in_fight(module, state, seat), *_things(module, state, seat), _wait(module)]
    return [
        *joining(module, state, seat),
        *_tries(module, state, seat),
        *_talks(module, state, seat),
        *_others(module, state, seat),
    ]


def _tries(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    scene, fight = state["at"][seat], fight_beside(module, state, seat)
    for key, feature in module.scenes[scene].features.items():
        tried = state["seen"][seat].get(f"{scene}.{key}")
        gone = (tried == "done" and feature.once) or (tried == "failed" and not feature.again)
        gone = gone or _is_stopped(state, f"try:{scene}.{key}", feature.touches)
        gone = gone or (fight is not None and _leads_to_blows(feature))
        if not gone and holds_at_table(feature.when, state, seat):
            yield PartyMove(f"try:{key}", feature.label, feature.cues)


def spent_moves(module: Module, state: PartyState, seat: str) -> list[PartyMove]:
    """Return the moves that a seat has seen tried where it is, and can't try any more."""
    scene, seen = module.scenes[state["at"][seat]], state["seen"][seat]
    return [
        PartyMove(f"try:{key}", feature.label, feature.cues)
        for key, feature in scene.features.items()
        if (tried := seen.get(f"{state['at'][seat]}.{key}"))
        and (feature.once if tried == "done" else not feature.again)
    ]


def _talks(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    fight = fight_beside(module, state, seat)
    for who in module.scenes[state["at"][seat]].present:
        if fight and who in fight.who:
            continue
        person = module.people[who]
        for key, topic in person.topics.items():
            told = f"{who}.{key}" in state["heard"][seat]
            if _is_stopped(state, f"talk:{who}.{key}", topic.touches):
                continue
            if holds_at_table(topic.when, state, seat):
                named = f"{person.name}{table_phrase(module.language, 'colon')}{topic.label}"
                yield PartyMove(f"talk:{who}.{key}", named, (*topic.cues, *person.cues), not told)


def _leads_to_blows(feature: Feature) -> bool:
    """Return whether something concerns those who are fought, as a fight may come of it."""
    return any(one is not None and one.effects.fight for one in (feature.success, feature.failure))


def _is_stopped(state: PartyState, key: str, touches: Sequence[str]) -> bool:
    """Return whether somebody stopped something, or the table left out what it touches."""
    return key in state["stopped"] or is_left_out(state, touches)


def _others(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    language, scene = module.language, module.scenes[state["at"][seat]]
    here = {one for one in module.party if one != seat and state["at"][one] == state["at"][seat]}
    for key in state["knows"][seat]:
        secret = module.secrets[key]
        if here - {*state["known"][seat]["secrets"][key]}:
            own = seat in secret.knows
            words = table_phrase(language, "tell_own" if own else "tell", title=secret.title)
            due = own and secret.told_when is not None
            ready = due and holds_at_table(secret.told_when, state, seat)
            yield PartyMove(f"tell:{key}", words, (secret.title,), ready=ready)
    for key in state["kept"] if here else ():
        if key in module.clues and seat in state["flags"].get(key, ()):
            title = module.clues[key].title
            shares = module.party[seat].temperament != "sly"
            yield PartyMove(
                f"tell:{CLUE}{key}", table_phrase(language, "tell", title=title), (title,), ready=shares
            )
    yield from _things(module, state, seat)
    yield from _accusations(module, state, seat)
    for key, way in scene.exits.items():
        if holds_at_table(way.when, state, seat):
            yield PartyMove(f"go:{key}", way.label, way.cues)
    yield _wait(module)


def _accusations(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    accusation, present = module.accusation, module.scenes[state["at"][seat]].present
    if not accusation or seat in state["votes"] or not holds_at_table(accusation.when, state, seat):
        return
    for who in accusation.suspects:
        if who in present:
            name = module.people[who].name
            words = table_phrase(module.language, "accuse", label=accusation.label, name=name)
            cues = table_phrase(module.language, "accuse_cues", name=name).split("|")
            yield PartyMove(f"accuse:{who}", words, (f"{accusation.label} {name}", *cues))
    nobody = accusation.nobody
    if nobody and holds_at_table(nobody.when, state, seat):
        none = table_phrase(module.language, "accuse_none_cues").split("|")
        yield PartyMove(f"accuse:{NOBODY}", nobody.label, tuple(none))


def _things(module: Module, state: PartyState, seat: str) -> Iterator[PartyMove]:
    for key in state["items"][seat]:
        item = module.items[key]
        if item.use and holds_at_table(item.when, state, seat):
            words, vitals = table_phrase(module.language, "use", label=item.label), state["vitals"][seat]
            ready = not item.use.effects.healing or vitals["hit_points"] < vitals["most"]
            yield PartyMove(f"use:{key}", words, item.cues, ready=ready)


def _wait(module: Module) -> PartyMove:
    cues = tuple(table_phrase(module.language, "wait_cues").split("|"))
    return PartyMove("wait:", table_phrase(module.language, "wait"), cues)


def holding(language: str, name: str) -> Sequence[PartyMove]:
    """Return the moves of a character that does nothing: as it likes, or since its model gives no reply."""
    return [
        PartyMove(HOLDS[""], table_phrase(language, "holds"), offered=False),
        PartyMove(HOLDS[NO_REPLY], table_phrase(language, "model_holds", name=name), offered=False),
    ]


def offered_moves(moves: Sequence[PartyMove]) -> Sequence[PartyMove]:
    """Return the moves that are shown: of things to try and talk about only so many, all else always."""
    shown = [move for move in moves if move.offered]
    last = [move for move in shown if move.key.startswith(_ALWAYS)]
    first = [move for move in shown if move not in last]
    return [*first[: MOST_OFFERED - min(len(last), MOST_OFFERED - 1)], *last]
