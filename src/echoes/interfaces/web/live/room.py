"""Room of a live session: the people at one table, their host, and their chat, of which no game knows."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Any, TypedDict, cast

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.seats.events import SeatTaken
from echoes.core.seats.seating import person_mark
from echoes.engine.engine import GameEngine
from echoes.interfaces.web.live.relay import Relay
from echoes.interfaces.web.live.subscribers import Subscribers
from echoes.interfaces.web.room_codes import new_room_code
from echoes.interfaces.web.visitors import Visitor
from echoes.memory.rooms import ChatMessage, Room, room_lock

_CALLING = re.compile(r"[,，(（]")
_OF_CHARACTERS = ("name", "speaker", "people", "introduced")
"""Fields of events that show names."""

LONGEST_CHAT = 300
"""Characters of a message to the others in a room."""


class NamesInPlay:
    """The names that the log of one session shows to everybody."""

    def __init__(self) -> None:
        self._people, self._parts = set[str](), set[str]()

    def note(self, entries: Iterable[Entry], seats: Iterable[str]) -> None:
        """Take note of the names in further entries, and of the seats' labels, with and without a calling."""
        entries = [*entries]
        self._people |= {entry.cause.by for entry in entries if entry.cause}
        self._people |= {entry.event.by for entry in entries if isinstance(entry.event, SeatTaken)}
        self._parts |= {name for entry in entries for name in _characters(entry.event)}
        self._parts |= {name for seat in seats for name in (seat, _CALLING.split(seat)[0])}

    def reserved(self, is_owner: bool) -> Set[str]:
        """Return the names that a newcomer does not get; the owner of a fork may be who spoke before it."""
        return (self._parts if is_owner else self._parts | self._people) - {""}


def _characters(event: Event) -> Iterable[str]:
    """Return the names of characters that an event shows to everybody."""
    for field in () if event.audience else _OF_CHARACTERS:
        shown: Any = getattr(event, field, "")
        if isinstance(shown, Mapping):
            yield from map(str, cast("Mapping[str, object]", shown).values())
        elif isinstance(shown, str):
            yield shown


class RoomRow(TypedDict):
    """The people in a room, as the page of one visitor needs them.

    Attributes:
        here: the names of all who are there.
        host, owner: their names; empty where they are not known.
        mine: the names of the visitor.
        owns, hosts: whether the visitor is the one or the other.
    """

    here: Sequence[str]
    host: str
    owner: str
    mine: Sequence[str]
    owns: bool
    hosts: bool


class ChatRow(TypedDict):
    """A message of the chat, as a page shows it: its number, who wrote it, and the text."""

    n: int
    by: str
    text: str


