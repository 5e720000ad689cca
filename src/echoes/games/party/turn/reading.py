"""From a message to what it means at a table: by its form, else by its words."""

import re
from collections.abc import Iterator, Sequence

from echoes.games.conversation.form import read_form
from echoes.games.party.phrases import TABLE_PHRASES, table_phrase
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.addressing import neighbours
from echoes.games.party.turn.command_names import COMMANDS
from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.moves import offered_moves, spent_moves
from echoes.games.party.turn.party_move import HOLDS, PartyMove
from echoes.games.party.turn.sights import looked_at
from echoes.games.reading.move import MOST_ASKED, Circumstances, WordedMove, command_moves, unmade_move
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.language.readers import reader_for
from echoes.language.speech_acts import read_speech_act

_QUOTED = re.compile(r"^[\"“「『](.+?)[\"”」』]?$", re.DOTALL)


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
    if said := _formal(message, moves, asked):
        return said
    if not play.acts:
        return PartyIntent("unknown")
    near = neighbours(play)
    if read_speech_act(near.language, message, near.names).act == "around":
        return PartyIntent("command", "look")
    read = await reader.read(message, open_at_table(play, moves, near))
    intent = _intent(message, moves, near, read)
    if intent.kind == "here" and read.rest:  # who follows somebody who is here does only the rest
        return await read_at_table(reader, play, read.rest, moves, asked)
    return intent


