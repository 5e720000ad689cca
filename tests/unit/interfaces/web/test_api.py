"""The functions of the API do what a visitor can do on the page, within the same bounds."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest
from pydantic import SecretStr
from tests.support import eventually

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.interfaces.web.api import Api, open_api
from echoes.interfaces.web.app import WebApp, open_web_app
from echoes.interfaces.web.rate_limits import RateLimited, RateLimits


@pytest.fixture
async def web_app(ready: None) -> AsyncIterator[WebApp]:
    config = load_config()
    config.web.secret = SecretStr("a secret for tests")
    async with open_engine(config) as engine:
        yield open_web_app(config, engine)


@pytest.fixture
def api(web_app: WebApp) -> Api:
    return Api(web_app)


async def caller(api: Api, web_app: WebApp, name: str = "Ann") -> Any:
    """A request with the token of a new player."""
    token = await api.sign_in(request(), name)
    return request(web_app.api_tokens.session_of(f"Bearer {token}"))


def request(session: dict[str, object] | None = None) -> Any:
    connection = SimpleNamespace(scope={"session": session or {}}, client=SimpleNamespace(host="10.0.0.1"))
    return SimpleNamespace(request=connection)


async def test_a_puzzle_is_played(api: Api, web_app: WebApp):
    ann = await caller(api, web_app)
    assert "wrong_umbrella" in {row["id"] for row in await api.scenarios(ann, "en")}
    opening = await api.start(ann, "wrong_umbrella", "en")
    assert (opening["event"], opening["player_id"]) == ("session_started", "Ann")
    game = opening["session_id"]
    said = await api.send(ann, game, "Was the umbrella stolen?")
    assert [event.get("ruling") for event in said["events"]] == ["NO"]
    assert (await api.events(ann, game, since=1)) == said
    assert [row["session_id"] for row in await api.games(ann)] == [game]
    assert "player_id" not in (await api.games(ann))[0]


async def test_nobody_plays_without_a_token_or_in_the_game_of_somebody_else(api: Api, web_app: WebApp):
    ann, bob = await caller(api, web_app), await caller(api, web_app, "Bob")
    game = (await api.start(ann, "wrong_umbrella", "en"))["session_id"]
    with pytest.raises(BadInput, match="no good token"):
        await api.games(request())
    with pytest.raises(BadInput, match="no such game"):
        await api.events(bob, game)
    room = (await api.invite(ann, game))["room"]
    assert (await api.events(bob, game, room=room))["events"][0]["player_id"] == "player"


async def test_who_waits_is_told_what_somebody_else_does(api: Api, web_app: WebApp):
    ann = await caller(api, web_app)
    game = (await api.start(ann, "wrong_umbrella", "en"))["session_id"]
    waiting = asyncio.create_task(api.events(ann, game, since=1, wait_s=30))
    live = await web_app.live.open(game)
    await eventually(lambda: len(live.subscribers) == 1)
    await api.send(ann, game, "Was the umbrella stolen?")
    assert [event["event"] for event in (await waiting)["events"]] == ["question_ruled"]


async def test_waiting_ends_and_has_a_bound(api: Api, web_app: WebApp):
    ann = await caller(api, web_app)
    game = (await api.start(ann, "wrong_umbrella", "en"))["session_id"]
    assert (await api.events(ann, game, since=1, wait_s=1)) == {"events": [], "n": 1}
    web_app.config.web.address_streams = 0
    with pytest.raises(RateLimited):
        await api.events(ann, game, since=1, wait_s=1)


async def test_messages_and_games_are_counted_as_on_the_page(api: Api, web_app: WebApp):
    web_app.config.web.messages_per_minute = 1
    web_app.config.web.games_per_hour = 1
    web_app.limits = RateLimits(web_app.config.web, web_app.engine.storage.counters)
    ann = await caller(api, web_app)
    game = (await api.start(ann, "wrong_umbrella", "en"))["session_id"]
    with pytest.raises(RateLimited):
        await api.start(ann, "wrong_umbrella", "en")
    await api.send(ann, game, "/status")
    with pytest.raises(RateLimited):
        await api.send(ann, game, "/status")


async def test_where_there_is_a_password_a_token_costs_it(api: Api, web_app: WebApp):
    web_app.config.web.password = SecretStr("open sesame")
    with pytest.raises(BadInput, match="not the password"):
        await api.sign_in(request(), "Ann", "en", "guess")
    token = await api.sign_in(request(), "Ann", "en", "open sesame")
    ann = request(web_app.api_tokens.session_of(f"Bearer {token}"))
    assert await api.games(ann) == []
    web_app.config.web.password = SecretStr("another")
    with pytest.raises(BadInput, match="no good token"):
        await api.games(ann)


async def test_a_seat_is_taken_and_looks_from_there(api: Api, web_app: WebApp):
    ann = await caller(api, web_app)
    game = (await api.start(ann, "low_water", "en"))["session_id"]
    seat = (await web_app.live.open(game)).seats[0]
    seen = await api.sit(ann, game, seat)
    assert {"seat_taken"} <= {event["event"] for event in seen["events"]}
    with pytest.raises(gr.Error):
        await api.sit(await caller(api, web_app, "Bob"), game, seat, (await api.invite(ann, game))["room"])


def test_every_function_is_offered_with_a_description(web_app: WebApp):
    offered = open_api(web_app).get_api_info()["named_endpoints"]
    assert {*offered} == {
        f"/{name}" for name in ("sign_in", "scenarios", "start", "games", "send", "events", "sit", "invite")
    }
    assert all(endpoint["description"] for endpoint in offered.values())
    assert all(
        one["parameter_name"] != "request" for endpoint in offered.values() for one in endpoint["parameters"]
    )
