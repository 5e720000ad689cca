"""Accusations: all vote in secret, the votes are counted in the open, and what was found out decides."""

from collections.abc import Sequence

import pytest
from tests.unit.games.party.table import MODULES, Table, read_by
from tests.words import is_right_or_asked

from echoes.core.log.entries import Entry
from echoes.games.party.events import CharacterActed, PartyEnded, VoteCast, VotesCounted
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.effects import change_life
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_turn
from echoes.games.party.rules.vitals import hurt
from echoes.games.party.turn.intents import PartyIntent

EVERYBODY = ("ilse", "tobit", "marek", "pip")
NEEDED = 5
"""The evidence that the bundled module asks for."""


def on_the_barge(evidence: int = 0, module: Module | None = None, **changed: object) -> Table:
    """Return a table on the barge, where so many pieces of evidence were found."""
    table = Table(module)
    assert table.module.accusation is not None
    known = ["gathered", *table.module.accusation.evidence[:evidence]]
    at = dict.fromkeys(table.module.party, "barge")
    flags = {key: [*EVERYBODY] for key in known}
    table.state = {**table.state, "flags": flags, "at": at, **changed}  # pyright: ignore
    return table


def vote(table: Table, suspects: Sequence[str]) -> list[Entry]:
    """Let each character vote in turn; return all entries."""
    entries: list[Entry] = []
    for who in suspects:
        entries += table.move(f"accuse:{who}").entries()
    return entries


def counted(entries: Sequence[Entry]) -> VotesCounted:
    return next(one.event for one in entries if isinstance(one.event, VotesCounted))


@pytest.mark.parametrize(
    ("votes", "evidence", "ending"),
    [
        (["hale"] * 4, NEEDED, "lit"),
        (["hale", "reth", "hale", "keeper"], NEEDED, "lit"),
        (["hale"] * 4, NEEDED - 1, "shadow"),
        (["reth", "reth", "hale", "ansel"], NEEDED, "scapegoat"),
    ],
)
def test_the_most_votes_and_enough_evidence_decide(votes: list[str], evidence: int, ending: str):
    table = on_the_barge(evidence)
    vote(table, votes)
    assert table.state["ended"] == ending


def test_without_a_majority_there_is_one_more_ballot_and_then_none():
    table = on_the_barge(NEEDED)
    first = vote(table, ["hale", "reth", "hale", "reth"])
    assert table.state["ended"] == "" and table.state["votes"] == {} and table.state["ballots"] == 1
    assert counted(first).again
    last = vote(table, ["hale", "reth", "hale", "reth"])
    assert table.state["ended"] == "shadow"
    assert not counted(last).again


def test_who_falls_last_without_a_vote_lets_the_others_count():
    table = on_the_barge(NEEDED)
    vote(table, ["hale", "hale", "hale"])
    play = PartyPlay(table.module, table.state, "pip")
    change_life(play, "pip", -100, ())
    end_turn(play)
    assert play.ending == "lit"


def test_a_vote_is_seen_by_nobody_else_before_all_are_counted():
    table = on_the_barge(NEEDED)
    entries = vote(table, ["hale", "reth", "hale", "ansel"])
    counted = next(place for place, one in enumerate(entries) if isinstance(one.event, VotesCounted))
    for one in entries[:counted]:
        if isinstance(one.event, VoteCast):
            assert {*one.event.audience} == {"master", one.event.seat}
        if isinstance(one.event, CharacterActed):
            is_own = {*one.event.audience} == {"master", one.event.seat}
            assert is_own or one.event.text == f"{one.event.name} votes."
    shown = entries[counted].event
    assert isinstance(shown, VotesCounted) and shown.audience == ()
    assert [vote.suspect_name for vote in shown.votes][1] == "Oda Reth"


def test_who_lies_down_holds_no_vote_up():
    table = on_the_barge(NEEDED)
    fallen = hurt(table.state["vitals"]["pip"], table.state["vitals"]["pip"]["hit_points"])
    table.state = {**table.state, "vitals": {**table.state["vitals"], "pip": fallen}}
    vote(table, ["hale", "hale", "hale"])
    assert table.state["ended"] == "lit"


def test_nobody_may_be_named_while_the_deed_is_there():
    table = on_the_barge(NEEDED)
    assert not [one for one in table.offered() if one == "accuse:nobody"]
    table = on_the_barge(NEEDED, items={"ilse": ["deed"], "tobit": [], "marek": [], "pip": []})
    entries = vote(table, ["nobody"] * 4)
    ended = next(one.event for one in entries if isinstance(one.event, PartyEnded))
    assert ended.details.ending == "quiet_light"


def test_where_there_is_no_vote_the_first_to_accuse_decides():
    module = MODULES["en"].model_dump()
    module["accusation"]["vote"] = False
    table = on_the_barge(NEEDED, Module.model_validate(module))
    table.move("accuse:hale")
    assert table.state["ended"] == "lit"


def test_the_end_tells_what_each_wanted_and_got():
    table = on_the_barge(NEEDED)
    entries = vote(table, ["hale"] * 4)
    ended = next(one.event for one in entries if isinstance(one.event, PartyEnded))
    reached = {(one.name, one.reached) for one in ended.details.aims}
    assert len(ended.details.aims) == 9
    assert ("Marek Dunn", True) in reached


@pytest.mark.parametrize(("lang", "message"), [("en", "go back to the square"), ("zh", "回灯市口")])
def test_nobody_leaves_before_the_accusation_is_made(lang: str, message: str):
    assert said(lang, message).kind == "stuck"


def said(lang: str, message: str) -> PartyIntent:
    """Return how words are read on the barge, where the deed was found."""
    deed = {"ilse": ["deed"], "tobit": [], "marek": [], "pip": []}
    table = on_the_barge(NEEDED, MODULES[lang], items=deed)
    return read_by(PartyPlay(table.module, table.state, "ilse"), message)


@pytest.mark.parametrize(
    ("lang", "message", "key"),
    [
        ("en", "I vote for Hale", "accuse:hale"),
        ("en", "accuse Oda Reth", "accuse:reth"),
        ("en", "I vote for nobody", "accuse:nobody"),
        ("zh", "我投黑尔一票", "accuse:hale"),
        ("zh", "我指认港务长黑尔", "accuse:hale"),
    ],
)
def test_a_vote_is_said_in_plain_words(lang: str, message: str, key: str):
    found = said(lang, message)
    assert is_right_or_asked(found.key, found.keys, key)


@pytest.mark.parametrize("message", ["I don't accuse Hale", "should we accuse Hale?", "I accuse", "I vote"])
def test_a_vote_that_is_denied_or_asked_or_names_nobody_is_not_cast(message: str):
    assert said("en", message).kind in ("ask", "unknown")
