"""Looks at things that only the description of a place names: they are answered from it, word for word."""

import re

from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.word_matches import meaningful_ideas
from echoes.language.speech_acts import read_speech_act

_BETWEEN = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”\"’]))\s+(?![a-z])|(?<=[。！？])(?![”」』])")
"""Where a sentence ends; what somebody says belongs to the words behind it."""
_POINTS = re.compile("^(?:一下|[这那一]|[张个把扇座条盏块些只])+")
_ENDS = re.compile("[户子儿]$")


def looked_at(message: str, near: Neighbours) -> PartyIntent:
    """Return the look at a thing, or at the place itself, where a message is nothing else."""
    act = read_speech_act(near.language, message, near.names)
    if act.act != "look" or act.mentioned or act.addressees or act.is_negated:
        return PartyIntent("unknown")
    if seen := sight_of(near.language, act.rest, near.sight):
        return PartyIntent("looks", text=seen)
    is_place = _names(near.language, near.place, act.rest)
    return PartyIntent("command", "look") if is_place else PartyIntent("unknown")


def sight_of(language: str, thing: str, description: str) -> str:
    """Return the sentences of a description that name a thing; empty where none does."""
    named = [one for one in _BETWEEN.split(description) if _names(language, one, thing)]
    return ("" if language == "zh" else " ").join(named)


def _names(language: str, text: str, thing: str) -> bool:
    """Return whether a text names a thing in full."""
    if language == "zh":
        bare = _POINTS.sub("", thing)
        return bool(bare) and (bare in text or (len(bare) > 1 and _ENDS.sub("", bare) in text))
    meant = meaningful_ideas(language, thing)
    return bool(meant) and meant <= meaningful_ideas(language, text)
