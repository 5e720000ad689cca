"""A character's memory: removed, updated, added in this order; ten facts; nothing twice."""

from echoes.games.story.agents.forms import FactUpdate, MemoryUpdate
from echoes.games.story.agents.memory import MOST_FACTS, empty_memory, remember_changes, remember_fact


def test_facts_are_matched_without_case_and_spacing_and_what_misses_is_ignored():
    memory = {"summary": "Old.", "facts": ["The bag is  cut", "Tove bakes", "it snows"]}
    update = MemoryUpdate(
        remove=["the BAG is cut", "never heard of"],
        update=[FactUpdate(old="tove  BAKES", new="Tove packs"), FactUpdate(old="nothing", new="x")],
        add=["It  snows", "The lamp is lit"],
        summary="",
    )
    after = remember_changes(memory, update)
    assert after == {"summary": "Old.", "facts": ["Tove packs", "It snows", "The lamp is lit"]}
    assert memory["facts"][0] == "The bag is  cut", "what was is left as it was"


def test_at_most_ten_facts_stay_and_the_oldest_go():
    memory = empty_memory()
    for number in range(12):
        memory = remember_fact(memory, f"fact {number}")
    assert len(memory["facts"]) == MOST_FACTS
    assert (memory["facts"][0], memory["facts"][-1]) == ("fact 2", "fact 11")


def test_a_flood_is_cut():
    after = remember_changes(empty_memory(), MemoryUpdate(add=["x" * 9000] * 500, summary="y" * 9000))
    assert len(after["summary"]) < 1000
    assert sum(map(len, after["facts"])) < 1000
