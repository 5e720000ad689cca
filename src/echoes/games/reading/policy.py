"""The policy of reading: which move a message means, how likely, and whether that is certain enough.

A softmax regression over the open moves and "none of these" (McFadden, 1974) gives the likelihood of each. A
logistic regression tells from the likeliest, and from how far it leads, how certain it is that it is right:
one is asked back rather than made wrongly (selective classification: El-Yaniv & Wiener, 2010). The weights of
both, in `weights.json`, are learnt by `echoes bench wordings --train` from the development sets.
Whatever the likelihood, a move is not made by words that deny it, muse on it, or leave it to somebody else.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from echoes.games.reading.move import COMMAND, Circumstances, WordedMove

if TYPE_CHECKING:
    from echoes.games.reading.lexicon import WordedText

WEIGHTS = Path(__file__).with_name("weights.json")
_THOUSAND = 1000
_LEAST_TAKEN = 300
"""The likelihood below which no move is made, in thousandths."""
_WORTH_ASKING = 10
"""The likelihood from which a move is asked back beside the likeliest one, in thousandths."""
_NEAR = 0.6
"""How near words come to a text that asks the game itself for something, and what share of them it is."""
_NEARLY_ALL = 0.9
"""The share of a message that is a text said in full; the rest are words such as *please*."""
_FEW, _TAKEN_OF_FEW = 15, 800
"""The moves among which words are easily told apart, and the likelihood from which one of them is made."""
_CERTAIN = 2300
"""The score from which the likeliest move is certain: the thousandfold log odds of ten in eleven."""
_SEEN = ("go", "look", "take", "around")
_DONE = ("go", "look", "take", "wait")
_SAID = ("ask", "tell", "show")


@dataclass(frozen=True)
class Likelihood:
    """The likelihood of a move.

    Attributes:
        key: of the move.
        thousandths: its likelihood among the open moves and "none of these".
        features: by which it was found.
    """

    key: str
    thousandths: int
    features: Mapping[str, float]


def likelihoods(
    keys: Sequence[str],
    rows: Sequence[Mapping[str, float]],
    none: Mapping[str, float],
    weights: Mapping[str, int],
) -> list[Likelihood]:
    """Return the likelihood of each move, the likeliest first, those that are as likely in their order.

    Args:
        keys: of the moves.
        rows: the features of each.
        none: the features of "none of these".
        weights: of the features, in thousandths.
    """
    scores = [score_of(row, weights) for row in (*rows, none)]
    most = max(scores)
    shares = [math.exp((score - most) / _THOUSAND) for score in scores]
    total = math.fsum(shares)
    found = [
        Likelihood(key, round(_THOUSAND * share / total), row)
        for key, share, row in zip(keys, shares, rows, strict=False)
    ]
    return [found[place] for place in sorted(range(len(found)), key=lambda place: -scores[place])]


def score_of(row: Mapping[str, float], weights: Mapping[str, int]) -> int:
    """Return the score of features in thousandths, summed in whole numbers."""
    return sum(weights.get(name, 0) * round(100 * value) for name, value in row.items()) // 100


@lru_cache(maxsize=1)
def learnt_weights() -> Mapping[str, Mapping[str, int]]:
    """Return the learnt weights in thousandths, by feature: those of `moves`, and those of `certainty`."""
    weights: Mapping[str, Mapping[str, int]] = json.loads(WEIGHTS.read_text("utf-8"))
    return weights


def features_of_certainty(
    found: Sequence[Likelihood], none: Mapping[str, float], count: int
) -> dict[str, float]:
    """Return the features by which the likeliest move is certain or not, in hundredths.

    Args:
        found: the likelihoods, the likeliest first.
        none: the features of "none of these".
        count: how many moves are open.
    """
    first, second = found[0].thousandths, found[1].thousandths if found[1:] else 0
    other = max(0, _THOUSAND - sum(one.thousandths for one in found))
    odds = _log_odds(first)
    told = {"odds": odds, "lead": odds - _log_odds(second), "odds_none": _log_odds(other)}
    told["many"] = math.log(max(1, count))
    return {**found[0].features, **none, **{name: round(100 * one) / 100 for name, one in told.items()}}


def _log_odds(thousandths: int) -> float:
    return math.log((thousandths + 1) / (_THOUSAND + 1 - thousandths))


def is_enough(one: Likelihood, move: WordedMove, certainty: Mapping[str, float], count: int) -> bool:
    """Return whether a move is certain enough; a deed with a price, or not on offer, is said whole.

    Args:
        one: the likeliest.
        move: the same.
        certainty: the features by which it is certain or not.
        count: how many moves are open.
    """
    is_hidden = not move.shown and "is_speech" not in one.features
    if move.final or (is_hidden and not _is_said_whole(one.features)):
        return False
    if count <= _FEW and one.thousandths >= _TAKEN_OF_FEW:
        return True
    score = score_of(certainty, learnt_weights()["certainty"])
    return one.thousandths >= _LEAST_TAKEN and score >= _CERTAIN


def _is_said_whole(features: Mapping[str, float]) -> bool:
    """Return whether a text of a move is said whole, and nothing and nobody else."""
    people = features.get("people_out", 0) or features.get("people_missing", 0)
    return features["cue"] == 1 and features["rest"] == 0 and not people


def is_said_in_full(said: "WordedText", move: WordedMove, features: Mapping[str, float]) -> bool:
    """Return whether a text of a move was said, next to nothing else, to whom and of whom it is.

    Args:
        said: the message.
        move: that it may mean.
        features: of both.
    """
    told = features["said_of_topic" if "act_same" in features else "said"]
    enough = _NEAR if move.act == COMMAND else _NEARLY_ALL
    is_all = not move.final and features["cue"] == 1 and told >= enough
    is_alone = "act_alone" in features and not said.act.rest  # *talk to her* is a greeting
    if not (is_all or is_alone or features["same"]):
        return False
    is_put = not said.act.act and (not move.act or (move.act == "ask" and said.act.is_question))
    is_act = "act_same" in features or move.act == COMMAND or is_put
    hears = not move.who or any(
        features.get(one) for one in ("who_named", "who_last", "who_alone", "pronoun")
    )
    is_missed = move.is_open and move.act != "go"  # whoever is met on a way need not be named
    others = features["people_out"] or (is_missed and features["people_missing"])
    is_of_others = not features["same"] and (others or "self_unmeant" in features)
    return bool(is_act and hears) and not is_of_others


def is_worth_asking(one: Likelihood) -> bool:
    """Return whether a move that is not the likeliest is likely enough to be asked back beside it."""
    return one.thousandths >= _WORTH_ASKING


def _only_asks(said: "WordedText") -> bool:
    """Return whether a message asks, and asks for no look and no way."""
    return said.act.is_question and said.act.act not in _SEEN


def _is_left_undone(said: "WordedText", features: Mapping[str, float]) -> bool:
    """Return whether a deed is named and not done: denied, asked about, quoted or left to others."""
    is_of_no_deed = "denied_deed" in features or "of_others_deed" in features
    return is_of_no_deed or said.stance.quotes or _only_asks(said)


def may_be_meant(
    said: "WordedText", move: WordedMove, features: Mapping[str, float], where: Circumstances
) -> bool:
    """Return whether words can mean a move for certain, by how they stand to it and to whom they are said.

    Args:
        said: the message.
        move: that it may mean.
        features: of both.
        where: it was said.
    """
    act = said.act
    if move.act == COMMAND:
        is_near = features["near"] >= _NEAR and not act.about_addressee
        is_unwanted = said.stance.denies or said.stance.muses or features["people_out"]
        return bool(features["same"]) or (is_near and not act.addressees and not is_unwanted)
    if said.stance.muses or (act.addressees and not where.here & {*act.addressees}):
        return False
    if "is_speech" not in features:
        is_text = features["cue"] == features["said"] == 1  # which may be to ask for something
        is_said = act.act in _SAID and "act_same" not in features and not is_text
        if move.act == "go" and act.act == "look":
            return False
        return not (is_said or features.get("addressed_deed") or _is_left_undone(said, features))
    if "denied_speech" in features and not (move.act == "ask" and act.is_question):
        return False
    others = {*act.mentioned} & where.here - {move.who}
    if others and not act.addressees and (act.about_addressee or features.get("people_out")):
        return False  # *what's in the crates, doctor*: whoever is named may be whom it is said to
    match move.act:
        case "ask":
            is_put = act.is_question or act.act in ("ask", "greet") or bool(act.addressees)
            return is_put and act.act not in (*_DONE, "tell", "show")
        case "tell":
            is_for_all = not move.who  # what is told to one of them is not told to all
            return act.act == "tell" and not (is_for_all and act.addressees)
        case _:
            return "act_same" in features or act.act not in (*_DONE, "ask")
