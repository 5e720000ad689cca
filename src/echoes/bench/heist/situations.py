"""Situations of heists."""

from collections.abc import Sequence
from functools import partial, reduce

from echoes.bench.wordings.situations import WordingSituation, WordsRead
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.reading import open_in_heist, read_in_heist
from echoes.games.heist.turn.respond import offer_options
from echoes.games.reading.reader import WordReader

_SEED = "wordings"


def situation_of_heist(score: Score, moves: Sequence[str]) -> WordingSituation:
    """Return the situation of a heist after some moves, by key and in order; its dice follow from a seed."""
    state = reduce(partial(_moved, score), moves, begun_heist(score, _SEED))
    opened = open_in_heist(score, state, open_moves(score, state))
    return WordingSituation(opened, partial(_read, score, state))


def _moved(score: Score, state: HeistState, key: str) -> HeistState:
    play = HeistPlay(score, state, PlainDice())
    make_heist_move(play, key, next(move.text for move in open_moves(score, state) if move.key == key))
    if not play.state["ended"]:
        offer_options(play)
    return play.state


async def _read(score: Score, state: HeistState, message: str, reader: WordReader) -> WordsRead:
    moves = open_moves(score, state)
    intent = await read_in_heist(reader, score, state, moves, message)
    match intent.kind:
        case "move":
            return WordsRead(taken=intent.move)
        case "command":
            return WordsRead(command=intent.move)
        case _:
            return WordsRead(offered=tuple(move.key for move in intent.moves))
