"""Features for ranking: signs that a player's question and an authored wording are the same question.

Nearness alone is not enough: "he killed her" is near to "she killed him". So words, order, characters,
negation, numbers and logic count too, and the other wordings of the same ruling.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from echoes.games.situation_puzzle.referees.rules.similarity import roles_differ
from echoes.games.situation_puzzle.referees.rules.wording_index import Overlap
from echoes.language.keyword_form import KeywordForm
from echoes.language.logical_form import relation
from echoes.language.reader import Clause

_JOINED = re.compile(r"\b(?:and|but)\b|而且|并且|但|，|,")


@dataclass(frozen=True)
class ParsedSentence:
    """A question or a wording, parsed once.

    Attributes:
        normalized: its words without fillers, case and punctuation.
        clause: its clause; None where it is not a single sentence.
        kinds: what it leaves open: person, thing, place, time.
        negated: whether its negations do not cancel each other out.
    """

    normalized: str
    clause: Clause | None
    ideas: frozenset[str]
    kinds: frozenset[str]
    negated: bool
    sentences: int = 1

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers among its ideas."""
        return frozenset(idea for idea in self.ideas if idea.isdigit())

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The character bigrams."""
        return frozenset(self.normalized[n : n + 2] for n in range(len(self.normalized) - 1))

    @cached_property
    def is_joined(self) -> bool:
        """Return whether it joins two statements."""
        return _JOINED.search(self.normalized) is not None


@dataclass(frozen=True)
class CandidateRank:
    """The position of a wording among the candidates.

    Attributes:
        cosine: the cosine of wording and question.
        behind: the distance of that from the highest cosine.
        ruling_score: the first score of the best wording of its ruling.
        ruling_count: the number of its ruling's wordings among the first twenty.
        ruling_rank: the rank of its ruling, from 0.
    """

    cosine: float
    behind: float
    ruling_score: float
    ruling_count: int
    ruling_rank: int


def features(
    asked: ParsedSentence,
    said: ParsedSentence,
    overlap: Overlap,
    number: int,
    place: CandidateRank,
) -> dict[str, float]:
    """Return the features of one candidate by name, each of the order of 1.

    Args:
        asked: the question.
        said: the wording.
        overlap: the word overlap of the question with all wordings.
        number: the index of the wording.
        place: the rank of the wording among the candidates.
    """
    return {
        "cosine": place.cosine,
        "behind": place.behind,
        "ruling_score": place.ruling_score,
        "ruling_count": place.ruling_count / 10,
        "ruling_rank": 1 / (1 + place.ruling_rank),
        **overlap.shares(number),
        **_letters(asked, said),
        **_logic(asked.clause, said.clause),
        "negated": float(asked.negated != said.negated),
        **_who(asked, said),
        "numbers": float(asked.numbers != said.numbers),
        "asked_joined": float(asked.is_joined),
        "said_joined": float(said.is_joined),
        "asked_ideas": min(len(asked.ideas), 12) / 12,
        "sentences": min(asked.sentences, 3) / 3,
    }


def _letters(asked: ParsedSentence, said: ParsedSentence) -> Mapping[str, float]:
    one, other = asked.normalized, said.normalized
    shared, all_pairs = len(asked.pairs & said.pairs), len(asked.pairs | said.pairs)
    return {
        "ratio": round(fuzz.ratio(one, other), 2) / 100,
        "token_set": round(fuzz.token_set_ratio(one, other), 2) / 100,
        "pairs": shared / max(1, all_pairs),
        "length": min(len(one), len(other)) / max(1, len(one), len(other)),
    }


def _who(asked: ParsedSentence, said: ParsedSentence) -> Mapping[str, float]:
    one = asked.clause.members if asked.clause else ()
    other = said.clause.members if said.clause else ()
    return {
        "others_named": float(bool({*one} - {*other}) and bool({*other} - {*one})),
        "some_named": float({*one} <= {*other} or {*other} <= {*one}),
        "same_named": float({*one} == {*other}),
        "other_doer": float(one[:1] != other[:1] and bool(one and other)),
    }


def _logic(asked: Clause | None, said: Clause | None) -> Mapping[str, float]:
    related = (
        relation(asked.logical_form, said.logical_form)
        if asked and said and asked.logical_form and said.logical_form
        else None
    )
    return {
        **_gists(asked.keyword_form if asked else None, said.keyword_form if said else None),
        "same": float(related == "same"),
        "opposite": float(related == "opposite"),
        "follows": float(related == "follows"),
        "verb": float(asked is not None and said is not None and asked.verb[0] == said.verb[0]),
    }


def _gists(asked: KeywordForm | None, said: KeywordForm | None) -> Mapping[str, float]:
    if asked is None or said is None:
        return {"guards": 0.5, "framed_alike": 0.0, "turned": 0.0, "read": 0.0}
    return {
        "guards": len({*asked.guards} ^ {*said.guards}) / 2,
        "framed_alike": float(asked.guards[:1] == said.guards[:1]),
        "turned": float(roles_differ(asked, said)),
        "read": 1.0,
    }
