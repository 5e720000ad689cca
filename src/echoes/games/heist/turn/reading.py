"""From a message to what it means in a heist: by its form, else by its words."""

import re
from collections.abc import Sequence
from dataclasses import replace

from echoes.games.giving_up import GIVE_UP_WORDS
from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import ASKS, MAKING
from echoes.games.heist.turn.die_intent import die_intent
from echoes.games.heist.turn.exits import has_price, is_called, own_words, person_called
from echoes.games.heist.turn.flashbacks import flashback_intent
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.matching import bare_of, overlap, own_ways, person_addressed
from echoes.games.heist.turn.name_frames import name_alone
from echoes.games.heist.turn.numbers import picked_or_said
from echoes.games.heist.turn.onward import onward
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.refusal import refuses
from echoes.games.heist.turn.sayings import is_said, said_move
from echoes.games.heist.turn.unframed import asks_for_no_use, unframed_intent, unframed_moves
from echoes.games.reading.move import Circumstances
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.games.typed_commands import CommandTable
from echoes.language.speech_acts import read_speech_act
from echoes.language.stance import denies_something, read_stance

COMMANDS = CommandTable({
    "help": ("help", "帮助"),
    "sheet": ("sheet", "角色", "status", "状态"),
    "recap": ("recap", "look", "回顾", "局面"),
    "undo": ("undo", "撤销", "撤回"),
    "fresh": ("fresh", "换骰"),
    "giveup": GIVE_UP_WORDS,
    "quit": ("quit", "exit", "退出"),
})  # fmt: skip
ADDRESSES = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]", re.IGNORECASE)
_PRONOUN = re.compile(r"[a-z]{1,8}(?:\s*/\s*[a-z]{1,8}){0,2}|[她他它牠祂]们?|ta们?", re.IGNORECASE)
_UNWANTED = HeistIntent("unknown", why="ask_negated")


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
    names = {who: (one.name, *one.cues) for who, one in score.people.items()}
    where = Circumstances(frozenset(who for who, _ in people_here(score, state)), "", state["asked"])
    opened = {move.key: move for move in (*unframed_moves(score, state), *moves)}
    final = {key for key, move in opened.items() if has_price(score, state, move)}
    worded = [move.worded(score.language, final=key in final) for key, move in opened.items()]
    now = {move.key for move in moves}
    worded = [one if one.key in now else replace(one, is_open=False) for one in worded]
    return OpenMoves(score.language, names, worded, where)


def intent_by_form(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str
) -> HeistIntent | None:
    """Return the meaning of a message whose form tells it; None for free words.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open.
        message: what the player sent.
    """
    if typed := COMMANDS.read(message):
        return HeistIntent("command", typed.name or f"?{typed.word}", typed.argument)
    language, bare = score.language, bare_of(message)
    plain = bare.strip(" .!?。！？")
    if (number := picked_or_said(language, plain, bare, len(state["asked"] or moves))) is not None:
        return _picked(score, state, moves, number)
    if state["asked"] and (answer := _asked_back(score, state, moves, plain)):
        return answer
    if not ASKS.search(bare) and (refused := _refused(language, state, moves, plain)):
        return refused
    if key := said_move(language, state, moves, plain) or own_words(score, state, moves, plain):
        return HeistIntent("move", key)
    if is_said(language, "goes_on", plain) and (further := onward(score, state, moves)):
        return further
    if command := _said_plainly(language, plain):
        return HeistIntent("command", command)
    if state["phase"] == "creation" and (own := _written(moves, message)):
        return own
    if (
        state["mood"] == "action"
        and not denies_something(language, bare)
        and (die := die_intent(state, moves, bare))
    ):
        return die
    if ASKS.search(bare):
        return HeistIntent("question", text=message, person=_asked(score, state, message))
    return flashback_intent(language, state, moves, plain)


def _intent(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str, read: Reading
) -> HeistIntent:
    """Return the intent of a message whose words were read."""
    behind = unframed_moves(score, state)
    known = {move.key: move for move in (*behind, *moves)}
    asked = [known[key] for key in read.asked]
    if read.taken:
        meant = HeistIntent("move", read.taken, rest=read.rest)
        is_open = any(move.key == read.taken for move in moves)
        return meant if is_open else unframed_intent(state, behind, meant) or meant
    if state["phase"] in MAKING:
        return HeistIntent("choose", moves=asked) if read.is_likely else _lost(asked)
    if state["framing"] and asks_for_no_use(score.language, moves, message):
        return HeistIntent("unknown", why="no_use")
    plain = bare_of(message).strip(" .!?。！？")
    if state["mood"] == "scene" and is_said(score.language, "waits", plain):
        return HeistIntent("command", "wait")
    if (spoken := _spoken(score, state, message)) is not None:
        return HeistIntent("speak", text=message, person=spoken, moves=asked, why="ask_nearest")
    stance = read_stance(score.language, bare_of(message))
    own = [] if read.is_likely or stance.denies or stance.muses else own_ways(score, state, message)
    if own:
        return HeistIntent("move", own[0].key) if len(own) == 1 else HeistIntent("choose", moves=own)
    if not read.is_likely:
        return _lost(asked)
    return HeistIntent("choose", moves=asked, why="ask_meant" if len(asked) == 1 else "ask_which")


