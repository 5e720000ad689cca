"""The end of a log that was never written whole, which nobody has seen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TornEnd:
    """A torn end that was set aside, so that the log goes on behind its last intact entry.

    Attributes:
        size: in bytes.
        aside: the name of the file that has it now.
    """

    size: int
    aside: str
