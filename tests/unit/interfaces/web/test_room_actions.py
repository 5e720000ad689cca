"""Rooms by their codes: the code leads to the signed link, until the room is closed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import pytest

from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.room_actions import address_by_code
from echoes.interfaces.web.room_codes import shown_room_code
from echoes.interfaces.web.session_access import RoomTokens, check_access
from echoes.interfaces.web.visitors import Visitor


async def test_a_code_opens_its_own_room_until_that_is_closed(own_engine: GameEngine, bell: Path):
    web_app: Any = SimpleNamespace(
        engine=own_engine, live=LiveSessions(own_engine), tokens=RoomTokens("a long enough secret")
    )
    live, other = [
        await web_app.live.open((await own_engine.create_session("silent_bell", "ann")).session_id)
        for _ in range(2)
    ]
    code = await live.room.code()
    assert await live.room.code() == code != await other.room.code()
    address = parse_qs((await address_by_code(web_app, shown_room_code(code).lower())).lstrip("?"))
    token, eve = address["room"][0], Visitor("eve", "Eve", "en")
    assert address["game"] == [live.session_id]
    check_access(eve, live.room.key, "ann", token, web_app.tokens)
    with pytest.raises(BadInput):
        check_access(eve, other.room.key, "ann", token, web_app.tokens)
    await live.room.close()
    assert await address_by_code(web_app, code) == ""
    assert await live.room.code() != code
    with pytest.raises(BadInput):
        check_access(eve, live.room.key, "ann", token, web_app.tokens)


@pytest.mark.parametrize("text", ["", "no code", "BCDF-2345"])
async def test_what_is_the_code_of_no_room_leads_nowhere(own_engine: GameEngine, bell: Path, text: str):
    live: Any = LiveSessions(own_engine)
    await live.open((await own_engine.create_session("silent_bell", "ann")).session_id)
    web_app: Any = SimpleNamespace(engine=own_engine, live=live, tokens=RoomTokens("a long enough secret"))
    assert await address_by_code(web_app, text) == ""
