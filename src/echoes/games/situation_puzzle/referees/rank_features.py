"""What tells whether a player's question and an authored wording are the same question.

Nearness alone can't: "he killed her" is near to "she killed him". So words, order, who is named, negation,
numbers and logic are looked at too, and what other wordings of the same ruling say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from echoes.games.situation_puzzle.language.reading import Clause, Reader
from echoes.games.situation_puzzle.language.sense import Gist, relation
from echoes.games.situation_puzzle.referees.likeness import turned
from echoes.games.situation_puzzle.referees.wording_index import Overlap

_JOINED = re.compile(r"\b(?:and|but)\b|而且|并且|但|，|,")


@dataclass(frozen=True)
class Sentence:
    """A question or a wording, read once.

    Attributes:
        literal: its words without fillers, case and punctuation.
        clause: what it says; None where it is no single sentence.
        kinds: what it leaves open: person, thing, place, time.
        numbers: that it names.
    """

    literal: str
    clause: Clause | None
    ideas: frozenset[str]
    kinds: frozenset[str]
    sentences: int = 1

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers among its ideas."""
        return frozenset(idea for idea in self.ideas if idea.isdigit())

    @cached_property
    def pairs(self) -> frozenset[str]:
        """Characters side by side."""
        return frozenset(self.literal[n : n + 2] for n in range(len(self.literal) - 1))

    @cached_property
    def is_joined(self) -> bool:
        """Whether it says two things."""
        return _JOINED.search(self.literal) is not None


@dataclass(frozen=True)
class Standing:
    """Where a wording stands among the candidates.

    Attributes:
        cosine: of wording and question.
        behind: how far it is behind the nearest.
        ruling_score: the first score of the best wording of its ruling.
        ruling_count: how many of its ruling's wordings are among the first twenty.
        ruling_rank: the place of its ruling, from 0.
    """

    cosine: float
    behind: float
    ruling_score: float
    ruling_count: int
    ruling_rank: int


def features(
    reader: Reader, asked: Sentence, said: Sentence, overlap: Overlap, number: int, place: Standing
) -> dict[str, float]:
    """By name; each of about the size of 1.

    Args:
        reader: of the language.
        asked: the question.
        said: the wording.
        overlap: of the question with all wordings.
        number: of the wording among them.
        place: the wording's.
    """
    return {
        "cosine": place.cosine,
        "behind": place.behind,
        "ruling_score": place.ruling_score,
        "ruling_count": place.ruling_count / 10,
        "ruling_rank": 1 / (1 + place.ruling_rank),
        **{
            name: int(getattr(overlap, name)[number]) / 1000
            for name in ("asked", "said", "asked_near", "said_near", "mean", "missing")
        },
        **_letters(asked, said),
        **_logic(asked.clause, said.clause),
        "negated": float(_negated(reader, asked) != _negated(reader, said)),
        **_who(asked, said),
        "numbers": float(asked.numbers != said.numbers),
        "asked_joined": float(asked.is_joined),
        "said_joined": float(said.is_joined),
        "asked_ideas": min(len(asked.ideas), 12) / 12,
        "sentences": min(asked.sentences, 3) / 3,
    }


def _letters(asked: Sentence, said: Sentence) -> Mapping[str, float]:
    one, other = asked.literal, said.literal
    shared, all_pairs = len(asked.pairs & said.pairs), len(asked.pairs | said.pairs)
    return {
        "ratio": round(fuzz.ratio(one, other), 2) / 100,
        "token_set": round(fuzz.token_set_ratio(one, other), 2) / 100,
        "pairs": shared / max(1, all_pairs),
        "length": min(len(one), len(other)) / max(1, len(one), len(other)),
    }


def _negated(reader: Reader, one: Sentence) -> bool:
    return bool(one.clause and reader.negations(one.clause.key) % 2)


def _who(asked: Sentence, said: Sentence) -> Mapping[str, float]:
    one = asked.clause.members if asked.clause else ()
    other = said.clause.members if said.clause else ()
    return {
        "others_named": float(bool({*one} - {*other}) and bool({*other} - {*one})),
        "some_named": float({*one} <= {*other} or {*other} <= {*one}),
        "same_named": float({*one} == {*other}),
        "other_doer": float(one[:1] != other[:1] and bool(one and other)),
    }


def _logic(asked: Clause | None, said: Clause | None) -> Mapping[str, float]:
    related = relation(asked.sense, said.sense) if asked and said and asked.sense and said.sense else None
    return {
        **_gists(asked.gist if asked else None, said.gist if said else None),
        "same": float(related == "same"),
        "opposite": float(related == "opposite"),
        "follows": float(related == "follows"),
        "verb": float(asked is not None and said is not None and asked.verb[0] == said.verb[0]),
    }


def _gists(asked: Gist | None, said: Gist | None) -> Mapping[str, float]:
    if asked is None or said is None:
        return {"guards": 0.5, "framed_alike": 0.0, "turned": 0.0, "read": 0.0}
    return {
        "guards": len({*asked.guards} ^ {*said.guards}) / 2,
        "framed_alike": float(asked.guards[:1] == said.guards[:1]),
        "turned": float(turned(asked, said)),
        "read": 1.0,
    }
