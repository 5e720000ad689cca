"""Fights that are told: each ends, and leaves everybody alive and the state as the log tells it."""

from collections import Counter
from functools import reduce

from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.events import LifeChanged, Said
from echoes.games.party.reducer import table_after

BOATS = BUNDLED["low_water", "en"].encounters["boats"].model_copy(update={"mode": "told"})
TOLD = BUNDLED["low_water", "en"].model_copy(update={"encounters": {"boats": BOATS}})
SCENES = {
    "all": dict.fromkeys(("jory", "neve", "corin", "ash"), "crypt"),
    "one": {"jory": "crypt", "neve": "ford", "corin": "ford", "ash": "ford"},
    "two": {"jory": "crypt", "neve": "crypt", "corin": "ford", "ash": "ford"},
}


def fought(seed: str, who: str) -> tuple[Table, str]:
    """Return a table after a fight in the crypt, and how it ended."""
    table = Table(TOLD, seed)
    table.state = {**table.state, "at": SCENES[who]}
    before = table.state
    play = table.move("try:rush")
    assert reduce(table_after, play.entries(), before) == play.state
    if play.ending:
        return table, play.ending
    assert BOATS.lost_apart
    if any(BOATS.lost_apart.text in one.event.model_dump_json() for one in play.entries()):
        return table, "lost apart"
    ways = {"terms": "talked", "bram_free": "won", "lookouts": "fled"}
    return table, next(way for flag, way in ways.items() if flag in table.state["flags"])


def test_every_fight_ends_and_each_way_out_is_met():
    ends = Counter(fought(str(seed), who)[1] for who in SCENES for seed in range(12))
    assert {*ends} == {"won", "talked", "fled", "lost apart"}


def test_one_who_loses_alone_comes_to_in_the_reeds():
    for seed in range(12):
        table, how = fought(str(seed), "one")
        assert how != "driven"
        assert how != "lost apart" or table.state["at"] == {**SCENES["one"], "jory": "reeds"}


def test_nobody_lies_down_or_is_dead_when_it_is_over():
    for seed in range(8):
        table, _ = fought(str(seed), "two")
        assert all(one["hit_points"] > 0 and not one["dead"] for one in table.state["vitals"].values())


def test_who_was_elsewhere_hears_nothing_of_it():
    table, _ = fought("1", "one")
    told = [one.event for one in table.play.entries() if isinstance(one.event, Said | LifeChanged)]
    fight = [event for event in told if event.audience]
    assert fight and all({*event.audience} == {"master", "jory"} for event in fight)
