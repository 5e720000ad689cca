"""Words against open moves: how much of each a message says."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.tables import ACTIONS, DOMAIN_OF, Action
from echoes.games.heist.rules.trouble import is_entangled
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import OpenMove
from echoes.games.heist.turn.options import obstacles_here
from echoes.language.readers import reader_for

_DONE_BETWEEN = ("do:recover", "do:vice", "do:lay_low")
_PERCEIVING: tuple[Action, ...] = ("survey", "study", "attune")
_WITH_PEOPLE: tuple[Action, ...] = ("command", "consort", "sway")


def bare_of(text: str) -> str:
    """Return a text without case, width and outer spaces."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def plain_of(text: str) -> str:
    """Return a text without case, width, and marks around it."""
    return bare_of(text).strip(" .!?。！？")


@lru_cache(maxsize=4096)
def ideas_of(language: str, text: str) -> frozenset[str]:
    """Return the ideas of a text as dictionary forms; numbers are none."""
    return frozenset(idea for idea in reader_for(language).ideas(text) if not idea.isdecimal())


@lru_cache(maxsize=2)
def _longer_words(language: str) -> re.Pattern[str]:
    """Return a pattern for words in which a verb, or the one character of a cue, means something else."""
    return re.compile("|".join(phrases_in(language).lists["longer_words"]))


def overlap(language: str, text: str, cues: Sequence[str]) -> set[str]:
    """Return the cues that a text has, or the ideas that it shares with them."""
    bare, ideas = bare_of(text), ideas_of(language, text)
    alone = _longer_words(language).sub("…", bare) if language == "zh" else bare
    shared: set[str] = set()
    for cue in cues:
        if language == "zh":
            within = alone if len(cue) == 1 else bare
            shared |= {cue} if len(cue) < 8 and cue.casefold() in within else set()
        # One character of a Chinese name says nothing: it stands in other names too.
        shared |= {idea for idea in ideas_of(language, cue) & ideas if language != "zh" or len(idea) > 1}
    return shared


def verbs_in(language: str, text: str, verbs: Sequence[str]) -> set[str]:
    """Return the verbs that a text has, each as a whole; whoever lies low tells no lie."""
    plain = text if language == "zh" else _longer_words(language).sub("…", bare_of(text))
    return {verb for verb in verbs if says_whole(language, plain, verb)}


def says_whole(language: str, message: str, cue: str) -> bool:
    """Return whether all of a cue is in a message."""
    ideas = ideas_of(language, cue)
    return (bool(ideas) and ideas <= ideas_of(language, message)) or cue in overlap(language, message, [cue])


def said_exactly(moves: Sequence[OpenMove], plain: str) -> str:
    """Return the key of the one move whose words, name or cue a message is; empty for none.

    Args:
        moves: that are open.
        plain: the message without case and marks around it.
    """
    for said in ([names_of(move) for move in moves], [{bare_of(cue) for cue in move.cues} for move in moves]):
        found = [move.key for move, names in zip(moves, said, strict=True) if plain in names]
        if len(found) == 1:
            return found[0]
    return ""


def names_of(move: OpenMove) -> set[str]:
    """Return a move's own words: its text, its name and what it is called."""
    name = re.split(r" — |（| \(| [●○]", move.text)[0]
    # Between two scenes, the name stands before a colon, and what it brings behind.
    short = re.split(r"[:：]", name)[0] if move.key in _DONE_BETWEEN else ""
    return {bare_of(one).strip(" .!?。！？") for one in (move.text, name, short, move.label) if one}


def is_social(move: OpenMove) -> bool:
    """Return whether a move deals with people."""
    return move.verb is not None and DOMAIN_OF[move.verb] == "social"


def _has_somebody(obstacle: Obstacle) -> bool:
    """Return whether an obstacle can be talked to."""
    return any(DOMAIN_OF[one.action] == "social" for one in obstacle.approaches.values())


def _actions_said(language: str, message: str) -> dict[Action, set[str]]:
    """Return the actions whose verbs a message has, each with these verbs."""
    verbs = phrases_in(language).list_groups["verbs"]
    return {action: found for action in ACTIONS if (found := verbs_in(language, message, verbs[action]))}


def names_another_deed(language: str, message: str, move: OpenMove) -> bool:
    """Return whether a message has a verb of something else than a move.

    Args:
        language: of the session.
        message: what the player sent.
        move: that is meant; whoever tells of it or only looks does not make it, and a way is not gone by
            another action alone.
    """
    said, only = _actions_said(language, message), phrases_in(language).list_groups["only_verbs"]
    other = set[str]() if is_social(move) else {*only["telling"]}
    if move.verb not in (*_PERCEIVING, *said):
        other |= {*only["seeing"]}
    if move.verb and move.verb not in said:
        other |= {verb for verbs in said.values() for verb in verbs}
    own = " ".join((move.label, *move.cues))
    return bool(verbs_in(language, message, [*other]) - verbs_in(language, own, [*other]))


def own_ways(score: Score, state: HeistState, message: str) -> list[OpenMove]:
    """Return actions that the author did not think of, on what stands in the way."""
    language = score.language
    if state["phase"] != "playing" or state["mood"] != "scene" or is_entangled(state):
        return []
    here = obstacles_here(score, state)
    named = [pair for pair in here if overlap(language, message, (pair[1].name,))] or here
    actions = [*_actions_said(language, message)]
    if verbs_in(language, message, phrases_in(language).lists["bribe_verbs"]):
        actions = ["sway"]
    if actions and actions[0] in _WITH_PEOPLE:  # nobody drinks with an iron grate
        named = [pair for pair in named if _has_somebody(pair[1])] or named
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
