"""Whispers: words from one seat to another, which nobody else sees and no master hears."""

from echoes.games.party import events as happened
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import is_led
from echoes.games.party.turn.addressing import addressed, names_at_table

LONGEST_WHISPER = 2000
"""In characters."""


def whisper(play: PartyPlay, argument: str) -> str:
    """Say something to one seat alone; return what is wrong, if anything."""
    seat, words = addressed(argument, names_at_table(play))
    is_heard = is_led(play.state)
    if seat == MASTER and not is_heard:
        return table_phrase(play.module.language, "whisper_unheard")
    if seat not in ("", play.seat) and 0 < len(words) <= LONGEST_WHISPER:
        whispered = happened.Whispered(
            seat=play.seat,
            to=seat,
            name=play.name(play.seat),
            to_name=play.name(seat),
            text=words,
            audience=(play.seat, seat),
        )
        play.add(whispered)
        return ""
    seats = [*play.module.party, MASTER] if is_heard else [*play.module.party]
    others = [seat for seat in seats if seat != play.seat]
    names = table_phrase(play.module.language, "comma").join(map(play.name, others))
    return table_phrase(play.module.language, "whisper_usage", names=names)
