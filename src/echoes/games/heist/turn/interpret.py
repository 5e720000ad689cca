"""From words to moves by rules: right, or options asked back, or a word on what is at hand."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from echoes.games.giving_up import GIVE_UP_WORDS
from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.tables import DOMAIN_OF
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import ASKS
from echoes.games.heist.turn.denial import denies, refuses
from echoes.games.heist.turn.die_intent import die_intent
from echoes.games.heist.turn.exits import (
    affirmed,
    is_called,
    is_taken_by_words,
    leaves,
    own_words,
    person_called,
)
from echoes.games.heist.turn.flashbacks import flashback_intent
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.matching import (
    CERTAIN,
    CLAUSES,
    POSSIBLE,
    bare_of,
    bribing_ways,
    contradicts,
    hits_of,
    overlap,
    own_ways,
    person_addressed,
    says_nothing_else,
    weight,
    with_plain_bribes,
)
from echoes.games.heist.turn.name_frames import name_alone
from echoes.games.heist.turn.numbers import picked_or_said
from echoes.games.heist.turn.onward import onward, towards
from echoes.games.heist.turn.open_move import FREE, OpenMove
from echoes.games.heist.turn.sayings import is_said, said_move
from echoes.games.heist.turn.unframed import asks_for_no_use, unframed_intent, unframed_moves, without_framing
from echoes.games.reading.move import MOST_ASKED
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
_THEN = re.compile(r"[,，.。;；]?\s*(?:\b(?:and )?then\b|然后|接着|之后)|[,，]\s*再")
ADDRESSES = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]", re.IGNORECASE)
_PRONOUN = re.compile(r"[a-z]{1,8}(?:\s*/\s*[a-z]{1,8}){0,2}|[她他它牠祂]们?|ta们?", re.IGNORECASE)
_SPEAKS = re.compile(
    r"^(?:i |i'll |please )?(?:say|tell|ask|whisper|answer|reply|greet|thank|warn|promise)\b"
    r"|^我?(?:小声|轻声)?(?:告诉|问|提醒|跟.{1,9}说|对.{1,9}说|和.{1,9}说|说)"
)
_UNWANTED = HeistIntent("unknown", why="ask_negated")


def heist_intent(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> HeistIntent:
    """Read a message by rules.

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
        and not denies(state, moves, bare)
        and (die := die_intent(state, moves, bare))
    ):
        return die
    if ASKS.search(bare):
        return HeistIntent("question", text=message, person=_asked(score, state, message))
    if prepared := flashback_intent(language, state, moves, plain):
        return prepared
    meant = replace(_read(score, state, moves, message), by_words=True)
    is_else = meant.kind == "unknown" and meant.why == "not_understood"
    if is_else and state["framing"]:
        if asks_for_no_use(language, moves, message):
            return HeistIntent("unknown", why="no_use")
        return _behind(score, state, message) or meant
    return meant


def _behind(score: Score, state: HeistState, message: str) -> HeistIntent | None:
    """Read what says nothing about a framed action as it would be read in the scene; None for nothing."""
    scene, moves = without_framing(state), unframed_moves(score, state)
    plain = bare_of(message).strip(" .!?。！？")
    key = own_words(score, scene, moves, plain)
    meant = HeistIntent("move", key) if key else _read(score, scene, moves, message)
    return unframed_intent(state, [*moves, *own_ways(score, scene, message)], meant)


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


