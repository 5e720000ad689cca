"""A wire between a client and a server, which can be frozen, cut, or lose what the server replies."""

import socket
import threading
from contextlib import suppress


class Wire:
    """A TCP proxy on loopback.

    Attributes:
        port: where clients connect.
        flows: unset while nothing passes.
        loses_reply: the next reply is not passed on, and its connection breaks.
    """

    def __init__(self, port: int) -> None:
        self._server, self._pairs = port, list[tuple[socket.socket, socket.socket]]()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.flows, self.loses_reply = threading.Event(), threading.Event()
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
                self.flows.wait()
                if source.getpeername()[1] == self._server and self.loses_reply.is_set():
                    self.loses_reply.clear()
                    break
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

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
