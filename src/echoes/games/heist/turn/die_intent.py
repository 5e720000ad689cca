"""Words while dice are on offer: which die they spend, or which are asked back."""

import re
from collections.abc import Sequence

from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import ASKS
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.named_die import free_dice, named_die, nearly_named_die, pips_alone
from echoes.games.heist.turn.open_move import OpenMove

_WHICHEVER = re.compile(r"哪[个颗]最")


def die_intent(state: HeistState, moves: Sequence[OpenMove], bare: str) -> HeistIntent | None:
    """Return the die that was named; a question names none.

    Args:
        state: in which dice are on offer.
        moves: that are open; the dice come first.
        bare: the message, in small letters.
    """
    if ASKS.search(bare) and not _WHICHEVER.match(bare):
        return None
    if (free := free_dice(state, bare)) is not None:
        return _free(moves, free)
    if (die := pips_alone(state, bare)) is not None:
        return _pips(moves, *die)
    named = named_die(state, bare)
    if isinstance(named, str):
        return HeistIntent("command", "no_die", named)
    if named:
        return HeistIntent("move", f"die:{named}")
    near, is_sure = nearly_named_die(state, bare)
    if near and is_sure:
        return HeistIntent("move", f"die:{near}")
    return HeistIntent("choose", moves=[moves[near - 1]], why="ask_meant") if near else None


def _free(moves: Sequence[OpenMove], free: Sequence[int]) -> HeistIntent:
    """Return the die that costs nothing, or ask which of them; there may be none."""
    if len(free) == 1:
        return HeistIntent("move", f"die:{free[0]}")
    if free:
        return HeistIntent("choose", moves=[moves[number - 1] for number in free])
    return HeistIntent("command", "no_free_die")


def _pips(moves: Sequence[OpenMove], pips: int, die: int) -> HeistIntent:
    """Ask whether a number that was spelt out is that of a die or that of an option."""
    numbered = moves[pips - 1 : pips]
    meant = [moves[die - 1]] if die else []
    both = [*meant, *(move for move in numbered if move not in meant)]
    return HeistIntent("choose", moves=both, why="ask_meant" if len(both) == 1 else "ask_which")
