"""Notices: word from process to process of what happens in sessions."""

from dataclasses import dataclass

POLL_S = 0.2
"""The time between two looks of a back end that nobody tells of news."""


@dataclass(frozen=True)
class Notice:
    """Word of something that a process did; an empty one says that some may have been missed.

    Attributes:
        log: the session whose log has grown or is gone.
        message: the text that a process published.
    """

    log: str = ""
    message: str = ""
