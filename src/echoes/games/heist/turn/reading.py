"""From a message to what it means in a heist: by its form, else by its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.company import names_of_people, said_to
from echoes.games.heist.turn.exits import has_price, onward
from echoes.games.heist.turn.forms import intent_by_form
from echoes.games.heist.turn.intent import MAKING, UNWANTED, HeistIntent, OpenMove
from echoes.games.heist.turn.matching import (
    bare_of,
    is_social,
    names_another_deed,
    overlap,
    own_ways,
    plain_of,
    says_whole,
)
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.unframed import (
    is_framed,
    unframed_intent,
    unframed_moves,
    use_not_on_offer,
    without_framing,
)
from echoes.games.reading.move import MOST_ASKED, Circumstances, WordedMove, command_moves, unmade_move
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.language.questions import speaks_of_self
from echoes.language.speech_act import SpeechAct
from echoes.language.speech_acts import read_speech_act
from echoes.language.stance import denies_something, read_stance

LATER_KEY, ONWARD = "later:", "onward:"

_OF_SCENES = ("approach:", "exit:", "retreat")
"""Moves that let a framed action be."""


def beside_moves(language: str, state: HeistState) -> Iterator[WordedMove]:
    """Yield the meanings beside the open moves; none of them is ever offered.

    Args:
        language: of the session.
        state: before the message.
    """
    words = phrases_in(language)
    yield from command_moves(words.list_groups["command_words"])
    if state["phase"] not in ("playing", "between_scenes"):
        return
    yield unmade_move(ONWARD, words.lists["onward_words"])
    if state["mood"] in ("scene", "action"):
        for name, texts in words.list_groups["later_words"].items():
            yield unmade_move(f"{LATER_KEY}{name}", texts)


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
    beside = [*beside_moves(score.language, state)]
    opened = {move.key: move for move in (*unframed_moves(score, state), *moves)}
    now = {move.key for move in moves}
    final = {key for key, move in opened.items() if has_price(score, state, move)}
    texts = [*(move.texts for move in beside), *((move.text, *move.cues) for move in opened.values())]
    cues = {bare_of(cue) for each in texts for cue in each}
    worded = [move.worded(score.language, key in final, cues) for key, move in opened.items()]
    worded = [one if one.key in now else replace(one, is_open=False) for one in worded]
    return OpenMoves(score.language, names_of_people(score), [*worded, *beside], where)


def _intent(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str, read: Reading
) -> HeistIntent:
    """Return the intent of a message whose words were read."""
    known = {move.key: move for move in (*unframed_moves(score, state), *moves)}
    act, called = said_to(score, state, message)
    why = "" if act.is_question else use_not_on_offer(score, state, moves, message)
    if why and (why != "no_use" or not read.taken):
        return HeistIntent("unknown", why=why)
    if read.taken:
        return _taken(score, state, moves, known, message, read)
    asked = [known[key] for key in read.asked if not is_framed(state, known[key])]
    if read.is_likely and is_framed(state, known[read.asked[0]]):
        return HeistIntent("unknown", why="framed_already")
    if act.is_question and act.act != "tell":
        person, meant = _whom(score, state, act, called), asked if read.is_likely else ()
        return HeistIntent("question", text=message, person=person, moves=meant, why=_which(state, asked))
    if state["phase"] in MAKING:
        if not asked or not (read.is_likely or state["phase"] == "scenario"):
            return HeistIntent("unknown")
        return HeistIntent("choose", moves=asked, why="ask_which" if read.is_likely else "ask_nearest")
    nearest = _which(state, asked) if state["framing"] else "ask_nearest"
    if (spoken := _spoken(score, state, act, called, read)) is not None:
        if not spoken and asked and is_social(asked[0]):  # said to those in the way, who have no name
            return HeistIntent("choose", moves=asked, why=nearest)
        return HeistIntent("speak", text=message, person=spoken, moves=asked, why="ask_nearest")
    if read.is_likely and len(asked) == 1 and _is_talk(score.language, asked[0], act, called, message):
        return _done(score, state, moves, asked[0], message)
    if read.is_likely:
        return HeistIntent("choose", moves=asked, why=_which(state, asked))
    return _unlikely(score, state, message, asked)


def _taken(
    score: Score,
    state: HeistState,
    moves: Sequence[OpenMove],
    known: Mapping[str, OpenMove],
    message: str,
    read: Reading,
) -> HeistIntent:
    """Return the intent of words that mean one thing: it is done, or asked back where they only come near."""
    if read.taken == "/gear" and not speaks_of_self(message):
        own = phrases_in(score.language).list_groups["command_words"]["gear"]
        if plain_of(message) not in own:  # it may be what somebody else carries
            return HeistIntent("question", text=message)
    if read.taken.startswith("/"):
        return HeistIntent("command", read.taken[1:])
    if read.taken.startswith(LATER_KEY):
        return HeistIntent("unknown", why="only_between")
    if read.taken == ONWARD:
        return _further(score, state, moves)
    return _done(score, state, moves, known[read.taken], message, read.rest)


def _done(
    score: Score, state: HeistState, moves: Sequence[OpenMove], move: OpenMove, message: str, rest: str = ""
) -> HeistIntent:
    """Return the intent to make a move, or to ask it back where it is not plainly said."""
    if not _is_plain(score, state, move, message):
        return HeistIntent("choose", moves=[move], why=_which(state, [move]))
    meant = HeistIntent("move", move.key, rest=rest)
    return meant if move in moves else unframed_intent(state, [move], meant)


def _is_talk(language: str, move: OpenMove, act: SpeechAct, called: Sequence[str], message: str) -> bool:
    """Return whether words are said to those in the way, who have no name, and a move talks to them."""
    stance = read_stance(language, bare_of(message))
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
    return not (names_another_deed(language, message, move) or _concerns_another(score, move, message))


def _concerns_another(score: Score, move: OpenMove, message: str) -> bool:
    """Return whether a message has no more of a way than the verb of its action, and names somebody else."""
    if not move.key.startswith("approach:") or overlap(score.language, message, (move.label, *move.cues)):
        return False
    act = read_speech_act(score.language, message, names_of_people(score))
    here = f"{score.obstacle(move.key.split(':')[1]).name} {move.label}"
    named = (score.people[who] for who in (*act.mentioned, *act.addressees))
    return any(not overlap(score.language, here, (one.name,)) for one in named)


def _which(state: HeistState, asked: Sequence[OpenMove]) -> str:
    """Return the phrase that asks which move was meant, and says what would be lost by it."""
    framing = state["framing"]
    if framing and framing["used"] and any(move.key.startswith(_OF_SCENES) for move in asked):
        return "ask_instead"
    return "ask_meant" if len(asked) == 1 else "ask_which"


def _unlikely(score: Score, state: HeistState, message: str, asked: Sequence[OpenMove]) -> HeistIntent:
    """Return the intent of words that no open move is likely to be meant by."""
    language, bare = score.language, bare_of(message)
    goes = read_speech_act(language, message, {}).act == "go"
    if goes and (further := _elsewhere(score, state)):
        return further
    stance = read_stance(language, bare)
    own = [] if stance.denies or stance.muses else own_ways(score, state, message)
    if len(own) == 1 and overlap(language, message, (score.obstacle(own[0].key.split(":")[1]).name,)):
        return HeistIntent("move", own[0].key)
    if own:
        return HeistIntent("choose", moves=own if len(own) > 1 else [*asked[: MOST_ASKED - 1], *own])
    if stance.denies:
        return UNWANTED
    return HeistIntent("choose", moves=asked, why="ask_nearest") if asked else HeistIntent("unknown")


def _further(score: Score, state: HeistState, moves: Sequence[OpenMove]) -> HeistIntent:
    """Return the intent to go on, which may be a yes to what was asked back."""
    further = onward(score, state, moves) or HeistIntent("unknown")
    asked = [move for move in moves if [move.key] == state["asked"]]
    ways = [move for move in moves if move.key == further.move] or [*further.moves]
    if not asked or not ways or asked[0] in ways:
        return HeistIntent("move", asked[0].key) if asked else further
    return HeistIntent("choose", moves=[*asked, *ways])


def _elsewhere(score: Score, state: HeistState) -> HeistIntent | None:
    """Return the ways that may be meant by going to some place, or that none leads on yet."""
    scene = without_framing(state) if state["framing"] else state
    moves = open_moves(score, scene)
    further = onward(score, scene, moves)
    if further is None or further.kind == "unknown":
        return further
    ways = further.moves or [move for move in moves if move.key == further.move]
    return HeistIntent("choose", moves=ways, why=_which(state, ways))


def _whom(score: Score, state: HeistState, act: SpeechAct, called: Sequence[str]) -> str:
    """Return the person there who is asked; a question that only names somebody is not put to them."""
    here = [who for who, _ in people_here(score, state)] if state["mood"] == "scene" else []
    if called or not act.about_addressee:
        return called[0] if called else ""
    named = next((who for who in act.mentioned if who in here), "")
    return named or (here[0] if len(here) == 1 else "")


def _spoken(
    score: Score, state: HeistState, act: SpeechAct, called: Sequence[str], read: Reading
) -> str | None:
    """Return to whom words are said, empty for nobody in particular; None where they are no speech."""
    if state["mood"] not in ("scene", "action"):
        return None
    is_said = act.act in ("ask", "tell", "greet") and (act.pronoun or not read.is_likely)
    is_greeting = act.act == "greet" and not act.rest
    if called or is_greeting or is_said:
        here = [who for who, _ in people_here(score, state)]
        return [*called, *here][0] if called or len(here) == 1 else ""
    return None
