"""A wire between a client and a server, which can be frozen, slow, cut, or lose what the server replies."""

import socket
import threading
import time
from contextlib import suppress


class Wire:
    """A TCP proxy on loopback.

    Attributes:
        port: where clients connect.
        flows: unset while nothing passes.
        delay_s: the seconds by which each reply is late.
        replies: how many were passed on.
        hung: set, but while `hangs_after` counts.
        loses_reply: the next reply is not passed on, and its connection breaks.
    """

    def __init__(self, port: int) -> None:
        self._server, self._pairs = port, list[tuple[socket.socket, socket.socket]]()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.delay_s, self.replies = 0.0, 0
        self.port = self._listening.getsockname()[1]
        self.flows, self.loses_reply = threading.Event(), threading.Event()
        self.hung, self._left = threading.Event(), 0
        self.hung.set()
        self.flows.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._server))
                except OSError:
                    client.close()
                    continue
                self._pairs.append((client, server))
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source.getpeername()[1] != self._server and self._is_last():
                    self.flows.clear()
                    self.hung.set()
                self.flows.wait()
                if source.getpeername()[1] == self._server:
                    time.sleep(self.delay_s)
                    if self.loses_reply.is_set():
                        self.loses_reply.clear()
                        break
                    self.replies += 1
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hangs_after(self, requests: int) -> None:
        """Pass on so many more requests, and then nothing until it flows again."""
        self._left = requests
        self.hung.clear()

    def _is_last(self) -> bool:
        if self.hung.is_set():
            return False
        self._left -= 1
        return self._left < 0

    def cut(self) -> None:
        """Break all connections there are."""
        for pair in self._pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take the wire away."""
        self.flows.set()
        self._listening.close()
        self.cut()
