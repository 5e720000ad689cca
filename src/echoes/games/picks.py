"""Picks: messages that are the number of something offered, in every kind of game."""

import re
import unicodedata

_NUMBER = re.compile(r"^[#(（]?\s*(\d{1,3})\s*[.)）、。]?$")


def picked_number(message: str) -> int | None:
    """Return the number of something offered that a message is; None where it is anything else."""
    found = _NUMBER.match(unicodedata.normalize("NFKC", message).strip())
    return int(found.group(1)) if found else None
