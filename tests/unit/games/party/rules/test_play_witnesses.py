"""Who witnesses a deed learns of it: nobody elsewhere, and of a secret deed nobody at all."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.core.log.entries import Entry
from echoes.core.log.events import event_to_json
from echoes.games.party.events import PartyNote, PartyTrace, RoundEnded
from echoes.games.party.pack.schema import Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.effects import enter, learn_secret
from echoes.games.party.rules.handouts import hand_out
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState
from echoes.games.party.turn.moves import moves_of_seat

CANARY = "zzcanary"
_OF_DEEDS = ("text", "says", "again", "refuses")
KNOWN = ("flags", "knows", "pages", "clues", "seen", "heard", "been")
"""The parts of the state that say what each seat has come to know."""


def marked(found: Any) -> Any:
    """Return authored parts with a canary in each of their texts."""
    if isinstance(found, list):
        return [marked(one) for one in found]
    if not isinstance(found, dict):
        return found
    return {
        key: f"{CANARY} {one}" if key in _OF_DEEDS and isinstance(one, str) and one else marked(one)
        for key, one in found.items()
    }


def module_with_canaries(name: str, language: str, succeeds: bool) -> Module:
    """Return a module in which whatever is found by a deed has a canary, and each check ends in one way."""
    module: dict[str, Any] = BUNDLED[name, language].model_dump()
    for scene in module["scenes"].values():
        scene["features"] = marked(scene["features"])
        scene["exits"] = marked(scene["exits"])
        for feature in scene["features"].values():
            feature["check"] = _check(feature["check"], succeeds)
    for person in module["people"].values():
        person["topics"] = marked(person["topics"])
        for topic in person["topics"].values():
            topic["attitude"] = -2 if succeeds else 2
            topic["check"] = _check(topic["check"], succeeds)
    for part in ("items", "secrets", "clues", "scripts"):
        module[part] = marked(module[part])
    module["triggers"] = {}  # what happens by itself is for whom the author says
    return Module.model_validate(module)


def _check(check: Any, succeeds: bool) -> Any:
    """Return none, which always succeeds, or one that nobody passes."""
    return None if succeeds or check is None else {**check, "dc": 30}


def deeds_in(module: Module) -> Iterator[tuple[str, str, bool]]:
    """Yield where each kind of deed is done, its key, and whether it is done in secret.

    What calls everybody together is left out: then nobody is elsewhere.
    """
    for place, scene in module.scenes.items():
        yield from ((place, f"try:{key}", one.quiet) for key, one in scene.features.items())
        yield from ((place, f"go:{key}", False) for key in scene.exits)
        for who in scene.present:
            topics = module.people[who].topics
            apart = {key: one for key, one in topics.items() if not one.effects.all_to}
            yield from ((place, f"talk:{who}.{key}", one.quiet) for key, one in apart.items())
    somewhere = next(iter(module.scenes))
    yield from ((somewhere, f"use:{key}", False) for key, one in module.items.items() if one.use)
    yield from ((somewhere, f"tell:{key}", False) for key in module.secrets)


def done(module: Module, actor: str, at: dict[str, str], key: str) -> tuple[PartyState, PartyPlay]:
    """Return the state before a deed, and the play of it with all that is handed out after it."""
    table = Table(module)
    state: PartyState = {**table.state, "at": at}
    kind, _, what = key.partition(":")
    play = PartyPlay(module, state, actor)
    play.tell("It begins.", ())
    if kind == "tell":
        learn_secret(play, what, [actor])
    while hand_out(play):
        pass
    before = play.state
    began = len(play.entries())
    perform_move(play, key, "")
    while hand_out(play):
        pass
    play._entries = play._entries[began:]  # pyright: ignore[reportPrivateUsage]
    return before, play


def seen_by(entries: list[Entry], seat: str) -> str:
    """Return all that a seat is shown."""
    audible = (one.event for one in entries if not one.event.audience or seat in one.event.audience)
    return "\n".join(str(event_to_json(event)) for event in audible)


def known_to(state: PartyState, seat: str) -> dict[str, Any]:
    """Return all that a seat has come to know, by the part of the state."""
    parts: dict[str, Any] = {name: state[name] for name in KNOWN}
    flags = sorted(flag for flag, seats in parts.pop("flags").items() if seat in seats)
    return {"flags": flags, **{name: part[seat] for name, part in parts.items()}}


@pytest.mark.parametrize("succeeds", [True, False])
@pytest.mark.parametrize(("name", "language"), [*BUNDLED])
def test_nobody_elsewhere_learns_of_any_deed(name: str, language: str, succeeds: bool):
    module = module_with_canaries(name, language, succeeds)
    actor, *others = module.party
    found = 0
    for place, key, _ in deeds_in(module):
        elsewhere = next(one for one in module.scenes if one not in _targets(module, place))
        before, play = done(module, actor, {actor: place, **dict.fromkeys(others, elsewhere)}, key)
        found += CANARY in seen_by(play.entries(), actor)
        for seat in others:
            assert CANARY not in seen_by(play.entries(), seat), (key, seat)
            assert known_to(play.state, seat) == known_to(before, seat), (key, seat)
    assert found > 20, "whoever acts is shown what comes of it"


def _targets(module: Module, place: str) -> set[str]:
    """Return the scenes to which a deed at a place may bring somebody, and the place."""
    data = module.scenes[place].model_dump_json()
    return {place, *(one for one in module.scenes if f'"to":"{one}"' in data or f'"all_to":"{one}"' in data)}


@pytest.mark.parametrize(("name", "language"), [*BUNDLED])
def test_who_stands_beside_a_secret_deed_learns_nothing_of_it_either(name: str, language: str):
    module = module_with_canaries(name, language, succeeds=True)
    secret = [(place, key) for place, key, is_secret in deeds_in(module) if is_secret]
    assert len(secret) > 1
    for place, key in secret:
        for actor in module.party:
            before, play = done(module, actor, dict.fromkeys(module.party, place), key)
            flags = {*play.state["flags"]} - {*before["flags"]}
            for seat in {*module.party} - {actor}:
                assert CANARY not in seen_by(play.entries(), seat), (key, seat)
                assert known_to(play.state, seat) == known_to(before, seat), (key, seat)
            assert all(play.state["flags"][flag] == [actor] for flag in flags), key


def test_what_was_found_in_secret_is_not_told_to_whom_one_meets():
    module = module_with_canaries("low_water", "en", succeeds=True)
    corin, *others = ["corin", *(seat for seat in module.party if seat != "corin")]
    at = dict.fromkeys(others, "ford") | {corin: "heron"}
    _, play = done(module, corin, at, "try:cellar")
    enter(play, "ford", [corin])
    assert play.state["flags"]["salt_seen"] == [corin]


def test_who_found_it_tells_those_who_are_there_when_they_choose_to():
    module = module_with_canaries("low_water", "en", succeeds=True)
    others = [seat for seat in module.party if seat != "corin"]
    _, play = done(
        module, "corin", {**dict.fromkeys(others, "ford"), "corin": "heron", "ash": "heron"}, "try:cellar"
    )
    [told] = [
        move for move in moves_of_seat(module, play.state, "corin") if move.key.startswith("tell:clue.")
    ]
    assert told.key == "tell:clue.salt_seen"
    assert not [
        move for move in moves_of_seat(module, play.state, "ash") if move.key.startswith("tell:clue.")
    ]
    perform_move(play, told.key, told.text)
    while hand_out(play):
        pass
    assert {*play.state["flags"]["salt_seen"]} == {"corin", "ash"} and play.state["kept"] == []
    assert "salt_seen" in play.state["clues"]["ash"] and "salt_seen" not in play.state["clues"]["neve"]


def test_what_others_then_see_openly_is_a_secret_no_more():
    state = Table().state
    notes = (
        PartyNote(seats=("ilse",), flags=("dust",), quiet=True),
        PartyNote(seats=("pip",), flags=("dust",)),
    )
    for note, kept in zip(notes, (["dust"], []), strict=True):
        state = table_after(state, Entry(RoundEnded(round=1, progress=0.0), PartyTrace(notes=(note,))))
        assert state["kept"] == kept
