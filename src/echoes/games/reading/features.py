"""Features of a move and a message: how well the one fits the other, as whole hundredths.

What is compared: the ideas of both, each weighted by how much it tells; the nearness of words and of whole
texts; the speech act; the persons; the stance of the speaker.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from echoes.games.reading.lexicon import UNIT, Lexicon, WordedText
from echoes.games.reading.move import SPEECHES, Circumstances, WordedMove

Hundredths = NDArray[np.int64]
_SAYING = frozenset(("ask", "tell", "show"))
"""Acts that are about something, which *Ask Tove: was it you?* names with no word that tells."""
_ALONE = frozenset(("greet", "wait"))
"""Acts that are about nothing."""
_LONGEST = 300
"""The weight of words from which more makes no difference."""
_SURE = 1300
"""What the nearness of two words is multiplied by, in thousandths: those that are this near mean the same."""
_ALL = 1000
_CANDIDATES = 16
"""The moves that are looked at of those that are nearest, and of those whose words were said most."""


@dataclass(frozen=True)
class Compared:
    """A message compared with a text, in thousandths.

    Attributes:
        cue: the share of the text that was said; soft_cue: with near words.
        covered: how near each idea of the message comes to any of the text; 1000 for one that it has.
        has: which of them it has.
    """

    text: WordedText
    cue: int
    soft_cue: int
    covered: Hundredths
    has: NDArray[np.bool_]


def features_of(
    lexicon: Lexicon, said: WordedText, moves: Sequence[WordedMove], near: Sequence[int], where: Circumstances
) -> tuple[list[WordedMove], list[dict[str, float]], dict[str, float]]:
    """Return the moves that a message may mean at all, the features of each, and those of "none of these".

    Args:
        lexicon: of the scenario.
        said: the message.
        moves: that are open.
        near: the nearness of each to the message, in thousandths.
        where: it was said.
    """
    texts = [_texts_of(lexicon, move) for move in moves]
    carriers = Counter(idea for each in texts for idea in {idea for one in each for idea in one.ideas})
    compared = _compared(said, [*{id(one): one for each in texts for one in each}.values()])
    found = [[compared[id(one)] for one in each] for each in texts]
    kept = _likeliest(near, [max((one.cue + one.soft_cue for one in each), default=0) for each in found])
    rows = [
        {
            "near": near[n] / _ALL,
            **_by_words(said, _as_said_to(said, moves[n]), found[n], carriers),
            **_by_act(said, texts[n], moves[n]),
            **_by_people(said, texts[n], moves[n], where),
        }
        for n in kept
    ]
    best = {name: max((row[name] for row in rows), default=0.0) for name in ("near", "fit", "soft_fit")}
    for row in rows:
        row |= {f"{name}_gap": row[name] - most for name, most in best.items()}
    weight = int(said.weights.sum())
    known = sum(int(w) for idea, w in zip(said.ideas, said.weights, strict=True) if idea in carriers)
    none = {f"none_{name}": most for name, most in best.items()}
    none |= {
        "none": 1.0,
        "none_known": known / (weight or 1),
        "none_long": min(weight, _LONGEST) / _LONGEST,
        "none_denied": float(said.stance.denies),
        "none_mused": float(said.stance.muses),
        "none_asked": float(said.act.is_question),
        "none_act": float(bool(said.act.act)),
        "none_away": float(bool(said.act.addressees) and not where.here & {*said.act.addressees}),
    }
    return [moves[n] for n in kept], [_whole(row) for row in rows], _whole(none)


def _texts_of(lexicon: Lexicon, move: WordedMove) -> list[WordedText]:
    """Return the texts of a move: the words by which it may be meant, and the names of whom it concerns."""
    texts = [lexicon.read(text, move.who) for text in move.texts if text]
    if move.act in _SAYING:
        texts = [
            one if one.people or lexicon.read(one.act.rest).ideas else one.without_ideas() for one in texts
        ]
    else:
        texts = [
            one for one in texts if not one.people or len(one.ideas) > len(one.people)
        ]  # a name is no deed
    others = (next(iter(lexicon.names.get(who, ())), "") for who in move.about if who != move.who)
    return [*texts, *(lexicon.read(name) for name in others if name)]


def _as_said_to(said: WordedText, move: WordedMove) -> NDArray[np.int64]:
    """Return the weights of a message's ideas; whoever it is said to is no idea of it."""
    if not move.who or f"@{move.who}" not in said.ideas:
        return said.weights
    return np.where([idea == f"@{move.who}" for idea in said.ideas], 0, said.weights)


def _likeliest(*scores: Sequence[int]) -> list[int]:
    """Return the places of the moves that are among the first by any of some scores, in their order."""
    first = (sorted(range(len(each)), key=lambda n: -each[n])[:_CANDIDATES] for each in scores)
    return sorted({n for each in first for n in each})


def _whole(row: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value * 100) / 100 for name, value in row.items()}


