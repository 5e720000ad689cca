"""Handouts: pages of private scripts and clues, given to each seat as soon as they are due."""

from collections.abc import Mapping
from typing import Literal

from echoes.games.party.events import Handout, HandoutCard
from echoes.games.party.pack.schema import Clue, ScriptPage
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table


def deal_scripts(play: PartyPlay) -> None:
    """Give each character the pages that it has from the beginning, and say what it wants for itself."""
    language = play.module.language
    for seat, script in play.module.scripts.items():
        aims = [table_phrase(language, "aim", text=aim.text) for aim in script.aims.values()]
        first = {key: page for key, page in script.pages.items() if page.when is None}
        if first:
            last = [*first][-1]
            words = "\n".join([first[last].text, *aims])
            _give(play, "page", [seat], {**first, last: first[last].model_copy(update={"text": words})})


def hand_out(play: PartyPlay) -> bool:
    """Give what is due next to those who lack it; return whether there was something."""
    return _next_pages(play) or _next_clues(play)


def _next_pages(play: PartyPlay) -> bool:
    for seat, script in play.module.scripts.items():
        due = {
            key: page
            for key, page in script.pages.items()
            if key not in play.state["pages"][seat] and holds_at_table(page.when, play.state, seat)
        }
        if due:
            _give(play, "page", [seat], due)
            return True
    return False


def _next_clues(play: PartyPlay) -> bool:
    """Give the next clues that the same characters lack, all at once."""
    lacking: dict[tuple[str, ...], dict[str, Clue]] = {}
    for key, clue in play.module.clues.items():
        known = play.state["flags"].get(key, ())
        seats = tuple(
            seat for seat in play.module.party if seat in known and key not in play.state["clues"][seat]
        )
        if seats:
            lacking.setdefault(seats, {})[key] = clue
    for seats, clues in lacking.items():
        _give(play, "clue", [*seats], clues)
    return bool(lacking)


def _give(
    play: PartyPlay,
    kind: Literal["page", "clue"],
    seats: list[str],
    given: Mapping[str, ScriptPage | Clue],
) -> None:
    cards = [HandoutCard(key=key, title=one.title, text=one.text) for key, one in given.items()]
    names = [play.name(seat) for seat in seats]
    play.add(Handout(kind=kind, seats=seats, names=names, cards=cards, audience=play.heard_by(seats)))
