"""Numbers of options: typed, or said as the first, the last, option three."""

from echoes.games.heist.turn.sayings import is_said
from echoes.games.picks import picked_number


def picked_or_said(language: str, plain: str, bare: str, count: int) -> int | None:
    """Return the number of something offered that was typed or said; None for anything else.

    Args:
        language: of the session.
        plain: the message without case and marks around it.
        bare: the message without case.
        count: of what is offered.
    """
    if (number := picked_number(bare)) is not None:
        return number
    return count if is_said(language, "last", plain) else None
