"""Events as whoever witnessed them remembers them: in a line, and by what is worth keeping of it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.context_window import line_tokens
from echoes.games.party import events as happened

MemoryHeading = Literal["names", "inventory", "quests", "conditions", "plot", "places", "people"]
HEADINGS: tuple[MemoryHeading, ...] = (
    "names", "inventory", "quests", "conditions", "plot", "places", "people"
)  # fmt: skip
"""The headings of a summary, in order."""
NO_LONGER = "-"
"""Stands before what no longer holds."""


def line_of_event(event: Event) -> str:
    """Return an event as whoever witnessed it remembers it; empty for what is not worth remembering."""
    match event:
        case happened.CharacterActed() | happened.SecretTold() | happened.Suggested():
            return f"{event.name}: {event.text}"
        case happened.Said():
            return f"{event.name}: {event.text}" if event.name else event.text
        case happened.Whispered():
            return f"{event.name} → {event.to_name}: {event.text}"
        case happened.PartyArrived():
            return f"{', '.join(event.names)} → {event.title}. {event.text}".strip()
        case happened.PartySecretLearned():
            return f"{event.title}: {event.text}"
        case happened.Handout():
            return " ".join(f"{card.title}: {card.text}" for card in event.cards)
        case happened.Attacked():
            harm = event.damage if event.hits else "✘"
            return f"{event.name} → {event.target_name}, {event.weapon}: {harm}"
        case happened.FighterLeft():
            return f"{event.name}: {'→' if event.fled else '✘'}"
        case happened.FightEnded():
            return f"{event.encounter}: {event.outcome}"
        case happened.VotesCounted():
            return ", ".join(f"{one.name} → {one.suspect_name}" for one in event.votes)
        case happened.Checked():
            return f"{event.name}, {event.label}: {event.formula} = {event.total}"
        case _:
            return ""


def is_remembered(event: Event) -> bool:
    """Return whether whoever witnessed an event remembers a line of it."""
    return bool(line_of_event(event))


def lines_since(entries: Sequence[Entry], seat: str, count: int, tokens: int = 0) -> list[str]:
    """Return the newest lines that a seat has witnessed.

    Args:
        entries: of the session.
        seat: whose memory.
        count: of the lines, at least.
        tokens: of more of them, so that what is shown is of one size however old the summary is.
    """
    found, size = list[str](), 0
    for entry in reversed(entries):
        if len(found) >= count and size >= tokens:
            break
        heard = entry.event.audience
        if (not heard or seat in heard) and (line := line_of_event(entry.event)):
            found.append(line)
            size += line_tokens(line)
    return found[::-1]


def worth_keeping(event: Event, seat: str, party: dict[str, str]) -> Iterator[tuple[MemoryHeading, str]]:
    """Yield what a seat keeps of an event that it witnessed: no dialogue, dice, scenery or single blows.

    Args:
        event: that it saw.
        seat: of the character, or of whoever leads.
        party: the names of the characters by seat.
    Yields:
        The heading under which something stands, and the words, `-` before them where it no longer holds.
    """
    match event:
        case happened.ItemMoved() if event.seat == seat:
            yield "inventory", event.label if event.got else NO_LONGER + event.label
        case happened.QuestMoved():
            yield "quests", f"{event.title} ✓" if event.done else event.title
            if event.done:
                yield "quests", NO_LONGER + event.title
        case happened.ConditionChanged() if event.who == seat:
            yield "conditions", event.condition if event.gained else NO_LONGER + event.condition
        case happened.PartySecretLearned():
            yield "plot", event.title
        case happened.SecretTold():
            yield "plot", f"{event.title} ({event.name})"
        case happened.Handout() if event.kind == "clue":
            for card in event.cards:
                yield "plot", card.title
        case happened.VotesCounted() if event.suspect_name:
            yield "plot", event.suspect_name
        case happened.PartyArrived():
            yield from _arrived(event, seat, party)
        case happened.Said() if event.name and event.by != seat:
            yield "names" if event.by in party else "people", event.name
        case _:
            pass


def _arrived(
    event: happened.PartyArrived, seat: str, party: dict[str, str]
) -> Iterator[tuple[MemoryHeading, str]]:
    if seat in event.seats or seat not in party:
        yield "places", event.title
    for name in event.names:
        if name != party.get(seat):
            yield "names", name
