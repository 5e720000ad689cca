"""Panels of a seat follow from what that seat has seen."""

from typing import Any

import pytest
from tests.unit.games.party.rules.test_fight_turns import fighting
from tests.unit.games.party.table import BUNDLED, MODULES, Table

from echoes.core.seats.visibility import PUBLIC
from echoes.core.views.panels import Checklist, Clock, Drawing, Listing, panel_text
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.view.panels import composer_at_table, panels_of_table, seat_label

MODULE = MODULES["en"]


def listings(seat: str, language: str = "en", **changes: Any) -> dict[str, Any]:
    state = {**Table(MODULES[language]).state, **changes}
    return {
        one.title: one.items
        for one in panels_of_table(MODULES[language], state, seat)
        if isinstance(one, Listing)
    }  # type: ignore[arg-type]


def test_secrets_script_and_things_are_shown_to_their_seat_alone():
    secret = MODULE.secrets["fare"].title
    assert listings("ilse")["You know"] == [secret]
    for other in ("tobit", PUBLIC):
        assert secret not in str(listings(other))
    assert "You carry" not in listings(PUBLIC) and "twenty paces of rope" in listings("ilse")["You carry"]


def test_a_hidden_clock_is_on_no_panel():
    state = Table().state
    clocks = [one.title for one in panels_of_table(MODULE, state, "ilse") if isinstance(one, Clock)]
    assert clocks == ["Midnight"]


def test_quests_are_those_that_the_seat_has_heard_of():
    state = Table().state
    quest = next(iter(MODULE.quests))
    known = {**state["known"], "ilse": {**state["known"]["ilse"], "quests": {quest: "done"}}}
    lists = {
        seat: [
            one
            for one in panels_of_table(MODULE, {**state, "known": known}, seat)
            if isinstance(one, Checklist)
        ]
        for seat in ("ilse", "tobit")
    }
    assert (MODULE.quests[quest].title, True) in lists["ilse"][0].items
    assert not any((MODULE.quests[quest].title, True) in one.items for one in lists["tobit"])


def test_hit_points_are_as_the_seat_last_saw_them():
    state = Table().state
    known = {**state["known"]["tobit"], "hit_points": {**state["known"]["tobit"]["hit_points"], "ilse": 3}}
    seen = listings("tobit", known={**state["known"], "tobit": known})
    assert "Ilse Varn 3/28" in seen["Party"]
    assert "Ilse Varn 28/28" in listings("ilse")["Party"]


def test_a_fight_is_seen_by_those_who_are_there_and_by_the_master():
    one = fighting(away=("ash",))
    seen = {
        seat: any(
            isinstance(p, Listing) and p.title == "Initiative"
            for p in panels_of_table(one.module, one.state, seat)
        )
        for seat in (*one.module.party, MASTER, PUBLIC)
    }
    assert [seat for seat, sees in seen.items() if not sees] == ["ash", PUBLIC]


@pytest.mark.parametrize(("seat", "label"), [("ilse", "Ilse Varn, ferrywoman"), (MASTER, "")])
def test_a_seat_is_called_by_name_and_calling(seat: str, label: str):
    assert label in seat_label(MODULE, seat)


def test_the_words_are_those_of_the_module():
    assert "同伴" in listings("ilse", "zh") and "你知道" in listings("ilse", "zh")


def drawings(module: Module, state: Any, seat: str) -> list[Drawing]:
    return [one for one in panels_of_table(module, state, seat) if isinstance(one, Drawing)]


@pytest.mark.parametrize("name", sorted(BUNDLED), ids="-".join)
def test_the_map_is_the_newest_that_the_seat_has_seen_and_says_the_ways_in_words(name: tuple[str, str]):
    module = BUNDLED[name]
    state, seat = Table(module).state, next(iter(module.party))
    [drawn] = drawings(module, state, seat)
    first = module.scenes[module.first]
    assert drawn.lines == first.map
    assert first.title in drawn.note and next(iter(first.exits.values())).label in drawn.note
    assert panel_text(drawn).splitlines()[1:] == [*drawn.lines]
    bare = module.model_copy(
        update={"scenes": {**module.scenes, module.first: first.model_copy(update={"map": ()})}}
    )
    assert drawings(bare, state, seat) == drawings(module, state, PUBLIC) == []


@pytest.mark.parametrize(
    ("language", "says", "label"),
    [("en", "/character", "Character of your own"), ("zh", "/人物", "自己的人物")],
)
def test_a_button_makes_a_character_as_long_as_the_seat_has_not_acted(language: str, says: str, label: str):
    table = Table(MODULES[language])
    [mode] = composer_at_table(table.module, table.state, language, "ilse")
    assert [(one.command, one.label) for one in mode.shortcuts] == [(says, label)]
    table.move(table.offered()[0])
    assert not composer_at_table(table.module, table.state, language, "ilse")[0].shortcuts
    assert composer_at_table(table.module, table.state, language, "tobit")[0].shortcuts
    assert not composer_at_table(table.module, table.state, language, MASTER)[0].shortcuts


@pytest.mark.parametrize(("language", "said"), [("en", "nobody but you"), ("zh", "只有你一个人")])
def test_whoever_is_alone_is_told_so(language: str, said: str):
    table = Table(MODULES[language])
    table.move("go:loft")  # Ilse
    [here] = [
        one
        for one in panels_of_table(table.module, table.state, "ilse")
        if isinstance(one, Listing) and table.module.scenes["loft"].title in one.title
    ]
    assert panel_text(here).endswith(said)
