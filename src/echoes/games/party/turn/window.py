"""The context of a seat's player: what the character witnessed, knows and is, and nothing of the others."""

from collections.abc import Iterator, Sequence

from echoes.core.log.entries import Entry
from echoes.core.seats.roles import Role
from echoes.games.context_window import Part, Section, VisibilityMatrix, Window, build_window
from echoes.games.party.memory.party_memory import room_of
from echoes.games.party.memory.witnessing import line_of_event, lines_since
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.rules.boundaries import boundary_words
from echoes.games.party.state import PartyState
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.telling import own_sheet

NEWEST = 15
"""Entries that a character remembers as they were."""
_VISIBILITY: VisibilityMatrix = {
    Role.PLAYER: dict.fromkeys(
        (Part.SCENARIO, Part.TURNS, Part.SECRET, Part.NOTES, Part.PLAYER, Part.EVIDENCE, Part.SUMMARY), "own"
    )
}

_SHOWN_ORDER = (
    Part.SCENARIO, Part.TURNS, Part.PLAYER, Part.SUMMARY, Part.SECRET, Part.NOTES, Part.EVIDENCE,
)  # fmt: skip
_TRIM_ORDER = (
    (Part.EVIDENCE, 3), (Part.PLAYER, 0), (Part.NOTES, 0), (Part.TURNS, NEWEST), (Part.EVIDENCE, 0),
    (Part.TURNS, 3), (Part.SUMMARY, 0), (Part.TURNS, 0),
)  # fmt: skip


def seat_window(
    module: Module, state: PartyState, entries: Sequence[Entry], seat: str, budget: int
) -> Window:
    """Return the window of a seat's player: never more than what that seat has seen.

    Args:
        module: that is played.
        state: at this moment.
        entries: of the session.
        seat: of a character.
        budget: in tokens.
    Raises:
        BadSetting: the budget is too small for the character's sheet.
    """
    memory, room = state["memory"]["seats"][seat], room_of(state["memory"], seat)
    lines = lines_since(entries, seat, max(NEWEST, memory["heard"] - memory["upto"]), room)
    sections = [
        Section(Part.SCENARIO, (module.statement, *filter(None, [boundary_words(module, state)])), seat),
        Section(Part.TURNS, tuple(lines), seat),
        Section(Part.PLAYER, tuple(module.party[seat].facts), seat),
        Section(Part.SUMMARY, (memory["summary"],) if memory["summary"] else (), seat),
        Section(Part.SECRET, (own_sheet(module, state, seat),), seat),
        Section(Part.NOTES, tuple(reluctances(module, state, seat)), seat),
        Section(Part.EVIDENCE, tuple(shared_lines(entries, _around(module, state, seat))), seat),
    ]
    return build_window(Role.PLAYER, seat, sections, _VISIBILITY, budget, _TRIM_ORDER, _SHOWN_ORDER)


def _around(module: Module, state: PartyState, seat: str) -> tuple[str, ...]:
    """Return the audience of what a character says: whoever leads, and those who are where it is."""
    here = [one for one in module.party if state["at"][one] == state["at"][seat]]
    return () if {*here} >= {*module.party} else (MASTER, *here)


def shared_lines(entries: Sequence[Entry], audience: Sequence[str]) -> list[str]:
    """Return the newest of what everybody in an audience has witnessed; nothing else may be told to it.

    Args:
        entries: of the session.
        audience: seats, whoever leads among them; empty for everybody, those who look on too.
    """
    wanted, found = {*audience}, list[str]()
    for entry in reversed(entries):
        if len(found) >= NEWEST:
            break
        heard = entry.event.audience
        if (not heard or (wanted and wanted <= {*heard})) and (line := line_of_event(entry.event)):
            found.append(line)
    return found[::-1]


def reluctances(module: Module, state: PartyState, seat: str) -> Iterator[str]:
    """Yield the moves, in words, that a character would rather not make yet; its player may."""
    yield from (move.text for move in moves_of_seat(module, state, seat) if not move.ready)
