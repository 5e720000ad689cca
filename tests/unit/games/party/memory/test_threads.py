"""Threads are found by whole names in both languages, lie idle after a while, and are offered then."""

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.conditions import Condition
from echoes.games.party.memory.threads import (
    DORMANT_AFTER,
    KEPT,
    PROMISE,
    finder_of,
    idle_threads,
    offered_threads,
    settled_for,
    threads_after,
)
from echoes.games.party.pack.plot import ModuleThread
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.view.panels import panels_of_table

LOW_WATER = BUNDLED["low_water", "en"]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Dace's oar is gone.", True),
        ("en", "What candaces do at dawn", False),
        ("en", "The Dacers are a family", False),
        ("zh", "阿岱的桨不见了。", None),
    ],
)
def test_a_name_counts_only_as_a_whole_word(language: str, text: str, found: bool | None):
    module = BUNDLED["low_water", language]
    if found is None:
        text, found = f"{module.people['dace'].name}的桨不见了。", True
    assert ("person.dace" in finder_of(module).named_in(text)) is found


def test_of_names_within_each_other_the_longest_counts():
    module = BUNDLED["low_water", "en"].model_copy(update={"id": "nested"})
    other = module.people["dace"].model_copy(update={"name": "Dace Holt", "cues": ()})
    module = module.model_copy(update={"people": {**module.people, "holt": other}})
    assert finder_of(module).named_in("Dace Holt came by.") == ("person.holt",)
    assert finder_of(module).named_in("Dace came by.") == ("person.dace",)


@pytest.mark.parametrize("text", ["I promise to come back.", "我答应你，天亮前回来。"])
def test_a_promise_is_kept_in_its_words(text: str):
    module = BUNDLED["low_water", "en"]
    named = finder_of(module).named_in(text)
    threads = threads_after({}, named, 3, [MASTER, "ann"], text)
    assert offered_threads(module, threads, 3) == []
    [line] = offered_threads(module, threads, 3 + DORMANT_AFTER)
    assert line.startswith(text) and "promise" in line


def test_what_lay_idle_is_recalled_and_only_who_heard_of_it_is_shown_it():
    threads = threads_after({}, ["person.dace"], 1, ["ilse"])
    assert idle_threads(threads, DORMANT_AFTER, "ilse") == []
    later = 1 + DORMANT_AFTER
    assert idle_threads(threads, later, "ilse") == ["person.dace"]
    assert idle_threads(threads, later, "pip") == idle_threads(threads, later, "") == []
    again = threads_after(threads, ["person.dace"], later, ["pip"])
    assert again["person.dace"]["recalled"] == 1
    assert idle_threads(again, later, "pip") == []


def test_promises_of_one_turn_are_kept_apart_and_a_whispered_one_leaves_them_alone():
    threads = threads_after({}, [PROMISE], 3, [MASTER, "ilse"], "I promise to wait.")
    threads = threads_after(threads, [PROMISE], 3, [MASTER, "pip"], "I promise to run.")
    threads = threads_after(threads, [PROMISE], 3, ["pip", "marek"])
    words = {
        seat: [threads[key]["text"] for key in idle_threads(threads, 3 + DORMANT_AFTER, seat)]
        for seat in ("ilse", "pip", "marek", "")
    }
    assert words == {"ilse": ["I promise to wait."], "pip": ["I promise to run."], "marek": [], "": []}


def test_how_many_promises_are_made_elsewhere_forgets_none_here():
    threads = threads_after({}, [PROMISE], 3, ["ilse"], "I promise to wait.")
    for _ in range(30):
        threads = threads_after(threads, [PROMISE], 3, ["pip"], "I promise to run.")
    assert len(idle_threads(threads, 3 + DORMANT_AFTER, "ilse")) == 1
    assert 1 < len(idle_threads(threads, 3 + DORMANT_AFTER, "pip")) < 30


def test_a_name_in_a_whisper_changes_nothing_for_those_who_did_not_hear_it():
    everybody = [MASTER, "", "ilse", "pip"]
    threads = threads_after({}, ["person.dace"], 1, everybody)
    later = 1 + DORMANT_AFTER
    whispered = threads_after(threads, ["person.dace", "item.oar"], later, ["ilse"])
    for viewer in (MASTER, "", "pip"):
        assert idle_threads(whispered, later, viewer) == ["person.dace"]
        assert "item.oar" not in idle_threads(whispered, 2 * later, viewer)
    assert idle_threads(whispered, later, "ilse") == []
    assert [line.rpartition("(")[2] for line in offered_threads(LOW_WATER, whispered, later)] == [
        "person, 1–1)"
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_table_keeps_its_threads_and_shows_them(language: str):
    table = Table(BUNDLED["eleven_lanterns", language])
    table.move(table.offered()[0])
    table.move(table.offered()[0])
    threads = table.state["memory"]["threads"]
    assert threads
    late = {**table.state, "turns": 90}
    shown = {panel.title for panel in panels_of_table(table.module, late, "ilse")}  # pyright: ignore
    assert {"Not heard of for long", "久未提起"} & shown


@pytest.mark.parametrize(
    "text",
    [
        "There. I have kept my word.",
        "I've kept my promise",
        "I take that back.",
        "我答应你的事办到了。",
        "我收回刚才的话。",
    ],
)
def test_a_promise_is_over_for_those_who_hear_its_maker_say_so(text: str):
    assert KEPT in finder_of(LOW_WATER).named_in(text)
    threads = threads_after({}, [PROMISE], 3, ["ilse", "pip", ""], "I promise to come back.", "ilse")
    threads = threads_after(threads, [PROMISE], 4, ["ilse", "pip"], "I promise to wait.", "pip")
    told = threads_after(threads, [KEPT], 9, ["ilse", "pip"], text, "ilse")
    late = 9 + DORMANT_AFTER
    assert [told[key]["text"] for key in idle_threads(told, late, "pip")] == ["I promise to wait."]
    assert [told[key]["text"] for key in idle_threads(told, late, "")] == ["I promise to come back."]


def test_nobody_settles_what_others_promised():
    threads = threads_after({}, [PROMISE], 3, ["ilse", "pip"], "I promise to come back.", "ilse")
    for by in ("pip", ""):
        assert threads_after(threads, [KEPT], 9, ["ilse", "pip"], "I have kept my word.", by) == threads


def test_what_all_know_to_be_over_is_resolved():
    threads = threads_after({}, ["promise.fare"], 1, ["ilse", "pip"])
    once = settled_for(threads, ["promise.fare", "promise.unheard"], ["ilse"])
    assert not once["promise.fare"]["resolved"]
    assert settled_for(once, ["promise.fare"], ["pip"])["promise.fare"]["resolved"]


def test_a_thread_of_a_module_is_over_for_those_who_know_what_ends_it():
    module = BUNDLED["eleven_lanterns", "en"]
    over = ModuleThread(
        kind="promise", name="the crossing", over_when=Condition.model_validate({"flag": "wax_seen"})
    )
    table = Table(module.model_copy(update={"id": "promised", "threads": {"crossing": over}}))
    memory = table.state["memory"]
    heard = threads_after(memory["threads"], ["promise.crossing"], 1, [MASTER, "", *module.party])
    table.state = {**table.state, "memory": {**memory, "threads": heard}, "flags": {"wax_seen": ["pip"]}}
    table.move("wait:")
    waiting = table.state["memory"]["threads"]["promise.crossing"]["heard"]
    assert "pip" not in waiting and MASTER not in waiting and {"ilse", ""} <= {*waiting}
