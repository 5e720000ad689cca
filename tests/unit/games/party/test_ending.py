"""The end of an adventure: all secrets are open, and everybody learns what the others wanted."""

from tests.unit.games.party.table import BUNDLED, MODULES, Table

from echoes.games.party.ending import end_game, end_lost, give_up_table
from echoes.games.party.events import PartyEnded
from echoes.games.party.rules.play import PartyPlay

MODULE = MODULES["en"]


def ended(one: PartyPlay) -> PartyEnded:
    [event] = [entry.event for entry in one.entries() if isinstance(entry.event, PartyEnded)]
    return event


def play(**changes: object) -> PartyPlay:
    return PartyPlay(MODULE, {**Table().state, **changes}, "ilse")  # type: ignore[typeddict-item]


def test_an_ending_opens_every_secret_with_who_knew_it():
    one = play(knows={**Table().state["knows"], "tobit": ["fare", "burn"]})
    one.ending = "lit"
    end_game(one)
    event = ended(one)
    assert (event.status, event.details.ending, event.details.score) == ("COMPLETED", "lit", 100)
    known = {secret.title: secret.known_by for secret in event.details.secrets}
    assert len(known) == len(MODULE.secrets)
    assert known[MODULE.secrets["fare"].title] == [MODULE.party["ilse"].name, MODULE.party["tobit"].name]


def test_what_each_wanted_is_told_with_whether_it_came_about():
    one = play()
    one.ending = "downstream"
    end_game(one)
    aims = ended(one).details.aims
    assert len(aims) == sum(len(script.aims) for script in MODULE.scripts.values())
    assert {aim.name for aim in aims} == {sheet.name for sheet in MODULE.party.values()}
    assert not all(aim.reached for aim in aims)


def test_what_each_wanted_is_judged_by_what_is_so_whoever_knows_of_it():
    module = BUNDLED["low_water", "en"]
    state = {**Table(module).state, "flags": {"bram_free": ["jory"]}}
    one = PartyPlay(module, state, "jory")  # type: ignore[arg-type]
    one.ending = "high_water"
    end_game(one)
    alive = next(aim.reached for aim in ended(one).details.aims if aim.text == "Bram lives.")
    assert alive, "although Granny Ash was elsewhere"


def test_giving_up_has_no_ending_and_no_score():
    one = play()
    give_up_table(one)
    event = ended(one)
    assert (event.status, event.details.ending, event.details.score, event.details.aims) == (
        "ABORTED",
        "",
        0,
        [],
    )
    assert event.details.secrets, "but nothing is kept back"


def test_a_party_of_which_nobody_is_left_has_the_ending_that_counts_least():
    assert end_lost(play()) == "downstream"
