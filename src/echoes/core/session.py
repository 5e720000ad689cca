"""The phases of a session and which may follow which.

A state knows what may follow it, after `Phase.successors` in google-deepmind/concordia;
an illegal move fails loudly.
"""

from enum import StrEnum

from echoes.core.errors import IllegalMove


class Phase(StrEnum):
    """Where a session stands."""

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
        """Whether nothing can follow."""
        return not self.successors

    def to(self, following: "Phase") -> "Phase":
        """Move on.

        Args:
            following: the next phase; staying where one is is always allowed.
        Returns:
            The next phase.
        Raises:
            IllegalMove: when it may not follow.
        """
        if following != self and following not in self.successors:
            raise IllegalMove(f"phase {following} can't follow {self}")
        return following


_SUCCESSORS: dict[Phase, frozenset[Phase]] = {
    Phase.LOBBY: frozenset({Phase.INTRO, Phase.ABORTED}),
    Phase.INTRO: frozenset({Phase.PLAYING, Phase.ABORTED}),
    Phase.PLAYING: frozenset({Phase.AWAITING_FINAL, Phase.COMPLETED, Phase.ABORTED}),
    Phase.AWAITING_FINAL: frozenset({Phase.PLAYING, Phase.COMPLETED, Phase.ABORTED}),
    Phase.COMPLETED: frozenset(),
    Phase.ABORTED: frozenset(),
}
