"""What a fork shares with the session that it leaves."""

from collections.abc import Sequence

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.events import LogEntry, SessionStarted, TurnsUndone


def shared_past(entries: Sequence[LogEntry], at: int | None) -> list[LogEntry]:
    """The entries of a log up to a turn, undone turns and all: a fork hides nothing.

    Args:
        entries: a whole log.
        at: the last turn to share, as the game stood then: a turn that was taken back
            later counts in the fork. None shares everything.
    Returns:
        A prefix of the log.
    Raises:
        BadInput: there is no such turn.
        StorageFailed: the log has no beginning.
    """
    if not entries or not isinstance(entries[0].event, SessionStarted):
        raise StorageFailed("the log has no beginning", "Delete the session.")
    last = max(entry.event.turn for entry in entries)
    if at is None:
        return list(entries)
    if not 0 <= at <= last:
        raise BadInput(f"there is no turn {at}", f"The session's turns are 0 to {last}.")
    shared: list[LogEntry] = []
    for entry in entries:
        taken_back = isinstance(entry.event, TurnsUndone) and at in entry.event.turns
        if entry.event.turn > at or taken_back:
            break
        shared.append(entry)
    # A write counts as a whole: what belongs to a message is shared with it or not at all.
    while shared and shared[-1].rest:
        shared.pop()
    return shared