def master_intent(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent:
    """Find what whoever leads the table means: a number, a command, a move word for word, else a telling."""
    if formal := _formal(message, moves, asked):
        return PartyIntent("command", "unknown") if formal.key in HOLDS.values() else formal
    return PartyIntent("unknown")


def _formal(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent | None:
    """Find what a message means whose form says it: a command, a number, a move's words, or speech."""
    texts = {move.key: move.text for move in moves}
    form = read_form(message, COMMANDS, asked, lambda: texts, is_asked_back=len(asked) == 1)
    if form is None or (form.kind == "declined" and len(asked) != 1):
        found = _QUOTED.match(message)
        return PartyIntent("speech", text=found[1].strip()) if found else None
    match form.kind:
        case "command" if form.key == "hold" and form.text in HOLDS:
            return PartyIntent("move", HOLDS[form.text])
        case "command":
            return PartyIntent("command", form.key or "unknown", form.text)
        case "move" if form.key in texts:
            return PartyIntent("move", form.key)
        case "range" if asked:
            return PartyIntent("range", text=str(len(asked)))
        case _:
            return PartyIntent("unknown")


def open_at_table(play: PartyPlay, moves: Sequence[PartyMove], near: Neighbours) -> OpenMoves:
    """Return the moves that are open to a seat, and what may be meant beside them.

    Args:
        play: before the message.
        moves: that are open.
        near: who may be named, and where ways lead.
    """
    shown = tuple(move.key for move in offered_moves(moves))
    worded = [move.worded(near.towards) for move in moves]
    words = TABLE_PHRASES.of_language(near.language).list_groups["command_words"]
    beside = [*_beside(play, near), *_people(near), *command_moves(words)]
    return OpenMoves(near.language, near.called, [*worded, *beside], Circumstances(near.here, "", shown))


def _beside(play: PartyPlay, near: Neighbours) -> Iterator[WordedMove]:
    """Yield what is no move, with the words by which it may be meant: ways, a secret, what was tried."""
    for way in near.closed:
        yield unmade_move(f"closed:{way.key}", (way.text, *way.cues), "go")
    for n, way in enumerate(near.beyond):
        yield unmade_move(f"by:{n}", (way.text, *way.cues), "go")
    ways_in = (way for scene in play.module.scenes.values() for way in scene.exits.values())
    cues = {cue for way in ways_in if way.to == play.scene for cue in way.cues}
    named = [near.place, *(cue for cue in sorted(cues) if cue in near.place.casefold())]
    yield unmade_move(
        "there:", [one for name in named for one in _phrases(near.language, "words_go", name)], "go"
    )
    yield unmade_move("leave:", _phrases(near.language, "words_leave"))
    if play.state["knows"][play.seat]:
        yield unmade_move("confess:", _phrases(near.language, "words_confess"))
    for one in spent_moves(play.module, play.state, play.seat):
        yield WordedMove(f"spent:{one.key}", one.text, one.cues, is_open=False)


def _people(near: Neighbours) -> Iterator[WordedMove]:
    """Yield looks at people, and the ways of companions."""
    for who in near.names:
        name = next(iter(near.names[who]))
        yield unmade_move(f"look:{who}", _phrases(near.language, "words_look", name), "look", who)
        if who in near.companions:
            yield unmade_move(f"follow:{who}", _phrases(near.language, "words_follow", name), "", who)


def _phrases(language: str, key: str, name: str = "") -> Sequence[str]:
    return table_phrase(language, key, name=name).split("|")


def _intent(message: str, moves: Sequence[PartyMove], near: Neighbours, read: Reading) -> PartyIntent:
    """Return the intent of a message whose words were read."""
    taken, (kind, _, rest) = read.taken, read.taken.partition(":")
    if not taken:
        return _not_certain(message, moves, near, read)
    if taken.startswith("/"):
        return PartyIntent("command", taken[1:])
    ways = _of_kind(moves, "go")
    match kind:
        case "closed":
            return _where_to(ways, "no_such_way")
        case "there":
            return _where_to(ways, "there_already")
        case "leave":
            return PartyIntent("move", ways[0], rest=read.rest) if len(ways) == 1 else _where_to(ways)
        case "by":
            first = near.beyond[int(rest)].key
            return _where_to([first], "leads_by") if first in ways else _where_to(ways)
        case "look":
            return PartyIntent("looks", rest) if rest in near.here else _away(rest, ways, near)
        case "follow" if rest in read_speech_act(near.language, message, near.names).addressees:
            return PartyIntent("companion", rest)
        case "follow" if rest in near.here:
            return PartyIntent("here", rest)
        case "follow":
            way = near.towards.get(rest, "")
            return PartyIntent("move", way, rest=read.rest) if way in ways else PartyIntent("absent", rest)
        case "confess":
            return _asked_back(_of_kind(moves, "tell")[:MOST_ASKED])
        case "spent":
            return PartyIntent("spent")
        case _:
            move = next(move for move in moves if move.key == taken)
            return _doubted(message, move, moves, near) or PartyIntent("move", taken, rest=read.rest)


def _of_kind(moves: Sequence[PartyMove], kind: str) -> list[str]:
    return [move.key for move in moves if move.key.startswith(f"{kind}:")]


def _asked_back(keys: Sequence[str], is_likely: bool = True) -> PartyIntent:
    """Return the question which of some moves is meant."""
    why = "nearest" if not is_likely else "which" if len(keys) > 1 else "which_one"
    return PartyIntent("ask", keys=tuple(keys), why=why) if keys else PartyIntent("unknown")


def _where_to(ways: Sequence[str], why: str = "which_way") -> PartyIntent:
    """Return the question where to go instead, or that nobody can leave."""
    return PartyIntent("ask", keys=tuple(ways[:MOST_ASKED]), why=why) if ways else PartyIntent("stuck")


def _away(who: str, ways: Sequence[str], near: Neighbours) -> PartyIntent:
    """Return the way to somebody who is not here, asked back; else their absence."""
    way = near.towards.get(who, "")
    absent = PartyIntent("absent", who)
    return PartyIntent("ask", who, keys=(way,), why="way_to_them") if way in ways else absent


def _doubted(
    message: str, move: PartyMove, moves: Sequence[PartyMove], near: Neighbours
) -> PartyIntent | None:
    """Return the answer where words that fit a move go beside it; None where they mean it.

    Nobody goes where they send a companion. A look is not at another thing, and no other deed. That
    nobody is accused may be all that a verb says.

    Args:
        message: that was sent.
        move: that its words fit; moves: all that are open.
        near: who may be named.
    """
    kind, act = move.key.partition(":")[0], read_speech_act(near.language, message, near.names)
    if move.key == f"accuse:{NOBODY}":
        return _asked_back([move.key, *(key for key in _of_kind(moves, kind) if key != move.key)])
    if kind == "go":
        sends = {*act.addressees, *act.mentioned} & near.companions
        return _asked_back([move.key]) if sends else None
    if kind != "try" or read_speech_act(near.language, move.text, near.names).act != "look":
        return None
    ideas = reader_for(near.language).ideas
    texts = {idea for text in (move.text, *move.cues) for idea in ideas(text)}
    if act.act == "look" and not ideas(act.rest) & texts and (seen := looked_at(message, near)).text:
        return seen
    return _asked_back([move.key]) if not act.act and ideas(message) - texts else None


def _not_certain(message: str, moves: Sequence[PartyMove], near: Neighbours, read: Reading) -> PartyIntent:
    """Return the intent of a message that means no move for certain: asked back, absent, or seen."""
    act, ways = read_speech_act(near.language, message, near.names), _of_kind(moves, "go")
    sought = [*act.addressees, *(act.mentioned if act.act == "look" else ())]
    if away := [who for who in sought if who not in near.here]:
        return _away(away[0], ways, near)
    if act.act == "greet" and not (act.rest or act.addressees):
        return PartyIntent(
            "speech", text=message
        )  # to all who are here; of what else was near, nothing was said
    if companions := [who for who in act.addressees if who in near.companions]:
        told = [key for key in read.asked if key.startswith("tell:")] if act.act == "tell" else []
        return _asked_back(told) if told else PartyIntent("companion", companions[0])
    if act.addressees and (parley := _of_kind(moves, "parley")):
        return _asked_back(parley)
    if act.act == "go" and (not read.is_likely or not ways):
        return _where_to(ways)
    if (seen := looked_at(message, near)).kind != "unknown":
        return seen
    asked = [key for key in read.asked if not key.startswith("spent:")]
    is_spent = read.is_likely and read.asked[0] not in asked
    return PartyIntent("spent") if is_spent else _asked_back(asked, read.is_likely)
