"""Characters at tables: made in a few questions, checked, seen by whom they may be, kept, and taken along."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from echoes.app import open_engine
from echoes.core.log.events import Event, event_to_json
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.roles import Role
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.choosing import choose_main_line
from echoes.engine.sessions.queries import read_entries, session_window
from echoes.games.context_window import Part
from echoes.games.party.events import CharacterAsked, CharacterJoined, MovesOffered

ASKED = {"event", "seat", "step", "draft", "prompt", "options", "audience"}
SECRET = "once rang the wrong bell"
MADE = {
    "en": ("/character", "2", "Mira Stone", "1", "healer", "2", "1", "Hums.", "1", SECRET),
    "zh": ("/人物", "2", "石米拉", "1", "郎中", "2", "1", "爱哼歌。", "1", SECRET),
}


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
    async with open_engine() as engine:
        yield engine


async def begun(engine: GameEngine, module: str = "low_water", lang: str = "en", player: str = "ann") -> str:
    return (await engine.create_session(module, player, lang=lang)).session_id


async def speak(engine: GameEngine, session: str, seat: str, *messages: str) -> list[Any]:
    return [
        event for message in messages async for event in engine.handle_message(session, message, seat=seat)
    ]


async def state_of(engine: GameEngine, session: str) -> Any:
    return await (await engine.open_session(session)).state()


async def seat_of(engine: GameEngine, session: str, n: int = 0) -> str:
    module: Any = (await engine.open_session(session)).scenario
    return [*module.party][n]


def last_asked(events: Sequence[Event]) -> CharacterAsked:
    return [event for event in events if isinstance(event, CharacterAsked)][-1]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_character_is_made_and_played_and_the_log_replays(table: GameEngine, lang: str):
    session = await begun(table, lang=lang)
    seat = await seat_of(table, session)
    events = await speak(table, session, seat, *MADE[lang])
    assert isinstance(events[-1], MovesOffered), "whose turn it is, sees what it can do"
    [joined] = [event for event in events if isinstance(event, CharacterJoined)]
    assert joined.character.name == MADE[lang][2]
    acted = await speak(table, session, seat, "1")
    assert {event.name for event in acted if event.event == "character_acted"} == {MADE[lang][2]}
    state = await state_of(table, session)
    assert state["vitals"][seat]["most"] == joined.hit_points == state["known"][PUBLIC]["hit_points"][seat]
    [reply] = await speak(table, session, seat, "/sheet")
    assert SECRET in reply.text and MADE[lang][2] in reply.text
    late = await speak(table, session, seat, "/character")
    assert MADE[lang][2] in late[0].text and not state["casting"]["making"], "nobody changes who has acted"
    runner = TableRunner(table, session)
    for _ in range(6):
        await runner.step(ordered=True)
    assert (await replay(table, session)).differences == []


async def test_one_key_plays_the_modules_own_and_one_key_skips_all_questions(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    events = await speak(table, session, seat, "/character", "1")
    assert "Jory Penn" in events[-2].text and isinstance(events[-1], MovesOffered)
    assert not (await state_of(table, session))["casting"]["made"]
    asked = last_asked(await speak(table, session, seat, "/character", "2"))
    await speak(table, session, seat, str(asked.options[-1].n))
    made = (await state_of(table, session))["casting"]["made"][seat]
    assert made["name"] and made["trait"] and made["want"] and not made["secret"]


async def test_what_does_not_fit_is_said_in_a_line_and_asked_again(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    asked = last_asked(await speak(table, session, seat, "/character", "2", "Neve Aldous"))
    assert asked.step == "name" and "called that already" in asked.prompt
    asked = last_asked(await speak(table, session, seat, "Mira", "1", "99"))
    assert asked.step == "calling" and "none of these" in asked.prompt
    asked = last_asked(await speak(table, session, seat, "1", "15 15 15 15 15 15"))
    assert asked.step == "scores" and "the budget is 27" in asked.prompt
    assert last_asked(await speak(table, session, seat, "13 13 13 12 12 12")).step == "skills"
    said = await speak(table, session, seat, "“Good evening!”", "/status")
    assert [event.event for event in said] == ["said", "command_result"], (
        "the table can be spoken to meanwhile"
    )
    assert (await state_of(table, session))["casting"]["making"][seat]["step"] == "skills"
    assert (await replay(table, session)).differences == []


async def test_the_secret_goes_to_its_seat_alone(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    await speak(table, session, seat, *MADE["en"], "1")
    entries = read_entries(table, session)
    others = [one for one in (await table.open_session(session)).seats if one != seat]
    for viewer in (PUBLIC, *others):
        seen = [event_to_json(entry.event) for entry in seen_by(entries, viewer)]
        assert SECRET not in str(seen)
        assert (viewer == PUBLIC) or SECRET not in str(await speak(table, session, viewer, "/sheet Mira"))
    assert SECRET in str([event_to_json(entry.event) for entry in seen_by(entries, seat)])
    for other in others[:3]:
        window = await session_window(table, session, Role.PLAYER, seat=other)
        assert not any(SECRET in window.text(part) for part in Part)
    assert SECRET in (await session_window(table, session, Role.PLAYER, seat=seat)).text(Part.SECRET)


async def test_a_character_is_kept_and_taken_along_to_another_module_in_another_seat(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    await speak(table, session, seat, *MADE["en"], "1", "/giveup")
    await table.settled(session)
    following = await begun(table, "eleven_lanterns")
    other = await seat_of(table, following, 1)
    asked = last_asked(await speak(table, following, other, "/character"))
    assert [option.text for option in asked.options][2:] == ["Mira Stone, healer, from an earlier adventure"]
    await speak(table, following, other, "3")
    state = await state_of(table, following)
    assert state["casting"]["made"][other]["name"] == "Mira Stone"
    assert state["memory"]["seats"][other]["summary"], "it remembers what it lived through"
    assert (await replay(table, following)).differences == []
    await speak(table, following, other, "/giveup")
    await table.settled(following)
    third = await begun(table, "eleven_lanterns")
    await speak(table, third, other, "/character", "3")
    again = await state_of(table, third)
    assert again["casting"]["made"][other]["secret"] == SECRET, "it is kept as long as it is"
    assert not again["memory"]["seats"][other]["summary"], "nobody remembers what is to be played again"
    stranger = await begun(table, player="ben")
    assert len(last_asked(await speak(table, stranger, seat, "/character")).options) == 2


async def test_a_character_is_kept_although_a_game_that_began_before_ends_later(table: GameEngine):
    before, session = await begun(table, "eleven_lanterns"), await begun(table)
    await speak(table, session, await seat_of(table, session), *MADE["en"], "1", "/giveup")
    await table.settled(session)
    await speak(table, before, await seat_of(table, before), "1", "/giveup")
    await table.settled(before)
    following = await begun(table)
    offered = last_asked(await speak(table, following, await seat_of(table, following), "/character"))
    assert [one.text.split(",")[0] for one in offered.options][2:] == ["Mira Stone"]


async def test_a_character_remembers_the_main_line_and_no_other_fork(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    await speak(table, session, seat, *MADE["en"], "1")
    fork, unfinished = [await table.fork(session) for _ in range(2)]
    for line, lived in ((session, "The ferry burned."), (fork, "The ferry was saved.")):
        await speak(table, line, seat, f"/memory {lived}", "/giveup")
        await table.settled(line)

    async def remembered() -> str:
        following = await begun(table, "eleven_lanterns")
        other = await seat_of(table, following)
        await speak(table, following, other, "/character", "3")
        return (await state_of(table, following))["memory"]["seats"][other]["summary"]

    assert "burned" in await remembered(), "until one is chosen, the first to end"
    await choose_main_line(table, fork)
    assert "saved" in (summary := await remembered()) and "burned" not in summary
    await choose_main_line(table, unfinished)
    following = await begun(table, "eleven_lanterns")
    asked = last_asked(await speak(table, following, await seat_of(table, following), "/character"))
    assert not any("Mira Stone" in option.text for option in asked.options), "it has not ended"


async def test_a_guest_is_offered_nobody_of_the_hosts_and_leaves_none_behind(table: GameEngine):
    session = await begun(table)
    seat, other = await seat_of(table, session), await seat_of(table, session, 1)
    await speak(table, session, seat, *MADE["en"], "1", "/giveup")
    await table.settled(session)
    following = await begun(table)
    await table.sit(following, SeatTaken(seat=seat, by="ann"))
    await table.sit(following, SeatTaken(seat=other, by="ben", person="a mark"))
    assert len(last_asked(await speak(table, following, other, "/character")).options) == 2
    assert len(last_asked(await speak(table, following, seat, "/character")).options) == 3
    await speak(table, following, other, "2", "Bo", "1", "1", "1", "1", "1", "1", "mine alone")
    await speak(table, following, seat, "1", "/giveup")
    await table.settled(following)
    third = await begun(table)
    offered = last_asked(await speak(table, third, seat, "/character")).options
    assert [option.text.split(",")[0] for option in offered] == ["Jory Penn", "Somebody of your own: a few questions", "Mira Stone"]  # fmt: skip


async def test_a_guest_who_leaves_in_the_middle_leaves_no_character_to_the_host(table: GameEngine):
    session = await begun(table)
    seat, other = await seat_of(table, session), await seat_of(table, session, 1)
    await table.sit(session, SeatTaken(seat=other, by="ben", person="a mark"))
    await speak(table, session, other, "/character", "2", "Bo", "1", "1", "1", "1", "1", "1")
    await table.sit(session, SeatLeft(seat=other, by="ben", person="a mark"))
    runner = TableRunner(table, session)
    for _ in range(4):
        await runner.step()
    assert (await state_of(table, session))["casting"]["made"][other]["name"] == "Bo"
    await speak(table, session, seat, "/giveup")
    await table.settled(session)
    following = await begun(table)
    assert len(last_asked(await speak(table, following, seat, "/character")).options) == 2
    assert (await replay(table, session)).differences == []


async def test_a_host_who_sits_where_a_guest_left_in_the_middle_begins_anew(table: GameEngine):
    session = await begun(table)
    other = await seat_of(table, session, 1)
    await table.sit(session, SeatTaken(seat=other, by="ben", person="a mark"))
    await speak(table, session, other, "/character", "2", "Bo")
    await table.sit(session, SeatLeft(seat=other, by="ben", person="a mark"))
    await table.sit(session, SeatTaken(seat=other, by="ann"))
    assert not (await state_of(table, session))["casting"]["making"]
    asked = last_asked(await speak(table, session, other, "/character", "2"))
    assert asked.draft.name != "Bo"
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize("command", ["/undo", "/x", ""])
async def test_an_undo_of_anothers_turn_takes_nobodys_character_back(table: GameEngine, command: str):
    session = await begun(table)
    seat, other = await seat_of(table, session), await seat_of(table, session, 1)
    await speak(table, session, seat, "1")
    await speak(table, session, other, *MADE["en"])
    await (speak(table, session, seat, command) if command else table.undo(session, 1))
    state = await state_of(table, session)
    assert state["turns"] == 0 and state["casting"]["made"][other]["secret"] == SECRET
    assert state["memory"]["names"][other] == "Mira Stone"
    await speak(table, session, seat, "wait")
    acted = await speak(table, session, other, "wait")
    assert {one.name for one in acted if one.event == "character_acted"} == {"Mira Stone"}
    assert (await replay(table, session)).differences == []
    await speak(table, session, seat, "/giveup")
    await table.settled(session)
    offered = last_asked(await speak(table, await begun(table), seat, "/character")).options
    assert any("Mira Stone" in option.text for option in offered), "and it is kept for the next table"


async def test_a_number_answers_the_question_also_when_the_turn_comes_meanwhile(table: GameEngine):
    session = await begun(table)
    seat, other = await seat_of(table, session), await seat_of(table, session, 1)
    first = last_asked(await speak(table, session, other, "/character", "2"))
    await speak(table, session, seat, "1")
    again = read_entries(table, session)[-1].event
    assert again.model_dump(include=ASKED) == first.model_dump(include=ASKED)
    assert last_asked(await speak(table, session, other, "1")).step == "people"
    await speak(table, session, other, "The rest as it suits")
    assert (await state_of(table, session))["casting"]["made"][other]["name"] == first.draft.name
    assert (await replay(table, session)).differences == []


async def test_undo_and_fork_keep_who_was_there_before(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    await speak(table, session, seat, *MADE["en"], "1")
    await table.undo(session, 1)
    state = await state_of(table, session)
    assert state["casting"]["made"][seat]["name"] == "Mira Stone" and not state["acted"]
    forked = await table.fork(session, 0)
    assert (await state_of(table, forked))["casting"]["made"][seat]["secret"] == SECRET
    for one in (session, forked):
        await speak(table, one, seat, "1")
        assert (await replay(table, one)).differences == []


async def test_who_leaves_in_the_middle_has_the_rest_as_it_suits(table: GameEngine):
    session = await begun(table)
    seat = await seat_of(table, session)
    await speak(table, session, seat, "/character", "2", "Mira Stone")
    runner = TableRunner(table, session)
    for _ in range(4):
        await runner.step()
    state = await state_of(table, session)
    assert state["casting"]["made"][seat]["name"] == "Mira Stone" and seat in [
        *state["acted"],
        *state["been"],
    ]
    assert not state["casting"]["making"] and state["turns"]
    assert (await replay(table, session)).differences == []