def _compared(said: WordedText, texts: Sequence[WordedText]) -> Mapping[int, Compared]:
    """Return a message compared with each of some texts, by identity, in whole numbers."""
    filled = [one for one in texts if one.ideas]
    no, nothing = np.zeros(len(said.ideas), np.int64), np.zeros(len(said.ideas), np.bool_)
    found = {id(one): Compared(one, 0, 0, no, nothing) for one in texts}
    if not filled or not said.ideas:
        return found
    ideas = [idea for one in filled for idea in one.ideas]
    starts = np.cumsum([0, *(len(one.ideas) for one in filled[:-1])])
    weights = np.concatenate([one.weights for one in filled])
    products = said.vectors @ np.concatenate([one.vectors for one in filled]).T
    near = np.clip(products.astype(np.int64) // UNIT, 0, _ALL)
    places: dict[str, list[int]] = {}
    for place, idea in enumerate(ideas):
        places.setdefault(idea, []).append(place)
    is_said = np.zeros(near.shape, np.bool_)
    for row, idea in enumerate(said.ideas):
        is_said[row, places.get(idea, [])] = True
    near[is_said] = _ALL
    totals = np.add.reduceat(weights, starts)
    cues = np.add.reduceat(weights * is_said.any(axis=0) * _ALL, starts) // totals
    soft_cues = np.add.reduceat(weights * near.max(axis=0), starts) // totals
    covered = np.maximum.reduceat(near, starts, axis=1)
    has = np.logical_or.reduceat(is_said, starts, axis=1)
    found |= {
        id(one): Compared(one, int(cues[n]), int(soft_cues[n]), covered[:, n], has[:, n])
        for n, one in enumerate(filled)
    }
    return found


def _by_words(
    said: WordedText, weights: Hundredths, texts: Sequence[Compared], carriers: Mapping[str, int]
) -> dict[str, float]:
    """Return the share of a message that stands in the texts of a move, and of these in the message."""
    total = int(weights.sum()) or 1
    has = np.logical_or.reduce([one.has for one in texts]) if texts else np.zeros(len(said.ideas), np.bool_)
    near = np.max([one.covered for one in texts], axis=0) if texts else np.zeros(len(said.ideas), np.int64)
    covered = np.where(has, _ALL, np.minimum(_ALL, near * _SURE // _ALL))
    rest = weights * (_ALL - covered) // _ALL
    share, soft = int(weights[has].sum()) / total, 1 - int(rest.sum()) / total if said.ideas else 0.0
    cue = max((one.cue for one in texts), default=0) / _ALL
    soft_cue = max((one.soft_cue for one in texts), default=0) / _ALL
    whole = max((int(one.text.weights.sum()) for one in texts if one.cue == _ALL), default=0)
    known = [idea for idea, one in zip(said.ideas, has, strict=True) if one]
    topic = int(weights[said.of_topic].sum())
    own = {said.act.bare, said.act.rest} - {""}
    others = {words for one in texts for words in (one.text.act.bare, one.text.act.rest)}
    return {
        "said": share,
        "said_of_topic": int(weights[has & said.of_topic].sum()) / topic if topic else 1.0,
        "soft": soft,
        "cue": cue,
        "soft_cue": soft_cue,
        "fit": _harmonic(share, cue),
        "soft_fit": _harmonic(soft, soft_cue),
        "whole": min(whole, _LONGEST) / _LONGEST,
        "rest": min(int(rest.sum()), 2 * _LONGEST) / _LONGEST,
        "rest_most": int(rest.max(initial=0)) / 100,
        "rare": max((1 / carriers[idea] for idea in known), default=0.0),
        "same": float(not own.isdisjoint(others)),
    }


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def _by_act(said: WordedText, texts: Sequence[WordedText], move: WordedMove) -> dict[str, float]:
    """Return the agreement of a message and a move in speech act and stance."""
    act, own = said.act, {move.act} if move.act else {one.act.act for one in texts}
    kind = "speech" if move.act in SPEECHES else "deed"
    row = {f"is_{kind}": 1.0, f"is_{move.act or 'do'}": 1.0}
    if act.act:
        row["act_same" if act.act in own else f"act_{act.act}_{move.act or 'do'}"] = 1.0
    else:
        row[f"act_none_{move.act or 'do'}"] = 1.0
    row[f"{'asked' if act.is_question else 'stated'}_{move.act or 'do'}"] = 1.0
    if act.is_claim:
        row[f"claimed_{move.act or 'do'}"] = 1.0
    if act.about_addressee:
        row[f"of_you_{kind}"] = 1.0
    if "act_same" in row and move.act in _ALONE:
        row["act_alone"] = 1.0
    stance = said.stance
    if stance.denies and not any(one.stance.denies for one in texts):
        row[f"denied_{kind}"] = 1.0
    if stance.muses:
        row[f"mused_{kind}"] = 1.0
    if stance.of_others and not any(one.stance.of_others for one in texts):
        row[f"of_others_{kind}"] = 1.0
    if stance.quotes:
        row[f"quoted_{kind}"] = 1.0
    return row


def _by_people(
    said: WordedText, texts: Sequence[WordedText], move: WordedMove, where: Circumstances
) -> dict[str, float]:
    """Return the agreement of a message and a move in persons."""
    act, row = said.act, dict[str, float]()
    about = {*move.about, *(who for one in texts for who in one.people)} - {move.who}
    if move.who:
        row["who_named"] = float(move.who in act.addressees)
        row["who_other"] = float(bool(act.addressees) and move.who not in act.addressees)
        row["who_mentioned"] = float(move.who in act.mentioned)
        row["who_last"] = float(not act.addressees and move.who == where.last)
        row["who_alone"] = float(len(where.here) == 1)
        if act.pronoun and move.who in where.pronouns:
            row["pronoun" if where.pronouns[move.who] == act.pronoun else "pronoun_other"] = 1.0
    elif act.addressees:
        row["addressed_deed"] = float(not about & {*act.addressees})
    named = said.people - {move.who}
    if move.who and move.who in move.about:
        row["self"] = 1.0
        row["self_meant" if act.about_addressee else "self_unmeant"] = 1.0
    row["people_in"] = len(about & named) / len(named) if named else 0.0
    row["people_out"] = float(len(named - about))
    row["people_missing"] = float(bool(about) and not about & named)
    row["shown"] = float(move.key in where.shown)
    return row
