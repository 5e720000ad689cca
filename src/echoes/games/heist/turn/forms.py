"""Messages whose form tells their meaning: commands, numbers, answers, refusals, names, dice, questions."""

import re
from collections.abc import Sequence

from echoes.games.giving_up import GIVE_UP_WORDS
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import ASKS
from echoes.games.heist.turn.beside import beside_intent, beside_moves
from echoes.games.heist.turn.company import said_to
from echoes.games.heist.turn.die_intent import die_intent
from echoes.games.heist.turn.exits import own_words
from echoes.games.heist.turn.flashbacks import flashback_intent
from echoes.games.heist.turn.intent import UNWANTED, HeistIntent
from echoes.games.heist.turn.matching import bare_of, plain_of, said_exactly
from echoes.games.heist.turn.name_frames import name_alone
from echoes.games.heist.turn.numbers import picked_or_said
from echoes.games.heist.turn.onward import onward
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.refusal import refuses
from echoes.games.heist.turn.sayings import is_said, said_move
from echoes.games.heist.turn.unframed import unframed_moves
from echoes.games.typed_commands import CommandTable

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
    language, bare, plain = score.language, bare_of(message), plain_of(message)
    if (number := picked_or_said(language, plain, bare, len(state["asked"] or moves))) is not None:
        return _picked(score, state, moves, number)
    if state["asked"] and (answer := _asked_back(score, state, moves, plain)):
        return answer
    if not ASKS.search(bare) and (refused := _refused(language, state, moves, plain)):
        return refused
    if key := said_move(language, state, moves, plain) or own_words(score, state, moves, plain):
        return HeistIntent("move", key)
    if key := said_exactly(beside_moves(language, state), plain):
        return beside_intent(key)
    if is_said(language, "goes_on", plain) and (further := onward(score, state, moves)):
        return further
    if command := _said_plainly(language, plain):
        return HeistIntent("command", command)
    if state["phase"] == "creation" and (own := _written(moves, message)):
        return own
    if state["mood"] == "action" and (die := die_intent(state, moves, bare)):
        return die
    if ASKS.search(bare):
        return HeistIntent("question", text=message, person=_asked(score, state, message))
    return flashback_intent(language, state, moves, plain)


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
    return HeistIntent("choose", moves=found, why="ask_meant") if found else UNWANTED


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
    act, called = said_to(score, state, question)
    here = [who for who, _ in people_here(score, state)] if state["mood"] == "scene" else []
    if called or not ADDRESSES.search(question):
        return called[0] if called else ""
    named = next((who for who in act.mentioned if who in here), "")
    return named or (here[0] if len(here) == 1 else "")
