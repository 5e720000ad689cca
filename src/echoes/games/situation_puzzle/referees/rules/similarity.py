"""Similarity of a question to authored wordings of another construction."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.known_sentences import Premise
from echoes.language.keyword_form import KeywordForm
from echoes.language.reader import Clause

ENOUGH = 0.45
"""The share of meaning that one must hold of the other where the ruling then follows: a YES to more than was
asked, a NO to less."""
ENOUGH_OPEN = 0.9
"""The threshold where the ruling does not follow: a YES to less, a NO to more."""
ENOUGH_STRICT = 0.85
"""The threshold where a negation, "only" or "can" has scope over all words."""
_ALL = 0.99
_NEVER = 2.0


class IdfWeights:
    """Weights of words by the number of texts that hold them.

    The weight is the inverse document frequency (Spärck Jones, 1972).

    Args:
        texts: the words of each text.
    """

    def __init__(self, texts: Collection[frozenset[str]]) -> None:
        frequency = Counter(word for words in texts for word in words)
        self._weights = {word: _weight(len(texts), count) for word, count in frequency.items()}
        self._unknown = _weight(len(texts), 0)

    def share(self, words: frozenset[str], held: frozenset[str]) -> float:
        """Return the weighted share of `words` that is in `held`, 0 to 1; 0 for no words."""
        whole = sum(map(self.weight, words))
        return round(sum(map(self.weight, words & held)) / whole, 6) if whole else 0.0

    def weight(self, word: str) -> int:
        """Return the weight of a word in thousandths; sums of integers are the same on every machine."""
        return self._weights.get(word, self._unknown)


def _weight(texts: int, frequency: int) -> int:
    return round(1000 * math.log(1 + texts / (1 + frequency)))


@dataclass(frozen=True)
class SimilarRuling:
    """A premise that is clearly about the same.

    Attributes:
        number: the number of its authored ruling.
        score: the share that each holds of the other, 0 to 1.
        whole: whether the question holds all that the premise says.
        within: whether the question says no more than the premise.
        pronoun_for: the word of the premise for which the question has a pronoun, where nothing else is
            missing; empty where that is not so.
    """

    premise: Premise
    number: int
    score: float
    whole: bool
    within: bool
    pronoun_for: str = ""


class SimilarRulings:
    """A comparison of the keyword form of a question with those of sentences whose ruling is known.

    Everything that may invert the meaning must be equal; that can rule a match out, and never proves one. Of
    the other words, one must hold all of the other's, and the other most of the one's.

    Args:
        premises: those sentences.
    """

    def __init__(self, premises: Iterable[Premise]) -> None:
        self._alike: dict[tuple[tuple[str, ...], ...], list[tuple[KeywordForm, Premise, int]]] = defaultdict(
            list
        )
        for premise in premises:
            if (form := premise.clause.keyword_form) and premise.authored is not None:
                self._alike[form.guards, form.members].append((form, premise, premise.authored))
        self._idf = IdfWeights([form.words for alike in self._alike.values() for form, _, _ in alike])

    def of(self, clause: Clause) -> list[SimilarRuling]:
        """Return the authored rulings that are clearly similar to a question, the most similar first."""
        said = clause.keyword_form
        if said is None:
            return []
        found = [
            SimilarRuling(
                premise,
                number,
                round(min(held, holds), 4),
                holds >= _ALL,
                held >= _ALL,
                _pronoun_for(said, form),
            )
            for form, premise, number in self._alike.get((said.guards, said.members), ())
            if not (roles_differ(said, form) or is_of_another_time(said, form, premise.ruling))
            for held in [self._idf.share(said.words, form.words)]
            for holds in [self._idf.share(form.words, said.words)]
            if min(held, holds) >= _bar(said, form, premise, held, holds)
        ]
        return sorted(found, key=lambda one: (-one.score, one.number, one.premise.text))


def _bar(said: KeywordForm, form: KeywordForm, premise: Premise, held: float, holds: float) -> float:
    """Return the least similarity that is enough, for the way in which the two differ.

    Where each has words that the other lacks, nothing follows: the two may be new and fresh, or sad and glad.
    """
    more, less = (said, form) if holds >= _ALL else (form, said)
    if max(held, holds) < _ALL or (more.words - less.words) & more.heads:
        return _NEVER
    if said.strict:
        return ENOUGH_STRICT
    follows = (held >= _ALL and premise.ruling == "YES") or (holds >= _ALL and premise.ruling == "NO")
    return ENOUGH if follows else ENOUGH_OPEN


def _pronoun_for(said: KeywordForm, form: KeywordForm) -> str:
    """Return the one word of a form for which the other has a pronoun in the same place, if it is so."""
    if len(form.order) != len(said.order) + 1:
        return ""
    words = [(form.order[gap], (*form.order[:gap], *form.order[gap + 1 :])) for gap in said.gaps]
    return next((word for word, others in words if others == said.order), "")


def roles_differ(asked: KeywordForm, said: KeywordForm) -> bool:
    """Return whether what both name comes in another order, or after other prepositions.

    Examples: the dog bit the man; a letter to the wife, and one about her.
    """
    both = asked.tied & said.tied
    if both and any(word in both for word, _ in asked.ties ^ said.ties):
        return True
    if turns_voice(asked, said):
        return True
    return asked.agents != said.agents or in_another_order(asked, said)


def is_of_another_time(asked: KeywordForm, said: KeywordForm, ruling: RulingWord) -> bool:
    """Return whether a ruling does not hold at the time that is asked about.

    What would be so need not have come about; what has not come about may still.
    """
    unlike = {"YES": ("done", "to come"), "NO": ("to come", "done")}.get(ruling)
    return (asked.aspect, said.aspect) == unlike


def turns_voice(asked: KeywordForm, said: KeywordForm) -> bool:
    """Return whether the same thing does something to another in one, and has it done in the other.

    Examples: the painter paid the owner, the painter was paid; not "the lamp broke", "the lamp was broken".
    """
    voices = {asked.voice, said.voice}
    return voices == {"passive", "active"} and asked.order[:1] == said.order[:1]


def in_another_order(asked: KeywordForm, said: KeywordForm) -> bool:
    """Return whether what both name comes in another order.

    Whoever asks whether a lamp is an oil lamp names one thing twice; an author who does means two.
    """
    shared = {*asked.order} & {*said.order}
    mine, theirs = ([word for word in form.order if word in shared] for form in (asked, said))
    return theirs not in (mine, [word for word, _ in groupby(mine)])
