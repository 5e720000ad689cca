"""Whether one sentence stands inside another, with guards that only veto."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from echoes.games.situation_puzzle.language.reading import Clause, Reader

Finding = Literal["states", "denies", "touches", "silent"]

_TOUCH = 0.5
"""The share of a fact's ideas from which on a sentence may be about it."""


@dataclass(frozen=True)
class Window:
    """Where the words of one sentence stand, in order, inside another."""

    before: tuple[str, ...]
    inside: tuple[str, ...]
    extra: tuple[str, ...]


def compare(reader: Reader, said: Clause, witness: Clause) -> Finding:
    """What a sentence of the player says of a sentence that is known to be true.

    Args:
        said: the player's sentence; it may hold more than the witness.
        witness: the true sentence.
    Returns:
        `states` only when all its words stand there in order, with no idea put between
        them, the same negations and the same kind of auxiliary; `denies` when only the
        negation differs; `touches` when enough ideas are shared to ask back.
    """
    window = _window(said.key, witness.key)
    if window and not reader.ideas(" ".join(window.extra)):
        denials = reader.negations(window.inside) - reader.negations(witness.key)
        if (
            denials == 0
            and not reader.negations(window.before[-4:])
            and (said.key == witness.key or reader.is_sentence(said))
        ):
            return "states" if _same_auxiliary(said, witness, window) else "touches"
        if denials % 2:
            return "denies"
    if _without_negation(reader, said) == _without_negation(reader, witness) and said.key != witness.key:
        odd = (reader.negations(said.key) - reader.negations(witness.key)) % 2
        return "denies" if odd else "touches"
    shared = len(said.ideas & witness.ideas)
    enough = bool(witness.ideas) and shared >= _TOUCH * len(witness.ideas)
    return "touches" if enough and reader.is_sentence(said) else "silent"


def _window(words: Sequence[str], wanted: Sequence[str]) -> Window | None:
    """The tightest stretch of `words` that holds `wanted` in order; None when there is none."""
    best: tuple[int, int] | None = None
    for start in (i for i, word in enumerate(words) if wanted and word == wanted[0]):
        position = start
        for word in wanted[1:]:
            position = next((i for i in range(position + 1, len(words)) if words[i] == word), -1)
            if position < 0:
                break
        if position >= 0 and (best is None or position - start < best[1] - best[0]):
            best = (start, position)
    if best is None:
        return None
    inside = tuple(words[best[0] : best[1] + 1])
    return Window(tuple(words[: best[0]]), inside, _left_over(inside, wanted))


def _left_over(inside: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    rest = list(wanted)
    extra: list[str] = []
    for word in inside:
        if rest and word == rest[0]:
            rest.pop(0)
        else:
            extra.append(word)
    return tuple(extra)


def _without_negation(reader: Reader, clause: Clause) -> tuple[str, ...]:
    return tuple(word for word in clause.key if not reader.negations((word,)))


def _same_auxiliary(said: Clause, witness: Clause, window: Window) -> bool:
    """A sentence that is the whole must agree in voice and mood; "had put" and "put" agree.

    Inside a longer sentence the auxiliary still stands among the words.
    """
    whole = len(window.inside) == len(said.key)
    kinds = {said.verb[0], witness.verb[0]}
    return not whole or len(kinds) == 1 or kinds == {"have", "plain"}
