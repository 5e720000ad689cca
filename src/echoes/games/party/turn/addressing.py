"""To whom a text is said: the seat or person with whose name it begins, and whispers to one seat alone."""

import re
from collections.abc import Iterable, Mapping

from echoes.games.party import events as happened
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import is_led
from echoes.games.party.turn.acquaintance import people_known
from echoes.games.party.turn.intents import Neighbours
from echoes.games.party.turn.ways import closed_ways, ways_beyond, ways_to_others

_GOES_ON = r"(?![^\W\u3400-\u9fff]|['’-])"
"""Where a name in Latin letters ends; Chinese characters may follow it at once."""
_SEPARATORS = " ,，:："
LONGEST_WHISPER = 2000
"""In characters."""


def addressed(text: str, names: Mapping[str, Iterable[str]]) -> tuple[str, str]:
    """Split a text into who is addressed and the rest.

    Args:
        text: that begins with a name.
        names: by which each is called.
    Returns:
        Whose name is the longest that the text begins with, and what follows it; two empty texts where it
        begins with no name, or with one that two share.
    """
    found = [
        (match.end(), key)
        for key, called in names.items()
        for name in called
        if (match := re.match(_whole(name), text, re.IGNORECASE))
    ]
    longest = max((end for end, _ in found), default=0)
    meant = {key for end, key in found if end == longest}
    return (meant.pop(), text[longest:].strip(_SEPARATORS)) if len(meant) == 1 else ("", "")


def names_at_table(play: PartyPlay) -> dict[str, tuple[str, ...]]:
    """Return by what each seat is called; characters also by how their name begins."""
    begins = {seat: _beginning(sheet.name) for seat, sheet in play.module.party.items()}
    party = {seat: (sheet.name, begins[seat], seat) for seat, sheet in play.module.party.items()}
    return {**party, MASTER: (play.name(MASTER), MASTER)}


def neighbours(play: PartyPlay) -> Neighbours:
    """Return the people whom a character may name, and those of them who are where it is.

    Whom the character has neither met nor heard of stays unknown, so that no answer gives a name away.
    """
    module, others = play.module, [seat for seat in play.module.party if seat != play.seat]
    known, characters = people_known(module, play.state, play.seat), names_at_table(play)
    called = {who: (one.name, *one.cues) for who, one in module.people.items()}
    called |= {seat: characters[seat] for seat in others}
    here = {*module.scenes[play.scene].present, *play.together()}
    return Neighbours(
        module.language,
        {who: called[who] for who in (*known, *others)},
        called,
        frozenset(here),
        frozenset(others),
        module.scenes[play.scene].title,
        ways_to_others(module, play.state, play.seat),
        closed_ways(module, play.state, play.seat),
        ways_beyond(module, play.state, play.seat),
        module.scenes[play.scene].read,
    )


def _beginning(name: str) -> str:
    """Return the first word of a name; of a Chinese one, the two characters by which one calls it."""
    return name[:2] if re.match(r"[\u3400-\u9fff]{3}", name) else name.split(" ")[0]


def _whole(name: str) -> str:
    return re.escape(name) + (_GOES_ON if re.search(r"[^\W\u3400-\u9fff]$", name) else "")


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
