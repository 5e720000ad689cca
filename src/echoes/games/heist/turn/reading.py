"""From a message to what it means in a heist: by its form, else by its words."""

from collections.abc import Sequence
from dataclasses import replace

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import MAKING
from echoes.games.heist.turn.beside import COMMAND_KEY, LATER_KEY, beside_intent, beside_moves
from echoes.games.heist.turn.company import names_of_people, said_to
from echoes.games.heist.turn.exits import has_price
from echoes.games.heist.turn.forms import intent_by_form
from echoes.games.heist.turn.intent import UNWANTED, HeistIntent
from echoes.games.heist.turn.matching import (
    bare_of,
    is_social,
    names_another_deed,
    overlap,
    own_ways,
    plain_of,
    says_whole,
)
from echoes.games.heist.turn.onward import onward
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.sayings import is_said
from echoes.games.heist.turn.unframed import (
    asks_for_no_use,
    is_framed,
    unframed_intent,
    unframed_moves,
    without_framing,
)
from echoes.games.reading.move import COMMAND, Circumstances, WordedMove
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.language.stance import denies_something, read_stance

_OF_SCENES = ("approach:", "exit:", "retreat")
"""Moves that let a framed action be."""


async def read_in_heist(
    reader: WordReader, score: Score, state: HeistState, moves: Sequence[OpenMove], message: str
) -> HeistIntent:
    """Return the meaning of a message: by its form, else by its words.

    Args:
        reader: of words.
        score: that is played.
        state: before the message.
        moves: that are open.
        message: what the player sent.
    """
    if meant := intent_by_form(score, state, moves, message):
        return meant
    read = await reader.read(message, open_in_heist(score, state, moves))
    return _intent(score, state, moves, message, read)


def open_in_heist(score: Score, state: HeistState, moves: Sequence[OpenMove]) -> OpenMoves:
    """Return the moves that are open in a heist, and those beside an action that is framed.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open.
    """
    where = Circumstances(frozenset(who for who, _ in people_here(score, state)), "", state["asked"])
    beside = beside_moves(score.language, state)
    opened = {move.key: move for move in (*unframed_moves(score, state), *moves)}
    now = {move.key for move in moves}
    final = {key for key, move in opened.items() if has_price(score, state, move)}
    cues = {bare_of(cue) for move in (*beside, *opened.values()) for cue in (move.text, *move.cues)}
    worded = [move.worded(score.language, key in final, cues) for key, move in opened.items()]
    worded = [one if one.key in now else replace(one, is_open=False) for one in worded]
    worded += [_worded_beside(move) for move in beside]
    return OpenMoves(score.language, names_of_people(score), worded, where)


def _worded_beside(move: OpenMove) -> WordedMove:
    """Return a meaning beside the open moves, with its words."""
    act, final = COMMAND if move.key.startswith(COMMAND_KEY) else "", move.key == f"{COMMAND_KEY}undo"
    return WordedMove(move.key, move.text, move.cues, act, final=final, shown=False, is_open=bool(act))


def _intent(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str, read: Reading
) -> HeistIntent:
    """Return the intent of a message whose words were read."""
    known = {move.key: move for move in (*unframed_moves(score, state), *moves)}
    if read.taken:
        return _taken(score, state, moves, message, read)
    asked = [known[key] for key in read.asked if not is_framed(state, known[key])]
    if read.is_likely and is_framed(state, known[read.asked[0]]):
        return HeistIntent("unknown", why="framed_already")
    if state["phase"] in MAKING:
        return HeistIntent("choose", moves=asked) if read.is_likely else HeistIntent("unknown")
    if state["framing"] and asks_for_no_use(score.language, moves, message):
        return HeistIntent("unknown", why="no_use")
    if state["mood"] == "scene" and is_said(score.language, "waits", plain_of(message)):
        return HeistIntent("command", "wait")
    if (spoken := _spoken(score, state, message, read)) is not None:
        return HeistIntent("speak", text=message, person=spoken, moves=asked, why="ask_nearest")
    if read.is_likely and len(asked) == 1 and _is_talk(score, state, asked[0], message):
        return _done(score, state, moves, asked[0], message)
    if read.is_likely:
        return HeistIntent("choose", moves=asked, why=_which(state, asked))
    return _unlikely(score, state, message, asked)


