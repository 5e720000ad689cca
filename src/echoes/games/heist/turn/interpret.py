"""From words to moves by rules: right, or options asked back, or a word on what is at hand."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.tables import ACTIONS
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import OpenMove, obstacles_here
from echoes.language.readers import reader_for

COMMANDS = {
    "help": ("help", "帮助"),
    "sheet": ("sheet", "角色", "status", "状态"),
    "recap": ("recap", "look", "回顾", "局面"),
    "undo": ("undo", "撤销", "撤回"),
    "fresh": ("fresh", "换骰"),
    "giveup": ("giveup", "放弃"),
    "quit": ("quit", "exit", "退出"),
}
_NAMES = {alias: name for name, aliases in COMMANDS.items() for alias in aliases}
_COMMAND = re.compile(r"^[/／]\s*([^\s\d]*)\s*(.*)$", re.DOTALL)
_NUMBER = re.compile(r"^[#(（]?\s*(\d{1,3})\s*[.)）、。]?$")
_DIE = re.compile(r"(?:spend|use|die|花|用|骰子?)\D{0,12}([1-6])(?!\d)", re.IGNORECASE)
_DIE_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
              "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}  # fmt: skip
_SPELLED_DIE = re.compile(
    r"(?:the|spend|use|花掉?|用)\s*(?:那?颗|the)?\s*(one|two|three|four|five|six|[一二三四五六])\b|"
    r"(?:花掉?|用)\s*(?:那?颗)?([一二三四五六])(?:点|吧|$)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]\s*$|^(?:is|are|was|were|do|does|did|can|could|will|would|has|have|who|what|where|when|why|how|which)\b"
    r"|[吗呢]\s*[。.]?$|^(?:谁|什么|哪|为什么|怎么|有没有|是不是|能不能)",
    re.IGNORECASE,
)
_POLAR = re.compile(
    r"^(?:so |and |but |then )?(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|"
    r"isn't|aren't|doesn't|don't|didn't|can't)\b|吗|是不是|有没有|能不能|会不会|对不对",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|don't|won't|rather not|instead of|avoid)\b|别|不要|不想|不去|不用", re.IGNORECASE
)
_CERTAIN, _POSSIBLE, _MOST_ASKED = 1.0, 0.34, 3


@dataclass(frozen=True)
class Intent:
    """The meaning of a message.

    Attributes:
        kind: `move` (one that is open), `choose` (which of these), `speak` (to `person`), `question`,
            `command`, `unknown`.
        move: the key of a move, or the name of a command.
        text: what the player said, or a command's argument.
        moves: between which to choose.
        why: the phrase that asks back.
        person: who was addressed, of those who are there; empty for nobody.
    """

    kind: Literal["move", "choose", "speak", "question", "command", "unknown"]
    move: str = ""
    text: str = ""
    moves: Sequence[OpenMove] = field(default=())
    why: str = "ask_which"
    person: str = ""


def interpret(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> Intent:
    """Read a message by rules.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open.
        message: what the player sent.
    """
    if found := _COMMAND.match(message):
        word, argument = found.groups()
        name = _NAMES.get(word.casefold(), "")
        return Intent("command", name or f"?{word[:40]}", argument.strip())
    bare = unicodedata.normalize("NFKC", message).casefold().strip()
    if found := _NUMBER.match(bare):
        return _picked(state, moves, int(found.group(1)))
    if state["phase"] == "creation" and (own := _written(moves, message)):
        return own
    if state["mood"] == "action" and (die := _named_die(state, bare)):
        return die
    if _ASKS.search(bare):
        return Intent("question", text=message, person=_addressed(score, state, message))
    return _matched(score, state, moves, message)


def _picked(state: HeistState, moves: Sequence[OpenMove], number: int) -> Intent:
    if state["asked"]:
        keys = {move.key for move in moves}
        if 1 <= number <= len(state["asked"]) and state["asked"][number - 1] in keys | _improvised(
            state["asked"]
        ):
            return Intent("move", state["asked"][number - 1])
    elif 1 <= number <= len(moves):
        return Intent("move", moves[number - 1].key)
    count = len(state["asked"] or moves)
    return Intent("command", "range", str(count))


def _improvised(keys: Sequence[str]) -> set[str]:
    return {key for key in keys if ":improvised:" in key}


def _written(moves: Sequence[OpenMove], message: str) -> Intent | None:
    """Return what was written where a name is asked for."""
    step = moves[0].key.split(":")[1] if moves and moves[0].key.startswith("fill:") else ""
    if step in ("name", "pronouns") and message.strip():
        return Intent("move", f"fill:{step}:{' '.join(message.split())[:40]}")
    return None


def _named_die(state: HeistState, bare: str) -> Intent | None:
    """Return the die that was named by its number of pips."""
    spelled = _SPELLED_DIE.search(bare)
    word = next(filter(None, spelled.groups())) if spelled else ""
    found = _DIE.search(bare)
    wanted = int(found.group(1)) if found else _DIE_WORDS.get(word, 0)
    if not wanted or state["dice"] == "roll":
        return None
    if wanted not in state["pool"]:
        return Intent("command", "no_die", str(wanted))
    return Intent("move", f"die:{state['pool'].index(wanted) + 1}")


@lru_cache(maxsize=4096)
def ideas_of(language: str, text: str) -> frozenset[str]:
    """Return the ideas of a text as dictionary forms; of Chinese also the text as it stands."""
    return frozenset(reader_for(language).ideas(text))


def overlap(language: str, text: str, cues: Sequence[str]) -> set[str]:
    """Return the cues that a text has, or the ideas that it shares with them."""
    bare, ideas = unicodedata.normalize("NFKC", text).casefold(), ideas_of(language, text)
    shared: set[str] = set()
    for cue in cues:
        if language == "zh":
            shared |= {cue} if len(cue) < 8 and cue.casefold() in bare else set()
        shared |= ideas_of(language, cue) & ideas
    return shared


def _matched(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> Intent:
    """Match words against the cues and verbs of the open moves."""
    language = score.language
    hits = {move.key: _hits(language, message, move) for move in moves}
    common = Counter(hit for found in hits.values() for hit in found)
    scores = {key: sum(1 / common[hit] for hit in found) for key, found in hits.items()}
    best = max(scores.values(), default=0.0)
    leading = [move for move in moves if scores[move.key] > max(_POSSIBLE - 0.01, best * 0.75)]
    leading.sort(key=lambda move: -scores[move.key])
    person = _addressed(score, state, message)
    if person and overlap(language, message, phrases_in(language)["talk_cues"]):
        names = overlap(language, message, (score.people[person].name, *score.people[person].cues))
        beside = (sum(1 / common[hit] for hit in found - names) for found in hits.values())
        if max(beside, default=0.0) < _CERTAIN:  # whoever is only named is spoken to, and nothing is paid
            return Intent("speak", text=message, person=person)
    if leading and _NOT.search(message):
        return Intent("choose", moves=leading[:_MOST_ASKED], why="ask_negated")
    if len(leading) == 1 and best >= _CERTAIN:
        return Intent("move", leading[0].key)
    if leading:
        return Intent("choose", moves=leading[:_MOST_ASKED])
    if own := _own_way(score, state, message):
        return Intent("choose", moves=own[:_MOST_ASKED]) if len(own) > 1 else Intent("move", own[0].key)
    return Intent("unknown", text=message)


def _addressed(score: Score, state: HeistState, message: str) -> str:
    """Return who is there and named, if it is one person."""
    if state["mood"] not in ("scene", "action"):
        return ""
    here = people_here(score, state)
    named = [key for key, one in here if overlap(score.language, message, (one.name, *one.cues))]
    return named[0] if len(named) == 1 else ""


def _hits(language: str, message: str, move: OpenMove) -> set[str]:
    verbs: Sequence[str] = phrases_in(language)["verbs"].get(move.verb, ()) if move.verb else ()
    return overlap(language, message, move.cues) | {
        f"verb:{verb}" for verb in overlap(language, message, verbs)
    }


def _own_way(score: Score, state: HeistState, message: str) -> list[OpenMove]:
    """Return actions that the author did not think of, on what stands in the way."""
    language = score.language
    if state["phase"] != "playing" or state["mood"] != "scene":
        return []
    here = obstacles_here(score, state)
    named = [pair for pair in here if overlap(language, message, (pair[1].name,))] or here
    actions = [
        action for action in ACTIONS if overlap(language, message, phrases_in(language)["verbs"][action])
    ]
    return [
        OpenMove(
            f"approach:{key}:improvised:{action}",
            phrase(
                language, "improvise", action=name_of(language, "actions", action), obstacle=obstacle.name
            ),
        )
        for key, obstacle in named
        for action in actions[:1]
    ]


def is_polar(question: str) -> bool:
    """Return whether yes or no can answer a question."""
    return bool(_POLAR.search(question.casefold().strip()))
