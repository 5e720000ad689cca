"""Authorship: who wrote the words of each entry, by the names in the log."""

from collections.abc import Iterable

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event


class Authors:
    """The authors of the entries that a viewer sees.

    A message may settle the words of somebody else: a number that picks what they meant, or takes back how
    they were understood. These words stay with whoever sent them first; what a message puts together is its
    sender's.
    """

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._of: dict[str, str] = {}
        self._message, self._sender = "", ""

    def note(self, entries: Iterable[Entry]) -> None:
        """Take note of entries in the order of the log, also of those that were taken back since."""
        for entry in entries:
            if entry.cause:  # it leads its write
                self._message, self._sender = entry.cause.message or "", entry.cause.by
            author, words = self._sender, message_words(entry.event)
            is_composed = getattr(entry.event, "is_composed", False)
            if words and words not in self._message and not is_composed:
                author = self._first.get(words, author)
            if words:
                self._first[words] = author
            self._of[entry.event.event_id] = author
            if not entry.rest:
                self._message, self._sender = "", ""

    def of(self, entry: Entry) -> str:
        """Return the name of whoever wrote the words that an entry repeats, or else sent what led to it."""
        return self._of.get(entry.event.event_id, "")


def message_words(event: Event) -> str:
    """Return the words of a message that an event repeats; empty where it repeats none."""
    return str(getattr(event, "asked", None) or getattr(event, "text", "")) if event.repeats_message else ""
