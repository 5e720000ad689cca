"""The API from outside: other programs play, a bot in a channel, and an assistant over MCP."""

import json
import re
import runpy
import shutil
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.support import BUNDLED, CANARY, ROOT, canary_puzzle, write_puzzle
from tests.web.conftest import Server

BOT = ROOT / "demo" / "chat_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("api")
    write_puzzle(folder / "data" / "situation_puzzles", canary_puzzle())
    shutil.copy(BUNDLED / "wrong_umbrella_en.json", folder / "data" / "situation_puzzles")
    started = Server(folder)
    started.start()
    yield started
    started.kill()


DEFAULTS: dict[str, list[Any]] = {
    "sign_in": ["", "en", ""],
    "scenarios": [""],
    "start": ["", ""],
    "games": [],
    "send": ["", "", "", ""],
    "events": ["", 0, "", "", 0],
}
"""The arguments of each function; a call in one request names them all."""


class Caller:
    """A program in any language: it sends JSON and a token, and nothing else."""

    def __init__(self, server: Server, name: str = "Ann") -> None:
        self.url, self.headers = f"{server.url}api/gradio_api", {}
        self.headers = {"Authorization": f"Bearer {self('sign_in', name)}"}

    def post(self, path: str, body: Any) -> httpx.Response:
        return httpx.post(f"{self.url}/{path}", json=body, headers=self.headers, timeout=300)

    def __call__(self, function: str, *arguments: Any) -> Any:
        answer = self.post(f"run/{function}", {"data": [*arguments, *DEFAULTS[function][len(arguments) :]]})
        answer.raise_for_status()
        return answer.json()["data"][0]


def test_a_program_plays_and_sees_nothing_secret_before_the_end(server: Server):
    call = Caller(server)
    assert "silent_bell" in [row["id"] for row in call("scenarios")]
    game = call("start", "silent_bell")["session_id"]
    for message in ("Was the bell broken?", "Was there snow?", "/recap", "/answer It rang.", "/status"):
        call("send", game, message)
    before = call("events", game)
    assert "question_ruled" in {event["event"] for event in before["events"]}
    assert not CANARY.search(json.dumps(before["events"]))
    call("send", game, "/giveup")
    ending = call("events", game, before["n"])["events"]
    assert [event["event"] for event in ending] == ["solution_revealed", "session_ended"]


def test_a_refusal_says_why_and_holds_no_trace(server: Server):
    call = Caller(server)
    answer = call.post("run/send", {"data": ["nobody", "Was it night?", "", ""]})
    assert answer.status_code == 500
    assert "no such game" in answer.json()["error"]
    assert "Traceback" not in answer.text
    call.headers = {"Authorization": "Bearer nonsense"}
    assert "no good token" in call.post("run/games", {"data": []}).json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"data": [{"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}]},
        {"data": [["a", "list"]]},
        {"data": "x"},
        {"data": [], "session_hash": "x" * 65},
        {"data": [], "event_data": {"index": 0}},
        {"method": "tools/call", "params": {"name": "start", "arguments": {"scenario": {"path": "/etc"}}}},
        {"method": "tools/call", "params": []},
    ],
)
def test_what_gradio_would_look_for_files_in_is_refused(server: Server, body: dict[str, Any]):
    assert Caller(server).post("run/games", body).status_code == 400


def test_a_token_is_no_cookie_and_a_cookie_no_token(server: Server):
    with httpx.Client(base_url=server.url, timeout=300) as browser:
        assert "set-cookie" in browser.get("").headers
        answer = browser.post("api/gradio_api/run/games", json={"data": []})
        assert "no good token" in answer.json()["error"]
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "path", ["", "upload", "file=/etc/passwd", "run/..", "heartbeat/x", "component_server/"]
)
def test_what_the_api_does_not_need_is_closed(server: Server, path: str):
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{server.url}api/gradio_api/{path}", json={}, timeout=300)
        assert answer.status_code in (404, 405), path


def test_gradio_s_own_client_plays(server: Server):
    gradio_client = pytest.importorskip("gradio_client")
    token = gradio_client.Client(f"{server.url}api", verbose=False).predict(name="Ann", api_name="/sign_in")
    client = gradio_client.Client(
        f"{server.url}api", headers={"Authorization": f"Bearer {token}"}, verbose=False
    )
    opening = client.predict(scenario="silent_bell", api_name="/start")
    said = client.predict(game=opening["session_id"], text="Was the bell broken?", api_name="/send")
    assert [event["ruling"] for event in said["events"]] == ["NO"]


async def test_an_assistant_plays_over_mcp(server: Server):
    mcp, http = pytest.importorskip("mcp"), pytest.importorskip("mcp.client.streamable_http")
    call = Caller(server)
    async with (
        http.streamablehttp_client(f"{call.url}/mcp/", headers=call.headers) as (read, write, _),
        mcp.ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = {tool.name: tool.description for tool in (await session.list_tools()).tools}
        assert {"start", "send", "events"} <= tools.keys()
        await session.call_tool("start", {"scenario": "silent_bell"})
        [game] = call("games")
        said = await session.call_tool("send", {"game": game["session_id"], "text": "Was the bell broken?"})
        assert "question_ruled" in said.content[0].text
        refused = await session.call_tool("send", {"game": "nobody", "text": "Well?"})
        assert refused.isError


class Gateway:
    """One channel of an IRC network with one guest; what is said there is told in a list."""

    def __init__(self, *says: str) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.says, self.heard = [*says], list[str]()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self.socket.accept()
        with connection, connection.makefile("rw", encoding="utf-8", newline="\r\n") as lines:
            for line in lines:
                self.heard.append(line.strip())
                if line.startswith("USER"):
                    lines.write(":irc 001 umpire :Welcome\r\nPING :irc\r\n")
                elif line.startswith(("JOIN", "PONG", "PRIVMSG")) and self._is_due(line):
                    if not self.says:
                        return
                    lines.write(f":ann!ann@home PRIVMSG #puzzles :{self.says.pop(0)}\r\n")
                lines.flush()

    def _is_due(self, line: str) -> bool:
        """Whether somebody speaks next: after the bot has come in, and after each of its answers."""
        return not line.startswith("PONG")


def test_a_bot_plays_in_a_channel(server: Server):
    gateway = Gateway("!play silent_bell", "Was the bell broken?", "!play no_such_puzzle", "!giveup")
    runpy.run_path(str(BOT))["main"](f"{server.url}api", gateway.address, "#puzzles")
    said = [line.partition(" :")[2] for line in gateway.heard if line.startswith("PRIVMSG #puzzles :")]
    assert "PONG :irc" in gateway.heard
    assert said[0].startswith(canary_puzzle()["title"])
    assert said[1] == "NO — Was the bell broken?"
    assert "no_such_puzzle" in said[2]
    assert said[3].startswith("The solution: ")
    assert len(BOT.read_text("utf-8").splitlines()) <= 120


def test_the_page_about_it_says_what_is_so(server: Server, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("gradio_client")
    page = (ROOT / "docs" / "api.md").read_text("utf-8").replace("http://127.0.0.1:7860/", server.url)
    [program] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.strip().endswith("NO")
    described = re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.MULTILINE)
    offered = httpx.get(f"{server.url}api/gradio_api/info", timeout=300).json()["named_endpoints"]
    assert {f"/{name}": re.findall(r"`(\w+)`", arguments) for name, arguments in described} == {
        name: [one["parameter_name"] for one in endpoint["parameters"]] for name, endpoint in offered.items()
    }
