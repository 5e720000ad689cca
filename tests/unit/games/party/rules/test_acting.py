"""Second hands: what others had unseen is still there for a seat, but counts only once."""

from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.events import Checked, Said
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.effects import learn_secret
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.moves import PartyMove, moves_of_seat

WHO, TOPIC = "warden", "hale"


def table_with(quiet: bool = False, **effects: object) -> Table:
    """Return a table where a topic has these effects."""
    module: dict[str, Any] = BUNDLED["eleven_lanterns", "en"].model_dump()
    topic = module["people"][WHO]["topics"][TOPIC]
    topic |= {"quiet": quiet, "check": None, "attitude": -2}
    topic["effects"] |= {"flags": ["crowd_heard"], "coins": 3, **effects}
    module["scenes"]["loft"]["present"] = [WHO]
    return Table(Module.model_validate(module))


def act(table: Table, seat: str, key: str) -> None:
    """Let a seat make a move, whoever's turn it is."""
    play = PartyPlay(table.module, table.state, seat)
    perform_move(play, key, "")
    table.state = play.state


def offered(table: Table, seat: str) -> dict[str, PartyMove]:
    """Return the moves of a seat by key."""
    return {move.key: move for move in moves_of_seat(table.module, table.state, seat)}


def test_a_clue_that_is_heard_second_and_alone_is_a_clue():
    table = table_with()
    table.state = {**table.state, "at": {**table.state["at"], "pip": "loft"}}
    act(table, "ilse", f"talk:{WHO}.{TOPIC}")
    assert "pip" not in table.state["flags"]["crowd_heard"]
    coins = table.state["coins"]
    act(table, "pip", f"talk:{WHO}.{TOPIC}")
    assert "pip" in table.state["flags"]["crowd_heard"]
    assert table.state["coins"] == coins


def test_what_others_talked_about_in_quiet_is_still_offered_to_the_rest():
    table = table_with(quiet=True)
    act(table, "ilse", f"talk:{WHO}.{TOPIC}")
    key = f"talk:{WHO}.{TOPIC}"
    assert not offered(table, "ilse")[key].offered and offered(table, "tobit")[key].offered


def test_what_others_tried_in_quiet_is_still_offered():
    module: dict[str, Any] = BUNDLED["eleven_lanterns", "en"].model_dump()
    module["scenes"]["square"]["features"]["crowd"] |= {"quiet": True, "check": None, "failure": None}
    table = Table(Module.model_validate(module))
    act(table, "ilse", "try:crowd")
    assert "try:crowd" not in offered(table, "ilse") and "try:crowd" in offered(table, "tobit")


def told(table: Table, seat: str, key: str) -> list[str]:
    """Let a seat make a move; return what whoever leads tells of it."""
    play = PartyPlay(table.module, table.state, seat)
    perform_move(play, key, "")
    table.state = play.state
    return [one.event.text for one in play.entries() if isinstance(one.event, Said) and not one.event.name]


def said_to(table: Table, seat: str) -> str:
    """Let a seat ask about the topic; return the reply."""
    play = PartyPlay(table.module, table.state, seat)
    perform_move(play, f"talk:{WHO}.{TOPIC}", "")
    table.state = play.state
    [reply] = [one.event.text for one in play.entries() if isinstance(one.event, Said)]
    return reply


@pytest.mark.parametrize(
    ("how", "seen"), [("public", ()), ("private", (MASTER, "ilse")), ("blind", (MASTER,))]
)
def test_a_module_says_who_sees_the_dice_of_a_check(how: str, seen: tuple[str, ...]):
    module: dict[str, Any] = BUNDLED["eleven_lanterns", "en"].model_dump()
    module["scenes"]["square"]["features"]["crowd"]["check"]["seen"] = how
    table = Table(Module.model_validate(module))
    play = PartyPlay(table.module, table.state, "ilse")
    perform_move(play, "try:crowd", "")
    events = [one.event for one in play.entries()]
    assert [one.audience for one in events if isinstance(one, Checked)] == [seen]
    assert [one.audience for one in events if isinstance(one, Said)] == [()], "what came of it is told to all"


def test_what_fails_again_is_told_in_short_and_costs_the_same():
    module: dict[str, Any] = BUNDLED["eleven_lanterns", "en"].model_dump()
    feature = module["scenes"]["square"]["features"]["crowd"]
    feature |= {"again": True, "check": {"skill": "insight", "dc": 30}}
    table = Table(Module.model_validate(module))
    texts, rumours = list[list[str]](), list[int]()
    for _ in range(2):
        texts.append(told(table, "ilse", "try:crowd"))
        rumours.append(table.state["clocks"]["rumour"])
    first, again = texts
    assert first == [feature["failure"]["text"]]
    assert again != first
    assert rumours == [1, 2]


def test_who_refuses_again_says_so_in_short():
    module: dict[str, Any] = BUNDLED["eleven_lanterns", "en"].model_dump()
    module["people"][WHO]["topics"][TOPIC] |= {
        "attitude": 2,
        "check": None,
        "refuses": "“No,” says the warden.",
    }
    table = Table(Module.model_validate(module))
    table.state = {**table.state, "at": {**table.state["at"], "pip": "mill"}}
    first, second = (said_to(table, seat) for seat in ("ilse", "tobit"))
    assert first == "“No,” says the warden." != second
    table.state = {**table.state, "at": {**table.state["at"], "pip": "square"}}
    assert said_to(table, "pip") == first, "who was not there hears it in full"


def test_a_secret_that_others_learnt_unseen_can_still_be_told_to_them():
    table = Table()
    play = PartyPlay(table.module, table.state, "")
    learn_secret(play, "burn", ["ilse", "marek", "pip"])
    table.state = play.state
    assert "tell:burn" in offered(table, "tobit")
    act(table, "tobit", "tell:burn")
    assert "tell:burn" not in offered(table, "tobit")
