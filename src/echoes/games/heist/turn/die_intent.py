"""Words while dice are on offer: which die they spend, or which are asked back.

A spent die is gone: a message spends one only where it says nothing else, or names a die and what it is for.
"""

from collections.abc import Mapping, Sequence

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent, OpenMove
from echoes.language.choices import NamedChoice, read_choice
from echoes.language.replies import number_of, picked_number

_MOST_PIPS = 6


def die_intent(
    language: str, state: HeistState, moves: Sequence[OpenMove], message: str
) -> HeistIntent | None:
    """Return the die that was named; None where none was.

    Args:
        language: of the session.
        state: in which dice are on offer.
        moves: that are open; the dice come first.
        message: what the player sent.
    """
    words, framing, pool = phrases_in(language).list_groups["die_words"], state["framing"], state["pool"]
    choice = read_choice(language, message, words["nouns"])
    if not choice or framing is None or state["dice"] == "roll" or not pool:
        return None
    # Of dice with the same pips, the cheaper one is meant; of those that cost the same, the higher.
    price = [one["stress"] + one["heat"] for one in framing["outcomes"]]
    dice = sorted(range(len(pool)), key=lambda n: (price[n], -pool[n]))
    worth, number, is_place = _said(words, choice)
    if is_place or not (worth or number):
        is_there = choice.is_pointed and not worth and 1 <= number <= len(pool)
        return _one_of(moves, [number - 1]) if is_there else None
    if number:
        dice = [n for n in dice if pool[n] == number]
        if not worth and not choice.is_pointed:  # a mere number may be that of an option
            is_number = picked_number(message, spelled=True) is not None
            return _one_of(moves, [*dice[:1], number - 1], is_asked=True) if is_number else None
        if not dice:
            is_die = number <= _MOST_PIPS
            return HeistIntent("command", "no_die", str(number)) if is_die else None
    match worth:
        case "free":
            free = [n for n in dice if not price[n]]
            if not free:
                is_dearer = bool(number)
                return _one_of(moves, dice[:1], True) if is_dearer else HeistIntent("command", "no_free_die")
            return _one_of(moves, [*{pool[n]: n for n in reversed(free)}.values()][::-1])
        case "best" | "better":
            meant = max(dice, key=lambda n: pool[n])
        case "worst" | "worse":
            meant = min(dice, key=lambda n: pool[n])
        case _:
            meant = dice[0]
    return _one_of(moves, [meant], is_asked=worth in ("better", "worse", "cheaper"))


def _said(words: Mapping[str, Sequence[str]], choice: NamedChoice) -> tuple[str, int, bool]:
    """Return the worth and the number by which a die is named, and whether the number is that of a place.

    Nothing is returned where a word is neither.
    """
    worths = {text: name for name, texts in words.items() if name != "nouns" for text in texts}
    if choice.what in worths:
        return worths[choice.what], 0, False
    named = [worths[one] for one in choice.parts if one in worths]
    numbers = [number_of(one) for one in choice.parts if one not in worths]
    if len(named) > 1 or len(numbers) > 1 or (0, False) in numbers:
        return "", 0, False
    number, is_place = (*numbers, (0, False))[0]
    return (*named, "")[0], number, is_place


def _one_of(moves: Sequence[OpenMove], places: Sequence[int], is_asked: bool = False) -> HeistIntent | None:
    """Return the one of some moves; of several, or where it is doubtful, they are asked back."""
    found = [moves[n] for n in dict.fromkeys(places) if n < len(moves)]
    if len(found) == 1 and not is_asked:
        return HeistIntent("move", found[0].key)
    why = "ask_meant" if len(found) == 1 else "ask_which"
    return HeistIntent("choose", moves=found, why=why) if found else None
