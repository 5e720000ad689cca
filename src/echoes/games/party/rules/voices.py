"""Lines of characters whom nobody plays, by situation, each once in a game."""

from collections.abc import Sequence

from echoes.games.party.events import PartyNote
from echoes.games.party.pack.sheet import Situation, Temperament
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.vitals import is_down

WELCOMES: dict[Temperament, tuple[str, ...]] = {
    "bold": ("try", "go"),
    "careful": ("talk",),
    "kind": ("talk",),
    "curious": ("try", "go"),
    "sly": ("talk", "try"),
    "dutiful": ("go",),
}
"""The kinds of deeds of others that a temperament agrees to; with the rest it disagrees."""
_OF_DEEDS: dict[str, Situation] = {"try": "searches", "talk": "speaks", "wait": "waits"}
_OPEN_TO_DEBATE = ("try", "talk", "go")


def voice(play: PartyPlay, situation: Situation, seats: Sequence[str]) -> bool:
    """Speak a line as one of some characters whom nobody plays, where it is; return whether one did.

    Args:
        play: of the message; a character says one line in it at most.
        situation: that they are in.
        seats: of the characters, the first to speak first.
    """
    for seat in seats:
        silent = seat not in play.state["by_themselves"] or seat in play.voiced
        if silent or is_down(play.state["vitals"][seat]):
            continue
        lines = play.module.party[seat].lines.get(situation, ())
        for number, line in enumerate(lines):
            key = f"{seat}:{situation}:{number}"
            if key not in play.state["told"]:
                play.voiced.add(seat)
                play.tell(line, play.heard_by(play.together(seat)), seat, play.speaker(seat, line))
                play.note_of(PartyNote(told=(key,), seats=tuple(play.together(seat))))
                return True
    return False


def voice_deed(play: PartyPlay, kind: str, what: str) -> None:
    """Speak as others about a deed, each by temperament, or else as whoever does it.

    Args:
        play: of the message.
        kind: of the move.
        what: it is about: the key of a feature, a topic, a way.
    """
    others = [seat for seat in play.together() if seat != play.seat]
    for seat in others if kind in _OPEN_TO_DEBATE and play.state["round"] % 2 else ():
        agrees = kind in WELCOMES[play.module.party[seat].temperament]
        if voice(play, "agrees" if agrees else "disagrees", [seat]):
            return
    if situation := _OF_DEEDS.get(kind):
        voice(play, situation, [play.seat])
