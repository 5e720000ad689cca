"""From a message to what it means at a table: by its form, else by its words."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from echoes.games.party.phrases import TABLE_PHRASES
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.addressing import neighbours
from echoes.games.party.turn.command_names import COMMANDS
from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.moves import offered_moves, spent_moves
from echoes.games.party.turn.party_move import HOLDS, PartyMove
from echoes.games.party.turn.sights import looked_at
from echoes.games.picks import picked_number, yes_or_no
from echoes.games.reading.move import COMMAND, MOST_ASKED, Circumstances, WordedMove
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.language.speech_acts import read_speech_act

_QUOTED = re.compile(r"^[\"“「『](.+?)[\"”」』]?$", re.DOTALL)
_WORD = re.compile(r"[a-z0-9']+|[^\W\d_a-z]")


async def read_at_table(
    reader: WordReader, play: PartyPlay, message: str, moves: Sequence[PartyMove], asked: Sequence[str]
) -> PartyIntent:
    """Return the meaning of a message of somebody who plays a character.

    Args:
        reader: of words.
        play: before the message.
        message: without spaces around it.
        moves: that are open.
        asked: the moves behind the numbers that were shown last.
    """
    if said := _formal(message, moves, asked) or _worded(message, moves):
        return said
    if not play.acts:
        return PartyIntent("unknown")
    near = neighbours(play)
    return _intent(message, moves, near, await reader.read(message, open_at_table(play, moves, near)))


def master_intent(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent:
    """Find what whoever leads the table means: a number, a command, a move word for word, else a telling."""
    if formal := _formal(message, moves, asked):
        return PartyIntent("command", "unknown") if formal.key in HOLDS.values() else formal
    return _worded(message, moves) or PartyIntent("unknown")


def _formal(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent | None:
    """Find what a message means whose form says it: a command, a number, or speech; None for others."""
    if typed := COMMANDS.read(message):
        if typed.name == "hold" and typed.argument in HOLDS:
            return PartyIntent("move", HOLDS[typed.argument])
        return PartyIntent("command", typed.name or "unknown", typed.argument if typed.name else typed.word)
    if (n := picked_number(message)) is not None:
        if asked and not 1 <= n <= len(asked):
            return PartyIntent("range", text=str(len(asked)))
        keys = {move.key for move in moves}
        fits = 1 <= n <= len(asked) and asked[n - 1] in keys  # none may be left of them
        return PartyIntent("move", asked[n - 1]) if fits else PartyIntent("unknown")
    if found := _QUOTED.match(message):
        return PartyIntent("speech", text=found[1].strip())
    if len(asked) == 1 and yes_or_no(message):
        return next((PartyIntent("move", move.key) for move in moves if move.key == asked[0]), None)
    return None


def _worded(message: str, moves: Sequence[PartyMove]) -> PartyIntent | None:
    """Return the move whose words a message is."""
    said = _plain_words(message)
    return next((PartyIntent("move", one.key) for one in moves if _plain_words(one.text) == said), None)


def _plain_words(text: str) -> list[str]:
    """Return the words of a text in small letters, Chinese characters each by itself."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def open_at_table(play: PartyPlay, moves: Sequence[PartyMove], near: Neighbours) -> OpenMoves:
    """Return the moves that are open to a seat, and what may be meant beside them.

    Args:
        play: before the message.
        moves: that are open.
        near: who may be named, and where ways lead.
    """
    shown = tuple(move.key for move in offered_moves(moves))
    worded = [move.worded(near.towards) for move in moves]
    beside = [*_beside(play, near), *_commands(near.language)]
    return OpenMoves(near.language, near.names, [*worded, *beside], Circumstances(near.here, "", shown))


def _beside(play: PartyPlay, near: Neighbours) -> Iterator[WordedMove]:
    """Yield what is no move, with the words by which it may be meant: ways, looks, what was tried before."""
    for way in near.closed:
        yield WordedMove(f"closed:{way.key}", way.text, way.cues, "go", shown=False, is_open=False)
    for n, way in enumerate(near.beyond):
        yield WordedMove(f"by:{n}", way.text, way.cues, "go", shown=False, is_open=False)
    for who in sorted(near.here & near.names.keys()):
        yield WordedMove(f"look:{who}", "", (), "look", about=(who,), shown=False, is_open=False)
    for one in spent_moves(play.module, play.state, play.seat):
        yield WordedMove(f"spent:{one.key}", one.text, one.cues, shown=False, is_open=False)


def _commands(language: str) -> Iterator[WordedMove]:
    """Yield the commands that may be asked for in plain words."""
    for name, words in TABLE_PHRASES.of_language(language).list_groups["command_words"].items():
        yield WordedMove(f"/{name}", words[0], words[1:], COMMAND, shown=False)


def _intent(message: str, moves: Sequence[PartyMove], near: Neighbours, read: Reading) -> PartyIntent:
    """Return the intent of a message whose words were read."""
    taken, (kind, _, rest) = read.taken, read.taken.partition(":")
    if not taken:
        return _not_certain(message, moves, near, read)
    if taken.startswith("/"):
        return PartyIntent("command", taken[1:])
    match kind:
        case "closed":
            ways = tuple(move.key for move in moves if move.key.startswith("go:"))
            return PartyIntent("ask", keys=ways[:MOST_ASKED], why="no_such_way") if ways else _STUCK
        case "by":
            return PartyIntent("ask", keys=(near.beyond[int(rest)].key,), why="leads_by")
        case "look":
            return PartyIntent("looks", rest)
        case "spent":
            return PartyIntent("spent")
        case _:
            return PartyIntent("move", taken, rest=read.rest)


_STUCK = PartyIntent("stuck")


def _not_certain(message: str, moves: Sequence[PartyMove], near: Neighbours, read: Reading) -> PartyIntent:
    """Return what is asked back, or who is not there, or what is seen, where no move is meant for certain."""
    act = read_speech_act(near.language, message, near.names)
    if away := [who for who in act.addressees if who not in near.here]:
        way = near.towards.get(away[0], "")
        if way in {move.key for move in moves}:
            return PartyIntent("ask", away[0], keys=(way,), why="way_to_them")
        return PartyIntent("absent", away[0])
    if {*act.addressees} & near.companions:
        return PartyIntent("companion", next(who for who in act.addressees if who in near.companions))
    seen = looked_at(message, near)
    if seen.kind != "unknown" or not read.asked:
        return seen
    why = "nearest" if not read.is_likely else "which" if len(read.asked) > 1 else "which_one"
    return PartyIntent("ask", keys=tuple(read.asked), why=why)
