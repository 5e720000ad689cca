"""Rooms: names, hosts and the chat, kept beside the game."""

from pathlib import Path

import pytest

from echoes.core.errors import BadInput
from echoes.core.seats.seating import person_mark
from echoes.engine.engine import GameEngine
from echoes.engine.players.forgetting import forget_player
from echoes.memory.rooms import Room


def test_nobody_goes_by_a_name_that_somebody_else_has_or_had():
    room = Room().named("ann", "Ann").named("ann", "Anna")
    assert room.names_of("ann") == ["Ann", "Anna"]
    assert room.name_for("bo", "Ann") == "Ann 2" and room.name_for("ann", "Ann") == "Ann"
    again = room.named("ann", "Ann")
    assert again.names_of("ann") == ["Anna", "Ann"], "the latest is last"


def test_no_name_is_freed_by_renaming_and_messages_are_bounded():
    """Whoever has had many names in a room keeps the latest there."""
    room = Room().named("bo", "Bo")
    for n in range(1, 300):
        room = room.named("ann", name := room.name_for("ann", f"Ann {n}")).told("ann", name, "Hello", "")
    assert len(room.names) == 13 and room.name_for("eve", "Bo") == "Bo 2"
    assert room.names_of("ann")[-1] == room.name_for("ann", "Ann 300") == "Ann 12"
    assert room.name_for("ann", "Ann 3") == "Ann 3", "names that one had may be had again"
    assert [len(room.chat), room.chat[-1].n] == [100, 299], "numbers go on"


def test_a_room_holds_so_many_and_those_who_are_in_it_go_on():
    room = Room(names={f"Guest {n}": str(n) for n in range(1000)})
    with pytest.raises(BadInput, match="no further people"):
        room.named("new", "Bo")
    assert "Bo" in room.named("7", "Bo").names


def test_nobody_goes_by_a_name_that_looks_like_somebody_elses_or_is_reserved():
    room = Room().named("ann", "Ann").named("bo", "Bo")
    assert room.name_for("eve", "\N{CYRILLIC CAPITAL LETTER A}nn") == "\N{CYRILLIC CAPITAL LETTER A}nn 2"
    assert room.name_for("ann", "ANN") == "ANN"
    assert room.name_for("eve", "corin vale", ["Corin Vale"]) == "corin vale 2"
    assert room.name_for("bo", "Bo", ["Bo"]) == "Bo"


def test_everybody_goes_by_their_latest_name():
    room = Room().named("ann", "Ann").named("bo", "Bo").named("ann", "Anna")
    assert [room.current_name(name) for name in ("Ann", "Anna", "Bo", "Cy")] == ["Anna", "Anna", "Bo", "Cy"]


async def test_a_room_is_found_by_its_code_until_it_is_closed(own_engine: GameEngine, bell: Path):
    first, other = [(await own_engine.create_session("silent_bell", "ann")).session_id for _ in range(2)]
    rooms = (await own_engine.players.memory()).rooms
    room = Room().coded("BCDF2345")
    assert room.coded("GHJK6789") == room, "it keeps the one that it has"
    await rooms.put(first, room)
    await rooms.put(other, Room())
    assert [await rooms.find(code) for code in ("BCDF2345", "GHJK6789", "")] == [first, "", ""]
    await rooms.put(first, room.closed())
    assert await rooms.find("BCDF2345") == ""


def test_a_closed_room_has_another_key_and_its_owner_as_host():
    room = Room().handed_to("bo")
    assert (room.key("s"), room.closed().key("s"), room.closed().host) == ("s", "s~1", "")


async def test_a_room_is_kept_and_goes_with_its_session_and_its_people(own_engine: GameEngine, bell: Path):
    game = (await own_engine.create_session("silent_bell", "ann")).session_id
    rooms = (await own_engine.players.memory()).rooms
    ann, bo = (person_mark(player, game) for player in ("ann", "bo"))
    room = Room().named(ann, "Ann").named(bo, "Bo").told(bo, "Bo", "Hello", "2026-01-01T00:00:00+00:00")
    room = room.handed_to(bo)
    await rooms.put(game, room)
    assert await rooms.get(game) == room
    await own_engine.create_session("silent_bell", "bo")
    await forget_player(own_engine, "bo")
    assert await rooms.get(game) == Room().named(ann, "Ann")
    await own_engine.delete_session(game)
    assert await rooms.get(game) == Room()