def _read(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> HeistIntent:
    """Read what is no question: what is not wanted is not done, and first comes first."""
    if denies(state, moves, message) and not _SPEAKS.search(bare_of(message)):
        kept = ", ".join(part for part in CLAUSES.split(message) if part and not denies(state, moves, part))
        wanted = _matched(score, state, moves, kept) if kept.strip() else None
        if wanted and wanted.kind == "move":
            open_to = [move for move in (*moves, *own_ways(score, state, kept)) if move.key == wanted.move]
            return HeistIntent("choose", moves=open_to[:1], why="ask_meant")
        if wanted and wanted.kind in ("choose", "speak"):
            return wanted
        return HeistIntent("unknown", text=message, why="ask_negated")
    if len(parts := _THEN.split(message, maxsplit=1)) > 1 and parts[0].strip():
        first = _matched(score, state, moves, parts[0])
        if first.kind in ("move", "choose"):
            return first
    return _matched(score, state, moves, message)


def _matched(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> HeistIntent:
    """Match words against the cues and verbs of the open moves."""
    language, message = score.language, with_plain_bribes(score.language, message)
    if bribes := bribing_ways(score, state, moves, message):
        return _chosen(bribes)
    kept = affirmed(message)
    hits = {move.key: hits_of(language, kept if leaves(move) else message, move) for move in moves}
    common = Counter(hit for found in hits.values() for hit in found)
    scores = {key: weight(found, common) for key, found in hits.items()}
    best = max(scores.values(), default=0.0)
    leading = [move for move in moves if scores[move.key] > max(POSSIBLE - 0.01, best * 0.75)]
    leading.sort(key=lambda move: -scores[move.key])
    person = person_addressed(score, state, message)
    if person and (talk := overlap(language, message, phrases_in(language).lists["talk_cues"])):
        spec = score.people[person]
        named = overlap(language, message, (spec.name, *spec.cues)) | talk
        named |= {f"{kind}:{word}" for kind in ("verb", "label") for word in named}
        ways = (move for move in moves if move.verb and DOMAIN_OF[move.verb] == "social")
        beside = (weight(hits[move.key] - named, common) for move in ways)
        if max(beside, default=0.0) < CERTAIN:  # whoever is only named is spoken to, and nothing is paid
            return HeistIntent("speak", text=message, person=person)
    called = person_called(score, state, message) if leading else ""
    if called and all(leaves(move) or _by_verb_alone(hits[move.key]) for move in leading):
        return HeistIntent("speak", text=message, person=called)
    is_clear = len(leading) == 1 and best >= CERTAIN and _is_clear(language, message, leading[0], hits)
    if is_clear and contradicts(language, message, leading[0], hits[leading[0].key]):
        return _chosen([leading[0], *own_ways(score, state, message)], is_sure=False)
    if is_clear and is_taken_by_words(score, state, leading[0], message):
        return HeistIntent("move", leading[0].key)
    if leading:
        why = "ask_meant" if len(leading) == 1 else "ask_which"
        return HeistIntent("choose", moves=leading[:MOST_ASKED], why=why)
    if person:
        return HeistIntent("speak", text=message, person=person)
    if state["mood"] == "scene" and is_said(language, "waits", bare_of(message).strip(" .!?。！？")):
        return HeistIntent("command", "wait")
    if own := own_ways(score, state, message):
        return _chosen(own)
    if further := towards(score, state, moves, bare_of(message).strip(" .!?。！？")):
        return further
    return _otherwise(score, state, message)


def _chosen(ways: Sequence[OpenMove], is_sure: bool = True) -> HeistIntent:
    """Return the one way, or ask which; ask also about one that is not sure."""
    if len(ways) == 1 and is_sure:
        return HeistIntent("move", ways[0].key)
    return HeistIntent("choose", moves=ways[:MOST_ASKED], why="ask_meant" if len(ways) == 1 else "ask_which")


def _is_clear(language: str, message: str, move: OpenMove, hits: Mapping[str, set[str]]) -> bool:
    """Return whether a move may be made at one word: it is free, or nothing else is said, or more says it."""
    meant = [hit for hit in hits[move.key] if not hit.startswith(("label:", "beside:"))]
    return move.key.startswith(FREE) or len(meant) > 1 or says_nothing_else(language, message, move)


def _by_verb_alone(hits: set[str]) -> bool:
    """Return whether nothing but a verb says a move: to somebody who is called, it may be by the way."""
    return all(hit.startswith(("verb:", "label:")) for hit in hits)


def _otherwise(score: Score, state: HeistState, message: str) -> HeistIntent:
    """Read words that match nothing: said to whoever is there, or not understood."""
    here = people_here(score, state) if state["mood"] == "scene" else []
    talks = overlap(score.language, message, phrases_in(score.language).lists["talk_cues"])
    if state["mood"] == "scene" and (talks or _SPEAKS.search(bare_of(message))):
        return HeistIntent("speak", text=message, person=here[0][0] if len(here) == 1 else "")
    return HeistIntent("unknown", text=message, why="not_understood")


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
