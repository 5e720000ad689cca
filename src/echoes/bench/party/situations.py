"""Situations at tables."""

from collections.abc import Sequence
from functools import partial, reduce

from echoes.bench.wordings.situations import WordingSituation, WordsRead
from echoes.core.log.entries import Entry
from echoes.games.party.events import PartyStartTrace
from echoes.games.party.opening import deal_sheets, table_opening
from echoes.games.party.pack.schema import Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.addressing import neighbours
from echoes.games.party.turn.moves import offered_moves
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.reading import open_at_table, read_at_table
from echoes.games.party.turn.respond import make_table_move
from echoes.games.reading.reader import WordReader

_SEED = "wordings"


def situation_at_table(module: Module, moves: Sequence[str]) -> WordingSituation:
    """Return the situation at a table after some moves, in order, each by whoever's turn it is."""
    state = reduce(partial(_moved, module), moves, _begun(module))
    play = PartyPlay(module, state, seat_to_act(module, state)[0])
    opened = open_at_table(play, moves_at_table(module, state, play.seat), neighbours(play))
    return WordingSituation(opened, partial(_read, play))


def _begun(module: Module) -> PartyState:
    started, trace = table_opening(module, "party", PartyStartTrace(seed=_SEED))
    state = table_after(new_table(module), Entry(started, trace))
    return reduce(table_after, deal_sheets(module, started, trace), state)


def _moved(module: Module, state: PartyState, key: str) -> PartyState:
    seat = seat_to_act(module, state)[0]
    play = PartyPlay(module, state, seat)
    make_table_move(
        play, key, next(one.text for one in moves_at_table(module, state, seat) if one.key == key)
    )
    return play.state


async def _read(play: PartyPlay, message: str, reader: WordReader) -> WordsRead:
    moves = moves_at_table(play.module, play.state, play.seat)
    asked = play.state["asked"].get(play.seat) or [move.key for move in offered_moves(moves)]
    reading = await read_at_table(reader, play, message, moves, asked)
    match reading.kind:
        case "move":
            return WordsRead(taken=reading.key)
        case "command":
            return WordsRead(command=reading.key)
        case _:
            return WordsRead(offered=reading.keys)
