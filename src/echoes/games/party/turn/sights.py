"""Looks at things that only the description of a place names: they are answered from it, word for word."""

from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.language.descriptions import looks_beyond, names_thing, sentences_naming
from echoes.language.speech_acts import read_speech_act


def looked_at(message: str, near: Neighbours) -> PartyIntent:
    """Return the look at a thing, or at the place itself, where a message is nothing else."""
    act = read_speech_act(near.language, message, near.names)
    if act.act != "look" or act.mentioned or act.addressees or act.is_negated:
        return PartyIntent("unknown")
    if looks_beyond(near.language, message):
        return PartyIntent("unknown")
    if seen := sentences_naming(near.language, act.rest, near.sight):
        return PartyIntent("looks", text=seen)
    is_place = names_thing(near.language, near.place, act.rest)
    return PartyIntent("command", "look") if is_place else PartyIntent("unknown")
