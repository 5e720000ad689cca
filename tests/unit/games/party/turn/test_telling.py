"""What a seat may read again: all of its own, and of others what the table sees."""

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.telling import (
    answer_given,
    describe_surroundings,
    own_clues,
    own_script,
    sheet_of,
    shown_sheet,
    table_recap,
    table_status,
)

MODULE = MODULES["en"]
FARE = MODULE.secrets["fare"]


def play(seat: str = "ilse", **changes: object) -> PartyPlay:
    return PartyPlay(MODULE, {**Table().state, **changes}, seat)  # type: ignore[typeddict-item]


def test_a_sheet_tells_its_owner_the_secret_and_the_others_only_what_is_seen():
    own, other, named = (
        shown_sheet(play(), ""),
        shown_sheet(play("tobit"), "ilse"),
        shown_sheet(play(), "Ilse"),
    )
    assert FARE.text in own and own == named
    assert FARE.text not in other and "Rows the crossing" in other and "28/28" in other
    assert MODULE.party["ilse"].wants not in other
    assert FARE.text in shown_sheet(play(MASTER), "ilse")


def test_a_secret_that_an_author_wrote_on_a_sheet_is_read_by_its_seat_alone():
    texts = MODULE.model_dump()
    texts["party"]["ilse"]["secret"] = "The flask is empty."
    module = Module.model_validate(texts)

    def sheet(seat: str) -> str:
        return shown_sheet(PartyPlay(module, Table(module).state, seat), "ilse")

    assert "The flask is empty." in sheet("ilse")
    assert not any("The flask is empty." in sheet(seat) for seat in ("tobit", MASTER))


def test_a_sheet_adds_what_was_learnt_to_ability():
    sheet = sheet_of(MODULE, Table().state, "ilse")
    assert "Athletics +4" in sheet, "strength 15, level 3"
    assert "a punt pole" in sheet and "a flask of something warm" in sheet


def test_who_has_no_script_or_no_clue_is_told_so():
    assert own_script(play()) != own_script(play(MASTER))
    assert own_clues(play()) == own_clues(play("tobit"))
    found = play(clues={**Table().state["clues"], "ilse": ["wax_seen"]})
    assert own_clues(found) == f"{MODULE.clues['wax_seen'].title}: {MODULE.clues['wax_seen'].text}"


def test_aims_of_others_stand_in_no_script():
    mine, theirs = own_script(play()), own_script(play("tobit"))
    assert all(aim.text in mine for aim in MODULE.scripts["ilse"].aims.values())
    assert not any(aim.text in theirs for aim in MODULE.scripts["ilse"].aims.values())


def test_a_look_tells_who_is_here_and_where_ways_lead():
    told = describe_surroundings(play())
    scene = MODULE.scenes["square"]
    assert told.startswith(scene.title)
    assert MODULE.people["warden"].name in told and MODULE.party["tobit"].name in told
    assert scene.exits["loft"].label in told


def test_the_recap_names_place_and_turn_and_secrets_that_the_seat_knows_and_no_other():
    assert FARE.title in table_recap(play()) and FARE.title not in table_recap(play("tobit"))
    told, scene = table_recap(play()), MODULE.scenes["square"]
    assert told.startswith(table_status(play())) and scene.title in told and scene.exits["loft"].label in told
    everywhere = table_recap(play(MASTER))
    assert all(one.name in everywhere for one in MODULE.party.values())


@pytest.mark.parametrize("due", ["tobit", MASTER])
def test_the_status_tells_whose_turn_it_is_and_no_hidden_clock(due: str):
    told = table_status(play(due=due))
    name = MODULE.party[due].name if due in MODULE.party else "master"
    assert name.casefold() in told.casefold()
    assert "Midnight 0/12" in told and "The rumour" not in told


def test_a_veil_stays_where_it_is_asked_about_again():
    topic = MODULE.people["ansel"].topics["debts"]
    said, heard = topic.again or topic.says, {"ilse": ["ansel.debts"]}

    def again(**changes: object) -> str:
        return answer_given(play(heard=heard, **changes), "talk:ansel.debts")

    assert said in again()
    assert again(veils=[*topic.touches]) and said not in again(veils=[*topic.touches])
