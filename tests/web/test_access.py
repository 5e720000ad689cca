"""Access: passwords, bounds, and the games of others."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from tests.web.conftest import HOSTILE, OPERATOR, PASSWORD, Person, Server

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
PATIENCE_S = 300.0
"""A busy machine answers late; whatever hangs for longer is hung."""


def fetch(url: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Get a page without a cookie of one's own."""
    return httpx.get(url, headers=headers, timeout=PATIENCE_S)


class Visitor:
    """Somebody who speaks HTTP without a browser."""

    def __init__(self, server: Server, password: str = "", **headers: str) -> None:
        self.client = httpx.Client(
            timeout=PATIENCE_S, base_url=server.url, headers=headers, follow_redirects=False
        )
        if password:
            self.client.post("/login", data={"password": password})
        page = self.client.get("/").text
        found = page.partition("window.gradio_config = ")[2]
        self.component = json.JSONDecoder().raw_decode(found)[0]["components"][0]["id"] if found else 0

    def call(self, action: str, **data: Any) -> Any:
        """Call a server function of the page; its answer, or the status where there is none."""
        body = {"session_hash": "x", "component_id": self.component, "fn_name": action, "data": data}
        answer = self.client.post("/gradio_api/component_server/", json=body)
        return answer.json() if answer.status_code == 200 else answer.status_code

    def begin(self, puzzle: str = "wrong_umbrella") -> str:
        """The id of a new game."""
        return str(self.call("start_game", puzzle=puzzle, lang="en")["go"]).partition("=")[2]


def test_handlers_are_no_public_api(shared_server: Server):
    visitor = Visitor(shared_server)
    assert visitor.client.get("/gradio_api/info").json() == {"named_endpoints": {}, "unnamed_endpoints": {}}
    assert visitor.client.get("/openapi.json").status_code == 404


def test_whoever_watches_over_the_server_needs_no_password(strict_server: Server):
    answer = fetch(f"{strict_server.url}health")
    assert (answer.status_code, answer.text, answer.cookies) == (200, "ok", {})
    assert fetch(strict_server.url).status_code == 401


@pytest.mark.parametrize(
    "path", ["upload", "file=/etc/passwd", "proxy=http://example.org", "queue/join", "run/predict"]
)
def test_the_players_page_has_no_other_way_in(shared_server: Server, path: str):
    visitor = Visitor(shared_server)
    assert visitor.client.get(f"/gradio_api/{path}").status_code == 404
    assert visitor.client.post(f"/gradio_api/{path}", json={}).status_code == 404


def test_nobody_reaches_the_game_of_another(shared_server: Server):
    ann, eve = Visitor(shared_server), Visitor(shared_server)
    game = ann.begin()
    assert "n" in ann.call("send_message", game=game, text="Was the man kidnapped?")
    for action in (
        "send_message",
        "fork_game",
        "delete_game",
        "make_main_line",
        "share_room",
        "steer_player",
    ):
        for room in ("", "forged", "Indyb25n.signature"):
            assert "error" in eve.call(action, game=game, room=room, text="Did it rain?", turn=0, what="stop")
    assert "kidnapped" not in str(eve.call("open_page", address=f"?game={game}"))
    assert eve.client.get(f"/live/{game}").status_code == 204
    assert eve.client.get(f"/download/{game}.jsonl").status_code == 404
    assert ann.client.get(f"/download/{game}.jsonl").status_code == 200


def test_a_cookie_that_we_did_not_sign_is_nobody(shared_server: Server):
    ann = Visitor(shared_server)
    game = ann.begin()
    body, _, signature = ann.client.cookies["echoes"].partition(".")
    forged = {"cookie": f"echoes={body}.{signature[:-3]}abc"}
    assert fetch(f"{shared_server.url}download/{game}.md", headers=forged).status_code == 404
    assert fetch(f"{shared_server.url}live/{game}", headers=forged).status_code == 204


@pytest.mark.parametrize(
    "data",
    [
        {"game": ["a"], "text": {"b": 1}},
        {"game": "../../etc/passwd", "text": "x"},
        {"game": "x" * 10_000, "text": "x"},
        {"turn": True, "stars": "5", "pace": "fast"},
        {"turn": 10**30, "stars": -1, "pace": float(10**30)},
        {"game": None, "text": None, "puzzle": 7, "lang": []},
    ],
)
def test_data_of_any_shape_is_refused_in_words(shared_server: Server, data: dict[str, Any]):
    visitor = Visitor(shared_server)
    for action in ("send_message", "fork_game", "rate_puzzle", "start_game", "steer_player", "watch_player"):
        answer = visitor.call(action, **data)
        assert "error" in answer and "Traceback" not in str(answer)


def test_messages_are_bounded_in_length_and_rate(strict_server: Server):
    visitor = Visitor(strict_server, PASSWORD)
    game = visitor.begin()
    assert "the limit is" in visitor.call("send_message", game=game, text="x" * 3000)["error"]
    said = [visitor.call("send_message", game=game, text="Was the man kidnapped?") for _ in range(6)]
    assert "n" in said[0] and "quick" in said[-1]["error"]
    assert visitor.call("send_message", game=game, text="x" * 100_000) == 413


