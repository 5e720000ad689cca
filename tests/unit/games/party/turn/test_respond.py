"""A turn at the table: who sees what, what follows, and what ends it."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.games.party.table import MODULES, Table, read_by
from tests.unit.games.party.turn.test_commands import Log
from tests.words import is_right_or_asked

from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.games.party import events as happened
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.settings import PartySettings
from echoes.games.party.state import seat_to_act
from echoes.games.party.turn.command_names import turns_asked_for
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.respond import answer_at_table
from echoes.games.resources import Limits

EVERYBODY = ("ilse", "tobit", "marek", "pip")


def test_everybody_acts_once_a_round_in_the_order_of_the_party():
    table = Table()
    acted = [table.move("wait:").seat for _ in range(5)]
    assert acted == [*EVERYBODY, "ilse"]
    assert table.state["round"] == 2 and table.state["clocks"]["midnight"] == 1


def test_who_is_elsewhere_hears_nothing():
    table = Table()
    table.move("go:loft")  # Ilse
    for entry in table.play.entries():
        if isinstance(entry.event, happened.PartyArrived):
            assert {*entry.event.audience} == {"master", "ilse"}
        if isinstance(entry.event, happened.SomebodyLeft):
            assert {*entry.event.audience} == {"master", "tobit", "marek", "pip"}
    play = table.move("try:crowd")  # Tobit, in the square
    assert all("ilse" not in entry.event.audience for entry in play.entries() if entry.event.audience)
    assert all(
        entry.event.audience
        for entry in play.entries()
        if isinstance(entry.event, happened.Said | happened.Checked)
    )


def test_a_secret_is_seen_by_those_who_learn_it_and_nobody_else():
    table = Table()
    table.move("go:loft")  # Ilse is away
    play = table.move("tell:burn")  # Tobit tells it in the square
    told = [
        entry.event for entry in play.entries() if "lamp oil on his palm" in entry.event.model_dump_json()
    ]
    assert told and all("ilse" not in event.audience and event.audience for event in told)
    assert "burn" in table.state["knows"]["pip"] and "burn" not in table.state["knows"]["ilse"]


def test_what_is_offered_is_seen_by_the_seat_alone():
    table = Table()
    offers = [e.event for e in table.move("wait:").entries() if isinstance(e.event, happened.MovesOffered)]
    assert [(offer.seat, offer.audience) for offer in offers] == [("tobit", ("tobit",))]


def test_what_is_done_in_quiet_shows_its_words_to_the_actor_alone():
    table = Table()
    table.state = {**table.state, "at": dict.fromkeys(EVERYBODY, "loft"), "acted": ["ilse", "tobit", "marek"]}
    events = [entry.event for entry in table.move("try:bench").entries()]
    own, seen = [event for event in events if isinstance(event, happened.CharacterActed)]
    assert own.audience == ("master", "pip") and own.text == "Put something back on the bench, unseen"
    assert seen.text == "Pip Larkin is busy with something for a while."
    assert {*seen.audience} == {"ilse", "tobit", "marek"}
    [check] = [event for event in events if isinstance(event, happened.Checked)]
    told = next(event for event in events if isinstance(event, happened.Said) and not event.by)
    assert check.audience == told.audience == ("master", "pip")


def test_what_belongs_to_one_is_offered_to_nobody_else():
    table = Table()
    table.state = {**table.state, "at": dict.fromkeys(EVERYBODY, "loft")}
    offered = {
        seat: [move.key for move in moves_of_seat(table.module, table.state, seat)] for seat in EVERYBODY
    }
    assert [seat for seat, keys in offered.items() if "try:bench" in keys] == ["pip"]


def test_who_was_not_there_knows_of_it_only_when_they_meet():
    table = Table()
    table.state = {
        **table.state,
        "at": {**table.state["at"], "ilse": "loft"},
        "flags": {"bolt_seen": ["ilse"]},
    }
    assert not any(table.state["flags"]["bolt_seen"] == [seat] for seat in ("tobit", "pip"))
    table.move("go:square")
    assert {*table.state["flags"]["bolt_seen"]} == {*EVERYBODY}


def test_the_same_seed_gives_the_same_dice_and_another_seed_others():
    def faces(seed: str) -> list[list[int]]:
        events = [entry.event for entry in Table(seed=seed).move("try:eleventh").entries()]
        return [event.faces for event in events if isinstance(event, happened.Checked)]

    assert faces("seed") == faces("seed") != []
    assert len({str(faces(str(seed))) for seed in range(20)}) > 5


def test_the_clock_ends_the_night():
    table = Table()
    for _ in range(48):
        table.move("wait:")
    assert table.state["ended"] == "downstream"
    details = table.play.entries()[-1].event
    assert isinstance(details, happened.PartyEnded) and details.status == "ABORTED"
    assert {secret.title for secret in details.details.secrets} == {
        s.title for s in table.module.secrets.values()
    }


@pytest.mark.parametrize(
    ("message", "kind", "key"),
    [
        ("1", "move", "first"),
        ("99", "range", ""),
        ("“Who was it?”", "speech", ""),
        ("/whisper Pip hello", "command", "whisper"),
        ("/nonsense", "command", "unknown"),
        ("I walk up to the loft", "move", "go:loft"),
        ("listen to the crowd", "move", "try:crowd"),
        ("ask the warden about the harbourmaster", "move", "talk:warden.hale"),
        ("sing an opera", "ask", ""),
    ],
)
def test_words_are_read_right_or_not_at_all(message: str, kind: str, key: str):
    table = Table()
    moves = moves_of_seat(table.module, table.state, "ilse")
    shown = ["first"] if message == "99" else [moves[0].key]
    reading = read_by(PartyPlay(table.module, table.state, "ilse"), message, shown)
    assert reading.kind == kind
    assert reading.key == (moves[0].key if key == "first" else key)


def test_chinese_words_are_read_too():
    table = Table(MODULES["zh"])
    play = PartyPlay(table.module, table.state, "ilse")
    assert read_by(play, "上灯楼看看").key == "go:loft"
    found = read_by(play, "我想听听大家说什么")
    assert is_right_or_asked(found.key, found.keys, "try:crowd")


@pytest.mark.parametrize(
    ("language", "message", "kind", "key"),
    [
        ("en", "look around", "command", "look"),
        ("en", "Who is here?", "command", "look"),
        ("en", "What is my secret?", "command", "sheet"),
        ("en", "what have we found so far?", "command", "clues"),
        ("en", "tell everybody my secret", "ask", ""),
        ("en", "ask Tobit about the burn", "companion", "tobit"),
        ("en", "ask the keeper about the bowl", "absent", "keeper"),
        ("en", "ask Ansel about his debts", "ask", ""),
        ("en", "look at the warden", "looks", "warden"),
        ("en", "ask the warden about turnips", "ask", ""),
        ("en", "don't go to the loft", "ask", ""),
        ("en", "is the eleventh lantern lit?", "ask", ""),
        ("en", "go somewhere else", "ask", ""),
        ("en", "wait a little", "move", "wait:"),
        ("zh", "看看四周", "command", "look"),
        ("zh", "这里有谁？", "command", "look"),
        ("zh", "我的秘密是什么？", "command", "sheet"),
        ("zh", "问司灯人萝卜的事", "ask", ""),
        ("zh", "问守灯人那只碗的事", "absent", "keeper"),
        ("zh", "问安索欠债的事", "ask", ""),
    ],
)
def test_natural_words_are_answered_or_asked_back_and_cost_no_turn(
    language: str, message: str, kind: str, key: str
):
    table = Table(MODULES[language])
    reading = read_by(PartyPlay(table.module, table.state, "ilse"), message)
    assert (reading.kind, reading.key) == (kind, key)


@pytest.mark.parametrize(
    ("message", "turns"),
    [("/auto 9999999", 200), ("/auto 0", 0), ("/自动 3", 3), ("/next", 1), ("/auto x", None)],
)
def test_turns_are_asked_for_within_bounds(message: str, turns: int | None):
    assert turns_asked_for(message, 200) == turns


async def answered(table: Table, message: str, seat: str = "ilse", **state: Any) -> list[Entry]:
    """What comes of a message at a table of which no model is part."""
    agents = PartyAgents({}, ReplyJournal(), PartySettings(), "en")
    context: Any = PartyContext("s", table.module, agents.journal, Log(()), Limits(), agents)
    asked: Any = {"game": {**table.state, **state}, "seat": seat, "message": message}
    runtime: Any = SimpleNamespace(context=context)
    return (await answer_at_table(asked, runtime)).get("outbox", [])


def asked_before() -> Table:
    """A table at which Ilse has asked the warden, and has her turn once more."""
    table = Table()
    table.move("talk:warden.keeper")
    for _ in EVERYBODY[1:]:
        table.move("wait:")
    return table


async def test_a_look_at_a_thing_of_the_place_is_answered_at_no_cost():
    table = Table()
    [entry] = await answered(table, "look at the fountain")
    assert isinstance(entry.event, happened.PartyReplied)
    assert entry.event.text.startswith("Ten lit lanterns hang on ten poles round the fountain")
    assert entry.event.audience == ("ilse",)
    assert seat_to_act(table.module, table_after(table.state, entry)) == ["ilse"]


async def test_somebody_who_holds_does_nothing_and_says_nothing_of_models():
    entries = await answered(Table(), "/hold")
    [acted] = [one.event for one in entries if isinstance(one.event, happened.CharacterActed)]
    assert acted.text == "Hold for now"
    entries = await answered(Table(), "/hold no reply")
    [acted] = [one.event for one in entries if isinstance(one.event, happened.CharacterActed)]
    assert "does not answer" in acted.text


async def test_what_was_answered_is_told_again_at_no_cost():
    table = asked_before()
    [entry] = await answered(table, "ask the warden about Osk")
    again = table.module.people["warden"].topics["keeper"].again
    assert isinstance(entry.event, happened.PartyReplied) and entry.event.text == f"The warden: {again}"
    assert entry.event.audience == ("ilse",)
    assert seat_to_act(table.module, table_after(table.state, entry)) == ["ilse"]


def test_a_condition_is_about_whoever_acts():
    table = Table()
    condition = table.module.scenes["square"].features["puppets"].check.edge_if  # pyright: ignore
    assert holds_at_table(condition, table.state, "pip") and not holds_at_table(
        condition, table.state, "ilse"
    )
