"""Memory of a whole table: what each seat remembers, how much room it has, and the threads."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from echoes.core.log.events import Event
from echoes.games.party import events as happened
from echoes.games.party.memory.summaries import (
    KEPT_LINES,
    SeatMemory,
    empty_seat_memory,
    memory_after,
    memory_summed_up,
)
from echoes.games.party.memory.threads import StoryThread, settled_for, threads_after
from echoes.games.party.pack.schema import MASTER

MOST_LINES = 1000
"""The most lines that a seat remembers one by one; a history keeps those of all seats at hand."""
_ROOM = 4000
"""Tokens of what a seat remembers line by line, where its session says nothing of it."""


class PartyMemory(TypedDict):
    """The memory of a table.

    Attributes:
        seats: the memory of each seat, and of whoever leads.
        rooms: tokens of the newest lines of each, above which the older ones are summed up.
        names: of the characters, by seat.
        threads: that were named.
    """

    seats: dict[str, SeatMemory]
    rooms: dict[str, int]
    names: dict[str, str]
    threads: dict[str, StoryThread]


def no_memory(names: dict[str, str]) -> PartyMemory:
    """Return the memory of a table at which nothing has happened; `names`: of the characters by seat."""
    seats = {seat: empty_seat_memory() for seat in (*names, MASTER)}
    return PartyMemory(seats=seats, rooms={}, names=names, threads={})


def table_memory_after(
    memory: PartyMemory, event: Event, trace: happened.PartyTrace, turn: int
) -> PartyMemory:
    """Return the memory of a table after an event.

    Args:
        memory: before.
        event: that happened.
        trace: its private part.
        turn: in which it happened.
    """
    names, seats = memory["names"], memory["seats"]
    heard = {
        seat: own if event.audience and seat not in event.audience else memory_after(own, event, seat, names)
        for seat, own in seats.items()
    }
    threads = memory["threads"]
    if trace.named:
        viewers = [*event.audience] or ["", MASTER, *names]
        text, by = (event.text, event.by) if isinstance(event, happened.Said) else ("", "")
        threads = threads_after(threads, trace.named, turn, viewers, text, by)
    if isinstance(event, happened.QuestMoved) and event.done and (key := f"quest.{event.quest}") in threads:
        resolved: StoryThread = {**threads[key], "resolved": True}
        threads = {**threads, key: resolved}
    for note in trace.notes:
        heard = {**heard, **_noted(heard, note)}
        threads = settled_for(threads, note.settled, note.seats) if note.settled else threads
    return {**memory, "seats": heard, "threads": threads}


def begun_memory(memory: PartyMemory, trace: happened.PartyStartTrace) -> PartyMemory:
    """Return the memory of a table as it begins, with what its characters remember of earlier sessions."""
    carried = {
        seat: empty_seat_memory(text) for seat, text in trace.carried.items() if seat in memory["seats"]
    }
    return {**memory, "rooms": {**trace.rooms}, "seats": {**memory["seats"], **carried}}


def room_of(memory: PartyMemory, seat: str) -> int:
    """Return the tokens of the newest lines that a seat remembers line by line."""
    return memory["rooms"].get(seat, _ROOM)


def seats_to_sum_up(memory: PartyMemory) -> Sequence[str]:
    """Return the seats whose newest lines have outgrown their room, or are more than are kept at hand."""
    return [
        seat
        for seat, own in memory["seats"].items()
        if (lines := own["heard"] - own["upto"]) > MOST_LINES
        or (own["tail"] > room_of(memory, seat) and lines > KEPT_LINES)
    ]


def _noted(seats: Mapping[str, SeatMemory], note: happened.PartyNote) -> dict[str, SeatMemory]:
    summed = {seat: memory_summed_up(seats[seat], text) for seat, text in note.summaries.items()}
    corrected: dict[str, SeatMemory] = {
        seat: {**seats[seat], "summary": text, "before": seats[seat]["summary"]}
        for seat, text in note.corrected.items()
    }
    return {**summed, **corrected}
