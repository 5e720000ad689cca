"""The phases of a session and which may follow which.

A phase knows its successors, after `Phase.successors` in google-deepmind/concordia; an invalid transition is
an error.
"""

from enum import StrEnum

from echoes.core.errors import InvalidTransition


class Phase(StrEnum):
    """The phase of a session."""

    LOBBY = "LOBBY"
    INTRO = "INTRO"
    PLAYING = "PLAYING"
    AWAITING_FINAL = "AWAITING_FINAL"
    COMPLETED = "COMPLETED"
    ABORTED = "ABORTED"

    @property
    def successors(self) -> frozenset["Phase"]:
        """The phases that may come next."""
        return _SUCCESSORS[self]

    @property
    def ended(self) -> bool:
        """Return whether no phase can follow."""
        return not self.successors

    def to(self, following: "Phase") -> "Phase":
        """Return the next phase, if the transition is valid.

        Args:
            following: the next phase; staying in the same phase is always allowed.
        Returns:
            The next phase.
        Raises:
            InvalidTransition: the phase may not follow.
        """
        if following != self and following not in self.successors:
            raise InvalidTransition(f"phase {following} can't follow {self}")
        return following


_SUCCESSORS: dict[Phase, frozenset[Phase]] = {
    Phase.LOBBY: frozenset({Phase.INTRO, Phase.ABORTED}),
    Phase.INTRO: frozenset({Phase.PLAYING, Phase.ABORTED}),
    Phase.PLAYING: frozenset({Phase.AWAITING_FINAL, Phase.COMPLETED, Phase.ABORTED}),
    Phase.AWAITING_FINAL: frozenset({Phase.PLAYING, Phase.COMPLETED, Phase.ABORTED}),
    Phase.COMPLETED: frozenset(),
    Phase.ABORTED: frozenset(),
}