def test_all_that_is_kept_or_shown_to_others_counts_against_one_bound(strict_server: Server):
    """A guest can read on; a name of the referee's is none."""
    visitor = Visitor(strict_server, PASSWORD)
    assert "error" in visitor.call("rename_player", name="Re\N{ZERO WIDTH SPACE}feree")
    said = [visitor.call(("rename_player", "choose_language")[n % 2], name="Ann") for n in range(6)]
    assert said[0] == {"name": "Ann"} and "quick" in said[-1]["error"]
    assert "html" in visitor.call("open_page", address="")


def test_a_new_cookie_is_no_new_allowance(strict_server: Server):
    said = [
        Visitor(strict_server, PASSWORD).call(
            "watch_player", puzzle="wrong_umbrella", lang="en", strategy="baseline"
        )
        for _ in range(3)
    ]
    assert ["go" in answer for answer in said] == [True, True, False]


def test_only_a_player_of_that_game_can_be_watched(shared_server: Server):
    visitor = Visitor(shared_server)
    assert "error" in visitor.call("watch_player", puzzle="wrong_umbrella", lang="en", strategy="greedy")
    assert "go" in visitor.call("watch_player", puzzle="wrong_umbrella", lang="en", strategy="baseline")


def test_a_room_link_survives_the_password(strict_server: Server):
    stranger = httpx.Client(timeout=PATIENCE_S, base_url=strict_server.url)
    asked = stranger.get("/?game=abc&room=tok", headers={"accept": "text/html"})
    login = stranger.post(asked.headers["location"], data={"password": PASSWORD})
    assert login.headers["location"] == "/?game=abc&room=tok"
    assert stranger.get("/leave").status_code == 405, "an image of another site would log everybody out"
    assert stranger.post("/leave").status_code == 303
    assert stranger.get("/config").status_code == 401


def test_another_site_can_post_nothing(shared_server: Server):
    visitor = Visitor(shared_server, origin="http://evil.example")
    assert visitor.call("start_game", puzzle="wrong_umbrella", lang="en") == 403
    assert "access-control-allow-origin" not in visitor.client.get("/").headers


def test_every_answer_has_the_headers_that_keep_a_page_in_its_place(shared_server: Server):
    visitor = Visitor(shared_server)
    for path in ("/", "/login", "/web/echoes.js", "/nowhere"):
        headers = visitor.client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    cookie = fetch(shared_server.url).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


def test_a_shared_password_keeps_strangers_out(strict_server: Server):
    assert Visitor(strict_server).call("start_game", puzzle="wrong_umbrella") == 401
    stranger = httpx.Client(timeout=PATIENCE_S, base_url=strict_server.url)
    assert stranger.get("/", headers={"accept": "text/html"}).status_code == 303
    assert stranger.get("/config").status_code == 401
    assert stranger.post("/login", data={"password": "guess"}).status_code == 403
    elsewhere = stranger.post("/login?to=//evil.example", data={"password": PASSWORD})
    assert elsewhere.headers["location"] == "/"
    assert stranger.get("/").status_code == 200
    assert stranger.get("/desk/").status_code == 401


def test_the_desk_is_closed_without_its_password(shared_server: Server):
    visitor = Visitor(shared_server)
    for path in ("/desk/", "/desk/?page=puzzle&id=wrong_umbrella&in=en"):
        assert visitor.client.get(path).status_code == 401
    for path in ("/desk/act", "/desk/upload"):
        assert visitor.client.post(path, json={"do": "go_on_importing"}).status_code == 401
    assert visitor.client.post("/login?to=/desk/", data={"password": OPERATOR}).status_code == 303
    assert visitor.client.get("/desk/").status_code == 200


def test_where_no_password_is_set_nobody_opens_the_desk(strict_server: Server):
    visitor = Visitor(strict_server, PASSWORD)
    assert visitor.client.post("/login?to=/desk/", data={"password": ""}).status_code == 403
    assert visitor.client.get("/desk/").status_code == 401


async def test_hostile_text_shows_as_text(shared_server: Server, people: People):
    eve = await people()
    await eve.go(shared_server.url)
    assert HOSTILE.split("<")[1].split(">")[0] in await eve.text("#cards")
    await eve.play("hostile_page")
    await eve.page.fill("#name", "<b>Eve</b>")
    await eve.page.press("#name", "Enter")
    await eve.ask(HOSTILE)
    assert HOSTILE in await eve.text("#log > li:last-child .said")
    assert HOSTILE in await eve.text(".statement")
    await eve.press("[data-say='/giveup']")
    await eve.page.wait_for_selector(".ending")
    await eve.go(shared_server.url + "?view=games", ".rows li")
    assert HOSTILE in await eve.text(".rows")
    assert (
        await eve.page.evaluate(
            "document.querySelectorAll('#echoes img, #echoes script, #echoes a[href^=javascript]').length"
        )
        == 0
    )
