"""The people whom a seat may hear of by name: whom it has met, or heard or read of."""

import re
from collections.abc import Iterator

from echoes.games.party.pack.parts import ModulePerson
from echoes.games.party.pack.schema import Module
from echoes.games.party.state import PartyState
from echoes.games.party.turn.moves import moves_of_seat

_HAN = re.compile(r"[\u3400-\u9fff]")


def people_known(module: Module, state: PartyState, seat: str) -> list[str]:
    """Return the people whom a seat has met or heard named.

    Args:
        module: that is played.
        state: at this moment.
        seat: of a character.
    """
    met = {who for scene in state["been"][seat] for who in module.scenes[scene].present}
    if (fight := state["fight"]) and seat in fight["fighters"]:
        met |= {who.partition(" ")[0] for who in fight["fighters"]}
    texts = "\n".join(_texts(module, state, seat))
    return [who for who, one in module.people.items() if who in met or _is_named(one, texts)]


def _is_named(person: ModulePerson, texts: str) -> bool:
    """Return whether texts hold a name, or a part of it by which the person is called."""
    within = [person.name.casefold().find(cue.casefold()) for cue in person.cues]
    called = [person.name[at : at + len(cue)] for at, cue in zip(within, person.cues, strict=True) if at >= 0]
    return any(
        part in texts if _HAN.search(part) else re.search(rf"(?<!\w){re.escape(part)}(?!\w)", texts)
        for part in (person.name, *called)
    )


def _texts(module: Module, state: PartyState, seat: str) -> Iterator[str]:
    """Yield what a seat was told, has read, or is offered."""
    yield module.statement
    for one, sheet in module.party.items():
        yield str(sheet.model_dump()) if one == seat else " ".join((sheet.calling, sheet.looks, *sheet.facts))
    yield from (move.text for move in moves_of_seat(module, state, seat))
    for scene in state["been"][seat]:
        yield from (module.scenes[scene].title, module.scenes[scene].read, module.scenes[scene].again)
    for key, how in state["seen"][seat].items():
        scene, _, feature = key.partition(".")
        if scene in module.scenes and feature in module.scenes[scene].features:
            spec = module.scenes[scene].features[feature]
            outcome = spec.success if how == "done" else spec.failure
            yield outcome.text if outcome else ""
    yield from _heard(module, state, seat)
    yield from _had(module, state, seat)


def _heard(module: Module, state: PartyState, seat: str) -> Iterator[str]:
    """Yield what people said to a seat, and what the whole table was told."""
    for key in state["heard"][seat]:
        who, _, topic = key.partition(".")
        if who in module.people and topic in module.people[who].topics:
            yield module.people[who].topics[topic].says
        who, _, number = key.partition(":")
        if who in module.people and number.isdecimal():
            yield module.people[who].lines[int(number)]
    for key, clock in module.clocks.items():
        yield from (text for at, text in clock.marks.items() if at <= state["clocks"][key])
        yield clock.full.text if key in state["full"] else ""
    for key in state["fired"]:
        trigger = module.triggers[key]
        if not trigger.here and (not trigger.heard_by or trigger.heard_by in state["knows"][seat]):
            yield trigger.happens.text


def _had(module: Module, state: PartyState, seat: str) -> Iterator[str]:
    """Yield what a seat knows and carries: secrets, quests, things, pages and clues."""
    for key in state["knows"][seat]:
        secret = module.secrets[key]
        yield secret.text if seat in secret.knows else secret.told or secret.text
    for key in state["known"][seat]["quests"]:
        yield f"{module.quests[key].title} {module.quests[key].text}"
    yield from (f"{module.items[key].label} {module.items[key].text}" for key in state["items"][seat])
    yield from (module.scripts[seat].pages[key].text for key in state["pages"][seat])
    yield from (f"{module.clues[key].title} {module.clues[key].text}" for key in state["clues"][seat])