def _taken(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str, read: Reading
) -> HeistIntent:
    """Return the intent of words that mean one thing: it is done, or asked back where they only come near."""
    if read.taken.startswith((COMMAND_KEY, LATER_KEY)):
        return beside_intent(read.taken)
    known = (*moves, *unframed_moves(score, state))
    move = next(move for move in known if move.key == read.taken)
    return _done(score, state, moves, move, message, read.rest)


def _done(
    score: Score, state: HeistState, moves: Sequence[OpenMove], move: OpenMove, message: str, rest: str = ""
) -> HeistIntent:
    """Return the intent to make a move, or to ask it back where it is not plainly said."""
    if not _is_plain(score, state, move, message):
        return HeistIntent("choose", moves=[move], why=_which(state, [move]))
    meant = HeistIntent("move", move.key, rest=rest)
    return meant if move in moves else unframed_intent(state, [move], meant)


def _is_talk(score: Score, state: HeistState, move: OpenMove, message: str) -> bool:
    """Return whether words are said to those in the way, who have no name, and a move talks to them."""
    act, called = said_to(score, state, message)
    stance = read_stance(score.language, bare_of(message))
    is_said = act.act in ("ask", "tell", "greet") and not (called or act.addressees or act.pronoun)
    return is_said and is_social(move) and not (stance.denies or stance.muses or act.is_question)


def _is_plain(score: Score, state: HeistState, move: OpenMove, message: str) -> bool:
    """Return whether words that mean a move are plain enough for it.

    A price is paid for what is said in full and not denied; whoever looks somewhere does not go there; the
    vice of somebody else is not one's own; and a way is not taken by the verb of another action.
    """
    language, bare = score.language, bare_of(message)
    if move.key == "deal" or has_price(score, state, move):
        return says_whole(language, message, move.label) and not denies_something(language, bare)
    if move.beside and not overlap(language, message, move.cues):
        return False
    return not names_another_deed(language, message, move)


def _which(state: HeistState, asked: Sequence[OpenMove]) -> str:
    """Return the phrase that asks which move was meant, and says what would be lost by it."""
    framing = state["framing"]
    if framing and framing["used"] and any(move.key.startswith(_OF_SCENES) for move in asked):
        return "ask_instead"
    return "ask_meant" if len(asked) == 1 else "ask_which"


def _unlikely(score: Score, state: HeistState, message: str, asked: Sequence[OpenMove]) -> HeistIntent:
    """Return the intent of words that no open move is likely to be meant by."""
    language, bare = score.language, bare_of(message)
    goes = is_said(language, "goes_somewhere", plain_of(message))
    if goes and (further := _elsewhere(score, state)):
        return further
    stance = read_stance(language, bare)
    own = [] if stance.denies or stance.muses else own_ways(score, state, message)
    if own:
        return HeistIntent("move", own[0].key) if len(own) == 1 else HeistIntent("choose", moves=own)
    if stance.denies:
        return UNWANTED
    return HeistIntent("choose", moves=asked, why="ask_nearest") if asked else HeistIntent("unknown")


def _elsewhere(score: Score, state: HeistState) -> HeistIntent | None:
    """Return the ways that may be meant by going to some place, or that none leads on yet."""
    scene = without_framing(state) if state["framing"] else state
    moves = open_moves(score, scene)
    further = onward(score, scene, moves)
    if further is None or further.kind == "unknown":
        return further
    ways = further.moves or [move for move in moves if move.key == further.move]
    return HeistIntent("choose", moves=ways, why=_which(state, ways))


def _spoken(score: Score, state: HeistState, message: str, read: Reading) -> str | None:
    """Return to whom words are said, empty for nobody in particular; None where they are no speech."""
    if state["mood"] not in ("scene", "action"):
        return None
    act, called = said_to(score, state, message)
    if called or (act.act in ("ask", "tell", "greet") and (act.pronoun or not read.is_likely)):
        here = [who for who, _ in people_here(score, state)]
        return [*called, *here][0] if called or len(here) == 1 else ""
    return None
