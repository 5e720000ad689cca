"""Whole games of heists without an engine: the rules, a player, seeded dice."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.events import Event, event_to_json
from echoes.games.heist.events import HeistEnded
from echoes.games.heist.pack.random_walk import PlainDice, seeded_state
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import open_strategy
from echoes.games.heist.rules.moves import make_move
from echoes.games.heist.rules.play import Play
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.respond import offer_options
from echoes.games.player import PlayerSeat

_LONGEST = 1_000


@dataclass(frozen=True)
class HeistResult:
    """One game.

    Attributes:
        ending: its id; empty where it did not end.
        leaks: events before the end that held a hidden clock's name or the seed.
    """

    score: str
    player: str
    ending: str
    success: bool
    moves: int
    dice: int
    leaks: int


def play_heists(score: Score, player: str, numbers: Sequence[int], seed: int) -> list[HeistResult]:
    """Play games one after the other; for a process of its own.

    Args:
        score: that is played.
        player: the name of a strategy.
        numbers: of the games.
        seed: of all of them.
    """
    return [asyncio.run(_play(score, player, f"{seed}/{number}", number)) for number in numbers]


async def _play(score: Score, player: str, seed: str, number: int) -> HeistResult:
    state = seeded_state(score, seed)
    opening = Play(score, state, PlainDice())
    offer_options(opening)
    # Nothing of the opening but its options matters to these players.
    seat = PlayerSeat(started=None, look=None, seed=number)  # type: ignore[arg-type]
    strategy, events = open_strategy(player, seat), [entry.event for entry in opening.entries()]
    hidden = [clock.name for clock in score.clocks.values() if clock.visibility == "hidden"]
    moves = leaks = 0
    while not state["ended"] and moves < _LONGEST:
        move = await strategy.move(events, _LONGEST)
        if move is None:
            break
        chosen = open_moves(score, state)[int(move.text) - 1]
        play = Play(score, state, PlainDice())
        make_move(play, chosen.key, chosen.text)
        if not play.state["ended"]:
            offer_options(play)
        events = [entry.event for entry in play.entries()]
        known = [clock for clock in hidden if clock not in _shown(score, play.state["full"])]
        leaks += sum(_leaks(event, [*known, seed]) for event in events)
        state, moves = play.state, moves + 1
    details = next((event.details for event in events if isinstance(event, HeistEnded)), None)
    ending, success = (details.ending, details.success) if details else ("", False)
    return HeistResult(score.id, player, ending, success, moves, state["counted"], leaks)


def _shown(score: Score, full: Sequence[str]) -> set[str]:
    """Return the names of clocks that have come about; a full clock is no secret."""
    return {score.clocks[key].name for key in full if key in score.clocks}


def _leaks(event: Event, secrets: Sequence[str]) -> bool:
    if isinstance(event, HeistEnded):
        return False
    text = str(event_to_json(event))
    return any(secret in text for secret in secrets)
