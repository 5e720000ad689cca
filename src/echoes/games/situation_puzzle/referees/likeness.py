"""Authored wordings that are plainly about the same as a question, though built otherwise."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.language.sense import Gist
from echoes.games.situation_puzzle.referees.rarity import Rarity
from echoes.games.situation_puzzle.referees.readings import Witness

ENOUGH = 0.45
"""The share of meaning that the one must hold of the other, where the ruling then follows: a
YES to more than was asked, a NO to less."""

ENOUGH_OPEN = 0.9
"""The same where it does not follow: a YES to less, a NO to more."""

ENOUGH_STRICT = 0.85
"""The same where a negation, "only" or "can" reaches over all words."""

_ALL = 0.99
_NEVER = 2.0


@dataclass(frozen=True)
class Likeness:
    """A witness that is plainly about the same.

    Attributes:
        number: of the authored ruling that it is a wording of.
        score: how much each holds of the other, 0 to 1.
        whole: whether the question holds all that the witness says.
        within: whether it says no more than that.
    """

    witness: Witness
    number: int
    score: float
    whole: bool
    within: bool


class Likenesses:
    """Compares the gist of a question with that of sentences whose ruling is known.

    All that may turn a meaning round must be equal: that vetoes, and never proves. Of the
    other words one must hold all of the other's, and the other most of the one's.

    Args:
        witnesses: those sentences.
    """

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self._alike: dict[tuple[tuple[str, ...], ...], list[tuple[Gist, Witness, int]]] = defaultdict(list)
        for witness in witnesses:
            if (gist := witness.clause.gist) and witness.authored is not None:
                self._alike[gist.guards, gist.members].append((gist, witness, witness.authored))
        self._rarity = Rarity([gist.words for alike in self._alike.values() for gist, _, _ in alike])

    def of(self, clause: Clause) -> list[Likeness]:
        """The authored rulings that a question is plainly like, the likest first."""
        said = clause.gist
        if said is None:
            return []
        found = [
            Likeness(witness, number, round(min(held, holds), 4), holds >= _ALL, held >= _ALL)
            for gist, witness, number in self._alike.get((said.guards, said.members), ())
            if not turned(said, gist)
            for held in [self._rarity.share(said.words, gist.words)]
            for holds in [self._rarity.share(gist.words, said.words)]
            if min(held, holds) >= _bar(said, gist, witness, held, holds)
        ]
        return sorted(found, key=lambda one: (-one.score, one.number, one.witness.text))


def _bar(said: Gist, gist: Gist, witness: Witness, held: float, holds: float) -> float:
    """How much of the other the one must hold, where it is held by it wholly.

    Where both have words that the other lacks nothing follows: new for fresh, but sad for
    glad too.
    """
    more, less = (said, gist) if holds >= _ALL else (gist, said)
    if max(held, holds) < _ALL or (more.words - less.words) & more.heads:
        return _NEVER
    if said.strict:
        return ENOUGH_STRICT
    follows = (held >= _ALL and witness.ruling == "YES") or (holds >= _ALL and witness.ruling == "NO")
    return ENOUGH if follows else ENOUGH_OPEN


def turned(one: Gist, other: Gist) -> bool:
    """Whether what both name comes in another order, or behind other prepositions.

    The dog bit the man; a letter to the wife, and one about her.
    """
    tied = [{word for word, _ in gist.ties} for gist in (one, other)]
    if any(word in tied[0] & tied[1] for word, _ in one.ties ^ other.ties):
        return True
    doers = [{word for word, preposition in gist.ties if preposition == "by"} for gist in (one, other)]
    if doers[0] != doers[1]:
        return True
    shared = {*one.order} & {*other.order}
    return [w for w in one.order if w in shared] != [w for w in other.order if w in shared]
