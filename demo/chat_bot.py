"""Play situation puzzles with everybody in an IRC channel, over the HTTP API.

Run it with any Python, beside a server that runs (`make web`):
python demo/chat_bot.py http://127.0.0.1:7860/api irc.example.org:6667 '#puzzles'

In the channel, `!play wrong_umbrella` begins a puzzle; whatever ends with a question mark is asked, and
`!hint`, `!answer TEXT`, `!status` and all other commands go to the game.
"""

import json
import socket
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

LONGEST = 400
"""Characters of a line, which may have 512 bytes with all that stands around it."""


class Api:
    """The functions of the API, called as one player."""

    def __init__(self, address: str, name: str) -> None:
        self._address, self._token = address.rstrip("/"), ""
        self._token = self.call("sign_in", name, "en", "")

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function with all its arguments in order; a refusal is a `ValueError` for the channel."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        body = json.dumps({"data": arguments}).encode()
        try:
            with urlopen(Request(f"{self._address}/gradio_api/run/{function}", body, headers)) as reply:
                return json.load(reply)["data"][0]
        except HTTPError as refused:
            said = refused.read().decode()
            raise ValueError(json.loads(said).get("error") if said.startswith("{") else said) from None


class Gateway:
    """A connection to one channel of an IRC network."""

    def __init__(self, host: str, port: int, channel: str, name: str) -> None:
        self._socket, self._channel = socket.create_connection((host, port)), channel
        self._send(f"NICK {name}")
        self._send(f"USER {name} 0 * :{name}")

    def heard(self) -> Iterator[str]:
        """Yield what is said in the channel, until the network hangs up."""
        with self._socket.makefile(encoding="utf-8", errors="replace", newline="\r\n") as lines:
            for line in lines:
                sender, _, rest = line.strip().partition(" ") if line.startswith(":") else ("", "", line)
                command, _, rest = rest.strip().partition(" ")
                if command == "PING":
                    self._send(f"PONG {rest}")
                elif command == "001":  # the network has let us in
                    self._send(f"JOIN {self._channel}")
                elif command == "PRIVMSG" and sender and rest.startswith(f"{self._channel} :"):
                    yield rest.partition(" :")[2]

    def say(self, text: str) -> None:
        """Say something, in as many lines as it needs."""
        for line in filter(None, map(str.strip, text.splitlines())):
            for start in range(0, len(line), LONGEST):
                self._send(f"PRIVMSG {self._channel} :{line[start : start + LONGEST]}")

    def _send(self, line: str) -> None:
        self._socket.sendall(f"{line}\r\n".encode())


def said_of(event: dict[str, Any]) -> str:
    """Return what the channel is told of an event."""
    match event["event"]:
        case "session_started":
            return f"{event['title']}: {event['statement']}"
        case "question_ruled":
            return f"{event['ruling']} — {event['text']}"
        case "hypothesis_judged":
            return f"{event['verdict']} {event['remark']}"
        case "clarification_asked":
            options = "  ".join(f"{one['n']}) {one['text']}" for one in event["options"])
            return f"{event['prompt']} {options}"
        case "solution_revealed":
            return f"The solution: {event['answer']}"
        case "session_ended":
            return f"{event['status']}, {event['score']} points. !play ID begins another puzzle."
        case _:
            return str(event.get("text") or event.get("reason") or "")


def main(address: str, network: str, channel: str, name: str = "umpire") -> None:
    """Play until the network hangs up."""
    host, _, port = network.partition(":")
    api, gateway, game = Api(address, name), Gateway(host, int(port or 6667), channel, name), ""
    for text in gateway.heard():
        word, _, rest = text.strip().partition(" ")
        try:
            if word == "!play":
                opening = api.call("start", rest.strip(), "en")
                game = opening["session_id"]
                gateway.say(said_of(opening))
            elif game and (word.startswith("!") or word.isdecimal() or text.rstrip().endswith("?")):
                message = f"/{text[1:]}" if word.startswith("!") else text
                for event in api.call("send", game, message, "", "")["events"]:
                    gateway.say(said_of(event))
        except ValueError as refused:
            gateway.say(str(refused))


if __name__ == "__main__":
    main(*sys.argv[1:])
