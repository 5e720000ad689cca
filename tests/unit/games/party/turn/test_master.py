"""A person leads the table: what they let happen happens by itself, and not to them."""

from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.core.log.entries import Entry
from echoes.core.seats.events import SeatTaken
from echoes.games.party.events import Checked, Said
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.effects import move_clock
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_turn
from echoes.games.party.turn.master import ask_for_check, let_happen
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.reading import master_intent
from echoes.games.party.turn.respond import make_table_move


def led(module: Module) -> Table:
    """Return a table that a person leads, whose turn it is."""
    table = Table(module)
    table.state = table_after(table.state, Entry(SeatTaken(seat=MASTER, by=MASTER, holder="person")))
    table.state = {**table.state, "acted": []}
    return table


def tick(table: Table, clock: str, times: int) -> None:
    """Let the master move a clock again and again."""
    for _ in range(times):
        play = PartyPlay(table.module, {**table.state, "acted": []}, MASTER)
        make_table_move(play, f"tick:{clock}", "")
        table.state = play.state


def full(**effects: object) -> Module:
    """Return Low Water where a full clock has these effects."""
    module: dict[str, Any] = BUNDLED["low_water", "en"].model_dump()
    module["clocks"]["wary"]["full"]["effects"] |= effects
    return Module.model_validate(module)


def test_a_clock_that_the_master_fills_tells_the_whole_party():
    table = led(BUNDLED["low_water", "en"])
    tick(table, "wary", 5)
    assert table.state["flags"]["lookouts"] == [*table.module.party]


@pytest.mark.parametrize("effects", [{"damage": "1d4"}, {"coins": 5}, {"items": ["flask"]}, {"to": "crypt"}])
def test_what_is_meant_for_whoever_acts_meets_nobody_where_the_master_does(effects: dict[str, object]):
    table = led(full(**effects))
    before = table.state
    tick(table, "wary", 5)
    assert all(table.state[key] == before[key] for key in ("vitals", "coins", "items", "at"))


def test_a_clock_that_fills_in_a_round_meets_nobody_either():
    table = Table(full(coins=5))
    play = PartyPlay(table.module, table.state, "jory")
    move_clock(play, "river", 1)
    move_clock(play, "wary", 5)
    end_turn(play)
    assert "lookouts" in play.state["flags"] and play.state["coins"] == table.state["coins"]


@pytest.mark.parametrize(
    ("language", "asked", "seen"),
    [
        ("en", "Neve perception 12", ()),
        ("en", "Neve sleight of hand 12 private", (MASTER, "neve")),
        ("en", "Neve perception 12 blind", (MASTER,)),
        ("zh", "宁素 察觉 12", ()),
        ("zh", "宁素 察觉 12 私下", (MASTER, "neve")),
        ("zh", "宁素 察觉 12 暗骰", (MASTER,)),
    ],
)
def test_whoever_leads_says_who_sees_the_dice(language: str, asked: str, seen: tuple[str, ...]):
    table = led(BUNDLED["low_water", language])
    play = PartyPlay(table.module, table.state, MASTER)
    assert ask_for_check(play, asked)
    [checked] = [one.event for one in play.entries()]
    assert isinstance(checked, Checked) and checked.audience == seen


@pytest.mark.parametrize(
    "asked", ["Neve perception", "Neve perception 12 loudly", "Nobody perception 12", ""]
)
def test_what_is_no_check_is_refused(asked: str):
    table = led(BUNDLED["low_water", "en"])
    assert not ask_for_check(play := PartyPlay(table.module, table.state, MASTER), asked)
    assert not play.entries()


@pytest.mark.parametrize(
    ("message", "kind", "key"),
    [
        ("Wait a moment, the door opens.", "unknown", ""),
        ("The river has fallen again.", "unknown", ""),
        ("Look around: the room is dark.", "unknown", ""),
        ("add nothing", "move", "wait:"),
        ("1", "move", "wait:"),
        ("/look", "command", "look"),
    ],
)
def test_what_a_master_says_is_told_unless_it_is_a_number_a_move_word_for_word_or_a_command(
    message: str, kind: str, key: str
):
    table = led(BUNDLED["low_water", "en"])
    moves = moves_at_table(table.module, table.state, MASTER)
    reading = master_intent(message, moves, ["wait:"])
    assert (reading.kind, reading.key) == (kind, key)


def test_an_oracle_says_nothing_twice_while_it_has_something_new():
    module = BUNDLED["low_water", "en"]
    table, (name, oracle) = led(module), next(iter(module.oracles.items()))
    said: list[str] = []
    for _ in oracle.answers:
        play = PartyPlay(module, {**table.state, "acted": []}, MASTER)
        let_happen(play, f"oracle:{name}")
        said += [event.text for event in play.events() if isinstance(event, Said)]
        table.state = play.state
    assert sorted(said) == sorted(oracle.answers)
