"""Rooms: the people who play one session together, and what they say to each other beside the game.

A room is kept with the notes of its session, and is deleted with them. Nothing that plays or rules reads it.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Literal

from echoes.core.errors import BadInput
from echoes.core.log.records import Row
from echoes.core.seats.seating import person_mark
from echoes.core.text.look_alikes import name_skeleton
from echoes.memory.documents import UNLIMITED, Documents

_MOST_MESSAGES = 100
"""A room keeps the latest."""
_MOST_WITH_ONLOOKERS, _MOST_NAMES, _MOST_NAMES_EACH = 200, 1000, 12
"""Names in a room from which on people who only look on are not kept, and nobody new comes in; and the names
of one person. None is ever free again."""
_KEY = "room"

Lock = Callable[[str], AbstractAsyncContextManager[None]]


class ChatMessage(Row, frozen=True):
    """A message from one person in a room to the others.

    Attributes:
        n: its number in the room, from 1.
        by: its sender's name in the room; `person`: their mark.
        timestamp: ISO 8601 in UTC.
    """

    n: int
    by: str
    person: str
    text: str
    timestamp: str


class Room(Row, frozen=True):
    """A room. People are known by the marks of `core.seats.seating.person_mark`.

    Attributes:
        closings: how often it was closed; a link is good until the next time.
        code: leads to its link; empty before anybody wanted one.
        host: the mark of the host; empty for the owner of the session.
        names: the mark of whoever goes or went by a name, each person's latest name last.
        chat: the latest messages.
    """

    kind: Literal["room"] = "room"
    closings: int = 0
    code: str = ""
    host: str = ""
    names: Mapping[str, str] = {}
    chat: tuple[ChatMessage, ...] = ()

    def key(self, session_id: str) -> str:
        """Return the name under which a link opens the room, until it is closed."""
        return f"{session_id}~{self.closings}" if self.closings else session_id

    @property
    def is_full(self) -> bool:
        """Return whether it keeps no further names of people who only look on."""
        return len(self.names) >= _MOST_WITH_ONLOOKERS

    def name_for(self, person: str, wanted: str, reserved: Collection[str] = ()) -> str:
        """Return the name that somebody gets who wants one; no other person here has, or had, one like it.

        Args:
            person: the mark of who wants it; whoever had many names here keeps the latest.
            wanted: the name.
            reserved: further names that nobody gets.
        """
        held = {name_skeleton(name) for name, mark in self.names.items() if mark != person}
        held |= {name_skeleton(name) for name in reserved if self.names.get(name) != person}
        name, number, own = wanted, 1, self.names_of(person)
        while name_skeleton(name) in held:
            number += 1
            name = f"{wanted} {number}"
        return name if len(own) < _MOST_NAMES_EACH or name in own else own[-1]

    def names_of(self, person: str) -> list[str]:
        """Return the names by which somebody goes or went here, the latest last."""
        return [name for name, mark in self.names.items() if mark == person]

    def current_name(self, name: str) -> str:
        """Return the name by which somebody goes now, by one that they went by."""
        person = self.names.get(name)
        return self.names_of(person)[-1] if person else name

    def named(self, person: str, name: str) -> "Room":
        """Return the room with somebody under a name from `name_for`.

        Raises:
            BadInput: they are new, and the room holds nobody further.
        """
        if len(self.names) >= _MOST_NAMES and person not in self.names.values():
            said, remedy = "this room holds no further people", "Open one of your own."
            raise BadInput(said, remedy, zh="这个房间人满了，请另开一个。")
        others = {known: mark for known, mark in self.names.items() if known != name}
        return self.model_copy(update={"names": {**others, name: person}})

    def told(self, person: str, name: str, text: str, timestamp: str) -> "Room":
        """Return the room after a message."""
        number = self.chat[-1].n + 1 if self.chat else 1
        message = ChatMessage(n=number, by=name, person=person, text=text, timestamp=timestamp)
        return self.model_copy(update={"chat": (*self.chat, message)[-_MOST_MESSAGES:]})

    def handed_to(self, person: str) -> "Room":
        """Return the room with another host."""
        return self.model_copy(update={"host": person})

    def closed(self) -> "Room":
        """Return the room after it was closed: links and code open nothing, and its owner is the host."""
        return self.model_copy(update={"closings": self.closings + 1, "code": "", "host": ""})

    def coded(self, code: str) -> "Room":
        """Return the room with a code, unless it has one."""
        return self if self.code else self.model_copy(update={"code": code})

    def without(self, person: str) -> "Room":
        """Return the room with nothing that somebody said or went by; a host leaves it to its owner."""
        return self.model_copy(
            update={
                "host": "" if self.host == person else self.host,
                "names": {name: mark for name, mark in self.names.items() if mark != person},
                "chat": tuple(message for message in self.chat if message.person != person),
            }
        )


def room_lock(session_id: str) -> str:
    """Return the name of the lock that is held while a room is changed."""
    return f"{session_id}~room"


class RoomDocuments:
    """The rooms in the store.

    Args:
        documents: the documents of the store.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    async def get(self, session_id: str) -> Room:
        """Return the room of a session; an empty one if nothing was kept."""
        item = await self._documents.store.aget(("session", session_id), _KEY)
        return Room.from_json(item.value) if item else Room()

    async def put(self, session_id: str, room: Room) -> None:
        """Keep the room of a session."""
        await self._documents.store.aput(("session", session_id), _KEY, room.to_json(), index=False)

    async def find(self, code: str) -> str:
        """Return the session of the room that has a code; empty for none."""
        wanted = {"kind": "room", "code": code}
        found = await self._documents.store.asearch(("session",), filter=wanted, limit=1)
        return found[0].namespace[1] if code and found else ""

    async def forget_player(self, player_id: str, lock: Lock) -> None:
        """Remove what a player said, and went by, in all rooms.

        Args:
            player_id: the player.
            lock: holds a lock of the storage; each room's own is held while it is changed.
        """
        found = await self._documents.store.asearch(("session",), filter={"kind": "room"}, limit=UNLIMITED)
        for item in found:
            session_id = item.namespace[1]
            async with lock(room_lock(session_id)):
                room = await self.get(session_id)
                left = room.without(person_mark(player_id, session_id))
                if left != room:
                    await self.put(session_id, left)
