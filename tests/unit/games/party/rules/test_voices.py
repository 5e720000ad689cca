"""Characters whom nobody plays say their authored lines in each situation, none twice and none for a person."""

from typing import Any, get_args

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.events import PartyNote, Said
from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.sheet import Situation, Temperament
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.effects import change_life, enter
from echoes.games.party.rules.fight_actions import perform_in_fight
from echoes.games.party.rules.fight_turns import begin_encounter, finish_fight
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.voices import WELCOMES, voice

ACTOR, OTHER = "jory", "neve"
SITUATIONS: tuple[Situation, ...] = get_args(Situation)


def module_with_lines() -> Module:
    """Return a module in which two characters have a line of each situation, and checks fail."""
    module: dict[str, Any] = BUNDLED["low_water", "en"].model_dump()
    for seat in (ACTOR, OTHER):
        module["party"][seat]["lines"] = {one: [f"{seat} {one}"] for one in SITUATIONS}
    module["party"][ACTOR]["temperament"] = "bold"
    module["people"]["dace"]["topics"]["quarrel"] |= {"attitude": 2, "check": None}
    return Module.model_validate(module)


MODULE = module_with_lines()


def playing(seat: str = ACTOR, alone: tuple[str, ...] = (ACTOR,), **changes: Any) -> PartyPlay:
    """Return a play at the ford where these seats play by themselves."""
    at = dict.fromkeys(MODULE.party, "ford")
    state: Any = {**Table(MODULE).state, "at": at, "by_themselves": [*alone], **changes}
    play = PartyPlay(MODULE, state, seat)
    play.tell("It begins.", ())
    return play


def said(play: PartyPlay) -> list[str]:
    """Return the situations whose lines were said."""
    lines = [entry.event.text for entry in play.entries() if isinstance(entry.event, Said)]
    return [line.split(" ")[1] for line in lines if line.split(" ")[0] in (ACTOR, OTHER)]


def fighting(alone: tuple[str, ...] = (ACTOR,)) -> PartyPlay:
    play = playing(alone=alone)
    begin_encounter(play, next(iter(MODULE.encounters)))
    return play


def in_a_fight(kind: str, what: str = "") -> PartyPlay:
    play = fighting()
    play.voiced.clear()
    if kind == "attack":
        fight = play.state["fight"]
        assert fight is not None
        foe = next(one for one, fighter in fight["fighters"].items() if fighter["side"] == "foes")
        what = f"{next(iter(MODULE.party[ACTOR].weapons))}.{foe}"
    perform_in_fight(play, kind, what)
    return play


def deed(kind: str, **changes: Any) -> PartyPlay:
    play = playing(**changes)
    keys = {"try": "try:rope", "wait": "wait:", "talk": "talk:dace.quarrel"}
    if kind == "talk":
        play.state["at"][ACTOR] = "heron"
    perform_move(play, keys[kind], "")
    return play


def arriving() -> PartyPlay:
    play = playing()
    enter(play, "heron", [ACTOR])
    return play


def hurt() -> PartyPlay:
    play = playing()
    change_life(play, ACTOR, -1, ())
    return play


def ended(how: Any) -> PartyPlay:
    play = fighting()
    play.voiced.clear()
    finish_fight(play, how)
    return play


def failing() -> PartyPlay:
    """Refused by somebody who does not like the party."""
    play = playing(told=[f"{ACTOR}:speaks:0"])
    play.state["at"][ACTOR] = "heron"
    perform_move(play, "talk:dace.quarrel", "")
    return play


def reacting(kind: str, temperament: Temperament) -> PartyPlay:
    """A person does something beside somebody whom nobody plays."""
    party = {**MODULE.party, OTHER: MODULE.party[OTHER].model_copy(update={"temperament": temperament})}
    play = playing(alone=(OTHER,))
    play.module = MODULE.model_copy(update={"party": party})
    perform_move(play, {"try": "try:rope"}[kind], "")
    return play


def telling() -> PartyPlay:
    play = playing(knows={**Table(MODULE).state["knows"], ACTOR: ["coat"]})
    secret = next(key for key, one in MODULE.secrets.items() if one.knows[:1] == (ACTOR,))
    perform_move(play, f"tell:{secret}", "")
    return play


PLAYED = {
    "arrives": arriving,
    "agrees": lambda: reacting("try", "curious"),
    "disagrees": lambda: reacting("try", "kind"),
    "hurt": hurt,
    "wins": lambda: ended("won"),
    "loses": lambda: ended("lost"),
    "fails": failing,
    "searches": lambda: deed("try"),
    "speaks": lambda: deed("talk"),
    "waits": lambda: deed("wait"),
    "fights": lambda: in_a_fight("attack"),
    "helps": lambda: in_a_fight("tend", OTHER),
    "flees": lambda: in_a_fight("flee"),
}


def test_all_situations_for_which_there_are_lines_are_played_here():
    assert {*PLAYED} == {*SITUATIONS} - {"secret"}
    assert f"{ACTOR} secret" in " ".join(str(entry.event) for entry in telling().entries())
    assert {*WELCOMES} == {*get_args(Temperament)}


@pytest.mark.parametrize("situation", [*PLAYED])
def test_each_situation_is_spoken_in(situation: str):
    assert situation in said(PLAYED[situation]())


def test_no_line_is_said_twice_and_one_in_a_message():
    play = playing()
    assert voice(play, "waits", [ACTOR]) and not voice(play, "fails", [ACTOR])
    play.voiced.clear()
    assert not voice(play, "waits", [ACTOR]), "it was said"
    assert said(play) == ["waits"] and f"{ACTOR}:waits:0" in play.state["told"]


@pytest.mark.parametrize("situation", [*PLAYED])
def test_nobody_speaks_for_a_person(situation: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(globals(), "playing", _all_people)
    assert said(PLAYED[situation]()) == []


def _all_people(seat: str = ACTOR, alone: tuple[str, ...] = (), **changes: Any) -> PartyPlay:
    at = dict.fromkeys(MODULE.party, "ford")
    state: Any = {**Table(MODULE).state, "at": at, **changes}
    play = PartyPlay(MODULE, state, seat)
    play.tell("It begins.", ())
    return play


def test_who_moved_last_by_itself_is_remembered_and_a_person_takes_over():
    play = playing(alone=(ACTOR, OTHER))
    play.note_of(PartyNote(played={ACTOR: False}))
    assert play.state["by_themselves"] == [OTHER]
    play.note_of(PartyNote(played={ACTOR: True}))
    assert {*play.state["by_themselves"]} == {ACTOR, OTHER}
