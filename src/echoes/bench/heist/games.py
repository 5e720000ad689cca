"""Whole games of heists without an engine: the rules, a player, seeded dice."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from echoes.bench.heist.secrecy import leaks_of, secrets_of
from echoes.bench.seeded_games import SeededResult
from echoes.games.heist.events import HeistEnded
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import HEIST_PLAYERS
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.respond import offer_options
from echoes.games.player import PlayerSeat

_LONGEST = 1_000
_SEARCHED = 20
"""One game in so many is searched for every secret."""


@dataclass(frozen=True)
class HeistResult(SeededResult):
    """One game; its leaks are those that `secrecy` finds.

    Attributes:
        moves: that the player made.
        dice: that were thrown.
    """

    moves: int
    dice: int


def play_heists(score: Score, player: str, numbers: Sequence[int], seed: int) -> list[HeistResult]:
    """Play games one after the other; for a process of its own.

    Args:
        score: that is played.
        player: the name of a strategy.
        numbers: of the games.
        seed: of all of them.
    """
    return [asyncio.run(_play(score, player, f"bench:{seed}:{number}", number)) for number in numbers]


async def _play(score: Score, player: str, seed: str, number: int) -> HeistResult:
    state = begun_heist(score, seed)
    opening = HeistPlay(score, state, PlainDice())
    offer_options(opening)
    # Nothing of the opening but its options matters to these players.
    seat = PlayerSeat(started=None, look=None, seed=number)  # type: ignore[arg-type]
    strategy, events = HEIST_PLAYERS.open(player, seat), [entry.event for entry in opening.entries()]
    # A thorough search is slow; every game is searched for its seed.
    secrets = secrets_of(score, seed) if number % _SEARCHED == 0 else {seed: "seed"}
    moves = leaks = 0
    while not state["ended"] and moves < _LONGEST:
        move = await strategy.move(events, _LONGEST)
        if move is None:
            break
        chosen = open_moves(score, state)[int(move.text) - 1]
        play = HeistPlay(score, state, PlainDice())
        make_heist_move(play, chosen.key, chosen.text)
        if not play.state["ended"]:
            offer_options(play)
        events = [entry.event for entry in play.entries()]
        leaks += sum(len(leaks_of(event, secrets)) for event in events)
        state, moves = play.state, moves + 1
    details = next((event.details for event in events if isinstance(event, HeistEnded)), None)
    ending, success, points = (details.ending, details.success, details.score) if details else ("", False, 0)
    return HeistResult(score.id, player, ending, success, points, leaks, moves, state["counted"])