class LiveRoom:
    """The room of one session.

    Args:
        engine: that plays the session.
        session_id: which one.
        player_id: its owner.
        subscribers: those who look on; they are told what changes.
        relay: tells the other workers.

    Attributes:
        owner: the mark of the owner.
    """

    def __init__(
        self, engine: GameEngine, session_id: str, player_id: str, subscribers: Subscribers, relay: Relay
    ) -> None:
        self._engine, self._session_id, self._subscribers = engine, session_id, subscribers
        self._relay = relay
        self.owner = person_mark(player_id, session_id)
        self._room, self._played = Room(), NamesInPlay()

    async def load(self) -> None:
        """Read what was kept of it."""
        self._room = await (await self._engine.players.memory()).rooms.get(self._session_id)

    def note(self, entries: Iterable[Entry], seats: Iterable[str]) -> None:
        """Take note of the names in entries of the log, and of seats, which no newcomer goes by."""
        self._played.note(entries, seats)

    async def reload(self) -> None:
        """Read what another worker has changed, and tell those who look on."""
        before, key = self._room, self.key
        await self.load()
        if self.key != key:
            self._subscribers.tell({"reload": True})
            return
        self._subscribers.tell({"room": True, "seats": True})
        if self._is_renaming(before):
            self._subscribers.tell({"whole": True})
        known = before.chat[-1].n if before.chat else 0
        if fresh := tuple(one for one in self._room.chat if one.n > known):
            self._subscribers.tell({"chat": self._chat_rows(fresh)})

    @property
    def key(self) -> str:
        """The key under which a link opens the room."""
        return self._room.key(self._session_id)

    @property
    def was_closed(self) -> bool:
        """Return whether it was ever closed."""
        return self._room.closings > 0

    @property
    def host(self) -> str:
        """The mark of the host."""
        return self._room.host or self.owner

    def mark(self, visitor: Visitor) -> str:
        """Return the mark of a visitor."""
        return person_mark(visitor.player_id, self._session_id)

    def is_host(self, visitor: Visitor) -> bool:
        """Return whether a visitor is the host."""
        return self.mark(visitor) == self.host

    def may_hand_over(self, visitor: Visitor) -> bool:
        """Return whether a visitor may say who is the host: the host may, and the owner always."""
        return self.mark(visitor) in (self.host, self.owner)

    def name(self, visitor: Visitor) -> str:
        """Return the name by which the others know a visitor."""
        return self._name_in(self._room, visitor)

    def _name_in(self, room: Room, visitor: Visitor) -> str:
        person = self.mark(visitor)
        return room.name_for(person, visitor.name, self._played.reserved(is_owner=person == self.owner))

    def person(self, name: str) -> str:
        """Return the mark of whoever goes by a name; empty for nobody."""
        return self._room.names.get(name, "")

    async def enter(self, visitor: Visitor) -> str:
        """Keep by which name a visitor goes here, and return it."""
        person, name, before = self.mark(visitor), self.name(visitor), self._room
        if before.names_of(person)[-1:] != [name]:
            await self._change(lambda room: room.named(person, self._name_in(room, visitor)))
            self._subscribers.tell({"whole" if self._is_renaming(before) else "room": True})
        return self.name(visitor)

    async def arrive(self, visitor: Visitor) -> str:
        """Return the name of a visitor who looks on, and keep it if it is new here and to be kept."""
        return await self.enter(visitor) if self.keeps(visitor) else self.name(visitor)

    def keeps(self, visitor: Visitor) -> bool:
        """Return whether the name of a visitor who looks on is kept: no owner's who has played alone is."""
        person = self.mark(visitor)
        return bool(self._room.names_of(person)) or not (person == self.owner or self._room.is_full)

    def is_new(self, visitor: Visitor) -> bool:
        """Return whether the room would write down that a visitor looks on."""
        known = self._room.names_of(self.mark(visitor))
        return self.keeps(visitor) and known[-1:] != [self.name(visitor)]

    def current_name(self, name: str) -> str:
        """Return the name by which somebody goes now, by one that they went by."""
        return self._room.current_name(name)

    def _is_renaming(self, before: Room) -> bool:
        """Return whether anybody goes by another name than before, under which their lines are to stand."""
        return any(before.current_name(name) != self.current_name(name) for name in before.names)

    async def say(self, visitor: Visitor, text: str) -> None:
        """Hand a message to everybody in the room, and keep it."""
        person, name = self.mark(visitor), await self.enter(visitor)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        room = await self._change(lambda room: room.told(person, name, text, now))
        self._subscribers.tell({"chat": self._chat_rows(room.chat[-1:])})

    async def hand_over(self, person: str) -> None:
        """Make somebody the host."""
        await self._change(lambda room: room.handed_to("" if person == self.owner else person))
        self._subscribers.tell({"room": True, "seats": True})

    async def code(self) -> str:
        """Return the code that leads here, as long as the room is not closed."""
        if not self._room.code:
            await self._change(lambda room: room.coded(new_room_code()))
        return self._room.code

    async def close(self) -> None:
        """Send everybody but the owner out; the links of the room open nothing any more."""
        await self._change(Room.closed)
        self._subscribers.tell({"reload": True})

    async def _change(self, change: Callable[[Room], Room]) -> Room:
        """Change the room as it is kept: somebody may have been forgotten by another process."""
        async with self._engine.storage.lock(room_lock(self._session_id)):
            rooms = (await self._engine.players.memory()).rooms
            changed = change(await rooms.get(self._session_id))
            await rooms.put(self._session_id, changed)
            self._room = changed
        self._relay.tell(self._session_id, "room")
        return changed

    def shown_to(self, visitor: Visitor) -> RoomRow:
        """Return the people there, as a visitor's page needs them."""
        names, person = self._room.names_of, self.mark(visitor)
        own = names(person)
        return {
            "here": self._subscribers.names(),
            "host": next(reversed(names(self.host)), ""),
            "owner": next(reversed(names(self.owner)), ""),
            "mine": own or [self.name(visitor)],
            "owns": person == self.owner,
            "hosts": person == self.host,
        }

    def chat(self) -> list[ChatRow]:
        """Return the messages that are kept."""
        return self._chat_rows(self._room.chat)

    def _chat_rows(self, messages: tuple[ChatMessage, ...]) -> list[ChatRow]:
        """Return messages as a page shows them."""
        return [{"n": one.n, "by": self.current_name(one.by), "text": one.text} for one in messages]
