"""Tables led by models, scripted ones: who is asked what, and what comes of it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure
from tests.tablemates import Tablemates

from echoes.app import open_engine
from echoes.core.log.events import Event
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import CharacterActed, Checked, PartyAsked, PartyReplied, Said
from echoes.games.party.turn.moves import moves_of_seat
from echoes.testing import Say, serving

HUM = "I hum to the river until it hums back"


@pytest.fixture
def mates(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablemates]:
    mates = Tablemates()
    with serving(mates) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.delenv("ECHOES__PATHS__DATA")
        monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
        monkeypatch.setenv("ECHOES__AGENTS__PARTY__PAUSE_S", "0")
        yield mates


@pytest.fixture
async def table(mates: Tablemates) -> AsyncIterator[GameEngine]:
    async with open_engine() as engine:
        yield engine


async def begun(engine: GameEngine, lang: str = "en") -> str:
    return (await engine.create_session("low_water", lang=lang)).session_id


async def speak(engine: GameEngine, session: str, message: str) -> list[Event]:
    seat = await engine.next_seat(session)
    return [event async for event in engine.handle_message(session, message, seat=seat)]


def told(events: list[Event], source: str = "stub-1") -> list[str]:
    return [one.text for one in events if isinstance(one, Said) and one.source == source]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_free_words_are_ruled_on_rolled_by_code_and_told(
    table: GameEngine, mates: Tablemates, lang: str
):
    mates.told["act"] = {"move": 0, "skill": "performance", "difficulty": "hard", "cost": "time"}
    words = HUM if lang == "en" else "我对着河哼歌，等它也哼起来"
    session = await begun(table, lang)
    events = await speak(table, session, words)
    assert mates.tasks() == ["act", "tell"]
    assert [one.text for one in events if isinstance(one, CharacterActed)] == [words]
    assert len([one for one in events if isinstance(one, Checked)]) == 1
    assert told(events) == ["The reeds bend, and for a while nothing else moves."]
    assert await speak(table, session, "1")
    assert mates.tasks() == [], "a number asks no model"
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_look_at_what_is_described_is_ruled_on_and_told_as_described_where_no_model_decides(
    table: GameEngine, mates: Tablemates, lang: str
):
    thing, words = ("bracket", "look at the bracket") if lang == "en" else ("架子", "看看架子")
    session = await begun(table, lang)
    await speak(table, session, words)
    assert mates.tasks() == ["act", "tell"]
    mates.told["act"] = "no form at all"
    events = await speak(table, session, words)
    [said] = [one.text for one in events if isinstance(one, PartyReplied) and one.command == "looks"]
    assert thing in said
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize(("kind", "asked_back"), [("try:", False), ("go:", True)])
async def test_words_that_mean_a_move_make_it_and_weighty_ones_are_asked_back(
    table: GameEngine, mates: Tablemates, kind: str, asked_back: bool
):
    session = await begun(table)
    opened = await table.open_session(session)
    moves = moves_of_seat(opened.scenario, await opened.state(), await table.next_seat(session))
    number, text = next((n, move.text) for n, move in enumerate(moves, 1) if move.key.startswith(kind))
    mates.told["act"] = {"move": number}
    events = await speak(table, session, HUM)
    assert mates.tasks() == ["act"], "what the module provides for is told in its words"
    acted = [one.text for one in events if isinstance(one, CharacterActed)]
    asked = [one.options[0].text for one in events if isinstance(one, PartyAsked)]
    assert (acted, asked) == (([], [text]) if asked_back else ([text], []))


@pytest.mark.parametrize(
    "reply",
    ["", "no form at all", Say(status=500), Say(raw=b"{"), {"move": 99, "skill": "swagger"}],
    ids=["empty", "malformed", "refused", "broken", "outside the form"],
)
async def test_a_model_that_does_not_decide_costs_nothing_and_is_said_each_time(
    table: GameEngine, mates: Tablemates, reply: Any
):
    mates.told["act"] = reply
    session = await begun(table)
    seat = await table.next_seat(session)
    events = [*await speak(table, session, HUM), *await speak(table, session, HUM)]
    said = [one for one in events if isinstance(one, PartyReplied) and one.command == "model_away"]
    assert len(said) == 2, "who asks again hears it again, and not that the words were not followed"
    assert all("cost nothing" in one.text for one in said)
    assert await table.next_seat(session) == seat
    assert not any(event.makes_turn for event in events)
    assert (await replay(table, session)).differences == []
    await speak(table, session, "1")
    assert await table.next_seat(session) != seat, "the table goes on without it"


@pytest.mark.parametrize(
    ("bad", "left"),
    [
        ("Sorrel says, “I confess.” The reeds bend.", "The reeds bend."),
        ("Wenna: I go home.", ""),
        ("You rolled a natural 20. The reeds bend.", "The reeds bend."),
        ("The reeds bend. It does 12 damage.", "The reeds bend."),
        ("- No dice, no numbers, no hit points: code keeps them.", ""),
        ('{"text": "no prose"}', ""),
        ("", ""),
    ],
)
async def test_words_that_speak_for_others_fake_rolls_or_echo_are_dropped(
    table: GameEngine, mates: Tablemates, bad: str, left: str
):
    session = await begun(table)
    _, one, other, *_ = (await table.open_session(session)).scenario.party.values()
    mates.told["tell"] = bad.replace("Sorrel", one.name).replace("Wenna", other.name)
    state: Any = await (await table.open_session(session)).state()
    events = await speak(table, session, HUM)
    assert told(events) == ([left] if left else [])
    assert [one.text for one in events if isinstance(one, Said)], "something is told all the same"
    after: Any = await (await table.open_session(session)).state()
    assert after["vitals"] == state["vitals"], "numbers in words change nothing"


async def test_an_endless_voice_is_cut(table: GameEngine, mates: Tablemates):
    mates.told["tell"] = "The reeds bend. " * 4000
    events = await speak(table, await begun(table), HUM)
    [text] = told(events)
    assert len(text) < 2000


async def test_companions_choose_and_speak_by_model_and_hold_without(table: GameEngine, mates: Tablemates):
    mates.told["choose"] = {"number": 1, "speaks": True, "tone": "wry"}
    session = await begun(table)
    party = (await table.open_session(session)).scenario.party
    runner = TableRunner(table, session)
    for _ in range(24):
        await runner.step()
    tasks = mates.tasks()
    assert tasks.count("choose") == 24
    assert tasks.count("voice") == 4, "each of four says something in its sixth turn"
    entries = read_entries(table, session)
    spoken = [one.event for one in entries if isinstance(one.event, Said) and one.event.by in party]
    assert sum(one.text == "Mind the wet stones." for one in spoken) == 4, "the others are the author's lines"
    assert tasks.count("word") >= 1, "the master has a word of its own"
    mates.told["choose"] = Say(status=500)
    for _ in range(8):
        assert await runner.step()
    acted = [one.event for one in read_entries(table, session) if isinstance(one.event, CharacterActed)]
    held = [one.text.startswith("Hold") for one in acted]
    assert (
        held == [False] * (len(held) - 8) + [True] * 8
    )  # a secret deed is shown twice: to its own seat, and to others
    assert (await replay(table, session)).differences == []


async def test_budgets_end_the_calls_and_not_the_game(
    own_folders: Path, mates: Tablemates, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__MASTER__CALLS", "2")
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__COMPANIONS__CALLS", "1")
    async with open_engine() as engine:
        session = await begun(engine)
        for _ in range(2):
            await speak(engine, session, HUM)
        assert mates.tasks() == ["act", "tell"]
        runner = TableRunner(engine, session)
        for _ in range(12):
            assert await runner.step()
        assert mates.tasks() == ["choose"] * 4