def _lost(asked: Sequence[OpenMove]) -> HeistIntent:
    """Return that a message was not understood, with what comes nearest."""
    if not asked:
        return HeistIntent("unknown", why="not_understood")
    return HeistIntent("choose", moves=asked, why="ask_nearest")


def _spoken(score: Score, state: HeistState, message: str) -> str | None:
    """Return to whom words are said, empty for nobody in particular; None where they are no speech."""
    if state["mood"] != "scene":
        return None
    here = [who for who, _ in people_here(score, state)]
    names = {who: (score.people[who].name, *score.people[who].cues) for who in score.people}
    act = read_speech_act(score.language, message, names)
    called = [who for who in act.addressees if who in here]
    if act.act in ("ask", "tell", "greet") or called:
        return called[0] if called else here[0] if len(here) == 1 else ""
    return None


def _said_plainly(language: str, plain: str) -> str:
    """Return the command that plain words ask for; empty for none."""
    if plain in COMMANDS.words["help"]:
        return "help"
    said = {"options": "options", "look": "recap", "who_is_here": "people"}
    return next((command for name, command in said.items() if is_said(language, name, plain)), "")


def _picked(score: Score, state: HeistState, moves: Sequence[OpenMove], number: int) -> HeistIntent:
    if state["asked"] and number == 0:
        return HeistIntent("command", "never_mind")
    if state["asked"]:
        keys = {move.key for move in (*moves, *unframed_moves(score, state))}
        if 1 <= number <= len(state["asked"]) and state["asked"][number - 1] in keys | _improvised(
            state["asked"]
        ):
            return HeistIntent("move", state["asked"][number - 1])
    elif 1 <= number <= len(moves):
        return HeistIntent("move", moves[number - 1].key)
    count = len(state["asked"] or moves)
    return HeistIntent("command", "range", str(count))


def _improvised(keys: Sequence[str]) -> set[str]:
    return {key for key in keys if ":improvised:" in key}


def _asked_back(score: Score, state: HeistState, moves: Sequence[OpenMove], plain: str) -> HeistIntent | None:
    """Return the meaning of a plain yes or no where it was asked which move was meant."""
    language = score.language
    if is_said(language, "declines", plain) or refuses(language, plain):
        return _picked(score, state, moves, 0)
    is_agreed, is_either = (is_said(language, name, plain) for name in ("agrees", "agrees_or_goes_on"))
    if len(state["asked"]) != 1 or not (is_agreed or is_either):
        return None
    meant = _picked(score, state, moves, 1)
    further = onward(score, state, moves) if is_either else None
    if not further or further.kind == "unknown" or meant.move in (further.move, *_keys(further)):
        return meant
    keys = (meant.move, further.move, *_keys(further))
    return HeistIntent("choose", moves=[move for move in moves if move.key in keys])


def _keys(intent: HeistIntent) -> list[str]:
    return [move.key for move in intent.moves]


def _refused(language: str, state: HeistState, moves: Sequence[OpenMove], plain: str) -> HeistIntent | None:
    """Return the meaning of a refusal: an offer is closed or kept, and nothing is paid for it."""
    if state["phase"] not in ("playing", "between_scenes") or not refuses(language, plain):
        return None
    instead = {"action": "drop", "aftermath": "resist"}.get(state["mood"], "")
    found = [move for move in moves if move.key == instead]
    if instead == "drop" and state["framing"] and not state["framing"]["used"]:
        return HeistIntent("move", instead)
    return HeistIntent("choose", moves=found, why="ask_meant") if found else _UNWANTED


def _written(moves: Sequence[OpenMove], message: str) -> HeistIntent | None:
    """Return the name that was written where one is asked for; few words are pronouns.

    Names begin like questions (Will, Can, 哪吒), so only a question mark makes one there.
    """
    step = moves[0].key.split(":")[1] if moves and moves[0].key.startswith("fill:") else ""
    value = name_alone(message)[:40]
    if step not in ("name", "pronouns") or not value or value.endswith(("?", "？")):
        return None
    if step == "pronouns" and (ASKS.search(bare_of(value)) or not _PRONOUN.fullmatch(value)):
        return None
    return HeistIntent("move", f"fill:{step}:{value}")


def _asked(score: Score, state: HeistState, question: str) -> str:
    """Return the person there who is asked; a question that only names somebody is not put to them."""
    if person := person_called(score, state, question) or person_addressed(score, state, question):
        one, talk = score.people[person], phrases_in(score.language).lists["talk_cues"]
        by_name = is_called(one.name, one.cues, question)
        return (
            person if by_name or ADDRESSES.search(question) or overlap(score.language, question, talk) else ""
        )
    here = people_here(score, state) if state["mood"] == "scene" else []
    return here[0][0] if len(here) == 1 and ADDRESSES.search(question) else ""
