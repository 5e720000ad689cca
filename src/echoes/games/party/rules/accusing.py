"""The accusation at the end of a mystery: by one character, or by the vote of all."""

from collections import Counter

from echoes.games.party.events import Vote, VoteCast, VotesCounted
from echoes.games.party.pack.plot import Accusation
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.vitals import is_down

NOBODY = "nobody"
"""What stands for the choice to name nobody."""
MOST_BALLOTS = 2
"""Ballots after which an accusation without a majority has failed."""


def accuse(play: PartyPlay, who: str) -> None:
    """Accuse somebody, or vote for it, as whoever acts; votes count when all are in."""
    accusation = play.module.accusation
    assert accusation is not None
    if not accusation.vote:
        _conclude(play, accusation, who)
        return
    cast = VoteCast(
        seat=play.seat,
        name=play.name(play.seat),
        suspect=who,
        suspect_name=_named(play, who),
        audience=play.alone,
    )
    play.add(cast)


def count_votes(play: PartyPlay) -> bool:
    """Count the votes if everybody who is up has cast theirs; return whether they were counted."""
    accusation, votes = play.module.accusation, play.state["votes"]
    if accusation is None or not votes:
        return False
    if any(seat not in votes and not is_down(play.state["vitals"][seat]) for seat in play.module.party):
        return False
    _count(play, accusation)
    return True


def _count(play: PartyPlay, accusation: Accusation) -> None:
    """Count the votes in the open; without one suspect ahead there is another ballot, and then none."""
    votes = dict(play.state["votes"])
    ahead = Counter(votes.values()).most_common(2)
    chosen = ahead[0][0] if len(ahead) == 1 or ahead[0][1] > ahead[1][1] else ""
    named = [Vote(name=play.name(seat), suspect_name=_named(play, who)) for seat, who in votes.items()]
    name = _named(play, chosen) if chosen else ""
    again = not chosen and play.state["ballots"] + 1 < MOST_BALLOTS
    play.add(VotesCounted(votes=named, suspect=chosen, suspect_name=name, again=again))
    if chosen:
        _conclude(play, accusation, chosen)
    elif play.state["ballots"] == MOST_BALLOTS:
        play.ending = accusation.unproven


def _conclude(play: PartyPlay, accusation: Accusation, who: str) -> None:
    """Record the answer of the accused; what was found out decides whether a right accusation carries."""
    if who == NOBODY:
        assert accusation.nobody is not None
        play.tell(accusation.nobody.says, ())
        play.ending = accusation.nobody.ending
        return
    suspect = accusation.suspects[who]
    play.answer(who, suspect.says, ())
    found = sum(clue in play.state["flags"] for clue in accusation.evidence)
    if not suspect.right:
        play.ending = accusation.wrong
    else:
        play.ending = accusation.proven if found >= accusation.enough else accusation.unproven


def _named(play: PartyPlay, who: str) -> str:
    """Return a name to vote for, or the words for naming nobody."""
    if who == NOBODY:
        return table_phrase(play.module.language, "nobody")
    return play.module.people[who].name
