"""Authored wordings that are plainly about the same as a question, though built otherwise."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.language.sense import Gist
from echoes.games.situation_puzzle.referees.readings import Witness

ENOUGH = 0.5
"""The share of meaning that each must hold of the other, where the ruling then follows: a YES
to more than was asked, a NO to less."""

ENOUGH_OPEN = 0.6
"""The same where it does not follow: a YES to less, a NO to more, or words exchanged for others."""

ENOUGH_STRICT = 0.85
"""The same where a negation, "only" or "can" reaches over all words."""

_ALL = 0.99
_KIN = 0.5


@dataclass(frozen=True)
class Likeness:
    """A witness that is plainly about the same.

    Attributes:
        score: how much each holds of the other, 0 to 1.
        whole: whether the question holds all that the witness says.
    """

    witness: Witness
    score: float
    whole: bool


class Likenesses:
    """Compares the gist of a question with that of sentences whose ruling is known.

    All that may turn a meaning round must be equal: that vetoes, and never proves. Of the
    other words each must hold most of the other's. They are weighed by inverse document
    frequency (Spärck Jones, 1972).

    Args:
        witnesses: those sentences.
    """

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self._alike: dict[tuple[tuple[str, ...], ...], list[tuple[Gist, Witness]]] = defaultdict(list)
        self._frequency: Counter[str] = Counter()
        self._count = 0
        for witness in witnesses:
            if (gist := witness.clause.gist) and witness.authored is not None:
                self._alike[gist.guards, gist.members].append((gist, witness))
                self._frequency.update(gist.words)
                self._count += 1

    def of(self, clause: Clause) -> list[Likeness]:
        """The authored rulings that a question is plainly like, the likest first."""
        said = clause.gist
        if said is None:
            return []
        found = [
            Likeness(witness, round(min(held, holds), 4), holds >= _ALL)
            for gist, witness in self._alike.get((said.guards, said.members), ())
            if not _swapped(said, gist)
            for held, holds in [(self._share(said.words, gist.words), self._share(gist.words, said.words))]
            if min(held, holds) >= _bar(said, gist, witness, held, holds)
        ]
        return sorted(found, key=lambda one: -one.score)

    def _share(self, words: frozenset[str], held: frozenset[str]) -> float:
        """How much of the words is among those held, 0 to 1."""
        # fsum: sets have no order, and the sum must not depend on one.
        whole = math.fsum(map(self._weight, words))
        if not whole:
            return 1.0
        return math.fsum(self._weight(word) * _best(word, held) for word in words) / whole

    def _weight(self, word: str) -> float:
        return math.log(1 + self._count / (1 + self._frequency[word]))


def _bar(said: Gist, gist: Gist, witness: Witness, held: float, holds: float) -> float:
    """How much of the other each must hold."""
    if said.strict:
        return ENOUGH_STRICT
    if (held >= _ALL and witness.ruling == "YES") or (holds >= _ALL and witness.ruling == "NO"):
        return ENOUGH
    exchanged = max(held, holds) < _ALL
    topics = {said.topic, gist.topic} - {""}
    return 2.0 if exchanged and not topics <= said.words & gist.words else ENOUGH_OPEN


def _swapped(one: Gist, other: Gist) -> bool:
    """Whether both name the same two, each as the doer: the dog chased the cat."""
    return one.doer != other.doer and one.doer in other.words and other.doer in one.words


def _best(word: str, held: frozenset[str]) -> float:
    """How much of a word is held: a Chinese word is held in part by one that it is a part of."""
    if word in held or word.isascii():
        return float(word in held)
    shares = (len({*word} & {*other}) / max(len(word), len(other)) for other in held)
    return max((share for share in shares if share >= _KIN), default=0.0)
