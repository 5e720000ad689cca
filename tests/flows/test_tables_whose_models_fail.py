"""Tables whose models fail: a character holds, and whoever leads pauses the table and says why."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure
from tests.tablemates import HARMLESS, Tablemates

from echoes.app import open_engine
from echoes.core.log.events import Event, TurnFailed
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.agents.prompts import under_title
from echoes.games.party.events import CharacterActed, PartyReplied, RoundEnded, TurnTaken
from echoes.testing import Asked, Say, serving

SECRET_REASON = "zz-what-the-server-said"
HOLDS = {"en": "Hold for now", "zh": "先按兵不动"}
WAITS = {"en": "The table waits", "zh": "这一桌先停下来等"}


@pytest.fixture
def mates(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablemates]:
    mates = Tablemates()
    with serving(mates) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.delenv("ECHOES__PATHS__DATA")
        for name, value in {"SEED": "a seed", "PAUSE_S": "0", "MASTER__EVERY": "1"}.items():
            monkeypatch.setenv(f"ECHOES__AGENTS__PARTY__{name}", value)
        yield mates


@pytest.fixture
async def table(mates: Tablemates) -> AsyncIterator[GameEngine]:
    async with open_engine() as engine:
        yield engine


async def begun(engine: GameEngine, lang: str = "en") -> str:
    return (await engine.create_session("low_water", lang=lang)).session_id


def happened(engine: GameEngine, session: str) -> list[Event]:
    return [entry.event for entry in read_entries(engine, session)]


def pauses(engine: GameEngine, session: str) -> list[str]:
    replies = [event for event in happened(engine, session) if isinstance(event, PartyReplied)]
    return [event.text for event in replies if event.command == "table_paused"]


def turns_by_round(engine: GameEngine, session: str) -> list[list[str]]:
    """The seats that acted in each round."""
    rounds: list[list[str]] = [[]]
    for event in happened(engine, session):
        if isinstance(event, TurnTaken):
            rounds[-1].append(event.seat)
        elif isinstance(event, RoundEnded):
            rounds.append([])
    return rounds


async def until_it_pauses(engine: GameEngine, session: str) -> TableRunner:
    """Let the free seats play until the table pauses, which is at the end of the first round."""
    runner = TableRunner(engine, session)
    for _ in range(12):
        if not await runner.step():
            break
    assert pauses(engine, session), "it has paused"
    return runner


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "reply", [Say(status=500), {"number": "no number"}, Say(raw=SECRET_REASON.encode())], ids=str
)
async def test_a_character_whose_model_fails_holds_and_nobody_acts_twice(
    table: GameEngine, mates: Tablemates, lang: str, reply: Any
):
    mates.told["choose"] = reply
    session = await begun(table, lang)
    party = [*(await table.open_session(session)).scenario.party]
    runner = TableRunner(table, session)
    for _ in party:
        assert await runner.step()
    acted = [event for event in happened(table, session) if isinstance(event, CharacterActed)]
    assert [event.seat for event in acted] == party
    assert all(event.text.startswith(HOLDS[lang]) for event in acted)
    log = str(read_entries(table, session))
    assert SECRET_REASON not in log and "stub-1" not in str(acted)
    assert not any(isinstance(event, TurnFailed) for event in happened(table, session))
    mates.told["choose"] = HARMLESS["choose"]
    assert await runner.step()
    [*_, last] = [event for event in happened(table, session) if isinstance(event, CharacterActed)]
    assert not last.text.startswith(HOLDS[lang]), "the model is back"
    assert (await replay(table, session)).differences == []


async def test_a_model_that_leads_and_fails_pauses_the_table_once_and_says_why(
    table: GameEngine, mates: Tablemates
):
    mates.told["word"] = "no form at all"
    session = await begun(table)
    runner = await until_it_pauses(table, session)
    [said] = pauses(table, session)
    assert WAITS["en"] in said and "its reply can't be used" in said and "\n" not in said
    before = happened(table, session)
    assert not await runner.is_due() and not await TableRunner(table, session).is_due()
    assert await runner.step() == [] and runner.is_stuck
    assert happened(table, session) == before, "the autopilot has stopped"
    assert mates.tasks().count("word") == 6, (
        "it was asked three times, and each time once more for what can be read"
    )
    assert (await replay(table, session)).differences == []


async def test_next_goes_on_and_asks_it_again(table: GameEngine, mates: Tablemates):
    mates.told["word"] = Say(status=500)
    session = await begun(table)
    seat = await table.next_seat(session)
    [_] = [event async for event in table.handle_message(session, "/suggest Let it rain.", seat=seat)]
    runner = await until_it_pauses(table, session)
    await runner.step(ordered=True)
    await table.settle(session)
    assert len(pauses(table, session)) == 2, "it failed again"
    assert not await runner.is_due()
    mates.tasks()
    heard: list[Asked] = []

    def decides(asked: Asked) -> Any:
        heard.append(asked)
        return HARMLESS["word"]

    mates.told["word"] = decides
    await runner.step(ordered=True)
    await table.settle(session)
    wish = under_title("en", "suggestion", "Let it rain.")
    assert [wish in asked.last for asked in heard] == [True], "the suggestion was not lost"
    assert len(pauses(table, session)) == 2
    assert await runner.is_due(), "the table goes on by itself"
    assert await runner.step()
    rounds = turns_by_round(table, session)
    assert all(len(seats) == len({*seats}) for seats in rounds), "nobody acts twice"
    assert (await replay(table, session)).differences == []


async def test_a_person_may_act_at_a_table_that_pauses(table: GameEngine, mates: Tablemates):
    mates.told["word"] = Say(status=500)
    session = await begun(table, "zh")
    await until_it_pauses(table, session)
    assert WAITS["zh"] in pauses(table, session)[0]
    mates.told["word"] = HARMLESS["word"]
    seat = await table.next_seat(session)
    events = [event async for event in table.handle_message(session, "1", seat=seat)]
    assert any(isinstance(event, TurnTaken) for event in events)
    await table.settle(session)
    assert await TableRunner(table, session).is_due()


async def test_the_autopilot_waits_for_the_word_before_it_moves(table: GameEngine, mates: Tablemates):
    """Even where the model fails while the next step is already wanted."""
    mates.told["word"] = Say(status=500, wait_s=0.5)
    session = await begun(table)
    runner = TableRunner(table, session)
    made = [len(await runner.step()) for _ in range(12)]
    first = len((await table.open_session(session)).scenario.party)
    assert sum(map(bool, made)) == first, "no turn is made after the failure"
    assert len(pauses(table, session)) == 1


async def test_an_undo_takes_the_pause_back(table: GameEngine, mates: Tablemates):
    mates.told["word"] = Say(status=500)
    session = await begun(table)
    await until_it_pauses(table, session)
    await table.undo(session, 1)
    assert await TableRunner(table, session).is_due()
    assert (await replay(table, session)).differences == []


async def test_a_game_of_an_ai_player_ends_where_the_model_that_leads_fails(
    table: GameEngine, mates: Tablemates
):
    mates.told["word"] = Say(status=500)
    session = await begun(table)
    game = Autoplay(table, session, "companion", table.games["party"].caps())
    assert [step async for step in game.steps()]
    assert game.ending == "no_referee" and len(pauses(table, session)) == 1


async def test_rules_and_authors_words_go_on_where_the_operator_wants_it(
    mates: Tablemates, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__FALLBACK", "embedded")
    mates.told["word"] = mates.told["choose"] = Say(status=500)
    async with open_engine() as engine:
        session = await begun(engine)
        runner = TableRunner(engine, session)
        for _ in range(12):
            assert await runner.step()
        assert pauses(engine, session) == []
        acted = [event for event in happened(engine, session) if isinstance(event, CharacterActed)]
        assert not any(event.text.startswith(HOLDS["en"]) for event in acted)
        replies = [event.command for event in happened(engine, session) if isinstance(event, PartyReplied)]
        assert sorted(replies) == ["companion_away"] * 4 + ["model_away"], "once for each"
        assert (await replay(engine, session)).differences == []


async def test_a_log_from_before_tables_paused_goes_on_as_it_began(
    mates: Tablemates, monkeypatch: pytest.MonkeyPatch
):
    """What holds is written at the start: another setting later changes no session."""
    mates.told["word"] = Say(status=500)
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__FALLBACK", "embedded")
    async with open_engine() as engine:
        session = await begun(engine)
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__FALLBACK", "none")
    async with open_engine() as engine:
        runner = TableRunner(engine, session)
        for _ in range(8):
            assert await runner.step()
        assert pauses(engine, session) == []
        assert (await replay(engine, session)).differences == []
